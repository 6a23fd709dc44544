"""The entries of a list of medicines: each name with the words of its regimen behind it, the time that leads it and the
heading above it.

A time belongs to the name before it, but where a comma parts it from that and nothing parts it from the next name: then
it leads ("..., 저녁 자누메트, 크레스토 5"). A heading ("AM box:", "아침:") holds up to the next one or the end of its
sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.figures.supplies import counts_a_box
from extraction.reading.medicines.listed_parts import leading, parted, shared_back, with_its_place
from extraction.reading.medicines.times_in_words import TAKEN
from extraction.reading.medicines.used_then import USED_THEN
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.regimen_hours import PART, in_its_part
from extraction.values.regimen_words import RegimenText, RegimenWord, as_count, recurring_times
from extraction.values.small_counts import read_count

_HEADING: Final = lazy_regex(
    r"(?<![a-z가-힣])(?P<time>(?:early )?mornings?|[ap]\.?m\.?|noon|midday|lunch(?:time)?|afternoons?|evenings?"
    r"|tea(?:time)?|supper"
    r"|dinner|breakfast|nights?|bed ?time|bed|morn|eve|아침|오전|점심|오후|저녁|밤|자기\s?전|취침\s?전)"
    r"(?: ?(?:box|pile|lot|pot|meds?|pills?|tablets?|ones|section|slot|row|약|칸|거|꺼|것|에|에는|엔))?"
    r"[ \t]?(?::|=|-(?=\s)|\n"
    r"|[\])>]\s?\n?)"
)
_HEADING_CODES: Final = (
    (("early", "morn", "am", "a.m", "breakfast", "아침", "오전"), "MORN"),
    (("noon", "midday", "lunch", "점심"), "NOON"),
    (("afternoon", "오후"), "AFT"), (("pm", "p.m", "evening", "tea", "supper", "dinner", "저녁"), "EVE"),
    (("night", "bed", "밤", "자기", "취침"), "HS"),
)  # fmt: skip
_AHEAD: Final = lazy_regex(
    r"(?<![a-z\d.])(?P<n>half|whole|one|two|three|four|\d(?:\.5)?)(?: of)?(?: (?:a|an|the|my|those))?"
    r"(?: (?P<s>\d{1,4}(?:\.\d+)?)(?: ?(?P<unit>mg|mcg|g))?)?(?: (?:tabs?|tablets?|pills?|capsules?"
    r"|caps))?(?: of)?(?: the| my)? $"
)
_AHEAD_REACH: Final = 40
"""Most characters in which an amount stands before a name."""
_PART: Final = lazy_regex(
    r"[,;:]\s|\b(?:and|then|plus|but)\s|[고며]\s|[고구]요\s|\n|(?<=\d)\s(?=half\b)"
    r"|(?:습니다|[슴음]다|[어아여해]요|에요|예요|이?야|거든요?|는데요?|네요?|지요?)\s"
)
_NOT_REGULAR: Final = lazy_regex(
    r"\b(?:took|gave|given|swallowed|popped|today|yesterday|tonight|tomorrow|this (?:morning|evening)"
    r"|last (?:night|week|month"
    r"|year)|ago|forg[eo]t\w*|miss(?:ed)?|skip\w*|stop\w*|quit|should|could|used to|was|were|went|goes? up"
    r"|up to(?! \w+ ?(?:x\b|times|(?:a|in a|per) day|daily|tablets?))"
    r"|down to|upped|cut"
    r"|increas\w*|reduc\w*|rais\w*|lower\w*|chang(?:e|es|ing)\b|changed(?! (?:each|every|on|mon|tue|wed|thu|fri"
    r"|sat|sun|twice|weekly|once))|switch\w*|swap\w*|put (?:me|up|down|her|him)|instead|until"
    r"|till|no longer"
    r"|(?<!\()not|never|(?<=, )no|sorry|i mean|no wait|actually|rather|scratch|correction|oops|allergic|allergy|tried"
    r"|had|bin|binned|expired)\b|n't\b"
    r"|오늘|어제|그제|그저께|내일|아까|방금|먹었|먹였|드셨|뿌렸|깜[빡박]|빼먹|까먹|거르"
    r"|(?<!술은 )(?<!술 )(?<!담배는 )(?<!담배 )끊|중단|관뒀|그만"
    r"|알레르기|(?<![번알정회개])까지만|예전|전에는|였는데"
    r"|이었|이던|던\s?(?:거|것|걸)|(?<!있)다가(?![^.]{0,20}(?:추가|더\s|\d\s?(?:mg|밀리|미리|짜리)?\s?으?로))|\d\s?(?:mg|밀리|미리|알|정|번)?\s?에서\s|바[꾸꿔꿨뀌뀐]|올[려렸리라]|늘[려렸리었]|줄[여였이었]|내[려렸]"
    r"|안\s?(?:먹|드|써|쓰)|아니"
)
"""Words of one dose, of a slip, of a dose of before, of an end: a regimen is not told by what they stand in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One medicine of a list: its name, the words of its regimen in their order, and the stretch it was read from.

    A stretch that is not ``regular`` tells of one dose, of a change or an end; its words are no regimen.
    """

    mention: Mention
    words: tuple[RegimenWord, ...]
    led: tuple[RegimenWord, ...]
    """The times that lead it, or stand in the heading above it."""
    start: int
    end: int
    regular: bool
    parted: bool
    """Whether something but "and" parts it from the next name: what is told behind that is not told of this one."""
    is_led: bool = False
    """Whether the times that lead it stand right before its own name."""


def entries_told(sheet: Sheet) -> list[Entry]:
    """The entries of an utterance whose regimen is told and not asked about."""
    text = in_lines(sheet)
    named = _names(sheet)
    text = _without_labels(text, named)
    spelled = {one.start: (one.end, one.value) for one in sheet.figures
               if one.kind == "number" and one.schedule is None and not text[one.start].isdigit()}  # fmt: skip
    illnesses = {one.start: one.end for one in sheet.mentions if one.entry.kind == "conditions"}
    read = RegimenText(text, recurring_times(text), tuple(sheet.frequencies), spelled, illnesses)
    supposed = list(asked(text))
    headings = list(_headings(read))
    found: list[Entry] = []
    for start, end in (item for span in sentences(text) for item in _items(text, span, named)):
        inside = [one for one in named if start <= one.start < end]
        if not inside or text[end : end + 1] == "?" or any(low <= inside[0].start < high for low, high in supposed):
            continue
        found += _of_sentence(read, inside, (start, end), headings)
    return found


_LABEL: Final = lazy_regex(r"(?<![\w.])(?:(?P<n>\d{1,2})[.)]|(?:약|med(?:icine)?|no\.?|#)\s?(?P<of>\d{1,2})[.):]?)\s+")
"""The number of an item: "2. atorvastatin 20", "약2 디곡신"."""
_BULLET: Final = lazy_regex(r"[\s\-*•·–‣>]*")
_SEVERAL: Final = 2


def _without_labels(text: str, named: Sequence[Mention]) -> str:
    """The text with a line for each item where items are numbered one after the other: their numbers count nothing."""
    starts = {one.start for one in named}
    found = [one for one in _LABEL.finditer(text) if one.end() in starts]
    numbers = [int(one["n"] or one["of"]) for one in found]
    if len(found) < _SEVERAL or any(after - before != 1 for before, after in pairwise(numbers)):
        return text
    letters = list(text)
    for one in found:
        letters[one.start() : one.end()] = "\n" * (one.end() - one.start())
    return "".join(letters)


def _items(text: str, span: tuple[int, int], named: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """The lines of a stretch where several begin with a name, each an entry by itself; else the stretch."""
    starts = {one.start for one in named}
    breaks = [at for at in range(*span) if text[at] == "\n"]
    lines = list(zip((span[0], *(at + 1 for at in breaks)), (*breaks, span[1]), strict=True))
    begun = sum(_BULLET.match(text, low, high).end() in starts for low, high in lines)  # type: ignore[union-attr]
    yield from (lines if begun >= _SEVERAL else [span])


def in_lines(sheet: Sheet) -> str:
    """The text in lower case with its line breaks, which the normalised text writes as spaces."""
    letters = list(sheet.folded)
    ends, starts = sheet.normalised.ends, sheet.normalised.starts
    for at in range(1, len(letters) - 1):
        if letters[at] == " " and "\n" in sheet.original[ends[at - 1] : starts[at + 1]]:
            letters[at] = "\n"
    return "".join(letters)


def _names(sheet: Sheet) -> list[Mention]:
    """The names of medicines in their order; a word of its kind right behind a name is part of it ("노스판패치")."""
    found: list[Mention] = []
    for one in sorted((one for one in sheet.mentions if one.entry.kind in TAKEN), key=lambda one: one.start):
        form = _KINDS.fullmatch(one.surface.casefold()) is not None
        if found and one.start - found[-1].end <= 1 and form:
            found[-1] = replace(found[-1], end=one.end)
        elif found and form and _PARTS.search(sheet.folded, found[-1].end, one.start) is None:
            # "Norspan 20 patch" names one medicine.
            continue
        else:
            found.append(one)
    return found


_PARTS: Final = lazy_regex(r"[,;\n.!?](?!\d)|\band\b|고\s")
_KINDS: Final = lazy_regex(
    r"(?:patch(?:es)?|inhalers?|puffers?|sprays?|eye ?drops?|drops|injections?|jabs?|gel|cream|패치|흡입기|안약"
    r"|점안액|주사|연고)"
)


def _of_sentence(
    read: RegimenText, named: Sequence[Mention], span: tuple[int, int], headings: Sequence[tuple[RegimenWord, int]]
) -> list[Entry]:
    text, last = read.text, span[0]
    found: list[Entry] = []
    begin = next((word.end for word, _ in headings if word.start <= span[0] < word.end), span[0])
    begins = [_amount_ahead(text, max(last, begin), one.start, follows=one is not named[0]) for one, last in zip(
        named, (span[0], *(one.end for one in named)), strict=False)]  # fmt: skip
    lead = leading(read.words(min(begin, begins[0][0]), begins[0][0]))
    shared: tuple[RegimenWord, ...] = ()
    for place, (one, other) in enumerate(zip(named, (*named[1:], None), strict=True)):
        stop = begins[place + 1][0] if other is not None else span[1]
        under = next((word for word, _ in headings if one.end <= word.start < stop), None)
        gap = read.words(one.end, under.start if under is not None else stop)
        heading = next((word for word, scope in reversed(headings) if word.end <= one.start < scope), None)
        then = _used_then(gap, text, stop) if other is not None and under is None else len(gap)
        own, ahead = parted(gap[:then], is_led=bool(lead or shared), is_last=other is None or under is not None)
        if then < len(gap):
            ahead = (gap[then],)
        if under is not None and other is not None:
            ahead = leading(read.words(min(under.end, stop), stop))
        cut = max((match.end() for match in _PART.finditer(text, last, one.start)), default=last)
        last = one.end
        if not lead and heading is not None and not (shared and shared[0].start > heading.start):
            shared = (heading,)
        lead = tuple(_in_parts(lead, text, span[0]))
        if lead:
            shared = with_its_place(lead, shared)
        words = tuple(_counting(tuple(_same_times((*begins[place][1], *own), found))))
        words = tuple(
            word for word in words
            if not _is_a_beginning(word, text, cut)
            and not (word.kind == "count" and counts_a_box(word.numbers[0], word.start, word.end, text))
        )  # fmt: skip
        told = any(word.kind in ("time", "hour", "days", "need", "often") for word in words)
        if told and not lead:
            # What tells its own time ends what was told for those before it, but for a heading.
            shared = ()
        found.append(Entry(
            one, words, shared, cut, ahead[0].start if ahead else stop,
            regular=_is_regular(text, cut, stop) or any(word.kind == "ended" for word in words),
            parted=other is None or _JOINED.search(text, one.end, stop) is None, is_led=bool(lead),
        ))  # fmt: skip
        if under is not None or any(word.kind == "other" for word in gap):
            shared = ()
        lead = ahead
    return shared_back(found, text)


def _used_then(gap: Sequence[RegimenWord], text: str, stop: int) -> int:
    """At which word of ``gap`` the need stands for which the next medicine is kept ("숨찰 때 쓰는"); else its end."""
    at = next((place for place in range(len(gap) - 1, -1, -1) if gap[place].kind == "need"), None)
    if at is None or USED_THEN.fullmatch(text, gap[at].end, stop) is None:
        return len(gap)
    return at


_JOINED: Final = lazy_regex(r"(?:\band|&|\+|이?랑|하고|[와과])\s?(?:the |my )?$")


_BEGINS: Final = lazy_regex(
    r"\b(?:start(?:s|ed|ing)?|beg[au]n|beginning|commenced|picked up|collected|given|gave|new (?:pack|box"
    r"|bottle|strip|one)"
    r"|first (?:dose|one|pill|tablet|shot|jab|injection|pack))\b[^.;!?]*$"
)
_EACH: Final = lazy_regex(r"\b(?:every|each|weekly|once a week)\b(?: on)?\s?(?:a )?$")
_SINGULAR: Final = lazy_regex(r"(?:on )?(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?")


def _is_a_beginning(word: RegimenWord, text: str, since: int) -> bool:
    """Whether a weekday is the day on which a medicine was begun: "started metformin Tuesday" tells of no rhythm."""
    if word.kind != "days" or _SINGULAR.fullmatch(text[word.start : word.end].strip()) is None:
        return False
    return _BEGINS.search(text, since, word.start) is not None and _EACH.search(text, since, word.start) is None


def _is_regular(text: str, start: int, end: int) -> bool:
    """Whether no word of a stretch tells of one dose, of a change or an end; what follows it may say which."""
    match = _NOT_REGULAR.search(text, start, min(len(text), end + _AHEAD_REACH))
    return match is None or match.start() >= end


def _in_parts(words: Sequence[RegimenWord], text: str, first: int) -> Iterator[RegimenWord]:
    """The words with a lone hour in the part of the day that its sentence tells before it: "새벽에 ... 5시에"."""
    lone = sum(1 for word in words if word.kind in ("hour", "time")) == 1
    for word in words:
        parts = [match[0] for match in PART.finditer(text, first, word.start)] if word.kind == "hour" and lone else []
        settled = in_its_part(word.numbers[0], parts[-1]) if parts and len(word.numbers) == 1 else None
        yield replace(word, kind="time", codes=(settled,)) if settled is not None else word


def _same_times(words: Sequence[RegimenWord], before: Sequence[Entry]) -> Iterator[RegimenWord]:
    """The words with the times of the entry before for "at the same time"."""
    for word in words:
        if word.kind != "same":
            yield word
        elif before:
            last = before[-1]
            times = [one for one in last.words if one.kind in ("time", "hour")] or last.led
            yield from (replace(one, start=word.start, end=word.end) for one in times)


def _counting(words: Sequence[RegimenWord]) -> Iterator[RegimenWord]:
    """The words without marks; a bare number behind a comma is no second strength, and may be anything."""
    strengths, apart, beside = 0, False, True
    often = sum(1 for word in words if word.kind == "often")
    for word in words:
        if word.kind == "often" and word.numbers and often > 1:
            # "100mg x3 once a day".
            word = replace(word, kind="count", codes=())
        if word.kind == "mark":
            apart, beside = True, beside and word.weak
            continue
        if word.kind == "strength":
            if apart and not word.outright and not strengths:
                apart = False
                continue
            small = (
                strengths == 1
                and beside
                and not word.unit
                and word.numbers[0] in (1, 2, 3, 4)
                and len(word.numbers) == 1
            )
            strengths += 1
            word = as_count(word) if small and words[0].kind == "strength" and words[0].numbers[0] >= 5 else word
        apart, beside = False, True
        yield word


def _amount_ahead(text: str, last: int, start: int, *, follows: bool) -> tuple[int, tuple[RegimenWord, ...]]:
    """Where a name begins with what is told ahead of it, "half a 10 of escitalopram", "two 500s paracetamol", and that.

    It is told behind ``last``; where a name stands before it (``follows``), only behind what parts the two.
    """
    cuts = [match.end() for match in _PART.finditer(text, max(last, 0), start)]
    if not cuts and follows:
        return start, ()
    before = text[max(*cuts, last, 0, start - _AHEAD_REACH) : start] if cuts else text[max(last, 0) : start]
    match = _AHEAD.search(before)
    if match is None:
        return start, ()
    at = start - len(before) + match.start()
    told = match["n"]
    many = (
        0.5 if told == "half" else 1.0 if told == "whole" else float(told) if told[0].isdigit() else read_count(told)[0]
    )
    amount = RegimenWord("half" if told == "half" else "count", at, start, (float(many),))
    if not match["s"]:
        return at, (amount,)
    return at, (RegimenWord("strength", at, start, (float(match["s"]),), match["unit"] or ""), amount)


def _headings(read: RegimenText) -> Iterator[tuple[RegimenWord, int]]:
    """The headings of a text, each with where it ceases to hold."""
    text = read.text
    found: dict[int, tuple[int, tuple[str, ...]]] = {}
    for match in _HEADING.finditer(text):
        ahead = text[: match.start()].rstrip(" -*[(<")
        if match[0].endswith("\n") and ahead and not ahead.endswith("\n"):
            # The last word of a line is no heading.
            continue
        found[match.start()] = (match.end(), (_code(match["time"]),))
    for one in read.times:
        colon = _COLON.match(text, one.end)
        if colon is not None and not one.is_day:
            found[one.start] = (colon.end(), one.codes)
    starts = sorted(found)
    for start, after in zip(starts, (*starts[1:], len(text)), strict=False):
        end, codes = found[start]
        breaks = [last for _, last in sentences(text) if last > end]
        alone = text[end - 1] == "\n"
        yield RegimenWord("time", start, end, codes=codes), after if alone else min([after, *breaks[:1]])


def _code(told: str) -> str:
    return next(code for words, code in _HEADING_CODES if told.startswith(words))


_COLON: Final = lazy_regex(r"\s?[:=]\s")
