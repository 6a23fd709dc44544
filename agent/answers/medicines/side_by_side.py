"""Several medicines held beside each other: what each is for, and so why both are taken."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.recall import medicine_sentences
from agent.answers.following.references import medicines_spoken, present, spoken
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_BOTH: Final = lazy_regex(
    r"\bwhy (?:do|did|must|should|am|is|are|have|does) .{0,30}\b(?:both|two|2)\b"
    r"|\b(?:need|take|on|have) (?:them )?both\b.{0,30}\bwhy\b|\bhow come .{0,30}\b(?:both|two|2)\b"
    r"|\bdo i (?:really )?need (?:them )?both\b|\bone of them not enough\b"
    r"|왜.{0,12}(?:둘\s?다|두\s?(?:가지|개|알)|같이|두\s?약)|(?:둘\s?다|두\s?(?:가지|개)).{0,16}(?:왜|꼭|필요|먹어야)",
    re.IGNORECASE,
)
_APART: Final = lazy_regex(
    r"\b(?:difference|differ|different|compare[ds]?)\b|다른\s?(?:가|거|건|점|약)|다르|다름|달라|차이",
    re.IGNORECASE,
)
_OF_MEDICINES: Final = lazy_regex(
    r"\b(?:pills?|tablets?|meds|medicines?|medications?|drugs?|inhalers?|puffers?|insulins?|two|both|them)\b|약|둘|두|흡입",
    re.IGNORECASE,
)
_OF_VALUES: Final = lazy_regex(
    r"값|수치|검사|측정|결과|혈압|혈당"
    r"|\b(?:values?|readings?|results?|tests?|numbers?|figures?|pressures?|sugars?)\b",
    re.IGNORECASE,
)
"""Words of values, of which "both" and "the difference" are then asked."""
_BEFORE: Final = lazy_regex(
    r"\b(?:last|previous|earlier) (?:time|one|ones|two|three|week|month|visit|year)\b|\bbefore\b"
    r"|지난\s?번|저번|전보다|전이랑|전하고",
    re.IGNORECASE,
)
"""Words of an earlier measuring, with which a value is compared."""
_LONGEST: Final = 120
"""Characters up to which an utterance asks nothing else."""
_PAIR: Final = 2


def asks_side_by_side(request: Request, answers: Answers) -> bool:
    """Whether it is asked how several medicines differ, or why more than one is taken."""
    text = request.plain or request.text
    if request.tests or (len(text) > _LONGEST and not request.concepts("medications")) or _OF_VALUES.search(text):
        return False
    named = len(request.concepts("medications")) >= _PAIR
    listed = spoken(answers, "medications", at_least=_PAIR) is not None
    if _BOTH.search(text) is not None:
        return named or listed or request.has("medicine") or _OF_MEDICINES.search(text) is not None
    if _APART.search(text) is None or request.concepts("labs", "vitals") or _BEFORE.search(text):
        return False
    return named or (_OF_MEDICINES.search(text) is not None and not request.concepts("conditions", "symptoms"))


def side_by_side(consultation: Consultation) -> Part:
    """What each of the medicines meant is for and how it is taken; that more than one is meant to be taken together."""
    facts = _meant(consultation)
    language = consultation.words.language
    if len(facts) < _PAIR:
        return Part(sentence("side_by_side.which", language))
    lines = [Part(medicine_sentences(consultation.words, fact.content), (fact.fact_id,)) for fact in facts]
    purposes = {
        entry.extra.get("purpose_en", "") for fact in facts if (entry := consultation.words.entry(fact.content))
    }
    key = "side_by_side.apart" if len(purposes) > 1 else "side_by_side.alike"
    said = joined((*lines, Part(sentence(key, language))))
    return Part(said.text, said.facts, said.citations, medicines_spoken(facts))


def _meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The medicines named, else those told or listed last, else those in force where they are few."""
    known = consultation.known
    taken = known.in_force(SlotKind.MEDICATIONS)
    named = set(consultation.request.concepts("medications", "drug_classes"))
    meant = tuple(
        fact for fact in taken if not named.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
    )
    if len(meant) >= _PAIR:
        return meant
    last = spoken(consultation.situation.view.answers, "medications", at_least=_PAIR)
    ids = last.reference.fact_ids if last is not None else ()
    listed = tuple(fact for one in ids if (fact := present(consultation.ledger, one)) is not None and fact in taken)
    if _PAIR <= len(listed) <= _FEW:
        return listed
    turns = consultation.situation.question.turn_number
    lately = tuple(fact for fact in taken if (fact.evidence[-1].turn_number or 0) >= turns - 1)
    for some in (lately, taken):
        if _PAIR <= len(some) <= _FEW:
            return some
    return listed


_FEW: Final = 4
"""Most medicines that "both" or "the two" may mean."""
