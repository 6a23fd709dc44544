"""A medicine that is told with its dose and then only named again is told once.

"She takes Eliquis 5 mg twice a day. What is Eliquis for?": the name in the question tells nothing of how it is taken,
and must not put what was told before it in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.proposals import Operation, Proposal
from domain.values import Certainty, Polarity, SlotKind, Status


def without_names_again(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the doubtful ones of a medicine that other words tell surely and more fully."""
    return tuple(one for one in proposals if not any(_says_less(one, other) for other in proposals))


def _says_less(one: Proposal, other: Proposal) -> bool:
    """Whether ``one`` only names, in doubt, what ``other`` tells in other words to be taken."""
    bare, full = one.content, other.content
    if bare is None or full is None or one.operation is not Operation.ASSERT or other.operation is not Operation.ASSERT:
        return False
    if bare.slot is not SlotKind.MEDICATIONS or full.slot is not SlotKind.MEDICATIONS or one.start == other.start:
        return False
    alike = bare.concept.concept_id == full.concept.concept_id and bare.subject == full.subject
    doubted = bare.certainty is not Certainty.CONFIRMED and bare.dose is None
    surely = full.certainty is Certainty.CONFIRMED and full.polarity is Polarity.AFFIRMED
    taken = full.status in (Status.ACTIVE, Status.PLANNED, None) and bool(full.dose or full.frequency)
    return alike and doubted and surely and taken and bare.polarity is Polarity.AFFIRMED
