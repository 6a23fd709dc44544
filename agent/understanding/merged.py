"""What two readings of one utterance become: proposals, and the checks that a model's operations did not pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from domain.ledger import Ledger
from domain.proposals import Doubt, Operation, Proposal
from domain.targets import resolve
from domain.values import Status

STATING: Final = frozenset({Operation.ASSERT, Operation.MENTION})
OVER: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.ON_HOLD})
"""How a fact stands that an end was told of."""
MOVING: Final = frozenset({Operation.CORRECT, Operation.CHANGE})


def states(read: Proposal, ledger: Ledger) -> bool:
    """Whether a reading tells something new: by its act, or because what it would move is not on record."""
    if read.operation in STATING:
        return True
    touched = resolve(ledger, read.target, read.content).facts if read.content is not None else ()
    return read.operation in MOVING and read.content is not None and not touched


Outcome = Literal["asked", "lowered", "left_out"]


@dataclass(slots=True)
class Merged:
    """The proposals of both readers, and the checks that operations did not pass, each with what became of it."""

    proposals: list[Proposal]
    refused: list[tuple[str, Outcome]] = field(default_factory=list)

    @property
    def asks(self) -> bool:
        """Whether the patient is asked something already: one question a message."""
        return any(one.doubt is Doubt.UNSURE_READING for one in self.proposals)

    def replace(self, read: Proposal, by: Proposal) -> None:
        """Put another proposal in the place of one."""
        self.proposals[self.proposals.index(read)] = by

    def drop(self, *proposals: Proposal) -> None:
        """Leave proposals out."""
        for one in proposals:
            self.proposals.remove(one)
