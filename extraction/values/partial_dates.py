"""Calendar arithmetic that ends in partial dates; what falls off the calendar is None."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from domain.clinical_dates import is_clinical_year

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
    """A year alone, if it can be one of a patient's life."""
    return (f"{year:04d}", "year") if is_clinical_year(year) else None


def month_of(year: int, month: int) -> Partial | None:
    """A month of a year; None when there is no such month, or not in a patient's life."""
    return (f"{year:04d}-{month:02d}", "month") if is_clinical_year(year) and 1 <= month <= 12 else None


def day_of(year: int, month: int, day: int) -> Partial | None:
    """A day; None for one that the calendar lacks (30 February)."""
    try:
        return _within_reach(date(year, month, day), "day")
    except ValueError:
        return None


def days_from(today: date, days: int, precision: Precision = "day") -> Partial | None:
    """The day `days` after `today` (before it when negative)."""
    try:
        return _within_reach(today + timedelta(days=days), precision)
    except OverflowError:
        return None


def _within_reach(day: date, precision: Precision) -> Partial | None:
    return (day.isoformat(), precision) if is_clinical_year(day.year) else None


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
