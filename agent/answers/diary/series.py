"""The rows of a diary: what was counted or rated over days, read from what was said day by day, as it was put right.

A thing is named once and continued by bare numbers ("pads 6" ... "9" ... "7"). A day that is named has its entry put
right or added; what the words deny is a nought. Values of tests stand on record and are no part of these rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from agent.answers.asking.request import Finder
from agent.answers.asking.value_request import dates_in
from agent.answers.diary.asked import asks_of_days
from agent.answers.diary.rows import COUNTED, Diary, Entry, Finding, Row
from domain.ledger import local_day
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.days_meant import DayMeant, days_meant
from extraction.values.diary_amounts import Amount, amounts_in, small_number
from extraction.values.put_right import put_right, takes_back
from projections.tiers import TurnLine

_SENTENCE: Final = lazy_regex(
    r"(?<=[?!;\n])\s*(?!\s*(?:no\b|아니))|(?<=[.])\s+|(?<=다)\s(?=오늘)|\s(?=그리고\s|그런데\s|근데\s|정정|plus none)"
)
_MASKED: Final = lazy_regex(
    r"\b(?:day|week|number|line|part) ?\d+(?:st|nd|rd|th)?\b|(?<=[a-z] )no\.? ?\d+\b|\d+\s?(?:일차|주차|일째"
    r"|주째|번째|개월"
    r"|살|세(?![가-힣])|주(?![가-힣사])|년)|\b\d+ ?(?:wks?|weeks?|yrs?|years?|months?)\b"
    r"|\b(?:two|one|three|\d) (?:short )?lines?\b|(?:한|두|세|\d)\s?줄|\b(?:under|below|over|above|target"
    r"|max(?:imum)?) \d+|\d+\s?(?:밑|이하|이상|미만|넘)|\bat \d{1,2}(?::\d\d)?\s?(?:am|pm)?\b|\d{1,2}시(?!간)"
    r"|\b\d+\s?(?:mg|mcg|ml|g)\b|식후\s?(?:\d|한|두)\s?시간|\b(?:last|past|every|within|gone in|after) \d+ ?(?:hrs?"
    r"|hours?|h|mins?|minutes?)\b|\d+\s?(?:밀리|미리|층|cm|센치|센티|개월)"
)
_SLEEP: Final = lazy_regex(r"\bsle(?:pt|ep)\w*\b|(?<![가-힣])(?:잠|수면)|잤")
_MOOD: Final = lazy_regex(r"\bmood\b|기분|우울")
_RATED: Final = lazy_regex(
    r"\b(?:pain|mood|itch|fatigue)[ -]?(?:scores?|scale|ratings?|level|diary)|\bscore (?:it|my|the) "
    r"|\bout of (?:10|ten)\b|(?:통증|기분|가려움|피로)\s?(?:점수|일기|정도)|점수로|10점\s?만점"
)
"""Words that announce a rating: the bare number behind them is one."""
_TOOK_ONE: Final = lazy_regex(r"\b(?:took|taken|had|used|popped|needed) (?:a|an|my|my one|one|the) $")
_WORD_BEFORE: Final = lazy_regex(r"(?<!\d)(?P<w>[a-z가-힣][a-z가-힣]{1,9})\s?$")
_NO_NAME: Final = frozenset(
    {"and", "the", "plus", "about", "took", "had", "none", "약을", "오늘", "어제", "아침", "저녁",
     "밤에", "또", "with", "was", "하루", "총",
     "day", "only", "just", "extra", "more", "아침에", "저녁에", "점심", "다시"}
)  # fmt: skip
_LABEL_KO: Final = lazy_regex(r"(?<!\d)(?<![가-힣])(?P<w>[가-힣]{1,5}(?:\s[가-힣]{1,4})?)\s?$")
_PARTICLE: Final = lazy_regex(r"(?:을|를|은|는|이|가|도|에|만)$")
_NOT_A_THING: Final = lazy_regex(r"(?:에서|에|은|는|까지|부터|서)$")
_NO_NOUN: Final = lazy_regex(
    r"(?:데|신데\s\S+|다|다가|고|서|면|는데|까지|부터|게|지|니|남|함|음|임|픔|됨|옴|봄|잠|갈때|할때)$"
)
"""Endings of Korean words that name nothing that is counted or taken."""
_CLAUSE_END: Final = lazy_regex(r"[.;!?\n]")
_NEAR: Final = 26


def read_diary(
    lines: Sequence[TurnLine], finder: Finder, zone: str, language: str, recorded: Collection[tuple[int, float]]
) -> Diary:
    """The diary of these turns, the oldest first; ``recorded`` are the numbers that a turn told of a test on record."""
    diary = Diary()
    for line in lines:
        _read_turn(diary, line, finder, zone, language, recorded)
    diary.rows = [one for one in diary.rows if one.entries]
    return diary


def _read_turn(
    diary: Diary, line: TurnLine, finder: Finder, zone: str, language: str, recorded: Collection[tuple[int, float]]
) -> None:
    today = local_day(line.said_at, zone)
    text = normalise(line.question).text.casefold()
    whole = finder.find(text)
    told = " ".join(text[start:end] for start, end in _sentences(text) if not asks_of_days(text[start:end]))
    if not diary.rows and _RATED.search(text) is not None:
        diary.rates = "mood" if _MOOD.search(text) is not None else "pain"
    if _find(diary, told, finder.find(told) if told != text else whole, today, line.turn_number, language):
        diary.turns.add(line.turn_number)
    for start, end in _sentences(text):
        said = text[start:end]
        if asks_of_days(said) and not takes_back(said):
            opening = [one for one in amounts_in(said) if one.kind == "bare" and one.start < 3 and start == 0]
            if not opening:
                continue
            said = said[: opening[0].end]
        dates = dates_in(said, line.said_at, zone)
        days = days_meant(said, diary.days | {today}, dates, today)
        masked = _without(said, days)
        mentions = finder.find(said)
        opens = start == 0 or bool(days) or (bool(diary.rates) and diary.lead is None)
        amounts = [one for one in amounts_in(masked) if opens or one.kind != "bare" or one.start > 0]
        amounts = [one for one in amounts if one.kind != "bare" or (line.turn_number, one.value) not in recorded]
        amounts = sorted(_with_medicines(said, masked, amounts, mentions), key=lambda one: one.start)
        past = [one for one in days if one.day < today and not _begins(said, one)]
        right = takes_back(said)
        if right and past and _put_day_right(diary, said, past[-1].day, amounts, mentions, line, language, recorded):
            continue
        if right:
            amounts = _as_put_right(said, amounts)
        day = past[0].day if past and not any(one.day == today for one in days) else today
        for one in amounts:
            _enter(
                diary,
                one,
                said,
                mentions or whole,
                _day_of(one, [each for each in days if each.day == today or each in past], day, said),
                line.turn_number,
                language,
            )
    if any(entry.turn == line.turn_number for row in diary.rows for entry in row.entries):
        diary.days.add(today)


def _find(diary: Diary, text: str, mentions: Sequence[Mention], today: str, turn: int, language: str) -> bool:
    """Note what the turn tells to be had: each complaint that it names and does not deny, or the last one again.

    Whether it tells of any.
    """
    told = [
        one for one in mentions
        if one.entry.kind in ("symptoms", "conditions") and _DENIED.match(text, one.end) is None
        and _DENYING.search(text, max(0, one.start - 8), one.start) is None
    ]  # fmt: skip
    if takes_back(text):
        return False
    for one in told:
        found = diary.findings.setdefault(one.entry.concept_id, Finding(_name(one, language)))
        found.days += [today] if today not in found.days else []
        found.turns.add(turn)
    if not told and diary.findings and _AGAIN.match(text) is not None:
        last = max(diary.findings.values(), key=lambda one: (max(one.days), len(one.days)))
        last.days += [today] if today not in last.days else []
        last.turns.add(turn)
        return True
    return bool(told)


_AGAIN: Final = lazy_regex(
    r"\W*(?:또|다시|and another|another|again|one more|(?:and )?one (?:this|last|today|yesterday|early|in the)"
    r"|woke (?:up )?with (?:one|it|another)|had (?:one|another))"
)
_DENIED: Final = lazy_regex(r"[은는이가도을를]?\s?(?:안|없|멎|멈|사라|나았|괜찮|끝)|\s(?:gone|stopped|free)\b")
_DENYING: Final = lazy_regex(r"\b(?:no|not|without|any|never)\s(?:\w+\s)?$|안\s?$")


def _begins(said: str, day: DayMeant) -> bool:
    """Whether a day is only since when something is there."""
    return _SINCE_BEHIND.match(said, day.end) is not None or said[: day.start].endswith(("since ", "from "))


_SINCE_BEHIND: Final = lazy_regex(r"(?:\s\S{1,5}){0,2}?\s?(?:부터|이후|후로|뒤로|시작)")


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _SENTENCE.finditer(text):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _without(text: str, days: Sequence[DayMeant]) -> str:
    """``text`` with its days, ages, strengths and limits blanked out: their numbers count nothing."""
    blank = list(text)
    spans = [(one.start, one.end) for one in days] + [match.span() for match in _MASKED.finditer(text)]
    for start, end in spans:
        blank[start:end] = " " * (end - start)
    return "".join(blank)


def _with_medicines(said: str, masked: str, amounts: Sequence[Amount], mentions: Sequence[Mention]) -> Iterator[Amount]:
    """``amounts``, those that count a medicine as tablets: "two sumas", "1 suma + 2 naproxen"."""
    taken = {(one.start, one.end) for one in amounts}
    for one in amounts:
        counts = one.kind == "things" and any(m.start < one.end and one.start < m.end for m in _medicines(mentions))
        yield replace(one, kind="tablets", noun="") if counts else one
    for mention in _medicines(mentions):
        if any(start < mention.end and mention.start - 3 < end and end > mention.start for start, end in taken):
            continue
        before = _COUNT_BEFORE.search(masked, max(0, mention.start - 12), mention.start)
        if before is not None and not any(start < before.end("n") and before.start("n") < end for start, end in taken):
            yield Amount("tablets", small_number(before["n"]), before.start("n"), mention.end)
        elif _TOOK_ONE.search(said, max(0, mention.start - 18), mention.start) is not None and not _counted_behind(
            masked, mention, amounts
        ):
            yield Amount("tablets", 1.0, mention.start, mention.end)


_COUNT_BEFORE: Final = lazy_regex(
    r"(?<![\w.])(?P<n>\d{1,2}|one|two|three|four|five|six|half)(?: of| more| extra| other)?(?: my| the| those)? $"
)


def _counted_behind(text: str, mention: Mention, amounts: Sequence[Amount]) -> bool:
    return any(one.kind == "tablets" and mention.end <= one.start <= mention.end + 8 for one in amounts) and bool(text)


def _medicines(mentions: Sequence[Mention]) -> list[Mention]:
    return [one for one in mentions if one.entry.kind in ("medications", "drug_classes")]


def _as_put_right(said: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Of two amounts of one kind with "no, actually" between the later stands."""
    kept: list[Amount] = []
    for one in amounts:
        earlier = next((each for each in kept if each.kind == one.kind or "bare" in (each.kind, one.kind)), None)
        if earlier is not None and takes_back(said[earlier.end : one.start]):
            kept.remove(earlier)
            one = replace(one, kind=earlier.kind if one.kind == "bare" else one.kind)
        kept.append(one)
    return kept


