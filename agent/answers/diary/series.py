"""The rows of a diary: what was counted or rated over days, read from what was said day by day, as it was put right.

A thing is named once and continued by bare numbers ("pads 6" ... "9" ... "7"). A day that is named has its entry put
right or added; what the words deny is a nought. Values of tests stand on record and are no part of these rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.asking.request import Finder
from agent.answers.asking.value_request import dates_in
from agent.answers.diary.asked import asks_of_days
from agent.answers.diary.by_hour import read_by_hour
from agent.answers.diary.day_lists import read_day_lists
from agent.answers.diary.day_of_amount import adds_up, begins, beside_days, days_of_amounts, days_told
from agent.answers.diary.row_meant import MOOD, SLEEP, medicines_of, name_of, row_meant
from agent.answers.diary.rows import COUNTED, Diary, Entry, Finding, Row
from agent.answers.diary.unheard import is_put_right, unheard_numbers
from domain.ledger import local_day
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.days_meant import DayMeant, days_meant
from extraction.values.diary_amounts import MOST_AT_ONCE, Amount, amounts_in, names_nothing, small_number
from extraction.values.put_right import put_right, takes_back
from projections.tiers import TurnLine

_SENTENCE: Final = lazy_regex(
    r"(?<=[?!;\n])\s*(?!\s*(?:no\b|아니))|(?<=[.])\s+|(?<=다)\s(?=오늘)|\s(?=그리고\s|그런데\s|근데\s|정정|plus none)"
)
_MASKED: Final = lazy_regex(
    r"\d{1,2}/\d{1,2}\s?\(?(?:[월화수목금토일](?![가-힣])|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)"
    r"|\b(?:day|week|number|line|part) ?\d+(?:st|nd|rd|th)?\b|(?<=[a-z] )no\.? ?\d+\b|\d+\s?(?:일차|주차|일째"
    r"|주째|번째|개월"
    r"|살|세(?![가-힣])|주(?![가-힣사])|년)|\b\d+ ?(?:wks?|weeks?|yrs?|years?|months?)\b"
    r"|\b(?:two|one|three|\d) (?:short )?lines?\b|(?:한|두|세|\d)\s?줄|\b(?:under|below|over|above|target"
    r"|max(?:imum)?) \d+|\d+\s?(?:밑|이하|이상|미만|넘)|\bat \d{1,2}(?::\d\d)?\s?(?:am|pm)?\b|\d{1,2}시(?!간)"
    r"|\b\d+\s?(?:mg|mcg|ml|g)\b|식후\s?(?:\d|한|두)\s?시간|\b(?:last|past|every|within|gone in|after) \d+ ?(?:hrs?"
    r"|hours?|h|mins?|minutes?)\b|\d+\s?(?:밀리|미리|층|cm|센치|센티|개월)"
)
_RATED: Final = lazy_regex(
    r"\b(?:pain|mood|itch|fatigue)[ -]?(?:scores?|scale|ratings?|level|diary)|\bscore (?:it|my|the) "
    r"|\bout of (?:10|ten)\b|(?:통증|기분|가려움|피로)\s?(?:점수|일기|정도)|점수로|10점\s?만점"
)
"""Words that announce a rating: the bare number behind them is one."""
_TOOK_ONE: Final = lazy_regex(r"\b(?:took|taken|had|used|popped|needed) (?:a|an|my|my one|one|the) $")


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
    _announce(diary, told)
    if not diary.rows and _RATED.search(text) is not None:
        diary.rates = "mood" if MOOD.search(text) is not None else "pain"
    if _find(diary, told, finder.find(told) if told != text else whole, today, line.turn_number, language):
        diary.turns.add(line.turn_number)
    if not asks_of_days(text):
        text = read_day_lists(diary, text, whole, today, line.turn_number)
    text = read_by_hour(diary, text, whole, _only_day(diary, text, line, zone, today), line.turn_number)
    for start, end in _sentences(text):
        said = text[start:end]
        if asks_of_days(said) and not takes_back(said):
            opening = [one for one in amounts_in(said) if one.kind == "bare" and one.start < 3 and start == 0]
            if not opening:
                continue
            said = said[: opening[0].end]
        dates = dates_in(said, line.said_at, zone)
        days = days_told(said, days_meant(said, diary.days | {today}, dates, today), today)
        masked = _without(said, days)
        mentions = finder.find(said)
        opens = start == 0 or bool(days) or (bool(diary.rates) and diary.lead is None)
        amounts = [one for one in amounts_in(masked) if opens or one.kind != "bare" or one.start > 0]
        amounts = [one for one in amounts if one.kind != "bare" or (line.turn_number, one.value) not in recorded]
        amounts += beside_days(masked, days, amounts)
        amounts = sorted(_with_medicines(said, masked, amounts, mentions), key=lambda one: one.start)
        past = [one for one in days if one.day < today and not begins(said, one)]
        right = takes_back(said)
        if right and past and _put_day_right(diary, said, past[-1].day, amounts, mentions, line, language, recorded):
            continue
        if right and not days and _put_last_right(diary, said, amounts, mentions):
            diary.turns.add(line.turn_number)
            continue
        kept = _as_put_right(said, amounts) if right else amounts
        day = past[0].day if past and not any(one.day == today for one in days) else today
        night = _NIGHT.search(said) is not None
        if not days and _is_night_before(said, line, zone):
            day, night = _day_before(today), True
        on = days_of_amounts(kept, [each for each in days if each.day == today or each in past], day, today, said)
        held = {id(row): len(row.entries) for row in diary.rows}
        entered = [
            one for one in kept
            if _enter(
                diary, one, said, mentions or whole, on[one], line.turn_number, language,
                named=bool(days), night=night, among=kept, today=today,
            )
        ]  # fmt: skip
        entered += [one for one in amounts if one not in kept]
        unheard = [*unheard_numbers(masked, said, entered, mentions)]
        unheard += [said] if _is_twice_of_a_day(diary, held) and not adds_up(said) else []
        unheard += [said] if right and len(kept) == len(amounts) and is_put_right(said) else []
        if unheard:
            diary.unheard.setdefault(line.turn_number, []).extend(unheard)
    _enter_again(diary, told, finder.find(told) if told != text else whole, today, line.turn_number)
    if any(entry.turn == line.turn_number for row in diary.rows for entry in row.entries):
        diary.days.add(today)


def _is_twice_of_a_day(diary: Diary, held: Mapping[int, int]) -> bool:
    """Whether one sentence told two counts of one thing and one day; ``held`` is how many entries each row had."""
    for row in diary.rows:
        days = [one.day for one in row.entries[held.get(id(row), 0) :]]
        if row.kind in COUNTED and len(set(days)) < len(days):
            return True
    return False


def _is_night_before(said: str, line: TurnLine, zone: str) -> bool:
    """Whether words of a night are said in the morning: what they tell was in the night that is over."""
    morning = line.said_at.astimezone(ZoneInfo(zone)).hour < _NOON
    return morning and _IN_NIGHT.search(said) is not None and _TO_COME.search(said) is None


_NOON: Final = 12
_IN_NIGHT: Final = lazy_regex(
    r"밤에|밤새|밤중|자다가|자다\s?깨|\b(?:in|during|through(?:out)?|all) the night\b|\bovernight\b"
    r"|\b(?:woke|waking|wakes|(?:got|was|is|were|been|gets) up) (?:up )?(?:\w+ )?(?:times|twice)\b"
)
_TO_COME: Final = lazy_regex(r"오늘|어제|그제|매일|늘|\b(?:tonight|today|yesterday|every|usually|each)\b")


def _only_day(diary: Diary, text: str, line: TurnLine, zone: str, today: str) -> str:
    """The one day that a turn names, else its own."""
    days = {one.day for one in days_meant(text, diary.days | {today}, dates_in(text, line.said_at, zone), today)}
    return days.pop() if len(days) == 1 and max(days) <= today else today


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
        found = diary.findings.setdefault(one.entry.concept_id, Finding(name_of(one, language)))
        found.days += [today] if today not in found.days else []
        found.turns.add(turn)
    if not told and diary.findings and _AGAIN.match(text) is not None:
        last = max(diary.findings.values(), key=lambda one: (max(one.days), len(one.days)))
        last.days += [today] if today not in last.days else []
        last.turns.add(turn)
        return True
    return bool(told)


def _enter_again(diary: Diary, text: str, mentions: Sequence[Mention], today: str, turn: int) -> None:
    """Enter once where what is counted came again: "또 토했어", "another one this morning"."""
    row = diary.lead
    if row is None or row.kind != "times" or turn in {one.turn for each in diary.rows for one in each.entries}:
        return
    named = {one.entry.concept_id for one in mentions if one.entry.kind in ("symptoms", "conditions")}
    again = _AGAIN.match(text)
    if again is None or (named and row.concept_id not in named) or _NOT_SO.search(text) is not None:
        return
    words = diary.unheard.get(turn, [])
    if all(one in ("또", "another", "one") for one in words):
        row.entries.append(Entry(today, 1.0, turn))
        diary.unheard.pop(turn, None)


_NOT_SO: Final = lazy_regex(
    r"(?<![가-힣])(?:안|못)\s|없|뻔|\b(?:not|no|none|almost|nearly|last night|yesterday)\b|어제|간밤|지난"
)
_AGAIN: Final = lazy_regex(
    r"\W*(?:(?:오늘도?|방금|아까|지금|좀\s?전에)\s)?"
    r"(?:또|다시|and another|another|again|one more|(?:and )?one (?:this|last|today|yesterday|early|in the)"
    r"|woke (?:up )?with (?:one|it|another)|had (?:one|another))"
)
_DENIED: Final = lazy_regex(r"[은는이가도을를]?\s?(?:안|없|멎|멈|사라|나았|괜찮|끝)|\s(?:gone|stopped|free)\b")
_DENYING: Final = lazy_regex(r"\b(?:no|not|without|any|never)\s(?:\w+\s)?$|안\s?$")


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
        counts = (
            one.kind == "things"
            and one.value <= 20
            and any(m.start < one.end and one.start < m.end for m in medicines_of(mentions))
        )
        yield replace(one, kind="tablets", noun="") if counts else one
    for mention in medicines_of(mentions):
        if any(start < mention.end and mention.start - 3 < end and end > mention.start for start, end in taken):
            continue
        before = _COUNT_BEFORE.search(masked, max(0, mention.start - 12), mention.start)
        if before is not None and not any(start < before.end("n") and before.start("n") < end for start, end in taken):
            if small_number(before["n"]) <= MOST_AT_ONCE:
                yield Amount("tablets", small_number(before["n"]), before.start("n"), mention.end)
        elif _TOOK_ONE.search(said, max(0, mention.start - 18), mention.start) is not None and not _counted_behind(
            masked, mention, amounts
        ):
            yield Amount("tablets", 1.0, mention.start, mention.end)


_COUNT_BEFORE: Final = lazy_regex(
    r"(?<![\w.])(?P<n>\d{1,2}|one|two|three|four|five|six|half)(?: of| more| extra| other)?(?: my| the| those)? $"
)


def _counted_behind(text: str, mention: Mention, amounts: Sequence[Amount]) -> bool:
    return any(
        one.kind in ("tablets", "times", "puffs") and mention.end <= one.start <= mention.end + 8 for one in amounts
    ) and bool(text)


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
            _enter(
                diary, amount, said, mentions, day, line.turn_number, language,
                named=True, night=False, among=amounts, today=day,
            )  # fmt: skip
            return True
        rows = of_kind
    rows = _named_among(rows, mentions)
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


def _named_among(rows: Sequence[Row], mentions: Sequence[Mention]) -> list[Row]:
    """Those of ``rows`` that the words name; all where they name none."""
    named = {one.entry.concept_id for one in mentions}
    return [one for one in rows if one.concept_id and one.concept_id in named] or list(rows)


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
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], day: str, turn: int, language: str, *,
    named: bool, night: bool, among: Sequence[Amount], today: str,
) -> bool:  # fmt: skip
    """Whether the amount was entered in a row; ``named`` is whether its sentence names a day, or says "last night"."""
    row = row_meant(diary, amount, said, mentions, turn, language, among)
    if row is None:
        return False
    if amount.kind == "none" and any(one.turn == turn and one.day == day for one in row.entries):
        return True
    if not named and day == today and row.nightly and all(one.turn != turn for one in row.entries):
        # "5 last night", then "3": it is the night before, again.
        day, night = _day_before(day), True
    if (
        day != today
        and not _MORE.search(said)
        and any((one.day, one.value) == (day, amount.value) and one.turn != turn for one in row.entries)
    ):
        # Said again of a day that is over, it is the same one.
        diary.turns.add(turn)
        return True
    if _is_told_twice(row, day, turn, said, is_today=day == today):
        diary.unheard.setdefault(turn, []).append(said)
    asleep = row.kind == "hours" and row.name == "sleep" and day == _day_before(today)
    row.entries.append(Entry(day, amount.value, turn, night=(night or asleep) and day != today))
    diary.latest = (turn, row)
    row.counter = row.counter or amount.counter
    diary.turns.add(turn)
    diary.days.add(day)
    if diary.lead is None and row.kind != "minutes":
        diary.lead = row
    return True


def _is_told_twice(row: Row, day: str, turn: int, said: str, *, is_today: bool) -> bool:
    """Whether a day that had its entry is told anew: whether that adds to it or replaces it is open."""
    if not any(one.day == day and one.turn != turn for one in row.entries) or _MORE.search(said) is not None:
        return False
    return not is_today or row.kind not in (*COUNTED, "score") or _WHOLE_DAY.search(said) is not None


_MORE: Final = lazy_regex(r"더(?![가-힣])|또|추가|다시|\b(?:more|another|again|extra|further|also|later|since)\b")
_WHOLE_DAY: Final = lazy_regex(r"오늘|지금까지|여태|모두|총|\b(?:today|so far|in all|altogether|total)\b")


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def _put_last_right(diary: Diary, said: str, amounts: Sequence[Amount], mentions: Sequence[Mention]) -> bool:
    """Whether the one entry of the day told last that held the wrong number was put right: "5번 아니고 6번"."""
    right = put_right(said, [(one.value, one.start, one.end) for one in amounts if one.kind != "none"])
    if right is None or right.old is None:
        return False
    kinds = {one.kind for one in amounts if one.value in (right.new, right.old)} - {"bare"}
    rows = _named_among([one for one in diary.rows if not kinds or one.kind in kinds], mentions)
    days = [one.day for row in rows for one in row.entries]
    found = [
        (row, place) for row in rows for place, one in enumerate(row.entries)
        if one.day == max(days) and one.value == right.old
    ]  # fmt: skip
    if len(found) != 1:
        return False
    row, place = found[0]
    row.entries[place] = replace(row.entries[place], value=right.new, was=right.old)
    return True


def _announce(diary: Diary, text: str) -> None:
    """Note what is said to be counted or written down: "패드 세는 중", "tracking my sleep"."""
    match = _ANNOUNCED.search(text)
    if match is None or diary.rows:
        return
    diary.sleeps = diary.sleeps or SLEEP.search(text) is not None
    name = next(one for one in match.groups() if one).strip()
    if not diary.announced and not names_nothing(name) and SLEEP.search(name) is None:
        diary.announced = name


_NIGHT: Final = lazy_regex(
    r"간밤|어젯밤|어제\s?밤|지난\s?밤|밤새|\b(?:last|mon|tue|wed|thu|fri|sat|sun)\w* ni(?:ght|te)\b|\bovernight\b"
)
_ANNOUNCED: Final = lazy_regex(
    r"(?P<k>[가-힣]{1,8}?)[을를]?\s?(?:세(?:는|고|보는)|셉니다|기록|적(?:는|고)|일기|일지|카운트)"
    r"|\b(?:count|track|logg?|record|writ|jott|not)ing (?:down |up )?(?:of )?(?:my |the |his |her |our |how many )?"
    r"(?P<e>(?!this|that|it\b|in\b|last)[a-z]{3,}(?: [a-z]{3,}s\b)?)"
    r"|\b(?:log|diary|tally|count) of (?:my |his |her )?(?P<f>[a-z]{3,})"
    r"|\b(?P<g>[a-z]{3,}) (?:log|diary|tally|tracker)\b"
)
