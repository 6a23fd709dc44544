"""Amounts that are told by the hour, as one logs feeds or a pump: "6am 3 oz, 10am 2.5", "새벽 2시 80 / 5시 60".

Each number stands right behind its hour and nothing else names it; one such pair alone may be anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import small_number

_HOUR: Final = (
    r"(?:(?<![\d:.])(?P<h>\d{1,2})(?::(?P<m>\d\d))?\s?(?:am|pm)\b"
    r"|(?:(?:새벽|아침|오전|오후|저녁|밤|낮)\s?)?(?P<k>(?<![\d가-힣])\d{1,2}|(?<=[가-힣])\d{1,2}"
    r"|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열한|열두|열))\s?시(?!간)(?:\s?(?P<i>\d{1,2})분|\s?(?P<b>반))?(?:에|꺼|거)?"
    r"|(?<![\d:.])(?P<c>\d{1,2}):(?P<d>\d\d)(?!\d|\s?(?:am|pm)))"
)
_BEHIND: Final = (
    r"(?:\s?(?P<u>oz|ounces?|mls?|cc|g|미리|밀리|그램|단위)(?![a-z가-힣])"
    r"|(?=\s*(?:$|[,;&+!\n]|\.(?!\d)|\s/\s|/\s|and\b|then\b|그리고|이[요고랑]|에요|\d{1,2}(?::\d\d)?\s?(?:am|pm|시)"
    r"|새벽|아침|오전|오후|저녁|밤|낮)))"
)
"""The unit of a number, or where none is told that the number ends there: "10am 12 park road" logs nothing."""
_PAIR: Final = lazy_regex(
    _HOUR + r"\s*[:,=-]?\s*(?:(?:today|yesterday|오늘|어제) )?(?:was |had |took |got )?"
    r"(?P<n>\d{1,4}(?:\.\d{1,2})?)(?!\d|\.\d)" + _BEHIND
)  # fmt: skip
_CLOCK: Final = lazy_regex(_HOUR)


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour as it was told, and its place; ``at`` are its hour and minute on a dial of twelve."""

    words: str
    at: tuple[int, int]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class HourlyAmount:
    """An amount with its hour, and the unit as it was told ("" for none)."""

    hour: Hour
    value: float
    unit: str
    end: int


def hourly_amounts(text: str) -> tuple[HourlyAmount, ...]:
    """The amounts of ``text`` (in lower case) that stand right behind an hour, in its order."""
    return tuple(
        HourlyAmount(_hour(match), float(match["n"]), match["u"] or "", match.end()) for match in _PAIR.finditer(text)
    )


def hours_in(text: str) -> tuple[Hour, ...]:
    """The hours of the clock that ``text`` names."""
    return tuple(_hour(match) for match in _CLOCK.finditer(text))


def _hour(match: re.Match[str]) -> Hour:
    hour = int(small_number(match["h"] or match["k"] or match["c"]))
    minute = 30 if match["b"] else int(match["m"] or match["i"] or match["d"] or 0)
    end = max(match.end(name) for name in ("h", "m", "k", "i", "b", "c", "d"))
    words = match.string[match.start() : end]
    behind = match.string[end:]
    words += next((one for one in ("am", "pm", " am", " pm", "시", "분") if behind.startswith(one)), "")
    return Hour(words.strip(), (hour % 12, minute), match.start(), end)
