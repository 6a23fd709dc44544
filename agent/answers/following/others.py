"""What the last answer left out of its list: "and the other one?", "나머지는요?"."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.recall import explain_medicine_fact
from agent.answers.following.references import present
from agent.answers.part import Part, joined
from agent.answers.record.lookup import stated
from agent.answers.referents.expressions import points_at_others
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from projections.answers import Answers

_LISTED: Final = {
    "medications": SlotKind.MEDICATIONS,
    "conditions": SlotKind.CONDITIONS,
    "allergies": SlotKind.ALLERGIES,
    "symptoms": SlotKind.SYMPTOMS,
}
_FEW: Final = 3
"""Others up to which each is told; of more it is asked which."""
_LONGEST: Final = 40


def asks_others(request: Request, answers: Answers) -> bool:
    """Whether an utterance asks for what the last answer's list left out."""
    last = answers.last()
    if last is None or request.mentions or len(request.text) > _LONGEST:
        return False
    listed = any(reference.kind in _LISTED and reference.fact_ids for reference in last.spoke_of)
    return listed and points_at_others(request.plain or request.text)


def the_others(consultation: Consultation) -> Part:
    """Those of the same list that the last answer did not name: explained where it is one, named where several."""
    answers = consultation.situation.view.answers
    last = answers.last()
    # What was answered is spoken of after what was noted.
    spoken = reversed(last.spoke_of) if last is not None else ()
    reference = next((one for one in spoken if one.kind in _LISTED and one.fact_ids), None)
    if last is None or reference is None:
        return Part(sentence("other.none", consultation.words.language))
    facts = (present(consultation.ledger, one) for one in reference.fact_ids)
    named = {fact.fact_id for fact in facts if fact is not None}
    others = [fact for fact in _listed_before(consultation, reference.kind, named) if fact.fact_id not in named]
    if not others:
        return Part(sentence("other.none", consultation.words.language))
    if len(others) <= _FEW:
        return joined(_told(consultation, one) for one in others)
    said = ", ".join(consultation.words.brief(fact) for fact in others)
    text = sentence("other.which", consultation.words.language, count=len(others), listed=said)
    return joined((Part(text, tuple(fact.fact_id for fact in others)),))


def _listed_before(consultation: Consultation, kind: str, named: set[str]) -> tuple[Fact, ...]:
    """The list that the last answer took its things from: an earlier answer's that held them all, else the record."""
    answers = consultation.situation.view.answers
    last = answers.last()
    for answer in reversed(answers.given.values()):
        if last is not None and answer.turn_number == last.turn_number:
            continue
        for reference in answer.spoke_of:
            ids = set(reference.fact_ids)
            if reference.kind == kind and len(ids) > len(named) and named <= ids:
                found = (present(consultation.ledger, one) for one in reference.fact_ids)
                return tuple(fact for fact in found if fact is not None)
    return consultation.known.in_force(_LISTED[kind])


def _told(consultation: Consultation, fact: Fact) -> Part:
    if fact.content.slot is SlotKind.MEDICATIONS:
        return explain_medicine_fact(consultation, fact)
    return stated(consultation, (fact,))
