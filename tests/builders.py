"""Small words for tests: contents, events and commands of one patient whose clock stands still unless told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from domain.commands import (
    CompleteTurn,
    CorrectSlot,
    ImportRecord,
    ReceiveUtterance,
    RecordExtraction,
    RecordSlots,
    RegisterPatient,
    RetractSlot,
)
from domain.events import (
    AnswerGiven,
    ContradictionFound,
    ExtractionCompleted,
    PatientRegistered,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    SlotRetracted,
    UtteranceReceived,
    event_id_at,
)
from domain.proposals import Operation, Proposal, Target
from domain.values import ANY, Concept, Content, Evidence, Polarity, Precision, SlotKind, Status

NOW = datetime(2025, 3, 9, 1, 0, tzinfo=UTC)
TODAY = "2025-03-09"
_NAMES = UUID("11111111-1111-4111-8111-111111111111")


def an_id(name: str) -> str:
    """A UUID that is always the same for ``name``."""
    return str(uuid5(_NAMES, name))


PATIENT_ID = an_id("patient")


def later(**by: float) -> datetime:
    return NOW + timedelta(**by)


def concept(name: str, *, broader: tuple[str, ...] = (), chronic: bool = False) -> Concept:
    return Concept(concept_id=name, name=name, display=name, broader=broader, chronic=chronic)


def lab(value: float, day: str | None = TODAY, *, name: str = "hba1c", **more: Any) -> Content:
    precision = Precision.DAY if day else None
    return Content(
        slot=SlotKind.LABS, concept=concept(name), value=value, unit="%", valid_from=day, precision=precision, **more
    )


def vital(value: float, day: str | None = TODAY, *, name: str = "pulse", **more: Any) -> Content:
    return lab(value, day, name=name, **more).with_fields(slot=SlotKind.VITALS, unit="/min")


def medicine(dose: str | None = None, *, name: str = "metformin", **more: Any) -> Content:
    return Content(slot=SlotKind.MEDICATIONS, concept=concept(name), dose=dose, **({"status": Status.ACTIVE} | more))


def condition(name: str = "diabetes", **more: Any) -> Content:
    return Content(slot=SlotKind.CONDITIONS, concept=concept(name), **({"status": Status.ACTIVE} | more))


def allergy(name: str = "penicillin", **more: Any) -> Content:
    return Content(slot=SlotKind.ALLERGIES, concept=concept(name), **more)


def symptom(name: str = "headache", **more: Any) -> Content:
    return Content(slot=SlotKind.SYMPTOMS, concept=concept(name), **more)


def age(years: int) -> Content:
    return Content(slot=SlotKind.DEMOGRAPHICS, concept=concept("age"), value=years)


def none_of(slot: SlotKind, **more: Any) -> Content:
    """ "No medicines", "no allergies"."""
    return Content(
        slot=slot, concept=Concept(concept_id=ANY, name="none"), polarity=more.pop("polarity", Polarity.NEGATED), **more
    )


def evidence(turn: int | None = None) -> Evidence:
    return Evidence(event_id=event_id_at(PATIENT_ID, 1), turn_number=turn)


def registered(time_zone: str = "Asia/Seoul") -> PatientRegistered:
    return PatientRegistered(
        request_id=an_id("register"), request_hash="-", tenant="clinic", locale="ko", time_zone=time_zone
    )


def said(turn: int, text: str = "안녕하세요", at: datetime = NOW) -> UtteranceReceived:
    return UtteranceReceived(
        request_id=an_id(f"turn {turn}"),
        request_hash="-",
        turn_number=turn,
        conversation_id=an_id("conversation"),
        text=text,
        said_at=at,
        language="ko",
    )


def extracted(turn: int) -> ExtractionCompleted:
    return ExtractionCompleted(request_id=an_id(f"turn {turn}"), turn_number=turn, extractors={}, counts={})


def recorded(fact_id: str, content: Content, *, turn: int | None = None, at: datetime = NOW) -> SlotRecorded:
    return SlotRecorded(turn_number=turn, fact_id=fact_id, content=content, evidence=evidence(turn), said_at=at)


def corrected(fact_id: str, content: Content, *old: str, at: datetime = NOW) -> SlotCorrected:
    return SlotCorrected(
        fact_id=fact_id, supersedes=old, content=content, reason="error", evidence=evidence(), said_at=at
    )


def changed(fact_id: str, content: Content, old: str, ended_at: str = TODAY) -> SlotChanged:
    return SlotChanged(
        fact_id=fact_id,
        supersedes=old,
        content=content,
        ended_at=ended_at,
        reason="raised",
        evidence=evidence(),
        said_at=NOW,
    )


def retracted(fact_id: str) -> SlotRetracted:
    return SlotRetracted(fact_id=fact_id, reason="not mine", evidence=evidence(), said_at=NOW)


def contradicted(fact_id: str, content: Content, *rivals: str) -> ContradictionFound:
    return ContradictionFound(
        question_id=f"q-{fact_id}",
        fact_id=fact_id,
        content=content,
        conflicts_with=rivals,
        evidence=evidence(),
        said_at=NOW,
    )


def answer(turn: int, *facts: str, text: str = "네.") -> AnswerGiven:
    return AnswerGiven(
        request_id=an_id(f"turn {turn}"),
        turn_number=turn,
        text=text,
        language="ko",
        intent="recall",
        citations=(),
        facts_used=facts,
        document_ids=(),
        spoke_of=(),
        quality=0.8,
        warnings=(),
        iterations=0,
        tokens={"answer": 3},
        cost=0.0,
        author="rules",
        said_at=NOW,
        milliseconds={"generate_answer": 1.5},
    )


def claim(content: Content | None, operation: Operation = Operation.ASSERT, **target: Any) -> Proposal:
    """One claim; keyword arguments other than ``reason`` and ``reattributed_to`` describe its target."""
    reason, relative = target.pop("reason", ""), target.pop("reattributed_to", None)
    return Proposal(
        operation=operation,
        content=content,
        target=Target.of(target) if target else None,
        reason=reason,
        reattributed_to=relative,
    )


def register(patient_id: str = PATIENT_ID, *, request: str = "register", now: datetime = NOW) -> RegisterPatient:
    return RegisterPatient(
        request_id=an_id(request), patient_id=patient_id, now=now, tenant="clinic", locale="ko", time_zone="Asia/Seoul"
    )


def utterance(
    turn: int, text: str = "안녕하세요", *, patient_id: str = PATIENT_ID, now: datetime = NOW
) -> ReceiveUtterance:
    return ReceiveUtterance(
        request_id=an_id(f"turn {turn}"),
        patient_id=patient_id,
        now=now,
        conversation_id=an_id("conversation"),
        text=text,
        language="ko",
    )


def extraction(turn: int, *proposals: Proposal, patient_id: str = PATIENT_ID, now: datetime = NOW) -> RecordExtraction:
    return RecordExtraction(
        request_id=an_id(f"turn {turn}"),
        patient_id=patient_id,
        now=now,
        turn_number=turn,
        proposals=proposals,
        extractors={"rules": "1"},
    )


def completion(turn: int, *facts: str, patient_id: str = PATIENT_ID, now: datetime = NOW) -> CompleteTurn:
    return CompleteTurn(
        request_id=an_id(f"turn {turn}"),
        patient_id=patient_id,
        now=now,
        turn_number=turn,
        trace=(answer(turn, *facts),),
    )


def importing(*contents: Content, request: str = "import", now: datetime = NOW) -> ImportRecord:
    return ImportRecord(
        request_id=an_id(request),
        patient_id=PATIENT_ID,
        now=now,
        source="card",
        source_hash="hash",
        proposals=tuple(claim(content) for content in contents),
    )


def recording(*contents: Content, request: str = "record", **more: Any) -> RecordSlots:
    return RecordSlots(request_id=an_id(request), patient_id=PATIENT_ID, now=NOW, contents=contents, **more)


def correcting(fact_id: str, content: Content, *, request: str = "correct", **more: Any) -> CorrectSlot:
    return CorrectSlot(
        request_id=an_id(request),
        patient_id=PATIENT_ID,
        now=NOW,
        fact_id=fact_id,
        replacement=content,
        reason="typing error",
        **more,
    )


def retracting(fact_id: str, *, request: str = "retract", **more: Any) -> RetractSlot:
    return RetractSlot(
        request_id=an_id(request), patient_id=PATIENT_ID, now=NOW, fact_id=fact_id, reason="not mine", **more
    )
