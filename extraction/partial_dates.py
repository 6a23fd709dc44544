"""Calendar arithmetic that ends in partial dates; what falls off the calendar is None."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Literal

Precision = Literal["year", "month", "week", "day"]
Partial = tuple[str, Precision]


@dataclass(frozen=True, slots=True)
class Reading:
    """A partial date read at [start, end) of normalised text; `lasting` when the words name a duration up to now."""

    value: str
    precision: Precision
    start: int
    end: int
    lasting: bool = False


def year_of(year: int) -> Partial | None:
    """A year alone, if a calendar has it."""
    return (f"{year:04d}", "year") if MINYEAR <= year <= MAXYEAR else None


def month_of(year: int, month: int) -> Partial | None:
    """A month of a year; None when either does not exist."""
    return (f"{year:04d}-{month:02d}", "month") if MINYEAR <= year <= MAXYEAR and 1 <= month <= 12 else None


def day_of(year: int, month: int, day: int) -> Partial | None:
    """A day; None for one that the calendar lacks (30 February)."""
    try:
        return date(year, month, day).isoformat(), "day"
    except ValueError:
        return None


def days_from(today: date, days: int, precision: Precision = "day") -> Partial | None:
    """The day `days` after `today` (before it when negative)."""
    try:
        return (today + timedelta(days=days)).isoformat(), precision
    except OverflowError:
        return None


def shifted_month(today: date, months: int) -> tuple[int, int]:
    """Year and month that lie `months` after the month of `today`; the year may be off the calendar."""
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    return year, month + 1


def months_from(today: date, months: int) -> Partial | None:
    """The month `months` after that of `today`."""
    return month_of(*shifted_month(today, months))


def latest_day(today: date, month: int, day: int) -> Partial | None:
    """The nearest such day of the year that is not after `today`; None when none came within eight years."""
    for year in range(today.year, today.year - 9, -1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found <= today:
            return found.isoformat(), "day"
    return None


def latest_month(today: date, month: int) -> Partial | None:
    """The nearest such month that has begun by `today`."""
    return month_of(today.year - (month > today.month), month)
