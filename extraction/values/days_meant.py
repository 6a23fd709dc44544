"""Which of the days that were told before words mean: "Thursday's", "Mondays", "the 26th", "12일 거", "6월 8일".

A day of the week or of the month alone can be any; who goes back to what was told means the last of those days of which
something was told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.dates import DateMention

_DAY: Final = len("2026-01-31")
_WEEKDAYS: Final = ("월", "화", "수", "목", "금", "토", "일")
_WEEKDAY_KO: Final = lazy_regex(r"(?<![가-힣])(?P<w>[월화수목금토일])요일")
_WEEKDAY_EN: Final = lazy_regex(
    r"\b(?P<w>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur|n)?(?:days?)?(?:'?s)?\b(?!\s+(?:shines?|screen|burn))",
    re.IGNORECASE,
)
_NAMES_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_OF_MONTH: Final = lazy_regex(
    r"(?<![\d월.:/-])(?<!월\s)(?P<ko>\d{1,2})일(?!\s?(?:간|동안|째|마다|분|치|전|후|뒤|\d))"
    r"|\b(?:the )?(?P<en>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|week|time|day|dose|one|visit|floor))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DayMeant:
    """A day, and the place of the words that mean it."""

    day: str
    start: int
    end: int


def days_meant(text: str, told: Collection[str], dates: Sequence[DateMention], today: str) -> tuple[DayMeant, ...]:
    """The days that ``text`` names, in its order; a day of the week or the month is the last one that was ``told``.

    What was told of a month or a year alone has no day.
    """
    told = [one for one in told if len(one) == _DAY]
    found = {one.start: one for one in (*_whole(dates), *_by_weekday(text, told, today), *_of_month(text, told))}
    kept: list[DayMeant] = []
    for one in (found[place] for place in sorted(found)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _whole(dates: Sequence[DateMention]) -> Iterator[DayMeant]:
    for one in dates:
        if len(one.value) == _DAY and one.kind == "point":
            yield DayMeant(one.value, one.start, one.end)


def _by_weekday(text: str, told: Collection[str], today: str) -> Iterator[DayMeant]:
    for pattern, names in ((_WEEKDAY_KO, _WEEKDAYS), (_WEEKDAY_EN, _NAMES_EN)):
        for match in pattern.finditer(text):
            wanted = names.index(match["w"].lower())
            days = [one for one in told if one <= today and date.fromisoformat(one).weekday() == wanted]
            if days:
                yield DayMeant(max(days), match.start(), match.end())


def _of_month(text: str, told: Collection[str]) -> Iterator[DayMeant]:
    for match in _OF_MONTH.finditer(text):
        wanted = int(match["ko"] or match["en"])
        days = [one for one in told if int(one[-2:]) == wanted]
        if days:
            yield DayMeant(max(days), match.start(), match.end())
