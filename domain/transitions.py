"""What a claim of a known key means when no word says it: the same, a change in the world, or a contradiction."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from domain.ages import years_of
from domain.comparison import agrees, fold, same_value
from domain.ledger import Fact
from domain.speaking_for import NAME, RESIDENCE
from domain.values import ANY, IN_FORCE, PATIENT, Certainty, Content, Polarity, SlotKind, Source, Status

DAYS_OF_A_YEAR = 365.25
ENDED = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})


class Transition(StrEnum):
    """The three readings of a repeated key."""

    SAME = "same"
    CHANGE = "change"
    CONTRADICTION = "contradiction"


def transition(fact: Fact, claim: Content, source: Source, said_at: datetime) -> Transition:
    """How ``claim`` relates to ``fact`` of the same key.

    Only changes that the world itself makes are taken for changes: a symptom comes or goes, a habit is taken up or
    given up, a suspicion is confirmed, a plan is carried out, a stopped medicine is taken again, a medicine is moved to
    another time of the day or week, a birthday passes, somebody moves. Everything else that differs is a
    contradiction; a record that differs from what is known is always one.
    """
    known = fact.content
    if agrees(known, claim):
        return Transition.SAME
    if source is Source.RECORD:
        return Transition.CONTRADICTION
    if claim.slot is SlotKind.DEMOGRAPHICS:
        return _of_the_person(fact, claim, said_at)
    if known.certainty is not Certainty.CONFIRMED and claim.certainty is Certainty.CONFIRMED:
        return Transition.CHANGE
    if claim.certainty is not Certainty.CONFIRMED:
        return Transition.SAME
    if known.polarity is claim.polarity is Polarity.AFFIRMED and _status_moves(known.status, claim.status):
        return Transition.CHANGE
    if claim.timing is not None and agrees(known.with_fields(timing=None), claim.with_fields(timing=None)):
        return Transition.CHANGE
    if claim.slot in (SlotKind.SYMPTOMS, SlotKind.SOCIAL_HISTORY):
        return Transition.CHANGE
    return Transition.CONTRADICTION


def counts_against_none(content: Content) -> bool:
    """A concrete, affirmed, certain fact of the patient that is in force contradicts "none"."""
    return (
        content.concept.concept_id != ANY
        and content.polarity is Polarity.AFFIRMED
        and content.certainty is Certainty.CONFIRMED
        and content.subject == PATIENT
        and (content.status is None or content.status in IN_FORCE)
    )


def _status_moves(known: Status | None, claim: Status | None) -> bool:
    if known is claim or claim is None:
        return False
    if known is Status.PLANNED or claim in ENDED:
        return True
    return known in ENDED and claim in (Status.ACTIVE, Status.RECURRENCE)


def _of_the_person(fact: Fact, claim: Content, said_at: datetime) -> Transition:
    """A birthday passes and people move; a name told in part is the same, and one told more fully replaces it."""
    if claim.concept.concept_id == RESIDENCE:
        return Transition.CHANGE
    if claim.concept.concept_id == NAME:
        known, told = fold(str(fact.content.value)), fold(str(claim.value))
        if told in known:
            return Transition.SAME
        return Transition.CHANGE if known in told else Transition.CONTRADICTION
    return _ageing(fact, claim, said_at)


def _ageing(fact: Fact, claim: Content, said_at: datetime) -> Transition:
    known, told = years_of(fact.content), years_of(claim)
    if known is None or told is None or known == told:
        same = known is not None and known == told
        return Transition.SAME if same or same_value(fact.content.value, claim.value) else Transition.CONTRADICTION
    years = (said_at - fact.said_at).total_seconds() / 86_400 / DAYS_OF_A_YEAR
    return Transition.CHANGE if 0 < told - known <= years + 1 else Transition.CONTRADICTION
