"""The year of the one operation that is told, wherever it stands: "appendix surgery, 2002", "I was in hospital in 2016
for a hip replacement".
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Content, Polarity, Precision, SlotKind, Status
from extraction.reading.corrections.just_told.beginnings import ELSE, GENERAL, OTHER_THINGS, times_told
from extraction.reading.corrections.just_told.focus import LONGEST
from extraction.reading.sheet import Sheet


def with_operation_years(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` with the only time that is told as that of the only operation that is named."""
    told = [one.content for one in proposals if _is_told(one)]
    own = [one for one in told if one is not None and one.concept.concept_id not in GENERAL]
    times = times_told(sheet, years=True)
    kinds = {one.entry.kind for one in sheet.mentions}
    if len(own) != 1 or own[0].valid_from is not None or len({one.value for one in times}) != 1:
        return tuple(proposals)
    if len(sheet.folded) > LONGEST or not kinds.isdisjoint(OTHER_THINGS) or ELSE.search(sheet.folded) is not None:
        return tuple(proposals)
    time = times[0]
    if time.value > sheet.day:
        return tuple(proposals)
    found = []
    for one in proposals:
        content = one.content
        if content is own[0]:
            dated = content.with_fields(valid_from=time.value, precision=Precision(time.precision), valid_to=None)
            found.append(one.with_fields(content=dated))
        elif not (_is_told(one) and content is not None and content.concept.concept_id == "surgery"):
            found.append(one)
    return tuple(found)


def _is_told(proposal: Proposal) -> bool:
    content: Content | None = proposal.content
    if content is None or content.slot is not SlotKind.PROCEDURES or proposal.operation is not Operation.ASSERT:
        return False
    done = content.polarity is Polarity.AFFIRMED and content.status is not Status.PLANNED
    return done and content.subject == PATIENT
