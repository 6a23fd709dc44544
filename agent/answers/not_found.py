"""When nothing answers: how the question was understood, what is on record of it, and what can be asked instead."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.said_before import said_before
from agent.answers.knowledge.side_heard import side_heard
from agent.answers.part import Part, joined
from agent.answers.record.lookup import look_up, stated
from agent.answers.record.own_details import asks_detail
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS
from extraction.naming.mentions import Entry, Kind
from extraction.reading.learned.aspects import ASPECTS
from extraction.text.normalise import normalise

_NAMED: Final[tuple[Kind, ...]] = (
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip
_TAKEN_OR_HAD: Final[tuple[Kind, ...]] = ("conditions", "medications", "drug_classes")
_MOST_NAMES: Final = 3
_SURELY: Final = 0.8
"""The least probability of an aspect that is said to have been understood."""


def not_found(consultation: Consultation) -> Part:
    """That documents and record hold no answer: to what it was understood to be about, with what is known of that."""
    language, request = consultation.words.language, consultation.request
    if asks_detail(consultation):
        return look_up(consultation)
    denied = consultation.known.denied_complaints()
    named = (one.entry for one in request.mentions if one.entry.kind in _NAMED)
    entries = {entry.concept_id: entry for entry in named if entry.concept_id not in denied}
    side = _side(consultation)
    if not entries and side:
        entries = {entry.concept_id: entry for entry in _spoken_of(consultation)}
    if not entries:
        # What has been explained once is not explained again: the short form is for who knows what can be asked.
        unclear = sentence("unknown.unclear", language)
        key = "unknown.nothing" if consultation.asked_before(unclear) else "unknown.unclear"
        return Part(sentence(key, language))
    listed = list(entries.values())[:_MOST_NAMES]
    names = ", ".join(consultation.pick(entry.name_ko or entry.name, entry.name) for entry in listed)
    names = f"{names} ({sentence(f'side.{side}', language)})" if side else names
    known = tuple(dict.fromkeys(fact for entry in listed for fact in _own(consultation, entry.concept_id)))
    # What nothing was found about is not answered with a yes.
    said = stated(consultation, known, whether=False) if known else Part()
    return joined((Part(sentence("unknown.about", language, names=names)), said))


def _side(consultation: Consultation) -> str:
    """The side of a thing that is surely asked about; empty where none is, or the record would have to answer."""
    if consultation.cards is None:
        return ""
    situation = consultation.situation
    heard = side_heard(consultation.cards, consultation.request, situation.view, situation.question.text)
    return heard.label if heard.label in ASPECTS and heard.probability >= _SURELY else ""


def _spoken_of(consultation: Consultation) -> list[Entry]:
    """What was named last before words that name nothing."""
    before = normalise(said_before(consultation.situation.view)).text
    return [one.entry for one in consultation.finder.find(before) if one.entry.kind in _TAKEN_OR_HAD][-1:]


def _own(consultation: Consultation, concept_id: str) -> tuple[Fact, ...]:
    return tuple(
        fact
        for fact in consultation.known.about(concept_id)
        if fact.content.subject == PATIENT and fact.content.slot not in SERIES_SLOTS
    )
