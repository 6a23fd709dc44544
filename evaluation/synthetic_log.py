"""A log of synthetic patients for measurements: the real writer, the real events, made-up but plausible content."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from domain.commands import CompleteTurn, ReceiveUtterance, RecordExtraction, RegisterPatient
from domain.events import (
    AnswerGiven,
    ExtractionCompleted,
    PatientRegistered,
    Payload,
    Recorded,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    TurnsSummarised,
    UtteranceReceived,
    event_id_at,
    fact_id_of,
)
from domain.proposals import Operation, Proposal, Target
from domain.records import PatientRecords
from domain.values import Concept, Content, Evidence, SlotKind, Status

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
SAID = "당화혈색소는 7.2%였어요. 약은 그대로 먹고 있고 어지러운 증상은 없습니다."
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
    answer = _answer(now, fact_ids[:2])
    records.execute(
        CompleteTurn(request_id=request_id, patient_id=patient_id, now=now, turn_number=turn, trace=(answer,))
    )


def _answer(now: datetime, facts_used: Sequence[str]) -> AnswerGiven:
    return AnswerGiven(
        text="최근 당화혈색소는 기록과 같습니다. 복용 중인 약은 그대로 유지하시고 다음 검사 때 다시 비교하세요.",
        language="ko",
        intent="compare",
        citations=(),
        facts_used=tuple(facts_used),
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
        corrected = lab.with_fields(value=value + 0.2)
        proposals.append(Proposal(operation=Operation.CORRECT, content=corrected, target=target, reason="corrected"))
    return tuple(proposals)


def _uuid(chance: random.Random) -> str:
    return str(UUID(int=chance.getrandbits(128), version=4))


def long_history(patient_id: str, events: int, *, mentions: bool = True) -> Iterator[tuple[Recorded, ...]]:
    """The events of a patient, a turn at a time, until there are ``events``; the current facts are always five.

    Every turn mentions facts again, or (without ``mentions``) corrects them; every fifth writes a summary.
    """
    contents = _few_facts()
    current = [fact_id_of(patient_id, ordinal) for ordinal in range(len(contents))]
    payloads: list[Payload] = [
        PatientRegistered(request_id=_uuid_of(patient_id), tenant="bench", locale="ko", time_zone="Asia/Seoul")
    ]
    version, turn = 0, 0
    while version + len(payloads) < events:
        turn += 1
        now, request_id = START + timedelta(hours=turn), fact_id_of(patient_id, -turn)
        stamp: dict[str, Any] = {"request_id": request_id, "turn_number": turn}
        said = event_id_at(patient_id, version + len(payloads) + 1)
        evidence = Evidence(event_id=said, turn_number=turn, quote=SAID[:4], start=0, end=4)
        payloads.append(UtteranceReceived(**stamp, conversation_id="bench", text=SAID, said_at=now, language="ko"))
        for ordinal in range(len(contents)) if turn == 1 else ((turn + 1) % 5, (turn + 2) % 5, (turn + 3) % 5):
            told: dict[str, Any] = {**stamp, "evidence": evidence, "said_at": now}
            if turn == 1:
                payloads.append(SlotRecorded(**told, fact_id=current[ordinal], content=contents[ordinal]))
            elif mentions:
                payloads.append(SlotReaffirmed(**told, fact_id=current[ordinal]))
            else:
                wrong, current[ordinal] = current[ordinal], fact_id_of(patient_id, 10 * turn + ordinal)
                content = contents[ordinal].with_fields(severity=f"{turn % 3}")
                payloads.append(
                    SlotCorrected(
                        **told, fact_id=current[ordinal], supersedes=(wrong,), content=content, reason="corrected"
                    )
                )
        payloads.append(ExtractionCompleted(**stamp, extractors={"rules": "1"}, counts={}))
        if turn % 5 == 0:
            payloads.append(
                TurnsSummarised(
                    **stamp,
                    summary_id=fact_id_of(patient_id, -100_000 - turn),
                    first_turn=turn - 4,
                    last_turn=turn,
                    text=SAID,
                    tokens=40,
                    fact_ids=tuple(current),
                    author="bench",
                )
            )
        payloads.append(_answer(now, current[:2]).with_fields(**stamp))
        yield _recorded(patient_id, version, now, payloads)
        version += len(payloads)
        payloads = []


def write_large_log(database: Path, patients: int, turns: int) -> int:
    """Write ``patients`` unsealed histories of ``turns`` turns, without deciding them; the number of events."""
    with closing(PatientRecords(database)) as records:
        chance = random.Random(42)  # noqa: S311
        waiting: list[Recorded] = []
        for number in range(patients):
            for events in long_history(_uuid(chance), 7 * turns, mentions=bool(number % 2)):
                waiting.extend(events)
            if len(waiting) > 10_000 or number == patients - 1:
                records.append(tuple(waiting))
                waiting = []
        return records.head()


def _recorded(patient_id: str, version: int, now: datetime, payloads: Sequence[Payload]) -> tuple[Recorded, ...]:
    return tuple(
        Recorded(patient_id, version + offset, event_id_at(patient_id, version + offset), now, payload)
        for offset, payload in enumerate(payloads, start=1)
    )


def _few_facts() -> tuple[Content, ...]:
    medicines = tuple(
        Content(slot=SlotKind.MEDICATIONS, concept=one, dose="500mg", frequency="BID", status=Status.ACTIVE)
        for one in MEDICINES
    )
    diabetes = Concept(concept_id="type_2_diabetes", name="Type 2 diabetes", display="제2형 당뇨병", chronic=True)
    lab = Content(slot=SlotKind.LABS, concept=HBA1C, value=7.2, unit="%", valid_from="2025-12-03")
    return (*medicines, Content(slot=SlotKind.CONDITIONS, concept=diabetes, status=Status.ACTIVE), lab)


def _uuid_of(patient_id: str) -> str:
    return fact_id_of(patient_id, -1_000_000)
