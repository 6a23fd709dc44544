"""Finds doses that differ by day or time in words: "5 mg Mon Wed Fri, 4 mg the other days", "아침 12단위 밤 10단위".

Days, times of day and numbers are closed, so this is rule: amounts and times in strict turn, little between them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from extraction.text.spans import Spans
from extraction.values.dose_schedules import DAYS, GROUPS, OTHER_DAYS, DoseSchedule, ScheduledDose, kind_of
from extraction.values.dose_units import DOSE_UNITS
from extraction.values.measure_words import measure_at
from extraction.values.quantities import QuantityMention

_KOREAN_DAYS: Final = dict(zip("월화수목금토일", DAYS, strict=True))
_ENGLISH_DAY: Final = r"(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?\b\.?"
_LETTERS: Final = {
    "mwf": "Mon/Wed/Fri", "m/w/f": "Mon/Wed/Fri", "t/th": "Tue/Thu", "tu/th": "Tue/Thu", "tth": "Tue/Thu",
    "tuth": "Tue/Thu", "t/th/s": "Tue/Thu/Sat", "tths": "Tue/Thu/Sat",
}  # fmt: skip
_AND: Final = r"(?:\s?[,/&·+]\s?|\s?,?\s?(?:and|or|n)\s|\s)"
_KOREAN_AND: Final = r"(?:\s?[,/·]\s?|\s?(?:하고|이랑|랑|와|과)\s?|(?<=요일)\s)?"

_NO_HOUR: Final = r"(?<!\b\d )(?<!\b\d)(?<!\b1[0-2] )(?<!\b1[0-2])"
"""What keeps the "am" of an hour of the clock apart from that of "300 am"."""

_NO_AMOUNT_BEHIND: Final = (
    r"(?![\s,;&+]*(?:(?:and|then|plus|but)\s)?\d+(?:\.\d+)?\s?(?:units?|u|mg|mcg)?\s(?:at|in|before|with|of)\s"
    r"(?:the\s|my\s)?(?:night|evening|bed|dinner|supper|lunch|noon|afternoon|tea))"
)
"""What keeps "10 in the morning" an hour: "10 in the morning and 8 at night" tells an amount for each."""

_WHENS: Final[Rows[tuple[str, re.Pattern[str]]]] = Rows((
    (OTHER_DAYS, lazy_regex(
        r"(?:all )?(?:the )?(?:other|remaining|rest of the) (?:days?|nights?|week|time)(?: of the week)?\b"
        r"|the rest(?: of (?:the week|them|the days))?\b|\botherwise\b|\bthe others\b"
        r"|every other day(?: of the week)?\b"
        r"|(?:그\s?)?나머진|(?:그\s?)?나머지(?:\s?(?:요일|날들?|때))?(?:에는|엔|은|는|에)?(?![가-힣])"
        r"|다른\s?(?:요일|날)(?:에는|엔|은|는|에)?|그\s?(?:외|밖)(?:\s?(?:요일|날))?(?:에는|엔|에|는)?"
    )),
    ("weekdays", lazy_regex(r"\b(?:the )?week ?days?\b|\bduring the week\b|평일|주중")),
    ("weekends", lazy_regex(r"\b(?:the )?week ?ends?\b|주말")),
    ("range", lazy_regex(
        rf"(?<![a-z])(?:{_ENGLISH_DAY}\s?(?:to|thru|through|till|until|[-–~])\s?{_ENGLISH_DAY}|m\s?[-–]\s?f(?![a-z]))"
        r"|(?<![가-힣])[월화수목금토일](?:요일)?\s?(?:[-–~]|부터"
        r"|에서)\s?[월화수목금토일](?:요일)?(?:까지(?:는)?)?(?![가-힣])"
    )),
    ("days", lazy_regex(rf"(?<![a-z]){_ENGLISH_DAY}(?:{_AND}{_ENGLISH_DAY})*")),
    ("letters", lazy_regex(r"(?<![a-z])(?:m/?w/?f|t/th/s|tths|tu?/?th)(?![a-z])")),
    ("korean", lazy_regex(
        rf"(?<![가-힣])[월화수목금토일](?:요일)?(?:{_KOREAN_AND}[월화수목금토일](?:요일)?)+(?:요일|날)?(?![가-힣])"
        rf"|(?<![가-힣])[월화수목금토일](?:요일)?(?:{_KOREAN_AND}[월화수목금토일](?:요일)?)+(?=(?:요일|날)?(?:에"
        rf"|엔|은|는|만|이|로|요)(?:\s|은|는|만|$))"
        r"|[월화수목금토일]요일|(?<![가-힣])[월화수목금토일]욜"
    )),
    ("morning", lazy_regex(
        r"\b(?:at )?(?:[5-9]|1[01])(?:[:.][0-5]\d)? ?a\.?m\b|\bat (?:[5-9]|1[01]) in the morning\b"
        rf"|\b(?:[5-9]|1[01]) in the morning\b{_NO_AMOUNT_BEHIND}"
        r"|(?:아침|오전)\s?(?:[5-9]|1[01])\s?시"
    )),
    ("afternoon", lazy_regex(
        r"\b(?:at )?[1-5](?:[:.][0-5]\d)? ?(?:p\.?m\b|o'?clock\b)|\bat [1-5](?![\d.:/]| ?(?:mg|mcg|ml|units?))\b"
        r"|오후\s?[1-5]\s?시"
    )),
    ("evening", lazy_regex(r"\b(?:at )?[6-8](?:[:.][0-5]\d)? ?p\.?m\b|저녁\s?[5-9]\s?시")),
    ("night", lazy_regex(r"\b(?:at )?(?:9|1[01])(?:[:.][0-5]\d)? ?p\.?m\b|밤\s?(?:9|1[0-2])\s?시")),
    ("morning", lazy_regex(
        rf"\b(?:in )?(?:the |each |every )?morning'?s?\b|{_NO_HOUR}\ba\.?m\b\.?"
        r"|\b(?:with |at |before |after )?breakfast\b|아침|오전"
    )),
    ("noon", lazy_regex(
        r"\bat 12\b(?![:.\d]| ?(?:am|mg|mcg|ml|units?))|\b(?:at )?(?:noon|midday)\b|\b(?:with |at |before "
        r"|after )?lunch(?:time)?\b|점심|한낮"
    )),
    ("afternoon", lazy_regex(r"\b(?:in the )?afternoons?\b|\btea ?time\b|오후")),
    ("evening", lazy_regex(
        r"\b(?:in the )?evenings?\b|\b(?:with |at |before |after )?(?:dinner|supper)\b|저녁"
    )),
    ("bedtime", lazy_regex(
        r"\b(?:at |before )?bed ?time\b|\bbefore (?:bed|sleep)\b|(?:자기|취침|잠들기)\s?전|취침\s?시|잘\s?때"
    )),
    ("night", lazy_regex(rf"\b(?:at |every |each |of a )?(?:night|nite)s?\b|{_NO_HOUR}\bp\.?m\b\.?|밤")),
    ("dawn", lazy_regex(r"새벽")),
    ("one day", lazy_regex(r"\bone day\b|하루(?:는|은|엔)")),
    ("next day", lazy_regex(
        r"\b(?:the )?(?:next|other|following)(?: day)?\b|(?:그\s?)?다음\s?날(?:은|엔|에는)?|(?:또\s)?다음\s?하루는"
    )),
), lambda row: row[1])  # fmt: skip

_FILLER: Final = lazy_regex(
    r"(?:[\s,;:·()~=]|-(?!\d)|\b(?:and|then|on|in|at|of|for|is|its|it's|are|but|with|every|each|also|days?|i"
    r"|take|takes|taking|"
    r"have|has|do|does|get|gets|when|to|now|just|only|he|she|they|we|then|inject|use|my|dose|a|one|the)\b"
    r"|에는|에도|에서|에|엔|은|는|도|이고|이구요?|이에요|이랑|하고|씩|먹고|먹구|맞고|맞구|드시고|드리고|넣고|복용하고"
    r"|주사하고|로|으로|날|을|를|것|거|만|이|고|요일|때|공복|식전|식후|식사|전|후|예요|이요|요)*"
)
_LONGEST_FILLER: Final = 24
_DAILY: Final = r"(?:a day|per day|daily|every ?day|every night|each day|once a day|매일|날마다)"
_BUT: Final = r"(?:but|except(?: for)?|apart from|other than|먹는데|먹다가|맞는데|인데|이고|지만|고)"
_BEFORE_AN_EXCEPTION: Final = lazy_regex(
    rf"[\s,;]*(?:{_DAILY}[\s,;]*(?:{_BUT}|and|then)?|{_BUT})[\s,:;]*(?:for |on |that |with )?"
)
_ONLY: Final = lazy_regex(r"\s?만(?:은)?(?![가-힣])|\s?에만")
_BEHIND_THE_DAY: Final = lazy_regex(
    r"[\s,:]*(?:(?:when|where|which|and|it's|its|it is|is|i take|i have|i do|take|with"
    r"|에만|만은?|에는|엔|은|는)[\s,:]*)*"
)
_IN_TURN: Final = lazy_regex(r"alternat\w*(?: between)?\s|(?:번갈아|교대로|번갈이)")
_TURN_REACH: Final = 24
_TIMES: Final = "번회"
_TIMES_BEHIND: Final = lazy_regex(r"\s?(?:번(?!갈)|회|시|times\b|x\b|o'?clock)")
"""What makes a number a count of times or an hour of the clock."""


@dataclass(frozen=True, slots=True)
class _Amount:
    value: float
    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _When:
    when: str
    start: int
    end: int
    recurs: bool = True
    """Not where it may be a date or one time: "on Friday", "this morning"."""


def find_dose_schedules(text: str, quantities: Sequence[QuantityMention]) -> tuple[DoseSchedule, ...]:
    """Every schedule of ``text`` (in lower case), single "8 at night" among them, in order.

    Whose they are is not asked here: values of a test may be told by time of day as well.
    """
    if not quantities:
        return ()
    whens = _whens(text)
    amounts = [amount for one in quantities if (amount := _amount(text, one)) is not None]
    hours = Spans((when.start, when.end) for when in whens)
    amounts = [one for one in amounts if not hours.touch(one.start, one.end)]
    found = [*_in_turn(text, amounts), *_excepted(text, whens, amounts), *_alternating(text, whens, amounts)]
    kept: list[DoseSchedule] = []
    for schedule in sorted(found, key=lambda one: (one.start, -len(one.parts))):
        last = kept[-1] if kept else None
        if last is None or last.end <= schedule.start:
            kept.append(schedule)
        elif len(last.parts) < len(schedule.parts):
            kept[-1] = schedule
    return tuple(kept)


def _amount(text: str, quantity: QuantityMention) -> _Amount | None:
    known = quantity.unit is None or quantity.unit in DOSE_UNITS
    times = text[quantity.end - 1] in _TIMES or _TIMES_BEHIND.match(text, quantity.end)
    if not known or quantity.value is None or quantity.parts or quantity.comparator is not None or times:
        return None
    unit = DOSE_UNITS[quantity.unit] if quantity.unit is not None else ""
    end = quantity.end
    if not unit and (counted := measure_at(text, quantity.end)) is not None:
        unit, end = f" {counted[0].several}", counted[1]
    return _Amount(quantity.value, unit, quantity.start, end)


def _whens(text: str) -> list[_When]:
    found: list[_When] = []
    taken = bytearray(len(text))
    for name, pattern in _WHENS.worth_trying(text):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            taken[start:end] = b"\x01" * (end - start)
            when = _named_so(name, match[0])
            found.append(_When(when, start, end, _recurs(text, start, end, when)))
    return sorted(found, key=lambda one: one.start)


def _recurs(text: str, start: int, end: int, when: str) -> bool:
    if _ONCE.search(text, max(0, start - _ONCE_REACH), start):
        return False
    one_day = when in DAYS
    return (
        not one_day or text[end - 1] == "s" or _EVERY_SUCH.match(text, end) is not None or "every " in text[:end][-16:]
    )


_ONCE: Final = lazy_regex(
    r"\b(?:this|last|next|yesterday|tomorrow|since|until|till|by|from|coming|past)\s$|(?:오늘|어제|그제|내일"
    r"|지난|이번|다음|그날)\s?$"
)
_ONCE_REACH: Final = 12
_EVERY_SUCH: Final = lazy_regex(
    r"\s?(?:마다|만|에만|에도|도(?=\s)|에는|엔|은|는)|\s(?:only|too|as well|also)\b|[\s,]+(?:it's|its|it is)\b"
)
"""What makes a day a recurring one."""


def _named_so(name: str, words: str) -> str:
    if name == "range":
        ends = _days_of(words).split("/") if not _BY_LETTERS.fullmatch(words) else ["Mon", "Fri"]
        start, end = DAYS.index(ends[0]), DAYS.index(ends[-1])
        days = "/".join(DAYS[start : end + 1] if start <= end else DAYS[: end + 1] + DAYS[start:])
    else:
        days = _days_of(words) if name in ("days", "korean") else _LETTERS.get(words, name)
    return GROUPS.get(days, days)


_BY_LETTERS: Final = lazy_regex(r"m\s?[-–]\s?f")


def _days_of(words: str) -> str:
    named = [_KOREAN_DAYS[one] for one in re.sub(r"요일|날", "", words) if one in _KOREAN_DAYS]
    named = named or [day for word in re.findall(r"[a-z]+", words) for day in DAYS if word.startswith(day.lower())]
    return "/".join(dict.fromkeys(named))


def _follows(text: str, start: int, end: int) -> bool:
    return 0 <= end - start <= _LONGEST_FILLER and _FILLER.fullmatch(text, start, end) is not None


def _alternating(text: str, whens: Sequence[_When], amounts: Sequence[_Amount]) -> Iterator[DoseSchedule]:
    """Amounts and times in strict turn; which of two neighbours belong together follows from what comes first."""
    tokens: list[_When | _Amount] = sorted([*whens, *amounts], key=lambda one: one.start)
    run: list[_When | _Amount] = []
    for token in tokens:
        last = run[-1] if run else None
        if last is not None and (type(last) is type(token) or not _follows(text, last.end, token.start)):
            yield from _paired(text, run)
            run = []
        run.append(token)
    yield from _paired(text, run)


def _paired(text: str, run: Sequence[_When | _Amount]) -> Iterator[DoseSchedule]:
    if len(run) % 2:
        # The end that stands apart by a mark is the one that belongs to something else.
        run = run[1:] if len(run) > 2 and _apart(text, run[0], run[1]) else run[:-1]
    pairs = [(run[at], run[at + 1]) for at in range(0, len(run) - 1, 2)]
    parts = tuple(_part(one, other) for one, other in pairs)
    if not parts or (len(parts) == 1 and not all(one.recurs for one in run if isinstance(one, _When))):
        return
    turns = [part.when for part in parts] == ["one day", "one day"]
    if turns:
        parts = (parts[0], ScheduledDose(parts[1].amount, parts[1].unit, "next day"))
    yield from _checked(parts, run[0].start, run[-1].end)


def _apart(text: str, one: _When | _Amount, other: _When | _Amount) -> bool:
    return any(mark in text[one.end : other.start] for mark in ",;:")


def _part(one: _When | _Amount, other: _When | _Amount) -> ScheduledDose:
    amount, when = (one, other) if isinstance(one, _Amount) else (other, one)
    assert isinstance(amount, _Amount) and isinstance(when, _When)
    return ScheduledDose(amount.value, amount.unit, when.when)


def _checked(parts: tuple[ScheduledDose, ...], start: int, end: int) -> Iterator[DoseSchedule]:
    """The schedule, where its times are of one kind and differ, and its units are one; nothing otherwise."""
    parts = _in_one_unit(parts)
    kinds = {kind_of(part.when) for part in parts}
    whens = [day for part in parts for day in part.when.split("/")]
    units = {part.unit for part in parts if part.unit}
    if len(kinds) == 1 and None not in kinds and len(set(whens)) == len(whens) and len(units) <= 1:
        unit = next(iter(units), "")
        yield DoseSchedule(
            tuple(ScheduledDose(part.amount, part.unit or unit, part.when) for part in parts), start, end
        )


def _in_one_unit(parts: tuple[ScheduledDose, ...]) -> tuple[ScheduledDose, ...]:
    """Grams beside milligrams in milligrams: "1 g in the morning and 500 at night" tells no 500 g."""
    grams = [part for part in parts if part.unit == "g"]
    others = [part for part in parts if part.unit != "g"]
    if not grams or not others or any(part.unit not in ("", "mg") or part.amount < _NO_GRAMS for part in others):
        return parts
    return tuple(
        ScheduledDose(part.amount * _A_GRAM if part.unit == "g" else part.amount, "mg", part.when) for part in parts
    )


_NO_GRAMS: Final = 50.0
"""A bare number from which no dose is in grams."""
_A_GRAM: Final = 1000.0


def _in_turn(text: str, amounts: Sequence[_Amount]) -> Iterator[DoseSchedule]:
    """Two amounts in turn: "alternating 5 and 7.5", "2mg와 3mg를 번갈아"."""
    for one, other in pairwise(amounts):
        between = text[one.end : other.start]
        if not re.fullmatch(r"\s?(?:and|with|/|,|와|과|하고|이랑|랑)\s?", between):
            continue
        ahead = text[max(0, one.start - _TURN_REACH) : one.start]
        behind = text[other.end : other.end + _TURN_REACH]
        if _IN_TURN.search(ahead) or _IN_TURN.search(behind):
            parts = (ScheduledDose(one.value, one.unit, "one day"), ScheduledDose(other.value, other.unit, "next day"))
            yield from _checked(parts, one.start, other.end)


def _excepted(text: str, whens: Sequence[_When], amounts: Sequence[_Amount]) -> Iterator[DoseSchedule]:
    """An amount and an exception, "2.5 except Sundays when it's 5", "3 daily, 4 on Wednesdays"."""
    starts = [when.start for when in whens]
    for one, other in pairwise(amounts):
        for day in whens[bisect_left(starts, one.end) : bisect_left(starts, other.end + _LONGEST_FILLER)]:
            if kind_of(day.when) != "days" or day.when == OTHER_DAYS:
                continue
            if one.end <= day.start and day.end <= other.start:
                only = _ONLY.match(text, day.end) is not None
                beside = _BEHIND_THE_DAY.fullmatch(text, day.end, other.start) is not None
            elif other.end <= day.start:
                only, beside = False, _follows(text, other.end, day.start)
            else:
                continue
            first, last = min(other.start, day.start), max(other.end, day.end)
            apart = _BEFORE_AN_EXCEPTION.fullmatch(text, one.end, first) or (only and _follows(text, one.end, first))
            if beside and apart:
                parts = (
                    ScheduledDose(other.value, other.unit, day.when), ScheduledDose(one.value, one.unit, OTHER_DAYS)
                )  # fmt: skip
                yield from _checked(parts, one.start, last)
                break


def whens_told(text: str) -> tuple[tuple[str, int, int, bool], ...]:
    """Each day or time of day of ``text`` (in lower case) as schedules write it, its place, and whether it recurs."""
    return tuple((one.when, one.start, one.end, one.recurs) for one in _whens(text))


def times_told(text: str) -> tuple[tuple[str, int], ...]:
    """Each recurring day or time of day that ``text`` (in lower case) names, as schedules write it, and where."""
    return tuple((one.when, one.start) for one in _whens(text) if one.recurs)


def is_every_day(text: str) -> bool:
    """Whether what ``text`` (in lower case) tells is meant for all days or times alike."""
    return _ALL_ALIKE.search(text) is not None


_ALL_ALIKE: Final = lazy_regex(
    r"\b(?:every ?day|each day|daily|all (?:week|days)|both|the same (?:every|all)|all the time|across the board)\b"
    r"|매일|날마다|둘\s?다|아침\s?저녁(?:으로)?\s?(?:똑같이|같이|모두|다)|통일|똑같이|요일\s?상관\s?없이"
)