def _day_of(amount: Amount, days: Sequence[DayMeant], day: str, said: str) -> str:
    """The day of an amount: the one that is named nearest to it in its own clause, else that of the sentence."""
    near: list[tuple[int, str]] = []
    for one in days:
        low, high = sorted((one.end, amount.start)) if one.end <= amount.start else (amount.end, one.start)
        if 0 <= high - low <= _NEAR and not any(mark in said[low:high] for mark in ",;.!?"):
            near.append((high - low, one.day))
    return min(near)[1] if near else day


def _put_day_right(
    diary: Diary, said: str, day: str, amounts: Sequence[Amount], mentions: Sequence[Mention], line: TurnLine,
    language: str, recorded: Collection[tuple[int, float]],
) -> bool:  # fmt: skip
    """Whether an entry of ``day`` was put right; what the words add to that day is entered."""
    # "8일꺼 1알 아니고 2알": the wrong number and the right one are of one kind, or bare.
    numbers = [(one.value, one.start, one.end) for one in amounts]
    numbers += [
        (float(match[0]), match.start(), match.end()) for match in _LOOSE.finditer(_without(said, ()))
        if not any(start < match.end() and match.start() < end for _, start, end in numbers)
        and not _of_the_day(said, match.start(), match.end(), day)
    ]  # fmt: skip
    right = put_right(said, sorted(numbers, key=lambda one: one[1]))
    if right is None:
        return False
    if (line.turn_number, right.new) in recorded:
        return True
    amount = next((one for one in amounts if one.value == right.new), None)
    day = _day_told(diary, day, right.old)
    rows = [one for one in diary.rows if day in one.by_day]
    if right.old is not None:
        rows = [one for one in rows if any(each.day == day and each.value == right.old for each in one.entries)] or rows
    if amount is not None and amount.kind not in ("bare", "none"):
        of_kind = [one for one in rows if one.kind == amount.kind]
        if not of_kind:
            _enter(diary, amount, said, mentions, day, line.turn_number, language)
            return True
        rows = of_kind
    if len(rows) > 1 and diary.lead in rows:
        rows = [diary.lead] if diary.lead is not None else rows
    if not rows:
        return False
    row = rows[0]
    for place, one in enumerate(row.entries):
        if one.day == day and (
            right.old is None or one.value == right.old or len([e for e in row.entries if e.day == day]) == 1
        ):
            row.entries[place] = replace(one, value=right.new, was=one.value)
            return True
    return False


