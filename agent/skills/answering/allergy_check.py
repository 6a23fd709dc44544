"""Whether a medicine meets an allergy on record: the same substance, or the same class."""

from __future__ import annotations

from agent.skills.answering.known import Known
from agent.skills.answering.wording import Dictionary, lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.mentions import Entry, Kind

_SUBSTANCES: tuple[Kind, ...] = ("medications", "drug_classes", "allergens")
_CROSS_REACTING = frozenset({"nsaid", "penicillin_antibiotic", "cephalosporin", "sulfonamide_antibiotic"})
"""Classes of which one member's allergy is held against all until a clinician clears them (AAAAI drug allergy 2022)."""


def conflicting_allergies(known: Known, dictionary: Dictionary, medicine: Entry) -> tuple[Fact, ...]:
    """Allergies in force that ``medicine`` meets, by its own id or the classes it belongs to."""
    mine = {medicine.concept_id, *medicine.broader}
    return tuple(
        allergy
        for allergy in known.in_force(SlotKind.ALLERGIES)
        if not mine.isdisjoint(_substances(dictionary, allergy))
    )


def conflicting_medicines(known: Known, dictionary: Dictionary, allergy: Fact) -> tuple[Fact, ...]:
    """Medicines in force that meet this allergy."""
    substances = _substances(dictionary, allergy)
    return tuple(
        fact
        for fact in known.in_force(SlotKind.MEDICATIONS)
        if not substances.isdisjoint({fact.content.concept.concept_id, *fact.content.concept.broader})
    )


def _substances(dictionary: Dictionary, allergy: Fact) -> set[str]:
    """The allergen and what the lexicon lists as cross-reacting with it (medicines and drug classes)."""
    concept_id = allergy.content.concept.concept_id
    found = {concept_id}
    for kind in _SUBSTANCES:
        entry = lookup(dictionary, kind, concept_id)
        if entry is not None:
            found.update(each for each in entry.extra.get("cross", "").split("|") if each)
            found.update(_CROSS_REACTING.intersection(entry.broader))
    return found
