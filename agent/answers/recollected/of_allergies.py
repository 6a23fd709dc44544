"""What is asked of allergies that were told: which, to what, what happened, and whether there is one to something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.recollected.meant import (
    MEDICINES,
    entries_named,
    entry_name,
    in_mind,
    is_of,
    put_in_its_place,
    withdrawn,
)
from agent.answers.recollected.of_medicines import list_of
from agent.answers.record.summary import spoke_of
from agent.answers.remembered.tellings import tellings
from agent.safety.allergies import meets
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry, Kind

_CAUSES: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "allergens")
_MEDICINAL: Final = frozenset({"medication", "drug", "biologic"})
"""Categories of allergens that are medicines."""
_AS_A_FINDING: Final = "_allergy"
"""What a family history adds to the name of what a relative is allergic to (domain/reattribution.py)."""


def _meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The allergies on record that are asked about, denied ones among them."""
    own = consultation.known.own(SlotKind.ALLERGIES)
    named = entries_named(consultation, *_CAUSES)
    if not named:
        return in_mind(consultation, own)
    return tuple(fact for fact in own if any(_is_to(fact, one) for one in named))


def _is_to(fact: Fact, entry: Entry) -> bool:
    """Whether an allergy is to this, by its id or its name: the table of allergens may know it by another id."""
    names = {fact.content.concept.name.casefold(), fact.content.concept.display.casefold()} - {""}
    called = {entry.name.casefold(), entry.name_ko.casefold()} - {""}
    return is_of(fact, {entry.concept_id}) or not names.isdisjoint(called)


def _reaction(consultation: Consultation) -> Part:
    return joined(_reaction_of(consultation, fact) for fact in _meant(consultation) if _is_held(consultation, fact))


def _is_held(consultation: Consultation, fact: Fact) -> bool:
    return fact.content.polarity is Polarity.AFFIRMED and fact.content.subject == PATIENT


def _reaction_of(consultation: Consultation, fact: Fact) -> Part:
    """What happened by the record; else the words that told of the allergy."""
    words, language = consultation.words, consultation.words.language
    reference = spoke_of(SlotKind.ALLERGIES, (fact,))
    if fact.content.reaction:
        slots = {"name": words.name(fact.content), "reaction": words.reaction(fact.content)}
        said = f"{sentence('own.reacted', language, **slots)}\n{_keep_off(consultation, fact)}".strip()
        return Part(said, (fact.fact_id,), (), reference)
    told = [one for one in tellings(consultation, (fact,)) if one.words]
    if not told:
        return Part()
    quoted = sentence("details.quoted", language, day=words.date(told[-1].day), quote=told[-1].words)
    return Part(quoted, (fact.fact_id,), (), reference)


def _keep_off(consultation: Consultation, fact: Fact) -> str:
    """That what caused it is to be left alone, where it is a medicine and the allergy stands."""
    dictionary, concept_id = consultation.words.dictionary, fact.content.concept.concept_id
    allergen = lookup(dictionary, "allergens", concept_id)
    is_medicine = any(lookup(dictionary, kind, concept_id) is not None for kind in MEDICINES) or (
        allergen is not None and allergen.extra.get("category") in _MEDICINAL
    )
    if not is_medicine or not consultation.known.is_in_force(fact):
        return ""
    return sentence("own.keep_off", consultation.words.language)


def _allergic(consultation: Consultation) -> Part:
    """Yes or no to each thing named, with the reaction; or what became of the allergy that was told."""
    meant = _meant(consultation)
    named = entries_named(consultation, *_CAUSES)
    if not named and len(consultation.known.in_force(SlotKind.ALLERGIES)) > 1:
        # "Am I allergic to anything?"
        return list_of(consultation, SlotKind.ALLERGIES)
    if any(fact.disputed for fact in meant):
        # Which of two tellings holds is asked, not said.
        return Part()
    if meant:
        return joined(_whether(consultation, fact) for fact in meant)
    if not named:
        gone = withdrawn(consultation, SlotKind.ALLERGIES, ())
        return _gone(consultation, gone) if gone is not None else Part()
    return joined(_without_one(consultation, entry) for entry in named)


