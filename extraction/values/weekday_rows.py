"""Days of the week that are told in a row: "Monday 152/95, Tuesday 146/90, Wednesday 139/88".

A day by itself is the last such day, and of a Monday "Monday" is today. In a row each day lies before the next one:
said on a Monday, the row above begins with the Monday of last week.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.partial_dates import Reading, days_from

_WEEKDAY: Final = lazy_regex(
    r"(?:on )?(mon|tue|wed|thu|fri|sat|sun)[a-z]*(?:'s)?|([월화수목금토일])(?:요일|욜)?", re.IGNORECASE | re.ASCII
)
_SHORT: Final = lazy_regex(
    r"(?P<day>\b(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b|(?<![가-힣])[월화수목금토일])(?:은|는|엔)?\s?[:=-]?\s?"
    r"(?=\d{2,3}\s?/\s?\d{2,3}(?!\d))",
    re.IGNORECASE | re.ASCII,
)
"""A day by its short name right before a pressure: alone these are the moon's, the sun's and a saturation's, too."""
_DAYS: Final = {
    **{char: at for at, char in enumerate("월화수목금토일")},
    **{name: at for at, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))},
}
_WIDEST_STEP: Final = 3
"""Most days from one of a row to the next: Monday and Friday are told of as two days apart."""
_REACH: Final = 60
"""Most characters between two days of a row."""
_FEW: Final = 2
"""Days that make no row by themselves: "150 on Friday, 146 on Monday" may be told from the latest on."""


def short_days(text: str, today: date) -> Iterator[Reading]:
    """The days of a row of pressures by their short names: "월 152/95, 화 146/90, 수 139/88"."""
    found = [*_SHORT.finditer(text)]
    steps = [_step(_weekday(one["day"]), _weekday(other["day"])) for one, other in pairwise(found)]
    if len(found) <= _FEW or not all(0 < step <= _WIDEST_STEP for step in steps):
        return
    for match in found:
        day = days_from(today, -_step(_weekday(match["day"]), today.weekday()))
        if day is not None:
            yield Reading(*day, *match.span("day"))


def in_rows(text: str, readings: Sequence[Reading], today: date) -> list[Reading]:
    """``readings``, in their order, with each day of a row of weekdays before the next one.

    A row that is told from its latest day on runs backwards: "Wednesday 139, Tuesday 146, Monday 152".
    """
    found = list(readings)
    for first, last, back in _rows(text, found):
        if last - first < _FEW and (back or found[first].value != today.isoformat()):
            continue
        places = range(first + 1, last + 1) if back else range(last - 1, first - 1, -1)
        for at in places:
            found[at] = _before(text, found[at], found[at - 1 if back else at + 1])
    return found


def _rows(text: str, readings: Sequence[Reading]) -> Iterator[tuple[int, int, bool]]:
    """The first and the last of each run of weekdays a few days apart, and whether it runs backwards."""
    first, back = 0, None
    for at in range(1, len(readings) + 1):
        step = _step_between(text, readings[at - 1], readings[at]) if at < len(readings) else 0
        turned = step > _WIDEST_STEP
        if step and back in (None, turned):
            back = turned
            continue
        if back is not None:
            yield first, at - 1, back
        first, back = (at - 1, turned) if step else (at, None)


def _step_between(text: str, one: Reading, other: Reading) -> int:
    """Days from one weekday to the next that is told; 0 where they are no two of a row."""
    days = _alone(text, one), _alone(text, other)
    if days[0] is None or days[1] is None or other.start - one.end > _REACH:
        return 0
    return _step(days[0], days[1])


def _alone(text: str, reading: Reading) -> int | None:
    """The day of the week that a reading names by itself; None where it is called the last one or the next."""
    match = _WEEKDAY.fullmatch(text, reading.start, reading.end)
    return None if match is None or reading.lasting else _weekday(match[1] or match[2])


def _before(text: str, one: Reading, other: Reading) -> Reading:
    step = _step(_alone(text, one) or 0, _alone(text, other) or 0)
    day = days_from(date.fromisoformat(other.value) - timedelta(days=step), 0)
    return one if day is None else replace(one, value=day[0])


def _weekday(name: str) -> int:
    return _DAYS[name.lower()[:3]]


def _step(one: int, other: int) -> int:
    """Days from a day of the week to the next such other day."""
    return (other - one) % 7
