"""What to avoid with the medicine or the illness spoken of, out of its cards; and what holds for somebody else."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.avoided_asked import avoided_for, is_of_medicine, subjects_of
from agent.answers.following.gist import helping, sentences_of, shortened
from agent.answers.following.reasons import explained
from agent.answers.part import Part, joined
from agent.repetition import core
from agent.words.sentences import sentence
from domain.events import Citation
from retrieval.corpus import Passage

_OF_MEDICINE: Final = ("food", "alcohol", "pain_and_cold_medicine")
_OF_ILLNESS: Final = ("food", "alcohol", "self_care")
_MOST: Final = 2
"""Sentences of a card that are told."""
_MOST_CARDS: Final = 4


def what_to_avoid(consultation: Consultation) -> Part:
    """What the cards say is not to go with it; of what was advised against, that advice again in short."""
    situation, language = consultation.situation, consultation.words.language
    entries = avoided_for(consultation.request, situation.view, situation.question.turn_number, consultation.finder)
    taken = {fact.content.concept.concept_id for fact in situation.view.ledger.current()}
    about = explained(consultation)
    advised = any(is_of_medicine(one) and one.concept_id not in taken for one in entries)
    if advised and about is not None and not consultation.request.concepts("medications"):
        return Part(shortened(core(about.text, language)), about.facts_used, (), about.spoke_of)
    aspects = _OF_MEDICINE if any(is_of_medicine(one) for one in entries) else _OF_ILLNESS
    found = (_shelved(consultation, aspect, subjects_of((one,))) for aspect in aspects for one in entries)
    cards = tuple(dict.fromkeys(card for card in found if card is not None))[:_MOST_CARDS]
    if not cards:
        return Part(sentence("avoid.unknown", language))
    facts = tuple(fact.fact_id for one in entries for fact in consultation.known.about(one.concept_id))
    names = ", ".join(consultation.pick(one.name_ko or one.name, one.name) for one in entries)
    said = joined(_told(card, _MOST if len(entries) == 1 else 1) for card in cards)
    return joined((Part(sentence("avoid.with", language, names=names), facts), said))


def for_another(consultation: Consultation) -> Part:
    """What was quoted in general, which holds for others as well; what rested on this record holds for it alone."""
    language, about = consultation.words.language, explained(consultation)
    alone = Part(sentence("another.alone", language))
    if about is None or not about.citations or about.facts_used:
        return alone
    return joined((Part(sentence("another.general", language)), Part(shortened(about.text))))


def _told(card: Passage, most: int) -> Part:
    said = list(sentences_of(card.text))
    chosen = [*said[:most], *helping(said[most:])]
    citation = Citation(document_id=card.document_id, title=card.title, quote=said[0], source=card.source)
    return Part(" ".join(chosen), (), (citation,))


def _shelved(consultation: Consultation, aspect: str, subjects: tuple[str, ...]) -> Passage | None:
    shelf = consultation.cards.shelf if consultation.cards is not None else None
    return shelf.card(consultation.words.language, aspect, subjects) if shelf is not None and subjects else None
