"""What an import costs, counted in steps and not in time: twice the record, twice the steps."""

from __future__ import annotations

import sys
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from domain.commands import ImportRecord, RegisterPatient
from domain.events import Recorded, event_id_at
from domain.patient import PatientState, decide
from domain.patient_state import fold
from domain.proposals import Proposal
from domain.store.mapper import as_stored
from domain.values import Concept, Content, SlotKind

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PATIENT = str(uuid.UUID(int=1))


def _value(number: int, kind: str) -> Content:
    day = (date(2000, 1, 1) + timedelta(days=number)).isoformat()
    name = f"test {number % 5}" if kind == "several tests" else "glucose"
    if kind == "medicines":
        concept = Concept(concept_id=f"drug {number}", name=f"drug {number}", broader=("antidiabetic",))
        return Content(slot=SlotKind.MEDICATIONS, concept=concept, valid_from=day)
    return Content(
        slot=SlotKind.LABS,
        concept=Concept(concept_id=name, name=name),
        value=float(number),
        unit="mg/dL",
        valid_from=day,
    )


def _registered() -> PatientState:
    command = RegisterPatient(
        request_id=str(uuid.UUID(int=2)), patient_id=PATIENT, now=NOW, tenant="t", locale="ko", time_zone="UTC"
    )
    events = (
        Recorded(patient_id=PATIENT, version=1, event_id=event_id_at(PATIENT, 1), recorded_at=NOW, payload=payload)
        for payload in map(as_stored, decide(PatientState(PATIENT), command))
    )
    return fold(PATIENT, events)


def _steps(count: int, kind: str) -> int:
    """How many functions are called to decide upon a record of so many claims."""
    state = _registered()
    command = ImportRecord(
        request_id=str(uuid.UUID(int=3)),
        patient_id=PATIENT,
        now=NOW,
        source="fhir",
        source_hash="0",
        proposals=tuple(Proposal(content=_value(number, kind), extractor="fhir@1") for number in range(count)),
    )
    steps = 0

    def count_calls(frame: object, event: str, argument: Any) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    sys.setprofile(count_calls)
    try:
        events = decide(state, command)
    finally:
        sys.setprofile(None)
    assert len(events) == count + 1
    return steps


@pytest.mark.parametrize("kind", ["one test", "several tests", "medicines"])
def test_four_times_the_record_takes_four_times_the_steps(kind: str) -> None:
    assert _steps(800, kind) < 4.4 * _steps(200, kind)