def _day_told(diary: Diary, day: str, old: float | None) -> str:
    """``day``, or another of that day of the week, where the wrong value was told of that one alone."""
    told = {one.day for row in diary.rows for one in row.entries if one.value == old}
    weekday = date.fromisoformat(day).weekday()
    others = [one for one in told if date.fromisoformat(one).weekday() == weekday]
    return day if old is None or day in told or len(others) != 1 else others[0]


_LOOSE: Final = lazy_regex(r"(?<![\w.:/])\d{1,3}(?:\.\d)?(?![\d:]|\.\d|\s?[월일년주시]|(?:st|nd|rd|th)\b)")


def _of_the_day(said: str, start: int, end: int, day: str) -> bool:
    return (
        said[start:end].isdigit()
        and int(said[start:end]) == int(day[-2:])
        and said[end : end + 1] in ("일", "t", "s", "n", "r")
    )


def _enter(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], day: str, turn: int, language: str
) -> None:
    row = _row_of(diary, amount, said, mentions, turn, language)
    if row is None:
        return
    if amount.kind == "none" and any(one.turn == turn and one.day == day for one in row.entries):
        return
    row.entries.append(Entry(day, amount.value, turn))
    diary.turns.add(turn)
    diary.days.add(day)
    if diary.lead is None and row.kind != "minutes":
        diary.lead = row


