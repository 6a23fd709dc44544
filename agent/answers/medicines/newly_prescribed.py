"""The one thing to know of a medicine that was just prescribed, where not to know it is a danger; from the cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

_PRESCRIBED: Final = lazy_regex(
    r"처방|받았|받아\s?왔|받아\s?옴|받음|먹으래|먹으라|드시래|시작하|추가|바꿔\s?주"
    r"|\b(?:prescrib\w*|gave|given|got|put (?:me|him|her|them|mum|dad) on|started (?:me|him|her|on)?|added"
    r"|home (?:now )?on|script)\b",
    re.IGNORECASE,
)
"""Words by which a medicine is told as new."""
_MOST: Final = 2
"""Medicines told at once of which something is said: a list of long ones is only noted."""
_RULES: Final = (
    ("methotrexate", "new_medicine.methotrexate"),
    ("rivaroxaban", "new_medicine.rivaroxaban"),
    ("anticoagulant", "new_medicine.thinner"),
    ("colchicine", "new_medicine.colchicine"),
    ("prednisolone", "new_medicine.steroid"),
    ("prednisone", "new_medicine.steroid"),
    ("methylprednisolone", "new_medicine.steroid"),
    ("antibiotic", "new_medicine.antibiotic"),
)
"""A medicine or class, and the sentence; the first that fits holds."""


def to_know_of_new(consultation: Consultation, told: Sequence[Fact]) -> Part:
    """What to know of the medicines just prescribed; empty where something is asked, or it was said before."""
    medicines = [fact for fact in told if fact.content.slot is SlotKind.MEDICATIONS]
    if consultation.request.asks or not medicines or len(medicines) > _MOST:
        return Part()
    if _PRESCRIBED.search(consultation.request.text) is None:
        return Part()
    for fact in medicines:
        family = {fact.content.concept.concept_id, *fact.content.concept.broader}
        key = next((key for one, key in _RULES if one in family), None)
        if key is None or not consultation.known.is_in_force(fact) or fact.content.route in _OUTSIDE:
            continue
        text = sentence(key, consultation.words.language, name=consultation.words.name(fact.content))
        return Part() if consultation.asked_before(text) else Part(text, (fact.fact_id,))
    return Part()


_OUTSIDE: Final = frozenset({"topical", "ophthalmic", "otic", "nasal"})
"""Routes by which little of it gets into the body."""
