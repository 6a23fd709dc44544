"""A bare value of a test that stands on record in another unit than the test's own is told in that unit.

Whoever told a vitamin D of 21 nmol/L and says "24, not 21" means 24 nmol/L: no laboratory changes its unit between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SERIES_SLOTS, Content
from extraction.reading.items import Heard

_FURTHEST: Final = 4.0
"""Most by which two values in one unit differ, as a factor: further apart the bare one is in the test's own."""


def with_units_on_record(heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` whose bare values are in the unit in which their test was told before."""
    return tuple(_in_its_unit(one, heard) for one in proposals)


def _in_its_unit(proposal: Proposal, heard: Heard) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation not in (Operation.ASSERT, Operation.CORRECT, Operation.CHANGE):
        return proposal
    if content.slot not in SERIES_SLOTS or content.unit_stated is not None:
        return proposal
    known = next((one for one in heard.facts if _is_of_test(one, content)), None)
    return proposal.with_fields(content=in_unit_on_record(content, known)) if known is not None else proposal


def in_unit_on_record(content: Content, known: Content) -> Content:
    """``content`` with its bare value in the unit in which ``known`` was told, where the two are near in it."""
    stated, told = _number(known.value_stated), _number(content.value_stated)
    if not isinstance(known.value, float) or not stated or not told or content.value != told:
        return content
    if known.unit_stated in (None, known.unit) or not 1 / _FURTHEST <= told / stated <= _FURTHEST:
        return content
    return content.with_fields(value=round(told * known.value / stated, 2), unit_stated=known.unit_stated)


def _is_of_test(fact: Content, content: Content) -> bool:
    return (fact.slot, fact.concept.concept_id, fact.subject) == (
        content.slot, content.concept.concept_id, content.subject
    )  # fmt: skip


def _number(stated: str | None) -> float | None:
    try:
        return float(stated) if stated is not None else None
    except ValueError:
        return None
