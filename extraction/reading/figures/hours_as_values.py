"""Values that were read of the hour of the clock at which they were measured: "sugars 8am 6.2" is 6.2 at eight."""

from __future__ import annotations

from collections.abc import Sequence

from domain.proposals import Proposal
from domain.values import SERIES_SLOTS
from extraction.reading.figures.written_hours import is_hour_before
from extraction.reading.sheet import Sheet


def without_hours_as_values(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the values whose number is an hour of the clock."""
    return tuple(one for one in proposals if not _is_hour(one, sheet))


def _is_hour(proposal: Proposal, sheet: Sheet) -> bool:
    content = proposal.content
    if content is None or content.slot not in SERIES_SLOTS or not content.value_stated:
        return False
    at = sheet.folded.find(proposal.quote.casefold())
    end = at + len(proposal.quote)
    if at < 0 or not proposal.quote.endswith(content.value_stated):
        return False
    return is_hour_before(sheet.folded, end) and not any(one.end == end for one in sheet.figures)
