"""Talks of several turns, heard by the shipped reader and decided upon as a turn does it: what stands after them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from domain.events import Payload
from domain.ledger import Fact, Ledger
from domain.patient import PatientState, decide, fold
from tests.builders import PATIENT_ID, extraction, registered, said
from tests.shipped import reader
from tests.specs import history

ZONE = "Asia/Seoul"
FIRST = datetime(2026, 6, 15, 1, tzinfo=UTC)
"""The moment of the first turn; others follow by two minutes."""


def ledger_after(*turns: str) -> Ledger:
    """What is believed after ``turns``, each said by the patient."""
    events: list[Payload] = [registered(ZONE)]
    for number, text in enumerate(turns, start=1):
        at = FIRST + number * timedelta(minutes=2)
        told = sorted(_state(events).ledger.current(), key=_last_told)
        last = frozenset(one.content.concept.concept_id for one in told if _last_told(one)[0] == number - 1)
        reading = reader().read(
            text, said_at=at, time_zone=ZONE, spoken_of=tuple(one.content for one in reversed(told)), of_last_turn=last
        )
        events.append(said(number, text, at=at))
        events += decide(_state(events), extraction(number, *reading.proposals, now=at))
    return _state(events).ledger


def facts_after(*turns: str) -> list[Fact]:
    """The live facts after ``turns``."""
    return list(ledger_after(*turns).current())


def medicines_after(*turns: str) -> dict[str, str]:
    """The patient's medicines after ``turns`` by concept id: dose, rhythm and status, where they are known."""
    return {
        one.content.concept.concept_id: " ".join(
            each for each in (one.content.dose, one.content.frequency, one.content.status) if each
        )
        for one in facts_after(*turns)
        if one.content.slot.value == "medications" and one.content.subject == "patient"
    }


def _state(events: list[Payload]) -> PatientState:
    return fold(PATIENT_ID, history(*events))


def _last_told(fact: Fact) -> tuple[int, int]:
    return fact.evidence[-1].turn_number or 0, fact.version
