"""Why a medicine was given: what it is for beside what is on record, and whether it is of the kind that is asked."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.recall import explain_medicine_fact, medicine_sentences
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.knowledge import explain
from agent.answers.knowledge.quotes import whole
from agent.answers.medicines.companions import companion_of
from agent.answers.medicines.given_for_asked import is_well, kind_asked
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry

_AS_NEEDED = "PRN"


def given_for(consultation: Consultation) -> Part:
    """The kind that is asked, then the purpose and dose, then that it is needed though nothing is felt."""
    entry = _meant(consultation)
    if entry is None:
        return Part()
    language = consultation.words.language
    fact = _own(consultation, entry)
    if fact is None and kind_asked(consultation.request) is None:
        return explain(consultation)
    well = is_well(consultation.request.text) and fact is not None and fact.content.frequency != _AS_NEEDED
    said = _purpose(consultation, entry, fact)
    # What it is for beside the record says more than what it may be for in anybody.
    fits = fact is not None and bool(companion_of(consultation, fact).text)
    card = consultation.card("given_for") if not fits else None
    quote = whole(card) if card is not None and card.kind == "purpose" else None
    quoted = Part(quote.marked, (), (quote.citation,)) if quote is not None else Part()
    needed = Part(sentence("given_for.though_well", language)) if well else Part()
    return joined((_kind(consultation, entry), said, quoted, needed))


def _meant(consultation: Consultation) -> Entry | None:
    medicines = [one.entry for one in consultation.request.mentions if one.entry.kind == "medications"]
    return medicines[-1] if medicines else None


def _own(consultation: Consultation, entry: Entry) -> Fact | None:
    known = consultation.known
    facts = (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))
    return next((fact for fact in facts if fact.content.concept.concept_id == entry.concept_id), None)


def _purpose(consultation: Consultation, entry: Entry, fact: Fact | None) -> Part:
    words = consultation.words
    if fact is None:
        name = consultation.pick(entry.name_ko or entry.name, entry.name)
        return Part(words.purpose(entry, name))
    if consultation.known.is_in_force(fact):
        return explain_medicine_fact(consultation, fact)
    return Part(medicine_sentences(words, fact.content), (fact.fact_id,), (), medicines_spoken((fact,)))


def _kind(consultation: Consultation, entry: Entry) -> Part:
    """Whether the medicine is of the class that is asked; a class is judged only where the lexicon knows its own."""
    asked = kind_asked(consultation.request)
    if asked is None or not entry.broader:
        return Part()
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    kind = consultation.pick(asked.entry.name_ko or asked.entry.name, asked.entry.name)
    key = "given_for.is" if asked.entry.concept_id in entry.broader else "given_for.is_not"
    return Part(sentence(key, consultation.words.language, name=name, kind=kind))
