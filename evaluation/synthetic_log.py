"""A log of synthetic patients for measurements: the real writer, the real events, made-up but plausible content."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from domain.commands import CompleteTurn, ReceiveUtterance, RecordExtraction, RegisterPatient
from domain.events import AnswerGiven
from domain.proposals import Operation, Proposal, Target
from domain.records import PatientRecords
from domain.values import Concept, Content, SlotKind, Status

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
HBA1C = Concept(concept_id="hba1c", name="HbA1c", display="당화혈색소")
MEDICINES = tuple(
    Concept(concept_id=name.lower(), name=name, display=name) for name in ("Metformin", "Amlodipine", "Losartan")
)


def write_log(database: Path, patients: int, turns: int, seed: int = 42) -> int:
    """Write ``patients`` histories of ``turns`` turns each (about seven events a turn); the number of events."""
    chance = random.Random(seed)  # noqa: S311
    records = PatientRecords(database)
    try:
        for _ in range(patients):
            patient_id = _uuid(chance)
            records.execute(
                RegisterPatient(
                    request_id=_uuid(chance),
                    patient_id=patient_id,
                    now=START,
                    tenant="bench",
                    locale="ko",
                    time_zone="Asia/Seoul",
                )
            )
            for turn in range(1, turns + 1):
                _write_turn(records, patient_id, turn, chance)
        return records.head()
    finally:
        records.close()


def _write_turn(records: PatientRecords, patient_id: str, turn: int, chance: random.Random) -> None:
    now, request_id = START + timedelta(days=turn), _uuid(chance)
    records.execute(
        ReceiveUtterance(
            request_id=request_id,
            patient_id=patient_id,
            now=now,
            conversation_id="bench",
            text=f"당화혈색소는 {6 + turn % 30 / 10:.1f}%였어요. 약은 그대로 먹고 있고 어지러운 증상은 없습니다.",
            language="ko",
        )
    )
    committed = records.execute(
        RecordExtraction(
            request_id=request_id,
            patient_id=patient_id,
            now=now,
            turn_number=turn,
            proposals=_proposals(turn, now),
            extractors={"rules": "1"},
        )
    )
    fact_ids = [event.payload.fact_id for event in committed.events if hasattr(event.payload, "fact_id")]
    answer = AnswerGiven(
        text="최근 당화혈색소는 기록과 같습니다. 복용 중인 약은 그대로 유지하시고 다음 검사 때 다시 비교하세요.",
        language="ko",
        intent="compare",
        citations=(),
        facts_used=tuple(fact_ids[:2]),
        document_ids=(),
        spoke_of=(),
        quality=0.9,
        warnings=(),
        iterations=1,
        tokens={"answer": 40},
        cost=0.0,
        author="bench",
        said_at=now,
    )
    records.execute(
        CompleteTurn(request_id=request_id, patient_id=patient_id, now=now, turn_number=turn, trace=(answer,))
    )


def _proposals(turn: int, now: datetime) -> tuple[Proposal, ...]:
    value = 6 + turn % 30 / 10
    lab = Content(
        slot=SlotKind.LABS,
        concept=HBA1C,
        value=value,
        unit="%",
        valid_from=(now + timedelta(hours=9)).date().isoformat(),
    )
    medicine = MEDICINES[turn % len(MEDICINES)]
    taken = Content(slot=SlotKind.MEDICATIONS, concept=medicine, dose="500mg", frequency="BID", status=Status.ACTIVE)
    proposals = [Proposal(content=lab, quote="당화혈색소"), Proposal(content=taken, quote="약")]
    if turn % 5 == 0:
        target = Target(slot=SlotKind.LABS, concept_id="hba1c", which="latest")
        corrected = lab.model_copy(update={"value": value + 0.2})
        proposals.append(Proposal(operation=Operation.CORRECT, content=corrected, target=target, reason="corrected"))
    return tuple(proposals)


def _uuid(chance: random.Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))
