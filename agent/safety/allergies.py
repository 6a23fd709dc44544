"""Whether a medicine meets an allergy on record: the same substance, or the same class."""

from __future__ import annotations

from agent.answers.record.known import Known
from agent.words.wording import Dictionary, lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Kind

_SUBSTANCES: tuple[Kind, ...] = ("medications", "drug_classes", "allergens")
_CROSS_REACTING = frozenset({"nsaid", "penicillin_antibiotic", "cephalosporin", "sulfonamide_antibiotic"})
"""Classes of which one member's allergy is held against all until a clinician clears them (AAAAI drug allergy 2022)."""


def conflicting_allergies(known: Known, dictionary: Dictionary, medicine: Entry) -> tuple[Fact, ...]:
    """Allergies in force that ``medicine`` meets, by its own id or the classes it belongs to."""
    return tuple(
        allergy
        for allergy in known.in_force(SlotKind.ALLERGIES)
        if meets(dictionary, medicine, allergy.content.concept.concept_id)
    )


def meets(dictionary: Dictionary, medicine: Entry, allergen_id: str) -> bool:
    """Whether ``medicine`` is what causes an allergy to ``allergen_id``, or of a class held against it."""
    if not _substances(dictionary, allergen_id).isdisjoint({medicine.concept_id, *medicine.broader}):
        return True
    return bool(shared_parts(dictionary, medicine.concept_id, allergen_id))


def shared_parts(dictionary: Dictionary, one: str, other: str) -> tuple[str, ...]:
    """The medicines that both are made of, by id: a combination causes what any of its parts causes."""
    theirs = _parts(dictionary, other)
    return tuple(each for each in _parts(dictionary, one) if each in theirs)


def _parts(dictionary: Dictionary, concept_id: str) -> tuple[str, ...]:
    """The medicine itself, and the parts that the id of a combination names."""
    named = (each for each in concept_id.split("_") if lookup(dictionary, "medications", each) is not None)
    own = (concept_id,) if lookup(dictionary, "medications", concept_id) is not None else ()
    return (*own, *(each for each in named if each != concept_id))


def conflicting_medicines(known: Known, dictionary: Dictionary, allergy: Fact) -> tuple[Fact, ...]:
    """Medicines in force that meet this allergy."""
    substances = _substances(dictionary, allergy.content.concept.concept_id)
    return tuple(
        fact
        for fact in known.in_force(SlotKind.MEDICATIONS)
        if not substances.isdisjoint({fact.content.concept.concept_id, *fact.content.concept.broader})
    )


def _substances(dictionary: Dictionary, concept_id: str) -> set[str]:
    """The allergen and what the lexicon lists as cross-reacting with it (medicines and drug classes)."""
    found = {concept_id}
    for kind in _SUBSTANCES:
        entry = lookup(dictionary, kind, concept_id)
        if entry is not None:
            found.update(each for each in entry.extra.get("cross", "").split("|") if each)
            found.update(_CROSS_REACTING.intersection(entry.broader))
    return found
