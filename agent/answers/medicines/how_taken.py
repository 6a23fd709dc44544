"""How a medicine on record is taken, for who asks to be reminded: with a meal or without, and away from what."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.medicines.day_placing import rule_of
from agent.answers.part import Part
from agent.words.sentences import sentence
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex

_HOW: Final = lazy_regex(
    r"\bhow (?:do|should|am|was|is|are|must|does|did|shall|to|i|he|she|they|we)\b[^.?!]{0,40}"
    r"\b(?:tak(?:e|en|ing)|have it|use[ds]?)\b"
    r"|어떻게\s?(?:먹|복용|드시|드셔|챙겨|써야|쓰는|쓰라)",
    re.IGNORECASE,
)


def asks_how_taken(text: str) -> bool:
    """Whether words ask how a medicine is taken."""
    return _HOW.search(text) is not None


def taken_how(consultation: Consultation, fact: Fact) -> Part:
    """How medicines of its kind are taken; empty where nobody asks, or nothing is known of the kind."""
    if not asks_how_taken(consultation.request.text):
        return Part()
    rule = rule_of(fact.content.concept)
    if rule is None:
        return Part()
    language = consultation.words.language
    return Part(sentence("how_taken.note", language, note=rule.note(language)), (fact.fact_id,))
