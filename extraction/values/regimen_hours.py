"""Hours of the clock at which a medicine is taken and of which nobody says whether they are before noon.

"At 7, 11, 3 and 7", "여섯시 아홉시 열두시": they follow each other through one day that begins in the morning. One such
hour alone is either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.text.lazy_regex import lazy_regex

_HOUR_EN: Final = r"(?:[1-9]|1[0-2])(?:[:.][0-5]\d)?"
_NO_HOUR: Final = (
    r"(?![\d/%]|[:.]\d|\s?(?:mg|mcg|ml|units?|iu|g|tabs?|tablets?|puffs?|drops?|am|pm|a\.m|p\.m|in the)\b)"
)
_IN_WORDS: Final = lazy_regex(
    r"(?:at |about |around )?(?P<w>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) o['’ ]?clock\b"
)
_WORDS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_HOURS_EN: Final = lazy_regex(
    rf"(?:at|@) (?P<all>{_HOUR_EN}{_NO_HOUR}(?:(?:, ?(?:and )?| and | & "
    rf"| ?/ ?){_HOUR_EN}{_NO_HOUR})*)(?: ?o['’ ]?clock)?"
    r"(?! (?:at night|in the))"
)
_KO: Final = ("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
_HOUR_KO: Final = lazy_regex(
    r"(?P<h>1[0-2]|[1-9]|열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉)\s?시(?:\s?(?P<half>반)(?!\s?[알정쪽개])"
    r"|\s?(?P<m>[0-5]\d)\s?분)?(?!\s?(?:간|럽))"
)
_NUMBER: Final = lazy_regex(r"(?P<h>\d{1,2})(?:[:.](?P<m>\d\d))?")
_HALF_DAY: Final = 12
_EARLIEST: Final = 5
"""The first hour at which somebody takes a medicine in the morning, where nobody says so."""


def hours_at(text: str, at: int, end: int) -> tuple[tuple[float, ...], int] | None:
    """The hours told at ``at``, as hours and their fractions, and where they end; None for none."""
    if (match := _HOUR_KO.match(text, at, end)) is not None:
        told = match["h"]
        hour = int(told) if told.isdigit() else _KO.index(told) + 1
        minutes = 30 if match["half"] else int(match["m"] or 0)
        return (hour + minutes / 60,), match.end()
    if (word := _IN_WORDS.match(text, at, end)) is not None:
        return (float(_WORDS.index(word["w"]) + 1),), word.end()
    if (row := _HOURS_EN.match(text, at, end)) is not None:
        hours = tuple(int(one["h"]) + int(one["m"] or 0) / 60 for one in _NUMBER.finditer(row["all"]))
        return hours, row.end()
    return None


def in_its_part(hour: float, part: str) -> str | None:
    """The hour of the clock that lies in the part of the day told before it; None where neither does."""
    low, high = _PARTS[part]
    meant = next((one for one in (hour, hour + _HALF_DAY) if low <= one <= high), None)
    return None if meant is None else f"{int(meant) % 24:02d}:{round(meant % 1 * 60):02d}"


_PARTS: Final = {
    "새벽": (1.0, 6.5), "아침": (5.0, 11.0), "오전": (5.0, 11.9), "점심": (11.0, 14.0), "낮": (11.0, 17.0),
    "오후": (12.0, 18.0), "저녁": (16.0, 22.0), "밤": (19.0, 24.0),
}  # fmt: skip
PART: Final = lazy_regex("|".join(_PARTS))


def through_the_day(told: Sequence[float | str]) -> tuple[str, ...] | None:
    """The hours of a day in their order, "HH:MM"; what is a str is settled already. None where that is open.

    Hours follow each other, the first of several is one of the morning from five on; one alone is open.
    """
    if len(told) < 2:
        return None
    found: list[float] = []
    for one in told:
        if isinstance(one, str):
            hour, _, minute = one.partition(":")
            found.append(int(hour) + int(minute) / 60)
            continue
        first = one + _HALF_DAY if not found and one < _EARLIEST else one
        later = [each for each in (first, first + _HALF_DAY) if not found or each > found[-1]]
        if not later or later[0] >= 2 * _HALF_DAY:
            return None
        found.append(later[0])
    return tuple(f"{int(one):02d}:{round(one % 1 * 60):02d}" for one in found)
