"""The blocking client."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from clients import requests
from clients.credentials import Credentials
from clients.errors import NotFound, Unavailable, named, turn_failed
from clients.failure_details import HEALTH_CHECK, NO_REQUEST, SERVING
from clients.resumption import Told
from clients.retrying import CHANNEL_OPTIONS, Patience, Tries, refused_for_now
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2, memory_pb2
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub

DEFAULT_ADDRESS = "127.0.0.1:50051"
CALL_SECONDS = 15.0
"""Deadline of a unary call: longer than the server's own, so that the server's named error arrives."""
TURN_SECONDS = 60.0
"""Deadline of a turn over all its tries, unless one is given: twice the server's own, and enough for a restart."""
READY_POLL_SECONDS = 0.1

T = TypeVar("T")


class AnamnesisClient:
    """Talks to one Anamnesis server over one connection; may be used by several threads.

    Every call has a deadline and, where the service asks for one, a request id. Until the deadline it is sent again,
    with the same id and ever longer pauses, when the connection breaks or the service says to come again: so calls and
    turns outlive a restart of the server. A server that has never answered this client is given up after four tries,
    unless a turn was given its time. Failures raise :class:`clients.errors.ServiceError` and its kinds.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        timeout: float = CALL_SECONDS,
        turn_timeout: float | None = None,
        credentials: Credentials | None = None,
    ) -> None:
        """Connect to ``address`` (host:port) when the first call is made.

        ``timeout`` (s) is that of a unary call over all its tries. ``turn_timeout`` (s) is that of a turn, and how long
        a watch waits for a server that went away; 60 s unless it is given. ``credentials`` are those of the
        environment unless they are given. Raises CredentialsRefused.
        """
        self._channel = (credentials or Credentials.of_environment()).channel(address, CHANNEL_OPTIONS)
        self._timeout = timeout
        self._turn_timeout = turn_timeout
        self._patience = Patience()
        self._conversation_id = requests.new_id()
        self._conversation = ConversationServiceStub(self._channel)
        self._memory = MemoryServiceStub(self._channel)
        self._audit = AuditServiceStub(self._channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._channel.close()

    def wait_until_serving(self, seconds: float = 60.0) -> None:
        """Wait until the service is ready. Raises Unavailable after ``seconds``."""
        check: Any = self._channel.unary_unary(HEALTH_CHECK, None, None)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                answer = check(NO_REQUEST, timeout=1.0)
            except grpc.RpcError:
                answer = None
            if answer == SERVING:
                self._patience.known = True
                return
            time.sleep(READY_POLL_SECONDS)
        raise Unavailable(f"The server was not ready within {seconds:g} seconds.", "NOT_SERVING", "Look at its log.")

    def register_patient(
        self,
        patient_id: str | None = None,
        *,
        locale: str = "ko",
        time_zone: str = "Asia/Seoul",
        tenant: str = "",
        request_id: str | None = None,
    ) -> str:
        """Make a patient known, under a fresh pseudonym unless one is given; returns the patient's id."""
        request = requests.registration(patient_id, locale, time_zone, tenant, request_id)
        self._call(self._memory.RegisterPatient, request)
        return request.patient_id

    def patients(self, *, tenant: str = "") -> Iterator[memory_pb2.PatientSummary]:
        """The patients of a tenant, or of all, in the order of their registration, page after page."""
        request = memory_pb2.ListPatientsRequest(tenant=tenant)
        while True:
            page = self._call(self._memory.ListPatients, request)
            yield from page.patients
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def import_card(
        self, patient_id: str, card: Mapping[str, Any] | str, *, request_id: str | None = None
    ) -> memory_pb2.ImportRecordResponse:
        """Read a patient card (a mapping, or its JSON) into facts."""
        return self._call(self._memory.ImportRecord, requests.card_import(patient_id, card, request_id))

    def import_fhir(
        self, patient_id: str, bundle: Mapping[str, Any] | str, *, request_id: str | None = None
    ) -> memory_pb2.ImportRecordResponse:
        """Read a FHIR R4 bundle (a mapping, or its JSON) into facts."""
        request = requests.bundle_import(patient_id, bundle, request_id)
        return self._call(self._memory.ImportRecord, request)

    def export(self, patient_id: str, *, form: str = "fhir", as_of: fact_pb2.AsOf | None = None) -> dict[str, Any]:
        """The profile as a FHIR R4 bundle ("fhir") or an International Patient Summary ("ips")."""
        reply = self._call(self._memory.ExportRecord, requests.export(patient_id, form, as_of))
        record: dict[str, Any] = json.loads(reply.record_json)
        return record

    def record(
        self,
        patient_id: str,
        facts: Sequence[fact_pb2.Fact],
        *,
        expected_version: int | None = None,
        request_id: str | None = None,
    ) -> memory_pb2.RecordSlotsResponse:
        """Assert facts."""
        request = requests.recording(patient_id, facts, expected_version, request_id)
        return self._call(self._memory.RecordSlots, request)

    def correct(
        self,
        patient_id: str,
        fact_id: str,
        replacement: fact_pb2.Fact,
        *,
        reason: str = "",
        expected_version: int | None = None,
        request_id: str | None = None,
    ) -> memory_pb2.CorrectSlotResponse:
        """Replace a fact that was never true; fields that the replacement leaves open stay as they were."""
        request = requests.correction(patient_id, fact_id, replacement, reason, expected_version, request_id)
        return self._call(self._memory.CorrectSlot, request)

    def retract(
        self,
        patient_id: str,
        fact_id: str,
        *,
        reason: str = "",
        expected_version: int | None = None,
        request_id: str | None = None,
    ) -> memory_pb2.RetractSlotResponse:
        """Withdraw a fact."""
        request = requests.retraction(patient_id, fact_id, reason, expected_version, request_id)
        return self._call(self._memory.RetractSlot, request)

    def converse(
        self,
        patient_id: str,
        text: str,
        *,
        conversation_id: str | None = None,
        said_at: datetime | None = None,
        locale: str | None = None,
        profile: str | None = None,
        agent_said: str | None = None,
        drafts: bool = False,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> Iterator[conversation_pb2.ConverseResponse]:
        """One turn, step by step as it is committed; the last step is turn_completed or turn_failed.

        ``drafts`` asks for sentences before the answer is judged and saved (draft_delta); the answer is what counts.
        ``timeout`` (s) is that of the turn over all streams that it may take.
        """
        conversation = conversation_id or self._conversation_id
        request = requests.turn(
            patient_id, text, conversation, said_at, locale, profile, request_id, agent_said, drafts
        )
        told, tries = Told(), self._turn_tries(timeout)
        while True:
            told.begin()
            refused: conversation_pb2.ConverseResponse | None = None
            try:
                for response in self._conversation.Converse(iter([request]), timeout=tries.seconds):
                    tries.reached()
                    if refused_for_now(response):
                        refused = response
                    elif (fresh := told.fresh(response)) is not None:
                        yield fresh
                if told.finished:
                    return
                pause = tries.pause_after_turn(refused)
            except grpc.RpcError as error:
                if told.finished:
                    return
                pause = tries.pause_after(error)
            if pause is None:
                assert refused is not None
                yield refused
                return
            time.sleep(pause)

    def say(
        self,
        patient_id: str,
        text: str,
        *,
        conversation_id: str | None = None,
        said_at: datetime | None = None,
        locale: str | None = None,
        profile: str | None = None,
        agent_said: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
    ) -> conversation_pb2.Answer:
        """One turn, whole, within ``timeout`` (s). Raises TurnFailed when it ends without an answer.

        To repeat a turn of which it is unknown what became, give it the ``request_id`` of the first time.
        """
        answer = conversation_pb2.Answer()
        for response in self.converse(
            patient_id,
            text,
            conversation_id=conversation_id,
            said_at=said_at,
            locale=locale,
            profile=profile,
            agent_said=agent_said,
            request_id=request_id,
            timeout=timeout,
        ):
            match response.WhichOneof("payload"):
                case "answer":
                    answer = response.answer
                case "turn_failed":
                    raise turn_failed(response.turn_failed)
        return answer

    def observe(
        self,
        patient_id: str,
        text: str,
        *,
        agent_said: str | None = None,
        conversation_id: str | None = None,
        said_at: datetime | None = None,
        locale: str | None = None,
        request_id: str | None = None,
    ) -> conversation_pb2.ObserveResponse:
        """Have what a patient said to your own agent stored and understood, without an answer.

        ``agent_said`` is what your agent said just before, where the text may reply to it.
        """
        conversation = conversation_id or self._conversation_id
        request = requests.observation(patient_id, text, conversation, agent_said, said_at, locale, request_id)
        return self._call(self._conversation.Observe, request)

    def record_answer(
        self,
        patient_id: str,
        turn_number: int,
        text: str,
        *,
        model: str = "",
        fact_ids: Sequence[str] = (),
        documents: Sequence[conversation_pb2.Citation] = (),
        request_id: str | None = None,
    ) -> conversation_pb2.RecordAnswerResponse:
        """Record what your own agent answered to an observed turn, and learn what it rests on.

        Facts that the text states are found; ``fact_ids`` names further ones. ``warnings`` tell of facts that no longer
        hold, and corrections made later reach the answer as they reach those of this service.
        """
        request = requests.foreign_answer(patient_id, turn_number, text, fact_ids, documents, model, request_id)
        return self._call(self._conversation.RecordAnswer, request)

    def ask(
        self, patient_id: str, text: str, *, as_of: fact_pb2.AsOf | None = None, locale: str | None = None
    ) -> conversation_pb2.AskResponse:
        """A question answered by rule from memory, now or as of a past; nothing of it is stored."""
        request = conversation_pb2.AskRequest(patient_id=patient_id, text=text, as_of=as_of, locale=locale)
        return self._call(self._conversation.Ask, request)

    def profile(
        self, patient_id: str, *, as_of: fact_pb2.AsOf | None = None, include_history: bool = False
    ) -> memory_pb2.GetProfileResponse:
        """The patient's facts, now or as of a past."""
        request = memory_pb2.GetProfileRequest(patient_id=patient_id, as_of=as_of, include_history=include_history)
        return self._call(self._memory.GetProfile, request)

    def timeline(
        self, patient_id: str, *, slot: str = "", name: str = "", as_of: fact_pb2.AsOf | None = None
    ) -> Iterator[memory_pb2.FactHistory]:
        """Every version of the facts, optionally of one slot ("labs") or concept, page after page."""
        request = memory_pb2.GetTimelineRequest(
            patient_id=patient_id, slot=requests.slot_kind(slot), name=name, as_of=as_of
        )
        while True:
            page = self._call(self._memory.GetTimeline, request)
            yield from page.histories
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def memory(
        self, patient_id: str, *, as_of: fact_pb2.AsOf | None = None, mentions_per_fact: int = 0
    ) -> memory_pb2.GetMemoryResponse:
        """The patient's memory in its tiers, with the events of so many latest mentions of a fact (0: ten)."""
        request = memory_pb2.GetMemoryRequest(patient_id=patient_id, as_of=as_of, mentions_per_fact=mentions_per_fact)
        return self._call(self._memory.GetMemory, request)

    def context(
        self, patient_id: str, query: str, *, token_budget: int = 0, as_of: fact_pb2.AsOf | None = None
    ) -> memory_pb2.GetContextResponse:
        """What a prompt of your own needs to know, within a token budget (0: the server's default)."""
        request = memory_pb2.GetContextRequest(
            patient_id=patient_id, query=query, token_budget=token_budget, as_of=as_of
        )
        return self._call(self._memory.GetContext, request)

    def search(
        self, patient_id: str, query: str, *, k: int = 0, as_of: fact_pb2.AsOf | None = None
    ) -> memory_pb2.SearchMemoryResponse:
        """The facts, turns and summaries nearest to a query, best first (0: the server's default number)."""
        request = memory_pb2.SearchMemoryRequest(patient_id=patient_id, query=query, k=k, as_of=as_of)
        return self._call(self._memory.SearchMemory, request)

    def events(
        self,
        patient_id: str = "",
        *,
        after_position: int = 0,
        topics: Sequence[str] = (),
        as_of: fact_pb2.AsOf | None = None,
    ) -> Iterator[audit_pb2.Event]:
        """The log by position, of one patient or of all, page after page."""
        request = audit_pb2.ListEventsRequest(
            patient_id=patient_id, after_position=after_position, topics=topics, as_of=as_of
        )
        while True:
            page = self._call(self._audit.ListEvents, request)
            yield from page.events
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def accesses(self, patient_id: str) -> Iterator[audit_pb2.Access]:
        """Who has read or written what of a patient, and who was refused, page after page."""
        request = audit_pb2.ListAccessesRequest(patient_id=patient_id)
        while True:
            page = self._call(self._audit.ListAccesses, request)
            yield from page.accesses
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def watch(self, patient_id: str = "", *, after_position: int = 0) -> Iterator[audit_pb2.Event]:
        """The log after a position, and then every event as it is committed, of one patient or of all, without end.

        A broken connection is taken up again after the last event, so each event comes once; close the iterator to end.
        Raises Unavailable when the server stays away.
        """
        tries = self._turn_tries(None)
        while True:
            request = audit_pb2.WatchEventsRequest(patient_id=patient_id, after_position=after_position)
            call = self._audit.WatchEvents(request)
            try:
                for response in call:
                    yield response.event
                    after_position, tries = response.event.position, self._turn_tries(None)
                    tries.reached()
                pause = tries.pause(Unavailable("The watch was cut off.", "STREAM_CUT", "Watch again."))
            except grpc.RpcError as error:
                pause = tries.pause_after(error)
            finally:
                call.cancel()  # type: ignore[no-untyped-call]
            time.sleep(pause)

    def explain(
        self, patient_id: str, turn_number: int, *, as_of: fact_pb2.AsOf | None = None
    ) -> audit_pb2.ExplainAnswerResponse:
        """What an answer rests on, derived again from the log; ``verified`` says whether all of it was proved."""
        request = audit_pb2.ExplainAnswerRequest(patient_id=patient_id, turn_number=turn_number, as_of=as_of)
        return self._call(self._audit.ExplainAnswer, request)

    def position_of_turn(self, patient_id: str, turn_number: int) -> int:
        """The log position at which a turn was answered: as of it, one sees what was known then.

        Raises NotFound, and FailedPrecondition for an erased patient.
        """
        for event in self.events(patient_id, topics=requests.ANSWER_TOPICS):
            if requests.is_turn(event, turn_number):
                return event.position
        # Of an erased patient no turn can be told apart; asking for anything says so.
        self.profile(patient_id)
        raise NotFound(f"Turn {turn_number} has no answer.", "TURN_NOT_FOUND", "List the events to see the turns.")

    def erase(
        self, patient_id: str, *, search_values: Sequence[str] = (), request_id: str | None = None
    ) -> memory_pb2.ErasePatientResponse:
        """Forget a patient for good: there is no way back. Returns the certificate.

        Besides what the patient said, ``search_values`` are looked for in every file of the service afterwards.
        Repeated for an erased patient, it clears and searches again.
        """
        request = requests.erasure(patient_id, search_values, request_id)
        return self._call(self._memory.ErasePatient, request)

    def study_tables(self, study: str = "", *, tenant: str = "") -> dict[str, bytes]:
        """The tables of a study by name, each a Parquet file: they name nobody. A researcher's study is the own one."""
        tables = dict[str, bytearray]()
        with _typed():
            for piece in self._audit.ExportStudy(audit_pb2.ExportStudyRequest(study=study, tenant=tenant)):
                tables.setdefault(piece.table, bytearray()).extend(piece.parquet)
        return {name: bytes(content) for name, content in tables.items()}

    def verify_log(self, patient_id: str | None = None) -> Iterator[audit_pb2.VerifyLogResponse]:
        """Check the whole log, fault by fault; the last message is ``done``."""
        with _typed():
            yield from self._audit.VerifyLog(audit_pb2.VerifyLogRequest(patient_id=patient_id or ""))

    def rebuild(
        self,
        names: Sequence[str] = (),
        *,
        verify_only: bool = False,
        patient_id: str | None = None,
        accept: bool = False,
        afresh: bool = False,
    ) -> Iterator[audit_pb2.RebuildProjectionsResponse]:
        """Compute views from the log again and compare, step by step; it takes as long as the log is.

        What differs replaces the kept view only if ``accept``; ``afresh`` goes on with no earlier rebuild.
        """
        with _typed():
            yield from self._audit.RebuildProjections(requests.rebuild(names, verify_only, patient_id, accept, afresh))

    def projections(self) -> audit_pb2.ListProjectionsResponse:
        """The kept views and how far they have come."""
        return self._call(self._audit.ListProjections, audit_pb2.ListProjectionsRequest())

    def _call(self, call: Callable[..., T], request: object) -> T:
        """The answer to a unary call, tried until its deadline."""
        tries = self._patience.tries(self._timeout)
        while True:
            try:
                answer = call(request, timeout=tries.seconds)
            except grpc.RpcError as error:
                pause = tries.pause_after(error)
            else:
                tries.reached()
                return answer
            time.sleep(pause)

    def _turn_tries(self, timeout: float | None) -> Tries:
        seconds = self._turn_timeout if timeout is None else timeout
        return self._patience.tries(TURN_SECONDS if seconds is None else seconds, asked_for=seconds is not None)


@contextmanager
def _typed() -> Iterator[None]:
    try:
        yield
    except grpc.RpcError as error:
        raise named(error) from None
