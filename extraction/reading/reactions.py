"""What the body did to a substance: told with the allergy, it is its reaction and no complaint of its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from extraction.reading.understanding import Read


def reaction_to(read: Read, reads: Sequence[Read]) -> str | None:
    """The finding told beside the substance that nobody has apart from it."""
    place = read.item.start
    # The named ones come first, by place.
    named = bisect_left(reads, True, key=lambda other: not other.item.named)
    first = bisect_left(reads, place - _BESIDE, hi=named, key=lambda other: other.item.start)
    last = bisect_right(reads, place + _BESIDE, hi=named, key=lambda other: other.item.start)
    near = [
        other.item
        for other in reads[first:last]
        if _is_finding(other) and other.role in ("other", "allergies", "symptoms")
    ]
    nearest = min(near, key=lambda item: abs(item.start - place), default=None)
    return nearest.entry.name if nearest is not None and nearest.entry is not None else None


_BESIDE: Final = 60
"""Most characters between a substance and the reaction to it."""


def reacted_to(reads: Iterable[Read]) -> list[Read]:
    """The substances named in ``reads`` that somebody is told to be allergic to."""
    return [
        one for one in reads
        if one.role == "allergies" and one.state == "current" and one.change == "assert" and one.item.named
    ]  # fmt: skip


def is_reaction(read: Read, substances: Iterable[Read], text: str) -> bool:
    """Whether a finding is part of an allergy: read as such, or told with its substance in one sentence.

    ``substances`` are those of :func:`reacted_to`.
    """
    if not _is_finding(read):
        return False
    if read.role != "symptoms" or read.change != "assert":
        return read.role == "allergies"
    # A sting or a food may hurt right now; what a medicine did, and what is over, is told as the reaction.
    return any(
        (one.item.kind in _SUBSTANCES or (read.state == "ended" and one.item.kind == "allergens"))
        and _ENDS.isdisjoint(text[slice(*_between(one, read))])
        for one in substances
    )  # fmt: skip


_SUBSTANCES: Final = frozenset({"medications", "drug_classes"})


_ENDS: Final = frozenset(".!?\n")


def _between(one: Read, other: Read) -> tuple[int, int]:
    first, last = sorted((one, other), key=lambda read: read.item.start)
    return first.item.end, max(first.item.end, last.item.start)


def _is_finding(read: Read) -> bool:
    return read.item.kind in ("symptoms", "conditions")
