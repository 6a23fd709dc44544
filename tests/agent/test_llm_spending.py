"""What principals have spent, read from real logs: the same for who followed from the beginning and who came late."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from agent import llm_spending
from agent.llm_spending import PrincipalSpending
from domain.commands import RegisterPatient
from domain.events import ModelCalled, Recorded, event_id_at
from domain.records import PatientRecords

NOON = datetime(2025, 3, 10, 12, tzinfo=UTC)
ACTORS = ("agent:ward", "agent:clinic", "patient", "agent")
HOURS = (-37, -13, -11, -2, 0, 5, 13)
"""From two days before to the day after, on both sides of midnight."""


def _call(patient_id: str, version: int, at: datetime, actor: str, cost: float) -> Recorded:
    called = ModelCalled(
        actor=actor, request_id=str(uuid4()), turn_number=1, skill="answer", model="m", parameters={}, prompt_hash="",
        tokens={}, cost=cost, milliseconds=1.0,
    )  # fmt: skip
    return Recorded(patient_id, version, event_id_at(patient_id, version), at, called)


@pytest.mark.parametrize("step_back", [1, 7, llm_spending.STEP_BACK])
def test_the_days_costs_are_summed_by_tenant_and_actor_wherever_reading_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step_back: int
) -> None:
    monkeypatch.setattr(llm_spending, "STEP_BACK", step_back)
    patients = {str(uuid4()): tenant for tenant in ("a", "a", "b")}
    with PatientRecords(tmp_path / "log.db") as records, PatientRecords(tmp_path / "log.db") as elsewhere:
        for patient, tenant in patients.items():
            records.execute(
                RegisterPatient(
                    request_id=str(uuid4()), patient_id=patient, now=NOON - timedelta(days=9), tenant=tenant,
                    locale="en", time_zone="UTC",
                )
            )  # fmt: skip
        early, versions, number = PrincipalSpending(records), dict.fromkeys(patients, 1), 0
        expected: dict[tuple[str, str, str], float] = {}
        for hours in HOURS:
            at = NOON + timedelta(hours=hours)
            for _ in range(3):
                for patient, tenant in patients.items():
                    for actor in ACTORS:
                        number += 1
                        versions[patient] += 1
                        records.append((_call(patient, versions[patient], at, actor, float(number)),))
                        spender = (tenant, actor) if ":" in actor else ("", "")
                        expected[at.date().isoformat(), *spender] = (
                            expected.get((at.date().isoformat(), *spender), 0.0) + number
                        )
            late = PrincipalSpending(elsewhere)
            for patient, tenant in patients.items():
                for actor in ACTORS:
                    spender = (tenant, actor) if ":" in actor else ("", "")
                    right = expected[at.date().isoformat(), *spender]
                    assert early.spent_on(at, patient, actor) == late.spent_on(at, patient, actor) == right
            assert early.spent_on(at + timedelta(days=1), next(iter(patients)), "agent:ward") == 0.0
