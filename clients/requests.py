"""The requests of both clients: request ids made where the caller gives none, Python values made into messages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from google.protobuf.timestamp_pb2 import Timestamp

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2, memory_pb2

ANSWER_TOPICS = ("anamnesis.Patient.AnswerGiven.v1", "anamnesis.Patient.TurnFailed.v1")
"""Events that end a turn."""


def new_id() -> str:
    """A fresh UUID."""
    return str(uuid4())


def as_of(
    *, position: int | None = None, known_at: datetime | None = None, valid_at: datetime | None = None
) -> fact_pb2.AsOf:
    """A past to ask for: what was known at a log position or a moment, of which moment of the patient's life.

    Raises ValueError for both a position and a moment, and for times without a zone.
    """
    if position is not None and known_at is not None:
        raise ValueError("Give a position or known_at, not both.")
    return fact_pb2.AsOf(
        position=position,
        known_at=None if known_at is None else _timestamp(known_at),
        valid_at=None if valid_at is None else _timestamp(valid_at),
    )


def registration(
    patient_id: str | None, locale: str, time_zone: str, tenant: str, request_id: str | None
) -> memory_pb2.RegisterPatientRequest:
    """Make a patient known."""
    return memory_pb2.RegisterPatientRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id or new_id(),
        tenant=tenant,
        locale=locale,
        time_zone=time_zone,
    )


def card_import(
    patient_id: str, card: Mapping[str, Any] | str, request_id: str | None
) -> memory_pb2.ImportRecordRequest:
    """Read a patient card, given as JSON or as what JSON would be."""
    text = card if isinstance(card, str) else json.dumps(card, ensure_ascii=False)
    return memory_pb2.ImportRecordRequest(request_id=request_id or new_id(), patient_id=patient_id, card_json=text)


def bundle_import(
    patient_id: str, bundle: Mapping[str, Any] | str, request_id: str | None
) -> memory_pb2.ImportRecordRequest:
    """Read a FHIR R4 bundle, given as JSON or as what JSON would be."""
    text = bundle if isinstance(bundle, str) else json.dumps(bundle, ensure_ascii=False)
    return memory_pb2.ImportRecordRequest(
        request_id=request_id or new_id(), patient_id=patient_id, fhir_bundle_json=text
    )


FORMATS = {
    "fhir": memory_pb2.EXPORT_FORMAT_FHIR_BUNDLE_JSON,
    "ips": memory_pb2.EXPORT_FORMAT_IPS_JSON,
}
"""Export formats by the names that callers use."""


def export(patient_id: str, form: str, as_of: fact_pb2.AsOf | None) -> memory_pb2.ExportRecordRequest:
    """The profile in an exchange format. Raises ValueError for an unknown format."""
    if form not in FORMATS:
        raise ValueError(f"{form!r} is not one of {', '.join(FORMATS)}.")
    return memory_pb2.ExportRecordRequest(patient_id=patient_id, as_of=as_of, format=FORMATS[form])


def recording(
    patient_id: str, facts: Sequence[fact_pb2.Fact], expected_version: int | None, request_id: str | None
) -> memory_pb2.RecordSlotsRequest:
    """Assert facts."""
    return memory_pb2.RecordSlotsRequest(
        request_id=request_id or new_id(), patient_id=patient_id, facts=facts, expected_version=expected_version
    )


def correction(
    patient_id: str,
    fact_id: str,
    replacement: fact_pb2.Fact,
    reason: str,
    expected_version: int | None,
    request_id: str | None,
) -> memory_pb2.CorrectSlotRequest:
    """Replace a fact that was never true."""
    return memory_pb2.CorrectSlotRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        fact_id=fact_id,
        replacement=replacement,
        reason=reason,
        expected_version=expected_version,
    )


def retraction(
    patient_id: str, fact_id: str, reason: str, expected_version: int | None, request_id: str | None
) -> memory_pb2.RetractSlotRequest:
    """Withdraw a fact."""
    return memory_pb2.RetractSlotRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        fact_id=fact_id,
        reason=reason,
        expected_version=expected_version,
    )


def turn(
    patient_id: str,
    text: str,
    conversation_id: str,
    said_at: datetime | None,
    locale: str | None,
    profile: str | None,
    request_id: str | None,
    agent_said: str | None = None,
    drafts: bool = False,
) -> conversation_pb2.ConverseRequest:
    """Say something."""
    request = conversation_pb2.ConverseRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        conversation_id=conversation_id,
        text=text,
        said_at=None if said_at is None else _timestamp(said_at),
        locale=locale,
        profile=profile,
        agent_said=agent_said,
    )
    if drafts:
        request.drafts = True
    return request


def observation(
    patient_id: str,
    text: str,
    conversation_id: str,
    agent_said: str | None,
    said_at: datetime | None,
    locale: str | None,
    request_id: str | None,
) -> conversation_pb2.ObserveRequest:
    """Tell what was said to another agent."""
    return conversation_pb2.ObserveRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        conversation_id=conversation_id,
        text=text,
        said_at=None if said_at is None else _timestamp(said_at),
        locale=locale,
        agent_said=agent_said,
    )


def foreign_answer(
    patient_id: str,
    turn_number: int,
    text: str,
    fact_ids: Iterable[str],
    documents: Iterable[conversation_pb2.Citation],
    model: str,
    request_id: str | None,
) -> conversation_pb2.RecordAnswerRequest:
    """Tell what another agent answered."""
    return conversation_pb2.RecordAnswerRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        turn_number=turn_number,
        text=text,
        fact_ids=fact_ids,
        documents=documents,
        model=model,
    )


def rebuild(
    names: Sequence[str], verify_only: bool, patient_id: str | None, accept: bool, afresh: bool
) -> audit_pb2.RebuildProjectionsRequest:
    """Rebuild or verify views."""
    return audit_pb2.RebuildProjectionsRequest(
        request_id=new_id(),
        names=names,
        verify_only=verify_only,
        patient_id=patient_id or "",
        accept=accept,
        afresh=afresh,
    )


def erasure(patient_id: str, search_values: Iterable[str], request_id: str | None) -> memory_pb2.ErasePatientRequest:
    """Forget a patient for good."""
    return memory_pb2.ErasePatientRequest(
        request_id=request_id or new_id(),
        patient_id=patient_id,
        confirm_patient_id=patient_id,
        search_values=search_values,
    )


def slot_kind(name: str) -> fact_pb2.SlotKind:
    """The number of a slot by its name, such as "labs"; all slots for an empty one. Raises ValueError."""
    if not name:
        return fact_pb2.SLOT_KIND_UNSPECIFIED
    return cast(fact_pb2.SlotKind, fact_pb2.SlotKind.Value(f"SLOT_KIND_{name.upper()}"))


def is_turn(event: audit_pb2.Event, turn_number: int) -> bool:
    """Whether an event belongs to this turn."""
    return bool(json.loads(event.payload_json or "{}").get("turn_number") == turn_number)


def _timestamp(moment: datetime) -> Timestamp:
    if moment.tzinfo is None:
        raise ValueError("A time needs its zone.")
    message = Timestamp()
    message.FromDatetime(moment)
    return message