def _whether(consultation: Consultation, fact: Fact) -> Part:
    words, language, content = consultation.words, consultation.words.language, fact.content
    reference = spoke_of(SlotKind.ALLERGIES, (fact,))
    if consultation.known.is_in_force(fact):
        said = sentence("own.allergic", language, allergy=words.allergy(content))
        said = f"{said}\n{_keep_off(consultation, fact)}".strip()
    elif content.polarity is Polarity.NEGATED:
        said = sentence("own.not_allergic", language, name=words.name(content))
    else:
        said = sentence("own.unsure", language, brief=words.brief(fact))
    return Part(said, (fact.fact_id,), (), reference)


def _without_one(consultation: Consultation, entry: Entry) -> Part:
    """What is said of a thing to which no allergy stands: its kin's, taken back, a relative's, or never told."""
    known, dictionary, language = consultation.known, consultation.words.dictionary, consultation.words.language
    held = known.in_force(SlotKind.ALLERGIES)
    kin = [one for one in held if meets(dictionary, entry, one.content.concept.concept_id)]
    if kin:
        return joined(_of_kin(consultation, entry, fact) for fact in kin)
    gone = next((one for one in _taken_back(consultation) if _is_to(one, entry)), None)
    if gone is not None:
        return _gone(consultation, gone)
    if (theirs := _relatives(consultation, entry)).text:
        return theirs
    name = entry_name(consultation, entry)
    whole = known.absence_fact(SlotKind.ALLERGIES)
    if known.absence(SlotKind.ALLERGIES) == "none" and whole is not None:
        return Part(sentence("own.no_allergies", language), (whole.fact_id,))
    return Part(sentence("own.no_allergy", language, name=name))


def _of_kin(consultation: Consultation, entry: Entry, fact: Fact) -> Part:
    """That an allergy on record is held against a thing that it does not name."""
    language, name = consultation.words.language, entry_name(consultation, entry)
    said = sentence("own.allergic_kin", language, name=name, allergy=consultation.words.allergy(fact.content))
    text = f"{said}\n{sentence('own.keep_off', language)}"
    return Part(text, (fact.fact_id,), (), spoke_of(SlotKind.ALLERGIES, (fact,)))


def _taken_back(consultation: Consultation) -> Iterator[Fact]:
    """The allergies that were taken back, the last first."""
    ended = (fact for fact in reversed(consultation.ledger.ended()) if fact.content.slot is SlotKind.ALLERGIES)
    return (fact for fact in ended if withdrawn(consultation, SlotKind.ALLERGIES, (fact.content.concept.concept_id,)))


def _gone(consultation: Consultation, gone: Fact) -> Part:
    """That an allergy was taken back: what it is to instead, or whose it is."""
    words, language = consultation.words, consultation.words.language
    instead = put_in_its_place(consultation, gone)
    if instead is not None and consultation.known.is_in_force(instead):
        reference = spoke_of(SlotKind.ALLERGIES, (instead,))
        said = sentence("own.put_right", language, brief=words.brief(instead))
        return Part(said, (instead.fact_id,), (), reference)
    theirs = _relatives_of(consultation, f"{gone.content.concept.concept_id}{_AS_A_FINDING}")
    if theirs.text:
        return theirs
    return Part(sentence("own.taken_off", language, name=words.allergy(gone.content)))


def _relatives(consultation: Consultation, entry: Entry) -> Part:
    return _relatives_of(consultation, f"{entry.concept_id}{_AS_A_FINDING}")


def _relatives_of(consultation: Consultation, concept_id: str) -> Part:
    """Whose allergy it is where it is a relative's."""
    words = consultation.words
    found = tuple(
        fact
        for fact in consultation.ledger.current(SlotKind.FAMILY_HISTORY)
        if fact.content.concept.concept_id == concept_id and fact.content.polarity is Polarity.AFFIRMED
    )
    if not found:
        return Part()
    listed = ", ".join(words.brief(fact) for fact in found)
    said = sentence("own.relatives_only", words.language, listed=listed)
    return Part(said, tuple(fact.fact_id for fact in found))


COMPOSERS: Final[Mapping[str, Callable[[Consultation], Part]]] = MappingProxyType(
    {
        "allergies": lambda consultation: list_of(consultation, SlotKind.ALLERGIES),
        "reaction": _reaction,
        "allergic_to": _allergic,
    }
)
"""The composers of the kinds of allergies."""
