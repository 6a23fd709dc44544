"""An allergy that is named beside a medicine it has nothing to do with: said plainly, with what would count.

Some medicines hold what a food allergy is to (oils, egg, milk protein, fish, gelatin); of those the box is to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.knowledge import explain
from agent.answers.medicines.allergies_asked import medicines_beside
from agent.answers.part import Part, joined
from agent.safety.allergies import conflicting_allergies, meets
from agent.safety.numbers import emergency
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry

_POWDERS: Final = "dry_powder_inhaler budesonide_formoterol_inhaler fluticasone_salmeterol_inhaler"
_OF_MILK: Final = f"{_POWDERS} probiotics methylprednisolone"
_OF_SHELLS: Final = "glucosamine chondroitin"
_OF_MEAT: Final = "pancreatic_enzyme digestive_enzyme thyroid_desiccated"
_HELD_IN: Final = {
    "peanuts": "progesterone isotretinoin alfacalcidol vitamin_d dutasteride",
    "soy": "progesterone isotretinoin dutasteride propofol omega_3_fish_oil vitamin_d",
    "sesame": "testosterone haloperidol_decanoate progesterone",
    "eggs": "vaccine influenza_vaccine yellow_fever_vaccine propofol",
    "dairy": _OF_MILK,
    "milk": _OF_MILK,
    "fish": "omega_3_fish_oil omega_3_ethyl_esters cod_liver_oil protamine",
    "shellfish": _OF_SHELLS,
    "shrimp": _OF_SHELLS,
    "crab": _OF_SHELLS,
    "gelatin": "vaccine",
    "beef": _OF_MEAT,
    "pork": f"{_OF_MEAT} heparin enoxaparin",
}
"""Medicines of which products hold a food or are made from it (labels; BNF; AAAAI): by allergen, ids and classes."""
_IN_CAPSULES: Final = frozenset({"gelatin", "beef", "pork"})
"""What the shell of a capsule may be made from."""


def beside_allergy(consultation: Consultation) -> Part:
    """That the allergy and the medicine have nothing to do with each other, or that the box is to be read."""
    medicines = _asked(consultation)
    dictionary = consultation.words.dictionary
    allergens = _allergens(consultation)
    crossed = any(meets(dictionary, one, each.concept_id) for one in medicines for each in allergens)
    if not allergens or crossed or any(conflicting_allergies(consultation.known, dictionary, one) for one in medicines):
        return explain(consultation)
    return joined(_of_one(consultation, one, allergens) for one in medicines[:2])


def _of_one(consultation: Consultation, medicine: Entry, allergens: Sequence[Entry]) -> Part:
    language, zone = consultation.words.language, consultation.situation.question.time_zone
    held = [one for one in allergens if _may_hold(medicine, one.concept_id)]
    name = consultation.pick(medicine.name_ko or medicine.name, medicine.name)
    listed = ", ".join(consultation.pick(one.name_ko or one.name, one.name.lower()) for one in held or allergens)
    kin = _kin(consultation, medicine)
    known = consultation.known
    taken = [
        fact for fact in known.in_force(SlotKind.MEDICATIONS) if fact.content.concept.concept_id == medicine.concept_id
    ]
    facts = tuple(fact.fact_id for fact in (*taken, *_on_record(consultation, allergens)))
    key = "allergy_beside.held" if held else "allergy_beside.unrelated"
    said = sentence(
        key, language, name=name, allergies=listed, emergency=emergency(zone, language),
        kin=f"({kin})" if kin and language == "ko" else f" ({kin})" if kin else "",
    )  # fmt: skip
    return Part(said, facts, (), medicines_spoken(tuple(taken)))


def _kin(consultation: Consultation, medicine: Entry) -> str:
    """The narrowest class that a medicine is called by; empty where only a wide one is known."""
    dictionary = consultation.words.dictionary
    classes = [one for each in medicine.broader if (one := lookup(dictionary, "drug_classes", each)) is not None]
    wide = {each for one in classes for each in one.broader} | {"antibiotic"}
    narrow = next((one for one in classes if one.concept_id not in wide), None)
    return consultation.pick(narrow.name_ko or narrow.name, narrow.name) if narrow is not None else ""


def _asked(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines asked about; of a class the patient's own one, where one is taken."""
    found: dict[str, Entry] = {}
    for entry in medicines_beside(consultation.request):
        facts = consultation.known.in_force(SlotKind.MEDICATIONS)
        own = [fact for fact in facts if entry.concept_id in fact.content.concept.broader]
        mine = [one for fact in own if (one := consultation.words.entry(fact.content)) is not None]
        found.update((one.concept_id, one) for one in mine or [entry])
    return tuple(found.values())


def _allergens(consultation: Consultation) -> tuple[Entry, ...]:
    """What the words name as an allergen, else the allergies on record that are to no medicine."""
    named = {one.entry.concept_id: one.entry for one in consultation.request.mentions if one.entry.kind == "allergens"}
    if named:
        return tuple(named.values())
    facts = consultation.known.in_force(SlotKind.ALLERGIES)
    dictionary = consultation.words.dictionary
    found = (lookup(dictionary, "allergens", fact.content.concept.concept_id) for fact in facts)
    return tuple(one for one in found if one is not None)


def _on_record(consultation: Consultation, allergens: Sequence[Entry]) -> list[Fact]:
    ids = {one.concept_id for one in allergens}
    facts = consultation.known.in_force(SlotKind.ALLERGIES)
    return [fact for fact in facts if fact.content.concept.concept_id in ids]


def _may_hold(medicine: Entry, allergen: str) -> bool:
    family = {medicine.concept_id, *medicine.broader}
    return not family.isdisjoint(_HELD_IN.get(allergen, "").split()) or (
        allergen in _IN_CAPSULES and "capsule" in f"{medicine.name} {' '.join(medicine.synonyms_en)}".casefold()
    )
