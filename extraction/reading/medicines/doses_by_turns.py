"""Doses of medicines told by turns with their names: "하나는 A고 5mg짜리, 또 하나는 B 10mg".

Where names and strengths take strict turns, as many of the one as of the other, each name has the strength of its turn,
whatever stands nearer to it, times how many of it are told behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, SlotKind
from extraction.reading.medicines.doses_in_order import names_of, strength, strengths
from extraction.reading.medicines.tablets import with_its_count
from extraction.reading.sheet import Sheet

_FEWEST = 2


def with_doses_by_turns(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` in which every medicine that is told has the strength of its turn."""
    turns = doses_by_turns(sheet)
    return tuple(_with_own(one, turns) for one in proposals) if turns else tuple(proposals)


def doses_by_turns(sheet: Sheet) -> dict[str, str]:
    """The strengths of the medicines by concept id, where they are told by turns; empty where they are not."""
    names, told = names_of(sheet), strengths(sheet)
    if len(names) < _FEWEST or len(names) != len(told) or len({one.entry.concept_id for one in names}) != len(names):
        return {}
    row = sorted([*((one.start, "name") for one in names), *((one.start, "dose") for one in told)])
    if any(kind == after for (_, kind), (_, after) in pairwise(row)):
        return {}
    # "10mg 반 알" is five at a time.
    told = tuple(with_its_count(one, sheet) for one in told)
    return {name.entry.concept_id: strength(dose) for name, dose in zip(names, told, strict=True)}


def _with_own(proposal: Proposal, turns: dict[str, str]) -> Proposal:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT:
        return proposal
    own = turns.get(content.concept.concept_id)
    if own is None or content.dose == own or proposal.operation is not Operation.ASSERT:
        return proposal
    return proposal.with_fields(content=content.with_fields(dose=own))
