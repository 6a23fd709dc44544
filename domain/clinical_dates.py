"""Dates in a patient's life: partial ISO dates ("2024", "2024-12", "2025-03-09") that exist and lie within reach.

The bounds leave room for arithmetic on either side, so that no date that is stored falls off the calendar when it is
read in another time zone.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

EARLIEST_YEAR: Final = 1880
"""No living patient's history begins before: the longest life on record began in 1875 and ended in 1997."""
LATEST_YEAR: Final = 2200
"""Nothing is planned, and no clock stands, behind it."""

_DAY: Final = len("2026-01-31")
_PARTIAL_DATE: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)


def is_clinical_year(year: int) -> bool:
    """Whether a year can stand in a patient's history or plans."""
    return EARLIEST_YEAR <= year <= LATEST_YEAR


def first_day(partial_date: str) -> date | None:
    """The first day of a partial ISO date; None for what is none, exists in no calendar, or lies out of reach."""
    day = _first_day(partial_date)
    return day if day is not None and is_clinical_year(day.year) else None


def days_apart(first: str, last: str) -> int:
    """The days from one ISO date to another; a partial one counts from its first day, what stands behind is left out.

    Raises ValueError for what is no date.
    """
    begin, end = _first_day(first[:_DAY]), _first_day(last[:_DAY])
    if begin is None or end is None:
        raise ValueError("days are counted between ISO dates: give 2026, 2026-01 or 2026-01-31")
    return (end - begin).days


@lru_cache(maxsize=16_384)
def begins_at(partial_date: str, time_zone: str) -> datetime | None:
    """The moment (UTC) at which a partial date begins in ``time_zone``; None where it does not exist.

    Total, for logs hold dates from before they were bounded.
    """
    day = _first_day(partial_date)
    if day is None:
        return None
    try:
        return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(time_zone)).astimezone(UTC)
    except OverflowError:
        return None


def _first_day(partial_date: str) -> date | None:
    match = _PARTIAL_DATE.fullmatch(partial_date)
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match is not None else None
    except ValueError:
        return None


def is_clinical_moment(moment: datetime) -> bool:
    """Whether a moment can be the time of an utterance, or one that a patient's life is looked at from."""
    return is_clinical_year(moment.astimezone(UTC).year)
