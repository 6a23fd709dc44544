"""Where the rules read an item as the models did their proposal is taken: what they agree on, and what holds of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import SlotKind, Status, Temporality
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.rule_view import Opinion
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read, Understanding

OPERATIONS: Final = {
    "assert": Operation.ASSERT, "mention": Operation.MENTION, "correct": Operation.CORRECT,
    "change": Operation.CHANGE, "stop": Operation.CHANGE, "retract": Operation.RETRACT, "revert": Operation.REVERT,
}  # fmt: skip


def what_moves(proposal: Proposal) -> tuple[object, ...] | None:
    """What is done to which fact: one correction that both readers hear is done once. None where nothing moves."""
    content, target = proposal.content, proposal.target
    if content is None or target is None:
        return None
    told = (content.value, content.dose, content.frequency, content.polarity, content.status)
    return proposal.operation, content.slot, content.concept.concept_id, *told, target.old


def of_the_old_value(proposals: list[Proposal], read: Read) -> list[Proposal]:
    """Of several corrections by the rules those that take the place of the value that was read as the old one."""
    old = {f"{one.value:g}" for one in read.old}

    def fits(one: Proposal) -> bool:
        told = one.target.old if one.target is not None else None
        stated = f"{told:g}" if isinstance(told, float) else str(told or "")
        return re.sub(r"[^\d./-]+$", "", stated) in old

    fitting = [one for one in proposals if fits(one)]
    return fitting if old and fitting else proposals


def leaves_units_unsaid(read: Read) -> bool:
    """Whether a row tells its unit with some values alone: the rules take the others to be in the preferred one."""
    return len({one.quantity.unit is None for one in read.new if one.kind == "number"}) > 1


def strays(proposals: Sequence[Proposal], read: Read, heard: Heard) -> bool:
    """Whether the rules change what is not on record, where a fact that is is meant: "the insulin" is glargine."""
    meant = heard.facts[read.item.heard] if read.item.heard is not None and read.change != "assert" else None
    entry = read.item.entry
    if meant is None or entry is None or meant.concept.concept_id in (entry.concept_id, *entry.broader):
        return False
    return any(one.target is not None and one.target.concept_id == entry.concept_id for one in proposals)


def held_to(proposal: Proposal, sheet: Sheet, reads: Sequence[Read], ages: Sequence[Figure]) -> Proposal | None:
    """What the rules alone heard, held to what was read around it.

    A number that is told as somebody's years is no value of a test; a disease named in an operation that is still to
    come is not over.
    """
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT:
        return proposal
    if content.slot in (SlotKind.LABS, SlotKind.VITALS):
        aged = any(one.value == content.value and _lies_in(sheet, one.start, one.end, proposal) for one in ages)
        return None if aged else proposal
    if content.slot is SlotKind.CONDITIONS and content.status is Status.RESOLVED:
        to_come = any(
            one.role == "procedures" and one.state == "planned"
            and _lies_in(sheet, one.item.start, one.item.end, proposal)
            for one in reads
        )  # fmt: skip
        if to_come:
            current = content.with_fields(
                status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None, valid_from=None, precision=None
            )  # fmt: skip
            return proposal.with_fields(content=current)
    return proposal


def _lies_in(sheet: Sheet, start: int, end: int, proposal: Proposal) -> bool:
    """Whether the words at [start, end) of the laid-out text and those of a proposal share a character."""
    _, first, last = sheet.quote(start, end)
    return proposal.start is not None and proposal.end is not None and first < proposal.end and proposal.start < last


def values_told(read: Read) -> int:
    """How many values of a test were told; what the rules heard less of, they did not hear as the models did."""
    return len(read.new) if read.role in ("labs", "vitals") and read.change == "assert" else 0


def withdraws(read: Read, opinion: Opinion, understanding: Understanding) -> bool:
    """Whether both readers hear this item withdrawn: the rules know better which fact it means, and whose it is."""
    if opinion.operation not in (Operation.RETRACT, Operation.REVERT):
        return False
    if read.change == "retract" and read.is_fact and read.item.heard is not None and opinion.slot != read.role:
        # "Remove the codeine entry" is of the allergy on record, whatever else the name may be.
        return False
    heard = understanding.has("retract") or understanding.has("revert")
    # A correction to nothing else takes the fact back, which the rules hear as that.
    emptied = read.change == "correct" and not (read.new or read.frequencies or read.dates or read.subjects)
    return heard or emptied or read.role == "old" or read.change in ("retract", "revert")


def agrees(read: Read, opinion: Opinion) -> bool:
    """Whether the rules read an item as the models did, with the same figures."""
    state = "ended" if read.change == "stop" and read.state == "current" else read.state
    if (opinion.slot, opinion.state) != (read.role, state) or opinion.certain is not read.certain:
        return False
    if not OPERATIONS[read.change].value == opinion.operation:
        return False
    content = opinion.proposal.content
    if content is None:
        return True
    if read.item.kind == "age" and content.value is not None and read.item.value != f"{content.value:g}":
        return False
    stated = content.value_stated or content.dose or ""
    if any(one.quantity.parts for one in read.new) and "/" not in stated:
        return False
    return not read.new or any(f"{one.value:g}" in stated for one in read.new)
