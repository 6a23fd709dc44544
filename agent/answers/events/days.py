"""The days that words name, past or to come: "6월 3일 … 8일", "2nd, 9th, 17th", "thurs 9th", "mon 7/20", "어제".

A day of the month alone lies in the month that was named before it, else it is the nearest one in the direction that is
told of. A day of the week beside a date must agree with it: a date that can be read in two ways is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from domain.ledger import local_day
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import find_dates
from extraction.values.partial_dates import day_of, shifted_month

_NAMES: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_TH: Final = r"(?:st|nd|rd|th)"
_NTH: Final = (
    rf"(?:3[01]|[12]\d|0?[1-9])(?!\d){_TH}?(?!\s?(?:secs?|seconds?|mins?|minutes?|hrs?|hours?|mg|ml|kg|times|days|weeks"
    r"|am|pm)\b)"
)
"""A day of the month, and no time or dose behind a comma."""
_WEEKDAY: Final = (
    r"(?P<week>\b(?:mon|tues?|weds?|wednes|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b|[월화수목금토일](?:요일|욜))"
)
_OF_MONTH: Final = (
    r"(?<![\d.:/~-])(?P<ko>\d{1,2})일(?!\s?(?:간|동안|째|마다|분|치|전|후|뒤|차|이상|정도|내내|만에|이나|씩|걸[렸려림]|갔"
    r"|했|함(?![가-힣])|하고|하다|지속|에\s?(?:한|두|\d)\s?[번알회]))"
    rf"|\b(?:the )?(?P<en>\d{{1,2}}){_TH}\b(?! (?:of (?!{_NAME})|weeks?\b|times?\b|days?\b|dose|one\b|visit"
    rf"|floor|chemo"
    r"|cycle|birthday|jab|shot|appointment|appt|attack|migraine|period))"
)
_PATTERN: Final = lazy_regex(
    rf"(?<!\d)(?P<km>\d{{1,2}})\s?월\s?(?P<kd>\d{{1,2}})\s?일(?!\s?(?:간|동안|째))"
    r"|(?<!\d)(?P<month>\d{1,2})\s?월(?!\s?\d)(?!요)"
    rf"|\b(?:the )?(?P<list>{_NTH}(?:,? ?(?:,|and|&"
    rf"|\+) ?(?:the )?{_NTH})*) (?:of )?(?P<name>{_NAME})(?! ?\d{{1,2}}\b(?![:.]\d))"
    rf"|\b(?P<first>{_NAME})\.? (?:the )?(?P<behind>{_NTH}(?:,? ?(?:,|and|&"
    rf"|\+) ?(?:the )?{_NTH}(?![\d:.]))*)(?![\d:]|\.\d)"
    rf"|(?:\b(?:in|during|for|of) )?(?P<alone>{_NAME})(?=[ :,.]|$)"
    rf"|(?<![\w./-])(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})(?![\d/]|\s?(?:mm|알|정))"
    rf"|{_OF_MONTH}|{_WEEKDAY}",
    re.IGNORECASE,
)
_NUMBER: Final = lazy_regex(r"\d{1,2}")
_WEEK_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEK_KO: Final = "월화수목금토일"
_APART: Final = 3
"""Characters between a day of the week and the date that it belongs to."""
_NEAR: Final = {True: (-3, 200), False: (-200, 0)}
"""Days from today within which a date written with a stroke is read, to come and past."""
_MONTHS: Final = 3
"""Months through which the nearest such day is looked for."""
_DAY: Final = len("2026-01-31")


@dataclass(frozen=True, slots=True)
class NamedDay:
    """A day (ISO), and the place of the words that name it; ``loose`` where only its number is told."""

    day: str
    start: int
    end: int
    loose: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class DaysRead:
    """The days of some words in their order, the month that they speak of, and whether one could not be placed."""

    days: tuple[NamedDay, ...] = ()
    month: tuple[int, int] | None = None
    unplaced: bool = False


@remembered
def days_read(
    text: str, said_at: datetime, zone: str, *, ahead: bool, month: tuple[int, int] | None = None
) -> DaysRead:
    """The days that ``text`` (in lower case) names; ``month`` is the one that was spoken of before it."""
    today = date.fromisoformat(local_day(said_at, zone))
    found: list[NamedDay] = []
    weekdays: list[tuple[int, int, int]] = []
    unplaced = False
    for match in _PATTERN.finditer(text):
        start, end = match.span()
        if match["week"]:
            weekdays.append((_weekday(match["week"]), start, end))
            continue
        named = match["name"] or match["first"] or match["alone"]
        if match["month"] or match["alone"]:
            number = int(match["month"]) if match["month"] else _NAMES.index(named[:3].lower()) + 1
            month = _month_of(number, today, ahead=ahead) if 1 <= number <= 12 else month
            continue
        beside = next((one for one in weekdays if 0 <= start - one[2] <= _APART), None)
        behind = _BEHIND.match(text, end) if beside is None else None
        wanted = beside[0] if beside else _WEEK_KO.index(behind["w"]) if behind is not None else None
        end = behind.end() if behind is not None else end
        if match["one"]:
            placed = _by_stroke(int(match["one"]), int(match["two"]), today, wanted, ahead=ahead, text=text)
            if placed is None:
                unplaced = True
                continue
            month = (placed.year, placed.month)
            found.append(NamedDay(placed.isoformat(), beside[1] if beside else start, end))
        elif match["ko"] or match["en"]:
            number = int(match["ko"] or match["en"])
            placed = _of_month(number, month, today, wanted, ahead=ahead)
            if placed is None:
                unplaced = unplaced or 1 <= number <= 31
                continue
            found.append(NamedDay(placed.isoformat(), beside[1] if beside else start, end, month is None, number))
        else:
            numbers = [int(match["kd"])] if match["kd"] else [
                int(one[0]) for one in _NUMBER.finditer(match["list"] or match["behind"])
            ]  # fmt: skip
            told = int(match["km"]) if match["km"] else _NAMES.index(named[:3].lower()) + 1
            if not 1 <= told <= 12:
                unplaced = True
                continue
            month = _month_of(told, today, ahead=ahead, day=numbers[-1])
            for number in numbers:
                whole = day_of(*month, number)
                unplaced = unplaced or whole is None
                if whole is not None:
                    found.append(NamedDay(whole[0], beside[1] if beside else start, end))
    found = _running_on(found)
    found += _others(text, said_at, zone, found, weekdays, today, ahead=ahead)
    return DaysRead(tuple(sorted(found, key=lambda one: one.start)), month, unplaced)


def _running_on(found: Sequence[NamedDay]) -> list[NamedDay]:
    """``found`` with each day that is told by its number alone in the month of the next one, where the numbers rise."""
    kept: list[NamedDay] = []
    for one in reversed(found):
        later = kept[-1] if kept else None
        if later is not None and one.loose and later.loose and one.number < later.number and one.day > later.day:
            one = replace(one, day=f"{later.day[:8]}{one.number:02d}")
        kept.append(one)
    return kept[::-1]


def _others(
    text: str, said_at: datetime, zone: str, found: list[NamedDay], weekdays: list[tuple[int, int, int]], today: date,
    *, ahead: bool,
) -> Iterator[NamedDay]:  # fmt: skip
    """What is told by today, and the days of the week that stand alone."""
    taken = [(one.start, one.end) for one in found]
    read = [
        one for one in find_dates(text, said_at, zone)
        if len(one.value) == _DAY and one.precision == "day" and _is_free(one.start, one.end, taken)
    ]  # fmt: skip
    for one in read:
        alone = next((each for each in weekdays if each[1] >= one.start and each[2] <= one.end), None)
        exactly = (
            alone is not None and text[one.start : one.end].removeprefix("on ").strip() == text[alone[1] : alone[2]]
        )
        if exactly and ahead and alone is not None:
            day = today + timedelta(days=(alone[0] - today.weekday()) % 7)
            yield NamedDay(day.isoformat(), one.start, one.end)
        else:
            yield NamedDay(one.value, one.start, one.end)
    taken += [(one.start, one.end) for one in read]
    for which, start, end in weekdays:
        if _is_free(start, end, taken):
            days = (which - today.weekday()) % 7 if ahead else -((today.weekday() - which) % 7)
            yield NamedDay((today + timedelta(days=days)).isoformat(), start, end)


def _is_free(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return not any(one < end and start < other for one, other in taken)


def _weekday(word: str) -> int:
    return _WEEK_KO.index(word[0]) if word[0] in _WEEK_KO else _WEEK_EN.index(word[:3].lower())


_BEHIND: Final = lazy_regex(r"\s?\(?(?P<w>[월화수목금토일])(?:요일|욜|\)|(?=\s))")


def _month_of(number: int, today: date, *, ahead: bool, day: int = 1) -> tuple[int, int]:
    """The year and the month of this number that lies nearest in the direction told of."""
    years = (today.year, today.year + 1) if ahead else (today.year, today.year - 1)
    if ahead:
        back = (today - timedelta(days=45)).isoformat()
        year = next((one for one in years if f"{one:04d}-{number:02d}-{day:02d}" >= back), years[-1])
    else:
        # A day that lies some weeks ahead is that one, not last year's.
        soon = (today + timedelta(days=60)).isoformat()
        year = next((one for one in years if f"{one:04d}-{number:02d}-{day:02d}" <= soon), years[-1])
    return year, number


def _of_month(
    number: int, month: tuple[int, int] | None, today: date, weekday: int | None, *, ahead: bool
) -> date | None:
    """The day of this number: in the month told, else the nearest; where its day of the week is told they agree."""
    months: list[tuple[int, int]] = [month] if month is not None else []
    begin = date(*month, 1) if month is not None else today
    for at in range(_MONTHS if month is None else 2 if ahead else 0):
        if month is None or at:
            year, of_year = shifted_month(begin, at if ahead else -at)
            months.append((year, of_year))
    for year, of_year in months:
        whole = day_of(year, of_year, number)
        day = date.fromisoformat(whole[0]) if whole is not None else None
        if day is None or (day < today if ahead else day > today and month is None):
            continue
        if weekday is None or day.weekday() == weekday:
            return day
    return None


def _by_stroke(one: int, two: int, today: date, weekday: int | None, *, ahead: bool, text: str) -> date | None:
    """A date written "7/20": month first, or day first where only that can be meant; None where both can be."""
    korean = any("가" <= each <= "힣" for each in text)
    low, high = _NEAR[ahead]
    fitting = []
    for month, day in {(one, two), *(() if korean else ((two, one),))}:
        whole = day_of(today.year, month, day) if 1 <= month <= 12 else None
        if whole is None:
            continue
        placed = date.fromisoformat(whole[0])
        for shifted in (placed, _year_on(placed, -1), _year_on(placed, 1)):
            if low <= (shifted - today).days <= high and weekday in (None, shifted.weekday()):
                fitting.append(shifted)
    return fitting[0] if len(fitting) == 1 else None


def _year_on(day: date, years: int) -> date:
    return day.replace(year=day.year + years, day=min(day.day, 28) if day.month == 2 else day.day)
