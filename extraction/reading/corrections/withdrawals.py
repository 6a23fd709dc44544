"""What an utterance takes back, once: of two readings of the same withdrawal the one that names its fact holds.

"It's not shrimp, it's crab" puts the allergy right, and "I was never allergic to penicillin, that was my cousin" takes
back what it names: neither also takes back what the conversation spoke of last.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from domain.proposals import Operation, Proposal
from domain.values import SERIES_SLOTS, SlotKind


def withdrawn_once(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without what is withdrawn twice: put right beside it, spoken of last, or told by the same words."""
    put_right = {
        (one.target.slot, one.target.concept_id)
        for one in proposals
        if one.operation is Operation.CORRECT and one.target is not None and one.target.concept_id is not None
    }
    given_over = {
        (one.target.slot, one.target.concept_id)
        for one in proposals
        if one.operation is Operation.CORRECT and one.target is not None and one.target.concept_id is not None
        and one.content is not None and one.content.concept.concept_id != one.target.concept_id
    }  # fmt: skip
    taken = [one for one in proposals if one.operation is Operation.RETRACT]
    named = any(_names_its_fact(one) for one in proposals)
    return tuple(
        one
        for one in proposals
        if not _is_doubled(one, put_right, named=named)
        and not _is_told_by_the_same_words(one, taken)
        and not _puts_back(one, proposals)
        and not _is_given_over(one, given_over)
    )


def _is_given_over(proposal: Proposal, given_over: Set[tuple[SlotKind | None, str]]) -> bool:
    """Whether it tells the name in whose place the same words put another: "wrong about penicillin, it was codeine"."""
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.slot in SERIES_SLOTS:
        return False
    return (content.slot, content.concept.concept_id) in given_over


def _puts_back(proposal: Proposal, others: Sequence[Proposal]) -> bool:
    """Whether it corrects a value to the very one that the same words put another in the place of."""
    content = proposal.content
    if proposal.operation is not Operation.CORRECT or content is None or content.slot not in SERIES_SLOTS:
        return False
    return any(
        one is not proposal
        and one.operation is Operation.CORRECT
        and one.target is not None
        and one.content is not None
        and one.content.concept.concept_id == content.concept.concept_id
        and one.target.old is not None
        and one.target.old == content.value
        and one.content.value != content.value
        for one in others
    )


def _names_its_fact(proposal: Proposal) -> bool:
    target = proposal.target
    taken = proposal.operation in (Operation.RETRACT, Operation.CORRECT)
    return taken and target is not None and target.slot is not None and target.concept_id is not None


def _is_doubled(proposal: Proposal, put_right: Set[tuple[SlotKind | None, str]], *, named: bool) -> bool:
    target = proposal.target
    if proposal.operation is not Operation.RETRACT or target is None:
        return False
    if target.which == "spoken":
        return named
    return target.old is None and target.concept_id is not None and (target.slot, target.concept_id) in put_right


def _is_told_by_the_same_words(proposal: Proposal, taken: Sequence[Proposal]) -> bool:
    """Whether it tells what the very same words take back, as one reader hears "never allergic to penicillin"."""
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.slot in SERIES_SLOTS:
        return False
    return any(
        one.target is not None
        and (one.target.slot, one.target.concept_id) == (content.slot, content.concept.concept_id)
        and one.start is not None and proposal.start is not None
        and one.start < (proposal.end or 0) and proposal.start < (one.end or 0)
        for one in taken
    )  # fmt: skip