def _row_of(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], turn: int, language: str
) -> Row | None:
    if amount.kind in ("bare", "none"):
        return _continued(diary, amount, said, mentions, turn, language)
    if amount.kind == "score":
        mood = _MOOD.search(said) is not None or (
            (last := diary.last_of(("score",))) is not None and last.name == "mood"
        )
        return diary.row("score", "mood" if mood else "pain")
    if amount.kind in ("hours", "minutes"):
        asleep = _SLEEP.search(said) is not None or any(one.name == "sleep" for one in diary.rows)
        return diary.row(amount.kind, "sleep" if asleep and amount.kind == "hours" else "lasted")
    if amount.kind == "puffs":
        return diary.row("puffs", "puffs")
    if amount.kind == "tablets":
        return _tablets(diary, amount, said, mentions, language)
    if amount.kind == "things":
        return _things(diary, amount, said, mentions, language)
    return _times(diary, amount, said, mentions, language)


def _continued(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], turn: int, language: str
) -> Row | None:
    """The row that a number without a name goes on with, or that words deny for the day."""
    lead = diary.lead
    if amount.kind == "none":
        rated = lead is not None and lead.kind == "score" and any(one.turn == turn for one in lead.entries)
        taken = rated or _OF_TAKING.search(said, amount.start, amount.end + 12) is not None
        row = diary.last_of(("tablets",)) if taken else lead
        return row if row is not None and row.kind in (*COUNTED, "score") else None
    if lead is None and diary.rates and amount.value <= _MOST_OF_TEN:
        return diary.row("score", diary.rates)
    if lead is None or not lead.entries:
        named = [one for one in mentions if one.entry.kind in ("symptoms", "conditions", "social")]
        owned = any(
            one.entry.kind in _OWN_NUMBERS
            and said[one.start : amount.start].strip()
            and one.end <= amount.start <= one.end + 2
            for one in mentions
        )
        if owned or not amount.value.is_integer() or amount.value > _MOST_TIMES:
            return None
        return diary.row("times", _name(named[-1], language), named[-1].entry.concept_id) if named else None
    most = max(one.value for one in lead.entries)
    return lead if amount.value <= max(12.0, 4 * most) else None


_MOST_OF_TEN: Final = 10
_OWN_NUMBERS: Final = frozenset({"medications", "drug_classes", "labs", "vitals"})
_MOST_TIMES: Final = 20
"""More often than so nobody counts what was had on one day."""
_OF_TAKING: Final = lazy_regex(r"\b(?:taken|took|tabs?|tablets?|pills?)\b|먹|약")


