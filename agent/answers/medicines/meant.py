"""Which medicines on record words mean that name some, or go on about what was said."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.references import present, spoken
from domain.ledger import Fact
from domain.values import SlotKind


def medicines_meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The medicines in force that the words name, else those last spoken of, else the only one."""
    known = consultation.known
    named = consultation.request.concepts("medications", "drug_classes")
    taken = known.in_force(SlotKind.MEDICATIONS)
    if named:
        return tuple(
            fact
            for fact in taken
            if any(one == fact.content.concept.concept_id or one in fact.content.concept.broader for one in named)
        )
    earlier = spoken(consultation.situation.view.answers, "medications")
    if earlier is not None:
        meant = (present(consultation.ledger, one) for one in earlier.reference.fact_ids)
        found = tuple(fact for fact in meant if fact is not None and known.is_in_force(fact))
        if found:
            return found
    return taken if len(taken) == 1 else ()
