"""Which of two names is the right one: what is told takes the place of what stands on record, with its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from domain.values import SlotKind
from extraction.reading.figures.measuring import is_number, number_on_record
from extraction.reading.items import Heard
from extraction.reading.learned.item_features import group
from extraction.reading.understanding import Read

LEFT_ALONE: Final = 0.3
"""Doubt up to which a fact that the models leave alone stays as it is."""

GUESSED: Final = 0.5
"""Doubt from which what was told is hardly more than a guess."""


def replaced_by_another(reads: Sequence[Read], heard: Heard) -> list[Read]:
    """``reads`` with a name on record marked as old where another of its kind takes its place ("T4 말고 T3요").

    The models hear that something is put right; the record tells which of the two names stands, so that one is old.
    A number that was told as the old one's own is the new one's ("78 is the ALT, not the AST").
    """
    moved = list(reads)
    fresh = [at for at, read in enumerate(reads) if _is_fresh(read)]
    for index, read in enumerate(reads):
        if not fresh or not _gives_way(read, heard):
            continue
        rivals = list(islice((at for at in fresh if at != index and _takes_the_place(reads[at], read)), 2))
        if read.change == "mention" and not all(reads[at].change == "correct" for at in rivals):
            continue
        if len(rivals) != 1:
            continue
        other = reads[rivals[0]]
        figures = other.new or (read.new if read.role in ("labs", "vitals") else ())
        moved[index] = replace(read, role="old", new=())
        moved[rivals[0]] = replace(other, change="correct", new=figures)
    return moved


def turned_round(reads: Sequence[Read], heard: Heard) -> list[Read]:
    """``reads`` with the two names of a correction the right way round: what stands on record is the old one."""
    moved = list(reads)
    named = [at for at, one in enumerate(moved) if one.item.named and (one.role == "old" or one.change == "correct")]
    old = [at for at in named if moved[at].role == "old" and moved[at].item.heard is None]
    kept = [at for at in named if moved[at].is_fact and moved[at].item.heard is not None]
    if len(old) != 1 or len(kept) != 1 or group(moved[old[0]].item) != group(moved[kept[0]].item):
        return moved
    wrong, stands = moved[old[0]], moved[kept[0]]
    own = number_on_record(heard.facts[stands.item.heard or 0])
    if any(own is None or not is_number(figure, own) for figure in stands.new):
        return moved
    moved[old[0]] = replace(wrong, role=stands.role, change="correct", state="current", new=wrong.new or stands.new)
    moved[kept[0]] = replace(stands, role="old", new=())
    return moved


def given_over(reads: Sequence[Read]) -> list[Read]:
    """``reads`` with the value of a test that is put right given to the one that takes its place."""
    moved = list(reads)
    tests = [at for at, one in enumerate(moved) if one.item.named and group(one.item) == "test"]
    old = [at for at in tests if moved[at].role == "old" and moved[at].new]
    empty = [at for at in tests if moved[at].is_fact and moved[at].change == "correct" and not moved[at].new]
    if len(old) == 1 and len(empty) == 1:
        moved[empty[0]] = replace(moved[empty[0]], new=moved[old[0]].new)
        moved[old[0]] = replace(moved[old[0]], new=())
    return moved


def _gives_way(read: Read, heard: Heard) -> bool:
    """Whether a fact on record is put right or taken back, and nothing new is told of it."""
    if read.item.heard is None or not read.item.named or not read.is_fact or read.state not in ("current", "negated"):
        return False
    own = number_on_record(heard.facts[read.item.heard])
    if any(own is None or not is_number(figure, own) for figure in read.new) or read.frequencies or read.subjects:
        return False
    said_again = read.change == "mention" and read.role in ("medications", "conditions", "allergies")
    return said_again or read.change == "correct" or (read.change == "retract" and read.doubt <= GUESSED)


def _takes_the_place(read: Read, old: Read) -> bool:
    """Whether a name that is not on record, told of the patient, is told in the place of ``old``: one of its slot."""
    return read.role == old.role and read.item.concept_id != old.item.concept_id


def _is_fresh(read: Read) -> bool:
    fresh = read.item.named and read.item.heard is None and not read.subjects and read.state == "current"
    return fresh and read.doubt <= GUESSED and read.change in ("correct", "assert")


def of_the_replaced(read: Read, old: Sequence[Read], heard: Heard) -> Read:
    """A name that takes the place of one on record is of its slot: what takes an allergen's place is an allergen."""
    if not read.is_fact or read.change != "correct" or not read.item.named or read.item.heard is not None:
        return read
    replaced = {heard.facts[one.item.heard].slot for one in old if one.item.heard is not None}
    if replaced == {SlotKind.ALLERGIES} and read.role == "medications":
        return replace(read, role="allergies")
    return read