def _name(mention: Mention, language: str) -> str:
    entry = mention.entry
    return (entry.name_ko or entry.name) if language == "ko" else entry.name


def _tablets(diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str) -> Row:
    medicines = _medicines(mentions)
    behind = [
        one for one in medicines if amount.end <= one.start <= amount.end + 4 or one.start < amount.end <= one.end
    ]
    before = [
        one for one in medicines
        if one.end <= amount.start <= one.end + _NEAR and _CLAUSE_END.search(said[one.end : amount.start]) is None
    ]  # fmt: skip
    inside = [one for one in medicines if amount.start <= one.start < amount.end]
    named = inside or behind or before[-1:]
    if named:
        return diary.row("tablets", _name(named[0], language), named[0].entry.concept_id)
    word = _WORD_BEFORE.search(said, max(0, amount.start - 12), amount.start)
    rows = [one for one in diary.rows if one.kind == "tablets"]
    verb = word is not None and rows and _NO_NOUN.search(word["w"]) is not None
    if word is not None and not verb and word["w"] not in _NO_NAME and amount.start - word.end("w") <= 1:
        like = [
            one
            for one in rows
            if one.name.casefold().startswith(word["w"]) or word["w"].startswith(one.name.casefold())
        ]
        if like:
            return like[0]
        plain = _PARTICLE.sub("", word["w"])
        if plain not in ("약", "진통제") or not rows:
            return diary.row("tablets", plain)
    if medicines and not rows:
        return diary.row("tablets", _name(medicines[0], language), medicines[0].entry.concept_id)
    last = diary.last_of(("tablets",))
    return last if last is not None else diary.row("tablets", "")


def _things(diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str) -> Row | None:
    article = said[amount.start : amount.end].startswith(("a ", "an ", "another "))
    if article and any(one.entry.kind == "symptoms" and one.start < amount.end <= one.end for one in mentions):
        # "Another nosebleed" is told as what was had, by its day.
        return None
    medicines = [
        one for one in _medicines(mentions)
        if one.start < amount.end + 3 and amount.start - _NEAR < one.end
        and _CLAUSE_END.search(said[min(one.end, amount.start) : max(one.start, amount.start)]) is None
    ]  # fmt: skip
    if amount.noun in ("piece", "pieces", "개") or any(amount.start <= one.start < amount.end for one in medicines):
        if medicines:
            return diary.row("tablets", _name(medicines[0], language), medicines[0].entry.concept_id)
        return diary.lead
    if not amount.noun or _NOT_A_THING.search(amount.noun) is not None:
        return diary.row("things", "")
    tablets = [one for one in diary.rows if one.kind == "tablets" and amount.noun and one.name.endswith(amount.noun)]
    return tablets[0] if tablets else diary.row("things", amount.noun)


def _is_counted(mention: Mention, amount: Amount, said: str) -> bool:
    """Whether what is named right before or right behind a count is what is counted; an illness that is only told is
    not: "she has dementia and woke three times".
    """
    if 0 <= mention.start - amount.end <= _BEHIND:
        # "Six times, belly ache" goes on with what was counted before.
        return mention.entry.kind == "symptoms" and bool(said[: amount.start].strip())
    between = said[mention.end : amount.start]
    return mention.end <= amount.start <= mention.end + 10 and _IS_ONE.search(between) is None


_BEHIND: Final = 2
_IS_ONE: Final = lazy_regex(r"신데|인데|이라|있|환자|\b(?:and|but|with)\b")


def _times(diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str) -> Row:
    findings = [
        one for one in mentions if one.entry.kind in ("symptoms", "conditions") and _is_counted(one, amount, said)
    ]
    if findings:
        return diary.row("times", _name(findings[-1], language), findings[-1].entry.concept_id)
    opens = not said[: amount.start].strip(" .,")
    last = (
        diary.lead if diary.lead is not None and diary.lead.kind in ("times", "things") else diary.last_of(("times",))
    )
    label = _LABEL_KO.search(said, max(0, amount.start - 12), amount.start)
    if last is not None and (opens or label is None):
        return last
    name = "" if label is None or opens else _PARTICLE.sub("", label["w"])
    if name in _NO_NAME or not name or _NO_NOUN.search(name) is not None:
        return last or diary.row("times", "")
    return diary.row("times", name)
