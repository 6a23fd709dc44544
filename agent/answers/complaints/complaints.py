"""What the patient has lately complained of: the symptoms of this turn, else those of the talk so far."""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.record.changes import turn_changes
from domain.ledger import Fact
from domain.values import SlotKind

_TURNS: Final = 4
"""Turns back that "it" may still mean what was complained of."""


def complaints(consultation: Consultation, turns: int = _TURNS) -> tuple[Fact, ...]:
    """Symptoms in force that were told in this turn, that the words name, or that were told in the last ``turns``."""
    known, changes = consultation.known, turn_changes(consultation)
    facts = consultation.ledger.facts
    ids = [payload.fact_id for payload in changes.recorded] + [payload.fact_id for payload in changes.reaffirmed]
    now = [facts[fact_id] for fact_id in ids]
    told = tuple(fact for fact in now if fact.content.slot is SlotKind.SYMPTOMS and known.is_in_force(fact))
    if told:
        return told
    present = known.in_force(SlotKind.SYMPTOMS)
    named = set(consultation.request.concepts("symptoms", "conditions"))
    if meant := tuple(fact for fact in present if fact.content.concept.concept_id in named):
        return meant
    since = consultation.situation.question.turn_number - turns
    lately = [fact for fact in present if any((one.turn_number or 0) >= since for one in fact.evidence)]
    newest = max((max(one.turn_number or 0 for one in fact.evidence) for fact in lately), default=0)
    return tuple(fact for fact in lately if any(one.turn_number == newest for one in fact.evidence))
