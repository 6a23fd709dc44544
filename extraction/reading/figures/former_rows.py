"""What several tests were before, told in the order in which they were named: "eGFR 44, K 5.0. In March 50 and 4.4".

Each number of the second row is of the test at its place in the first, of the day that stands with the row, and that
day is no other value's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SERIES_SLOTS, Precision
from extraction.naming.lexicon import Lexicon
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measured_values import measured
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.figures.row_doses import figure_of
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LEAST: Final = 2
_MOST_FIGURES: Final = 12
_JOINED: Final = lazy_regex(
    r"\s?(?:%|[a-z]+/[a-z]+)?\s?(?:,|and|,\s?and|&|/|이?랑|하고|[와과이]|이고|였고|이었고|그리고|,?\s?(?:each|respectively))"
    r"[\s,]*"
)
"""What stands between the values of the second row: nothing that names another thing."""
_FORMER: Final = lazy_regex(
    r"\b(?:last time|before that|previous(?:ly)?|used to be|they were|these were|those were|were)\b"
    r"|지난번|저번|그\s?전|이전|예전|직전"
)
_ALIKE: Final = 4.0


def with_former_rows(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the former values of several tests that are told once more in their order."""
    if len(sheet.figures) > _MOST_FIGURES:
        return tuple(proposals)
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) and not heard.patient_is
    named = sorted(
        (figure.start, at, figure)
        for at, one in enumerate(proposals)
        if one.operation is Operation.ASSERT and one.content is not None and one.content.slot in SERIES_SLOTS
        and (figure := figure_of(one, sheet)) is not None
    )  # fmt: skip
    concepts = [one.content.concept.concept_id for _, at, _ in named if (one := proposals[at]).content is not None]
    if others or not _LEAST <= len(concepts) == len(set(concepts)):
        return tuple(proposals)
    last = named[-1][2]
    row = [one for one in sheet.figures if one.start > last.end]
    if len(row) != len(named) or not _is_row(sheet, row):
        return tuple(proposals)
    days = [one for one in sheet.dates if last.end <= one.start < row[0].start and one.kind == "point"]
    if len(days) > 1 or (not days and _FORMER.search(sheet.folded, last.end, row[0].start) is None):
        return tuple(proposals)
    day = days[0] if days else None
    if day is not None and day.value >= sheet.day[: len(day.value)]:
        return tuple(proposals)
    made, fresh = list(proposals), []
    for (_, at, now), was in zip(named, row, strict=True):
        content = made[at].content
        entry = lexicon.by_name(content.concept.name, ("labs", "vitals")) if content is not None else None
        if content is None or entry is None or not 1 / _ALIKE <= was.value / (now.value or 1.0) <= _ALIKE:
            return tuple(proposals)
        if not unit_fits(entry, was.quantity) or not in_range(entry, was.quantity):
            return tuple(proposals)
        earlier = measured(entry, was, sheet.language)
        dated = (
            earlier.with_fields(valid_from=day.value, precision=Precision(day.precision))
            if day is not None
            else earlier.with_fields(qualifier="before")
        )
        if day is not None and content.valid_from == day.value:
            made[at] = made[at].with_fields(content=content.with_fields(valid_from=sheet.day, precision=Precision.DAY))
        quote, first, end = sheet.quote(was.start, was.end)
        fresh.append(
            Proposal(operation=Operation.ASSERT, content=dated, quote=quote, start=first, end=end, extractor=author)
        )
    return (*made, *fresh)


def _is_row(sheet: Sheet, row: Sequence[Figure]) -> bool:
    """Whether numbers stand in one row, with nothing between them but what joins them."""
    if any(one.kind != "number" or one.counter or one.quantity.comparator is not None for one in row):
        return False
    return all(_JOINED.fullmatch(sheet.folded, one.end, other.start) is not None for one, other in pairwise(row))
