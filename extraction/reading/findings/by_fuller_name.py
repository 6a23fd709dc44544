"""What the words name in full, where one reader heard a part of it: "pain under my heel" is no second pain of nowhere.

The rules look names up one by one. Where several words together tell a narrower thing, that is what is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.sheet import Sheet

_SLOTS: Final = {
    SlotKind.SYMPTOMS: frozenset({"symptoms"}),
    SlotKind.MEDICATIONS: frozenset({"medications", "drug_classes"}),
}


def with_fuller_names(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` under the names that the words put together, each once."""
    composed = [one for one in sheet.mentions if one.recogniser == "composed"]
    if not composed:
        return tuple(proposals)
    named = {one.entry.concept_id for one in sheet.mentions}
    told = {one.content.concept.concept_id for one in proposals if one.content is not None}
    kept: list[Proposal] = []
    for one in proposals:
        fuller = _fuller(one, sheet, composed, named)
        if fuller is None or one.content is None:
            kept.append(one)
        elif fuller.entry.concept_id not in told:
            told.add(fuller.entry.concept_id)
            kept.append(one.with_fields(content=one.content.with_fields(concept=fuller.entry.concept(sheet.language))))
    return tuple(kept)


def _fuller(proposal: Proposal, sheet: Sheet, composed: Sequence[Mention], named: set[str]) -> Mention | None:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.subject != PATIENT:
        return None
    kinds, start, end = _SLOTS.get(content.slot), proposal.start, proposal.end
    if kinds is None or start is None or end is None or content.concept.concept_id in named:
        return None
    for one in composed:
        _, first, last = sheet.quote(one.start, one.end)
        if one.entry.kind in kinds and first <= start and end <= last:
            return one
    return None
