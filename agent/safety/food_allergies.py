"""A food that an allergy on record is to and that somebody asks about eating: no, nor with it picked out, and why."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_ASKS_TO_EAT: Final = lazy_regex(
    r"(?:먹|드시|빼고|골라|피해|발라|걷어"
    r"|익[혀히]|조금|한\s?입|들어\s?(?:간|있)|튀김|국물|소스)[^.!]{0,24}"
    r"(?:되|돼|될|괜찮|안전|까|나요|죠|지\?|\?)"
    r"|\b(?:can|could|may|is it|are|would|will|ok|okay|safe|fine|alright|all right"
    r"|should)\b[^.!]{0,60}"
    r"\b(?:eat|eating|have|having|try|trying|pick(?:ed|ing)?|scrape|take|leave|around|order|traces?|sauce"
    r"|dish|cooked|bite)\b"
    r"|\b(?:eat|eating|have|try|pick(?:ed)?|scrape|leave)\b[^.!]{0,60}"
    r"\b(?:ok|okay|safe|fine|alright|all right|right\?)",
    re.IGNORECASE,
)
_OF_THE_RECORD: Final = lazy_regex(r"알레르기|알러지|allerg|기록|on (?:my )?record", re.IGNORECASE)


def food_allergy(consultation: Consultation) -> Part:
    """That it is to be left out whole, where a question is to eat what an allergy on record is to; else empty."""
    text = normalise(consultation.request.text).text
    if not _ASKS_TO_EAT.search(text) or _OF_THE_RECORD.search(text):
        return Part()
    met = [fact for fact in consultation.known.in_force(SlotKind.ALLERGIES) if _is_named(consultation, fact)]
    if not met:
        return Part()
    language = consultation.words.language
    listed = ", ".join(consultation.words.allergy(fact.content) for fact in met)
    text = sentence("weigh.food", language, listed=listed, emergency=emergency_for(consultation.situation))
    return Part(text, tuple(fact.fact_id for fact in met))


def _is_named(consultation: Consultation, allergy: Fact) -> bool:
    """Whether the words name the food that the allergy is to, and not a medicine."""
    meant = allergy.content.concept.concept_id
    return any(
        one.entry.kind == "allergens"
        and meant in (one.entry.concept_id, *one.entry.broader)
        and one.entry.extra.get("category") == "food"
        for one in consultation.request.mentions
    )
