"""What a speaker says last in one breath is what they mean."""

from __future__ import annotations

from domain.ledger import FactKey, key_of
from domain.proposals import Operation, Proposal


def last_of_each_key(proposals: tuple[Proposal, ...], day: str) -> tuple[Proposal, ...]:
    """``proposals`` of one utterance, said on ``day``, without assertions that a later one of the same key replaces."""
    last: dict[FactKey, int] = {}
    for index, proposal in enumerate(proposals):
        if proposal.operation is Operation.ASSERT and proposal.content is not None:
            last[key_of(proposal.content, day)] = index
    return tuple(
        proposal
        for index, proposal in enumerate(proposals)
        if proposal.operation is not Operation.ASSERT
        or proposal.content is None
        or last[key_of(proposal.content, day)] == index
    )
