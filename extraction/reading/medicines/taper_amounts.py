"""A step in which a dose is changed is no dose: "매주 5mg씩 줄이래요", "dropping 5 a week"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind
from extraction.reading.sheet import Sheet
from extraction.values.dose_units import number_of_dose
from extraction.values.taper_steps import taper_amounts

_MOVES: Final = frozenset({Operation.CHANGE, Operation.CORRECT})


def without_taper_amounts(sheet: Sheet, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without a change of a dose to the amount by which it is lowered or raised at a time."""
    steps = taper_amounts(sheet.folded)
    if not steps:
        return tuple(proposals)
    doses = [one.quantity.value for one in sheet.figures if one.kind == "number"]
    return tuple(one for one in proposals if not _is_step(one, steps, doses))


def _is_step(proposal: Proposal, steps: frozenset[float], told: Sequence[float | None]) -> bool:
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or proposal.operation not in _MOVES:
        return False
    number = number_of_dose(content.dose) if content.dose else None
    # "40 down by 5 to 35" may tell the same number twice.
    return number is not None and number in steps and told.count(number) <= 1
