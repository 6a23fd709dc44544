"""MemoryService: what is known about a patient, now or as of a moment, and the records that are read into it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from agent.turns import TurnRunner
from domain.commands import RegisterPatient
from domain.errors import InvalidCommand, InvalidRecord
from domain.ledger import local_day
from domain.records import PatientRecords
from domain.trust import DEFAULT_TRUST_ORDER, TrustOrder
from domain.utterance import checked_uuid
from projections.live import LiveViews
from projections.patient_view import PatientView
from protos.anamnesis.v1 import memory_pb2 as pb
from protos.anamnesis.v1 import memory_pb2_grpc
from server import requests
from server.authentication.principal import acting
from server.composition import Knowledge
from server.edits import Edits
from server.erasing import Erasing
from server.exchange import Exchange
from server.imports import Imports
from server.paging import Cursor, cursor_of, page_size, token_of
from server.patient_list import PatientList
from server.recall import Recall
from server.requests import Moment
from server.rpc import Context
from server.translate import Presenter, erasure_message
from server.work import WorkPool

MAX_TOKENS = 100_000
"""Largest context that may be asked for, in tokens."""
MAX_HITS = 100
"""Most hits that may be asked for."""
MAX_MENTIONS = 100_000
"""Most mentions of a fact whose events may be asked for."""


class Memory(memory_pb2_grpc.MemoryServiceServicer):
    """Serves patients' memories. Reads come from the live views, so they see every save that was acknowledged."""

    def __init__(
        self,
        records: PatientRecords,
        views: LiveViews,
        runner: TurnRunner,
        knowledge: Knowledge,
        work: WorkPool,
        clock: Callable[[], datetime],
        erasing: Erasing,
        imports: Imports,
        trust: TrustOrder = DEFAULT_TRUST_ORDER,
    ) -> None:
        self._records = records
        self._views = views
        self._runner = runner
        self._work = work
        self._clock = clock
        self._trust = trust
        self._erasing = erasing
        self._edits = Edits(records, views, knowledge.lexicon, clock)
        self._recall = Recall(records, knowledge, clock)
        self._patients = PatientList(records)
        self._imports = imports
        self._exchange = Exchange(records, views, knowledge.lexicon, clock, imports.max_entries)

    async def ListPatients(self, request: pb.ListPatientsRequest, context: Context) -> pb.ListPatientsResponse:
        """The patients of the caller's tenant, those who were granted to the caller; of any tenant above them."""
        principal = acting()
        tenant, size = requests.label("tenant", principal.tenant or request.tenant), page_size(request.page_size)
        cursor = cursor_of(request.page_token, request)

        def read() -> pb.ListPatientsResponse:
            patients, following = self._patients.page(tenant, size, cursor.after if cursor else 0, principal.patients)
            token = token_of(Cursor(following), request) if following is not None else ""
            return pb.ListPatientsResponse(patients=patients, next_page_token=token)

        return await self._work(read)

    async def RegisterPatient(self, request: pb.RegisterPatientRequest, context: Context) -> pb.RegisterPatientResponse:
        """Make a patient known."""
        principal = acting()
        command = RegisterPatient(
            request_id=checked_uuid("request_id", request.request_id),
            patient_id=checked_uuid("patient_id", request.patient_id),
            now=self._clock(),
            actor=principal.actor("patient"),
            tenant=requests.label("tenant", request.tenant or principal.tenant or requests.DEFAULT_TENANT),
            locale=requests.language(request.locale),
            time_zone=requests.time_zone(request.time_zone),
        )
        committed = await self._work(lambda: self._records.execute(command))
        return pb.RegisterPatientResponse(version=committed.version, position=committed.position)

    async def ImportRecord(self, request: pb.ImportRecordRequest, context: Context) -> pb.ImportRecordResponse:
        """Read a record into facts."""
        request_id = checked_uuid("request_id", request.request_id)
        patient_id = checked_uuid("patient_id", request.patient_id)
        if request.WhichOneof("record") is None:
            raise InvalidRecord("The request holds no record.", field="record")
        await self._runner.extract_pending(patient_id)
        actor = acting().actor("patient")
        return await self._imports(patient_id, lambda: self._exchange.read(request_id, patient_id, request, actor))

    async def ExportRecord(self, request: pb.ExportRecordRequest, context: Context) -> pb.ExportRecordResponse:
        """The current facts in an exchange format."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        return await self._work(lambda: self._exchange.write(self._view(patient_id, moment), moment, request.format))

    async def RecordSlots(self, request: pb.RecordSlotsRequest, context: Context) -> pb.RecordSlotsResponse:
        """Assert facts."""
        await self._runner.extract_pending(checked_uuid("patient_id", request.patient_id))
        principal = acting()
        return await self._work(lambda: self._edits.record(request, principal))

    async def CorrectSlot(self, request: pb.CorrectSlotRequest, context: Context) -> pb.CorrectSlotResponse:
        """Replace a fact that was never true."""
        await self._runner.extract_pending(checked_uuid("patient_id", request.patient_id))
        principal = acting()
        return await self._work(lambda: self._edits.correct(request, principal))

    async def RetractSlot(self, request: pb.RetractSlotRequest, context: Context) -> pb.RetractSlotResponse:
        """Withdraw a fact."""
        await self._runner.extract_pending(checked_uuid("patient_id", request.patient_id))
        principal = acting()
        return await self._work(lambda: self._edits.retract(request, principal))

    async def ErasePatient(self, request: pb.ErasePatientRequest, context: Context) -> pb.ErasePatientResponse:
        """Forget a patient for good."""
        request_id = checked_uuid("request_id", request.request_id)
        patient_id = checked_uuid("patient_id", request.patient_id)
        if checked_uuid("confirm_patient_id", request.confirm_patient_id) != patient_id:
            raise InvalidCommand("confirm_patient_id is not the patient_id.", field="confirm_patient_id")
        values = tuple(request.search_values)
        actor = acting().actor("interface")
        erased = await self._work(
            lambda: self._erasing.erase(request_id, patient_id, self._clock(), actor=actor, values=values)
        )
        return erasure_message(erased)

    async def GetProfile(self, request: pb.GetProfileRequest, context: Context) -> pb.GetProfileResponse:
        """The current facts, grouped by slot."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)

        def read() -> pb.GetProfileResponse:
            view = self._view(patient_id, moment)
            day = _local_day(view, moment.valid_at)
            facts = view.profile.facts(history=request.include_history, valid_on=day)
            return pb.GetProfileResponse(
                facts=self._presenter(view, moment).grouped(facts),
                version=view.version,
                position=view.position,
                fingerprint=view.profile_fingerprint(),
            )

        return await self._work(read)

    async def GetTimeline(self, request: pb.GetTimelineRequest, context: Context) -> pb.GetTimelineResponse:
        """Every version of the facts; later pages describe the same position as the first."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        slot, size = requests.slot(request.slot), page_size(request.page_size)
        cursor = cursor_of(request.page_token, request)
        if cursor is not None:
            moment = Moment(position=cursor.position, valid_at=moment.valid_at)
        start = cursor.after if cursor else 0

        def read() -> pb.GetTimelineResponse:
            view = self._view(patient_id, moment)
            presenter, end = self._presenter(view, moment), start + size
            histories, more = view.timeline.page(start, end, slot, request.name or None)
            following = Cursor(end, view.position)
            return pb.GetTimelineResponse(
                histories=[presenter.history(history) for history in histories],
                next_page_token=token_of(following, request) if more else "",
                version=view.version,
                position=view.position,
            )

        return await self._work(read)

    async def GetMemory(self, request: pb.GetMemoryRequest, context: Context) -> pb.GetMemoryResponse:
        """The memory tiers and the consolidated facts."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        mentions = requests.count("mentions_per_fact", request.mentions_per_fact, MAX_MENTIONS)
        return await self._work(lambda: self._recall.memory(self._view(patient_id, moment), moment, mentions))

    async def GetContext(self, request: pb.GetContextRequest, context: Context) -> pb.GetContextResponse:
        """What a prompt needs to know, within a token budget."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        query = requests.query(request.query)
        budget = requests.count("token_budget", request.token_budget, MAX_TOKENS)
        return await self._work(lambda: self._recall.context(self._view(patient_id, moment), moment, query, budget))

    async def SearchMemory(self, request: pb.SearchMemoryRequest, context: Context) -> pb.SearchMemoryResponse:
        """The facts, turns and summaries nearest to a query."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        query, k = requests.query(request.query), requests.count("k", request.k, MAX_HITS)
        return await self._work(lambda: self._recall.search(self._view(patient_id, moment), moment, query, k))

    def _view(self, patient_id: str, moment: Moment) -> PatientView:
        if moment.position is not None:
            requests.within(moment, self._records.head())
        return self._views.as_of(patient_id, position=moment.position, known_at=moment.known_at)

    def _presenter(self, view: PatientView, moment: Moment) -> Presenter:
        return Presenter(view, moment.valid_at or self._clock(), self._trust)


def _local_day(view: PatientView, valid_at: datetime | None) -> str | None:
    if valid_at is None:
        return None
    return local_day(valid_at, view.profile.time_zone)
