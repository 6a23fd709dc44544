"""What the patient said last, told back in the words in which it was said, with what was put on record of it."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.words.sentences import sentence
from extraction.text.lazy_regex import lazy_regex

_ASKED: Final = lazy_regex(
    r"(?:제가|내가|저는|나는)?\s?(?:방금|아까|조금\s?전에?|바로\s?전에?|금방)\s?(?:제가|내가|나)?\s?(?:뭐|뭘|무슨\s?(?:말|얘기))(?:라고|를|을)?\s?"
    r"(?:말씀드렸|말했|얘기했|했)(?:죠|지|더라|나|어|는지)"
    r"|(?:제가|내가)\s?(?:뭐|뭘|무슨\s?말)(?:라고|를)?\s?(?:말씀드렸|말했|했)(?:죠|지|더라|나|어|는지)"
    r"|\bwhat (?:did i|have i|was it i|i) (?:just |only )?(?:tell|told|say|said|mention(?:ed)?)(?: to)?(?: you)?"
    r"(?: just now| a moment ago| last)?\s*\W*$",
    re.IGNORECASE,
)


def asks_just_told(text: str) -> bool:
    """Whether it is asked what was said a moment ago, and of nothing in particular."""
    return _ASKED.search(text) is not None


def tell_back(consultation: Consultation) -> Part:
    """The words of the turn before, and the facts on record from them."""
    view, language = consultation.situation.view, consultation.words.language
    line = view.tiers.lines.get(consultation.situation.question.turn_number - 1)
    if line is None:
        return Part(sentence("just_told.nothing", language))
    facts = tuple(
        fact for one in line.fact_ids if (fact := consultation.ledger.facts.get(one)) is not None and fact.current
    )
    ids = tuple(fact.fact_id for fact in facts)
    if not facts:
        return Part(sentence("just_told.words", language, words=line.question.strip()))
    listed = "; ".join(consultation.words.brief(fact) for fact in facts)
    return Part(sentence("just_told.recorded", language, words=line.question.strip(), listed=listed), ids)
