"""What the body did to a substance: told with the allergy, it is its reaction and no complaint of its own."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.sheet import Sheet
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


_ALLERGIC: Final = (
    r"(?:hives|wheals|welts|nettle rash|rash(?:es)?|blotch(?:es|y)|anaphyla\w+|angioedema|itch(?:y|ing|ed)? all over"
    r"|(?:swelled|swole|puffed|blew|blown|swell|puff)(?: right| all)? up|swollen (?:face|lips?|tongue|throat|eyes)"
    r"|(?:face|lips?|tongue|throat|eyes?) (?:swelled|swelling|swole|swells|closed|closing|puffed)"
    r"|throat (?:closed|closing|tightened))"
)
_CAUSED_BY: Final = re.compile(
    rf"\b{_ALLERGIC}(?:(?! (?:on|from|with|after|off) )[^.,;:!?\d]){{0,24}}"
    r"\s(?:with|from|after|off|on|because of|due to|caused by|when (?:i|he|she|they) (?:took|had|tried|was (?:on"
    r"|given)))"
    r"\s(?:taking |having |being given |being on |a (?:course|dose|shot) of |the |some |any |her |his |my |that "
    r"|this )*$"
)
"""A reaction of the skin, of the face or of the whole body, and right behind it what brought it on."""
_NOT_SO: Final = re.compile(r"\b(?:no|not|never|without|didn't|don't|doesn't|if|could|might|can|does|is it)\b|\bn't\b")
_SOOTHING: Final = frozenset(
    {"antihistamine", "steroid", "topical_steroid", "emollient", "epinephrine", "epinephrine_autoinjector"}
)
"""Classes of what is given for such a reaction: "a rash, on cetirizine for it" accuses nobody."""
_CAUSE_REACH: Final = 90


def with_what_was_reacted_to(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with a medicine behind a reaction that it brought on as the cause: "came out in hives with X".

    Such a medicine was taken once, and is told as what is not borne, never as what is in use.
    """
    return [
        replace(read, role="allergies", state="current", change="assert", certain=True)
        if _brought_it_on(read, sheet)
        else read
        for read in reads
    ]


def _brought_it_on(read: Read, sheet: Sheet) -> bool:
    item = read.item
    substance = item.kind in _SUBSTANCES and item.named and item.entry is not None and item.heard is None
    if not substance or read.role not in ("medications", "other") or read.state == "negated":
        return False
    assert item.entry is not None
    if not _SOOTHING.isdisjoint((item.entry.concept_id, *item.entry.broader)):
        return False
    opening = max((sheet.folded.rfind(mark, 0, item.start) for mark in (*_ENDS, ",", ";")), default=-1) + 1
    ahead = sheet.folded[max(opening, item.start - _CAUSE_REACH) : item.start]
    closing = next((one for one in sheet.folded[item.end :] if one in _ENDS), ".")
    return closing != "?" and _CAUSED_BY.search(ahead) is not None and _NOT_SO.search(ahead) is None
