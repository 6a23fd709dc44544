"""Facts recorded, corrected and retracted by an agent of the user's own, or by a clinician's hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from domain.commands import Command, CorrectSlot, RecordSlots, RetractSlot
from domain.errors import InvalidCommand
from domain.records import PatientRecords
from domain.utterance import checked_uuid
from extraction.naming.lexicon import Lexicon
from extraction.values.plausibility import doubt_of
from projections.live import LiveViews
from protos.anamnesis.v1 import fact_pb2
from protos.anamnesis.v1 import memory_pb2 as pb
from server.authentication.principal import Principal
from server.fact_reader import content_of
from server.requests import label
from server.slot_events import shown

MAX_FACTS = 200
"""Facts of one request: a visit's worth; a whole chart is imported."""


class Edits:
    """Carries out edits by fact; runs in the work pool."""

    def __init__(
        self, records: PatientRecords, views: LiveViews, lexicon: Lexicon, clock: Callable[[], datetime]
    ) -> None:
        self._records = records
        self._views = views
        self._lexicon = lexicon
        self._clock = clock

    def record(self, request: pb.RecordSlotsRequest, acting: Principal) -> pb.RecordSlotsResponse:
        """Assert facts, as ``acting`` states them; a repetition of what is known becomes a reaffirmation."""
        if not 1 <= len(request.facts) <= MAX_FACTS:
            raise InvalidCommand(f"A request records 1 to {MAX_FACTS} facts.", field="facts", got=len(request.facts))
        language = self._language(request.patient_id)
        contents = tuple(
            content_of(fact, f"facts[{place}]", self._lexicon, language) for place, fact in enumerate(request.facts)
        )
        command = RecordSlots(
            request_id=checked_uuid("request_id", request.request_id),
            patient_id=checked_uuid("patient_id", request.patient_id),
            now=self._clock(),
            actor=acting.actor("interface"),
            source=acting.source,
            contents=contents,
            doubts=tuple(doubt_of(content, self._lexicon) for content in contents),
            expected_version=request.expected_version if request.HasField("expected_version") else None,
        )
        version, position, events, invalidated = self._carry_out(command, language)
        return pb.RecordSlotsResponse(version=version, position=position, slot_events=events, invalidated=invalidated)

    def correct(self, request: pb.CorrectSlotRequest, acting: Principal) -> pb.CorrectSlotResponse:
        """Replace a fact that was never true; fields left open are taken over from it."""
        language = self._language(request.patient_id)
        replacement = content_of(request.replacement, "replacement", self._lexicon, language)
        command = CorrectSlot(
            request_id=checked_uuid("request_id", request.request_id),
            patient_id=checked_uuid("patient_id", request.patient_id),
            now=self._clock(),
            actor=acting.actor("interface"),
            source=acting.source,
            fact_id=checked_uuid("fact_id", request.fact_id),
            replacement=replacement,
            doubt=doubt_of(replacement, self._lexicon),
            reason=label("reason", request.reason) or "corrected",
            expected_version=request.expected_version if request.HasField("expected_version") else None,
        )
        version, position, events, invalidated = self._carry_out(command, language)
        return pb.CorrectSlotResponse(version=version, position=position, slot_events=events, invalidated=invalidated)

    def retract(self, request: pb.RetractSlotRequest, acting: Principal) -> pb.RetractSlotResponse:
        """Withdraw a fact."""
        language = self._language(request.patient_id)
        command = RetractSlot(
            request_id=checked_uuid("request_id", request.request_id),
            patient_id=checked_uuid("patient_id", request.patient_id),
            now=self._clock(),
            actor=acting.actor("interface"),
            source=acting.source,
            fact_id=checked_uuid("fact_id", request.fact_id),
            reason=label("reason", request.reason) or "retracted",
            expected_version=request.expected_version if request.HasField("expected_version") else None,
        )
        version, position, events, invalidated = self._carry_out(command, language)
        return pb.RetractSlotResponse(version=version, position=position, slot_events=events, invalidated=invalidated)

    def _carry_out(
        self, command: Command, language: str
    ) -> tuple[int, int, list[fact_pb2.SlotEvent], list[fact_pb2.Invalidated]]:
        committed = self._records.execute(command)
        messages = list(shown(committed.events, self._views.view(command.patient_id), language))
        return (
            committed.version,
            committed.position,
            [message for message in messages if isinstance(message, fact_pb2.SlotEvent)],
            [message for message in messages if isinstance(message, fact_pb2.Invalidated)],
        )

    def _language(self, patient_id: str) -> str:
        registered = self._views.view(checked_uuid("patient_id", patient_id)).registered
        return registered.locale if registered else "ko"
