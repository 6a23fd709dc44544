"""Dates as people say them, as partial dates ("2024", "2024-12", "2025-03-09") in the patient's own time zone.

A relative word is resolved against the moment it was said, to the precision it has: "사흘 전" is a day, "지난주" the
day a week before with precision week, "두 달 전" a month, "5년 전" a year. What names no time ("어릴 때", "며칠 전")
gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.calendar_dates import absolute_dates
from extraction.values.days_of_month import days_of_month
from extraction.values.feasts import feast_dates
from extraction.values.partial_dates import Precision, Reading
from extraction.values.relative_dates import relative_dates
from extraction.values.weekday_rows import in_rows, short_days

__all__ = ["DateMention", "Kind", "Precision", "find_dates"]

Kind = Literal["point", "since", "until"]

_SINCE_AFTER = lazy_regex(r"\s?(?:부터|이후|이래|onwards?\b)")
_UNTIL_AFTER = lazy_regex(r"\s?까지")
_SINCE_BEFORE = lazy_regex(
    r"\b(?:since|starting(?: from| on| in)?|from)(?: about| around)? (?:\w{1,3} )?$", re.IGNORECASE
)
_UNTIL_BEFORE = lazy_regex(r"\b(?:until|till|up to|through)(?: about| around)? (?:\w{1,3} )?$", re.IGNORECASE)
_CUE_WINDOW = 28


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date and its span.

    `kind` tells a point in time from the start ("부터", "for two months") or the end ("까지") of a period.
    """

    value: str
    precision: Precision
    kind: Kind
    start: int
    end: int
    words: str


@remembered
def find_dates(text: str, said_at: datetime, zone: str) -> tuple[DateMention, ...]:
    """Return the dates of `text` in order and without overlaps.

    `said_at` must be aware; `zone` is the patient's IANA time zone. Raises ValueError for a naive `said_at` and
    ZoneInfoNotFoundError for an unknown zone; no text raises. Impossible dates (30 February) are no dates.
    """
    if said_at.tzinfo is None:
        raise ValueError("said_at must carry its time zone")
    local = said_at.astimezone(ZoneInfo(zone))
    source = normalise(text)
    today = local.date()
    readings = [
        *absolute_dates(source.text, today), *relative_dates(source.text, local), *feast_dates(source.text, today),
        *short_days(source.text, today),
    ]  # fmt: skip
    mentions = []
    found = [*_non_overlapping(readings)]
    if named := [*days_of_month(source.text, found, today)]:
        found = [*_non_overlapping([*found, *named])]
    for reading in in_rows(source.text, found, today):
        start, end = source.span(reading.start, reading.end)
        kind = _kind(source.text, reading)
        mentions.append(DateMention(reading.value, reading.precision, kind, start, end, text[start:end]))
    return tuple(mentions)


def _non_overlapping(readings: list[Reading]) -> Iterator[Reading]:
    reached = 0
    for reading in sorted(readings, key=lambda r: (r.start, -r.end)):
        if reading.start >= reached:
            yield reading
            reached = reading.end


def _kind(text: str, reading: Reading) -> Kind:
    before = text[max(0, reading.start - _CUE_WINDOW) : reading.start]
    if _UNTIL_AFTER.match(text, reading.end) or _UNTIL_BEFORE.search(before):
        return "until"
    if reading.lasting or _SINCE_AFTER.match(text, reading.end) or _SINCE_BEFORE.search(before):
        return "since"
    return "point"
