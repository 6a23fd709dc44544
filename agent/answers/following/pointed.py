"""Answers to what points back: a gel in the place of the tablets advised against, a new medicine and a known value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.pointed_asked import moved_value, other_form
from agent.answers.knowledge.quotes import sentences
from agent.answers.part import Part
from agent.answers.values.comparison import measured
from agent.answers.values.what_next import moves
from agent.safety.cautions import cautions
from agent.safety.medicine_warnings import reason
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.events import Citation
from domain.ledger import Fact
from extraction.naming.mentions import Entry, Kind

_OF_MEDICINE: Final = ("monitoring", "side_effects", "purpose", "onset")
"""Aspects of a medicine's cards that may tell what it does to a test."""
_OF_TEST: Final = ("meaning", "monitoring", "test_preparation")
_MOST: Final = 2


def on_the_skin(consultation: Consultation) -> Part:
    """That a gel or patch of it gets less into the blood, and what of the reasons against the tablets still counts."""
    found = other_form(consultation.request, consultation.situation.view, consultation.finder)
    language = consultation.words.language
    if not found:
        return Part(sentence("skin.which", language))
    entry = found[0]
    name = consultation.pick(entry.name_ko or entry.name, entry.name)
    met = cautions(consultation.known, [entry])
    text = sentence("skin.less", language, name=name)
    if met:
        reasons = "; ".join(list(dict.fromkeys(reason(consultation, one) for one in met))[:_MOST])
        text = f"{text} {sentence('skin.still', language, reasons=reasons)}"
    facts = tuple(one.against.fact_id for one in met[:_MOST] if isinstance(one.against, Fact))
    return Part(f"{text} {sentence('skin.how', language)}", tuple(dict.fromkeys(facts)))


def moves_the_value(consultation: Consultation) -> Part:
    """What the cards of the test and of the medicine say of the two; else what is known of its class, or nothing."""
    pair = moved_value(consultation.request, consultation.situation.view)
    language = consultation.words.language
    medicine = _entry(consultation, ("medications", "drug_classes"), pair[0]) if pair is not None else None
    test = _entry(consultation, ("labs", "vitals"), pair[1]) if pair is not None else None
    if medicine is None or test is None:
        return Part(sentence("moves.which", language))
    name = consultation.pick(medicine.name_ko or medicine.name, medicine.name)
    value = consultation.pick(test.name_ko or test.name, test.name)
    series = consultation.known.series(test.concept_id)[-1:]
    facts = (
        *(fact.fact_id for fact in consultation.known.about(medicine.concept_id)),
        *(one.fact_id for one in series),
    )
    spoke = measured(*series) if series else ()
    said, citations = _told_of_both(consultation, medicine, test)
    if said:
        text = f"{value}: {' '.join(said)} {sentence('moves.tell', language, name=name)}"
        return Part(text, facts, citations, spoke)
    side = moves((medicine.concept_id, *medicine.broader), test.concept_id)
    key = "moves.unknown" if side is None else f"moves.{side}"
    return Part(
        f"{sentence(key, language, name=name, value=value)} {sentence('moves.tell', language, name=name)}",
        facts,
        (),
        spoke,
    )


def _told_of_both(
    consultation: Consultation, medicine: Entry, test: Entry
) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """The sentences of their cards that speak of both: of the test's those that name the medicine, and the reverse."""
    if consultation.cards is None:
        return (), ()
    shelf, language = consultation.cards.shelf, consultation.words.language
    for aspects, own, other in ((_OF_TEST, test, medicine), (_OF_MEDICINE, medicine, test)):
        sought = {other.concept_id} if other is medicine else {other.concept_id, *other.broader}
        for aspect in aspects:
            card = shelf.card(language, aspect, (own.concept_id, *own.broader))
            if card is None:
                continue
            said = tuple(one for one in sentences(card.text) if sought & _named_in(consultation, one))[:_MOST]
            if said:
                return said, (
                    Citation(document_id=card.document_id, title=card.title, quote=said[0], source=card.source),
                )
    return (), ()


def _named_in(consultation: Consultation, text: str) -> set[str]:
    return {one.entry.concept_id for one in consultation.finder.find(text)}


def _entry(consultation: Consultation, kinds: Sequence[Kind], concept_id: str) -> Entry | None:
    found = (lookup(consultation.words.dictionary, kind, concept_id) for kind in kinds)
    return next((one for one in found if one is not None), None)
