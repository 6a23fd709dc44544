"""When nothing answers: how the question was understood, what is on record of it, and what can be asked instead."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.lookup import look_up, stated
from agent.answers.record.own_details import asks_detail
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS
from extraction.naming.mentions import Kind

_NAMED: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip
_MOST_NAMES: Final = 3


def not_found(consultation: Consultation) -> Part:
    """That documents and record hold no answer: to what it was understood to be about, with what is known of that."""
    language, request = consultation.words.language, consultation.request
    if asks_detail(consultation):
        return look_up(consultation)
    denied = consultation.known.denied_complaints()
    named = (one.entry for one in request.mentions if one.entry.kind in _NAMED)
    entries = {entry.concept_id: entry for entry in named if entry.concept_id not in denied}
    if not entries:
        # What has been explained once is not explained again: the short form is for who knows what can be asked.
        unclear = sentence("unknown.unclear", language)
        key = "unknown.nothing" if consultation.asked_before(unclear) else "unknown.unclear"
        return Part(sentence(key, language))
    listed = list(entries.values())[:_MOST_NAMES]
    names = ", ".join(consultation.pick(entry.name_ko or entry.name, entry.name) for entry in listed)
    known = tuple(dict.fromkeys(fact for entry in listed for fact in _own(consultation, entry.concept_id)))
    # What nothing was found about is not answered with a yes.
    said = stated(consultation, known, whether=False) if known else Part()
    return joined((Part(sentence("unknown.about", language, names=names)), said))


def _own(consultation: Consultation, concept_id: str) -> tuple[Fact, ...]:
    return tuple(
        fact
        for fact in consultation.known.about(concept_id)
        if fact.content.subject == PATIENT and fact.content.slot not in SERIES_SLOTS
    )
