"""The relative of whom an illness is told: the one that the words name, where a reader hears only that it runs in the
family.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import SlotKind
from extraction.reading.sheet import Sheet

_FAMILY: Final = "family"


def with_relatives_by_name(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which what is the family's belongs to the one relative that is named."""
    named = {
        one.entry.concept_id
        for one in sheet.mentions
        if one.entry.kind == "relatives" and one.entry.extra.get("kin") == "1" and one.entry.concept_id != _FAMILY
    }
    if len(named) != 1:
        return tuple(proposals)
    (relative,) = named
    told = {
        one.content.concept.concept_id
        for one in proposals
        if one.content is not None and one.content.slot is SlotKind.FAMILY_HISTORY and one.content.subject == relative
    }
    found = []
    for one in proposals:
        content = one.content
        if content is None or content.slot is not SlotKind.FAMILY_HISTORY or content.subject != _FAMILY:
            found.append(one)
        elif content.concept.concept_id not in told:
            found.append(one.with_fields(content=content.with_fields(subject=relative)))
    return tuple(found)
