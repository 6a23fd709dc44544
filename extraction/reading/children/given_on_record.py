"""How what a child was given stands on record: the amounts, the hours, millilitres that were heard as milligrams."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.timing import Timing
from domain.values import PATIENT, SlotKind
from extraction.reading.children.child import Given

FEVER_MEDICINES: Final = frozenset({"acetaminophen", "ibuprofen", "dexibuprofen"})


_SPOONS: Final = frozenset({"2.5mg", "3.75mg", "5mg", "7.5mg", "10mg", "15mg"})


def as_spoon(dose: str | None, folded: str) -> str | None:
    """Millilitres that were heard as milligrams: "calpol, we give 7.5"; no syrup is dosed in so few milligrams."""
    if dose not in _SPOONS or re.search(rf"(?<![\d.]){re.escape(dose[:-2])}\s?(?:mg|밀리그램)", folded):
        return dose
    return f"{dose[:-2]}mL"


def spooned(proposal: Proposal, folded: str, degrees: Collection[float]) -> Proposal:
    """A medicine for fever with its millilitres as such, and without ``degrees`` that were heard as its dose."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.concept.concept_id not in FEVER_MEDICINES:
        return proposal
    if content.dose is not None and any(content.dose == f"{one:g}mg" for one in degrees):
        # "Came down with nurofen, now 37.4".
        return proposal.with_fields(content=content.with_fields(dose=None))
    return proposal.with_fields(content=content.with_fields(dose=as_spoon(content.dose, folded)))


def is_a_dose_of(proposal: Proposal, substance: str) -> bool:
    """Whether a proposal tells that the patient takes a medicine for fever."""
    content = proposal.content
    return (
        content is not None
        and content.slot is SlotKind.MEDICATIONS
        and content.subject == PATIENT
        and content.concept.concept_id == substance
        and proposal.operation in (Operation.ASSERT, Operation.CHANGE, Operation.CORRECT)
    )


def dose_words(given: Sequence[Given]) -> str | None:
    """The amount of a dose; of several that differ each one."""
    if len({(one.millilitres, one.milligrams) for one in given}) > 1 and all(
        one.millilitres or one.milligrams for one in given
    ):
        return " + ".join(dict.fromkeys(filter(None, map(_amount, given))))
    return _amount(given[-1])


def hours_given(given: Sequence[Given]) -> str | None:
    """The hours at which it was given, in the notation of timings."""
    hours = sorted({f"{one.at:%H:%M}" for one in given if one.at is not None})
    return Timing.of(hours).written() if hours else None


def _amount(last: Given) -> str | None:
    if last.millilitres is not None:
        return f"{last.millilitres:g}mL"
    return f"{last.milligrams:g}mg" if last.milligrams is not None else None
