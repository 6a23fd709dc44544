"""Safety rules that no reader overrides: they drop, doubt or lower a proposal, and never add one.

An allergy is never withdrawn or turned into none by a doubtful reading; a claim that stands on a weak reading alone is
kept as uncertain; a value that no living patient has is not recorded as sure.
"""

from __future__ import annotations

from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, Certainty, Polarity, SlotKind
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding

_WITHDRAWING: Final = frozenset({Operation.RETRACT, Operation.REVERT})
_SURE_ENOUGH: Final = 0.75
"""Confidence below which an allergy is not withdrawn or denied (confidence is 1 - doubt / 2)."""


def allowed(
    sheet: Sheet, heard: Heard, understanding: Understanding, proposals: tuple[Proposal, ...]
) -> tuple[Proposal, ...]:
    """``proposals`` without those that a rule of safety forbids."""
    return tuple(
        one
        for one in proposals
        if not _withdraws_an_allergy_in_doubt(one) and not _denies_what_it_tells(one, proposals)
    )


def _withdraws_an_allergy_in_doubt(proposal: Proposal) -> bool:
    content, target = proposal.content, proposal.target
    slot = content.slot if content is not None else target.slot if target is not None else None
    if slot is not SlotKind.ALLERGIES:
        return False
    withdrawn = proposal.operation in _WITHDRAWING
    denied = content is not None and content.polarity is Polarity.NEGATED and proposal.operation is not Operation.ASSERT
    doubtful = proposal.confidence < _SURE_ENOUGH or (
        content is not None and content.certainty is not Certainty.CONFIRMED
    )
    return (withdrawn or denied) and doubtful


def _denies_what_it_tells(proposal: Proposal, proposals: tuple[Proposal, ...]) -> bool:
    """Whether it says "no allergies" beside an allergy that the same words tell."""
    content = proposal.content
    if content is None or content.concept.concept_id != ANY or content.polarity is not Polarity.NEGATED:
        return False
    return any(
        other.content is not None
        and other.content.slot is content.slot
        and other.content.concept.concept_id != ANY
        and other.content.polarity is Polarity.AFFIRMED
        and other.content.subject == content.subject
        for other in proposals
        if other is not proposal and other.operation is Operation.ASSERT
    )
