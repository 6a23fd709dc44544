"""AuditService: the log itself, why an answer was given, how far the kept views have come, and their rebuilding."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from datetime import datetime
from functools import partial
from itertools import islice

from agent.explanation import counters_by_name, explain
from agent.proof import PassageLookup
from agent.tokens import token_counter
from domain.errors import InvalidCommand, InvalidMoment, NotServed, PatientNotFound
from domain.events import EVENTS
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from domain.store.verification import verify
from domain.utterance import checked_uuid
from projections.patient_view import PROJECTIONS
from projections.rebuild import rebuilding
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import audit_pb2 as pb
from protos.anamnesis.v1 import audit_pb2_grpc
from server import requests
from server.access_log.entries import Access
from server.access_log.journal import AccessJournal
from server.audit_messages import progress_message, verification_messages
from server.authentication.principal import acting
from server.authorize import EVERYBODY, Tenants
from server.data_directory import DataDirectory
from server.explaining import explanation_message
from server.paging import Cursor, cursor_of, page_size, token_of
from server.requests import Moment
from server.rpc import Context
from server.study_tables import StudyTables
from server.translate import event_message, timestamp
from server.watching import LogWatch
from server.work import WorkPool

PAGE_BYTES = 3 * 1024 * 1024
"""A page ends before it outgrows a message, whose limit is 4 MiB by default."""

MAX_QUARANTINED = 100
"""Events in quarantine that are named; the first of them tell what is wrong."""


class Audit(audit_pb2_grpc.AuditServiceServicer):
    """Answers from the log alone."""

    def __init__(
        self,
        records: PatientRecords,
        projections: ProjectionRunner,
        directory: DataDirectory,
        work: WorkPool,
        passage: PassageLookup,
        accesses: AccessJournal | None = None,
    ) -> None:
        """Answer from ``records``; ``passage`` looks up what an answer quoted in the corpus of today.

        ``accesses`` is the access log, where one is kept.
        """
        self._accesses = accesses
        self._tenants = Tenants(records)
        self._records = records
        self._projections = projections
        self._directory = directory
        self._work = work
        self._passage = passage
        self._counters = counters_by_name(token_counter())
        self._watch = LogWatch(records, work)
        self._studies = StudyTables(records)

    async def drain(self) -> None:
        """End every watch: its client can go on from the position that it has seen."""
        await self._watch.drain()

    async def ListEvents(self, request: pb.ListEventsRequest, context: Context) -> pb.ListEventsResponse:
        """A page of the log, by position."""
        patient_id = checked_uuid("patient_id", request.patient_id) if request.patient_id else None
        moment, size = requests.moment(request.as_of), page_size(request.page_size)
        _check_topics(request.topics)
        cursor = cursor_of(request.page_token, request)
        after = cursor.after if cursor else request.after_position

        def read() -> pb.ListEventsResponse:
            # Rows are not decoded: the log of a patient can be read even where an event of it cannot.
            self._check_place(request.after_position, patient_id)
            requests.within(moment, self._records.head())
            rows, more = self._rows(after, size, patient_id, tuple(request.topics), moment)
            return pb.ListEventsResponse(
                events=[event_message(row, self._records.payload_json(row)) for row in rows],
                next_page_token=token_of(Cursor(rows[-1].id), request) if more else "",
            )

        return await self._work(read)

    async def WatchEvents(
        self, request: pb.WatchEventsRequest, context: Context
    ) -> AsyncIterator[pb.WatchEventsResponse]:
        """The log after a position, and then every event as it is committed, until the client or the server stops."""
        patient_id = checked_uuid("patient_id", request.patient_id) if request.patient_id else None
        await self._work(partial(self._check_place, request.after_position, patient_id))
        # Tells the client that it watches, also where there is nothing to send yet.
        await context.send_initial_metadata(())
        async with aclosing(self._watch.rows(request.after_position, patient_id)) as rows:
            async for row in rows:
                yield pb.WatchEventsResponse(event=event_message(row, self._records.payload_json(row)))

    async def ExplainAnswer(self, request: pb.ExplainAnswerRequest, context: Context) -> pb.ExplainAnswerResponse:
        """What the answer of a turn rests on, derived again from the log and checked against it."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        if request.turn_number < 1:
            raise InvalidCommand("turn_number is not at least 1.", field="turn_number")

        def read() -> pb.ExplainAnswerResponse:
            requests.within(moment, self._records.head())
            events = self._records.stream(patient_id, position=moment.position, known_at=moment.known_at)
            unproved = partial(self._records.unproved_versions, patient_id)
            return explanation_message(
                explain(patient_id, events, request.turn_number, self._passage, self._counters, unproved)
            )

        return await self._work(read)

    async def ListProjections(self, request: pb.ListProjectionsRequest, context: Context) -> pb.ListProjectionsResponse:
        """Every kept view and how far it has come."""

        def read() -> pb.ListProjectionsResponse:
            head, positions = self._records.head(), self._projections.positions()
            quarantined = self._projections.quarantined()
            return pb.ListProjectionsResponse(
                projections=[
                    pb.Projection(
                        name=projection.name,
                        version=projection.version,
                        position=positions[projection.name],
                        lag_events=self._lag(positions[projection.name]),
                        fingerprint=self._projections.views.fingerprint(projection.name),
                        status=_status(bool(quarantined), positions[projection.name], head),
                    )
                    for projection in sorted(PROJECTIONS, key=lambda one: one.name)
                ],
                position=head,
                quarantined=[
                    pb.QuarantinedEvent(position=one.position, patient_id=one.patient_id, reason=one.reason)
                    for one in quarantined[:MAX_QUARANTINED]
                ],
            )

        return await self._work(read)

    async def ListAccesses(self, request: pb.ListAccessesRequest, context: Context) -> pb.ListAccessesResponse:
        """Who has read or written what of a patient."""
        patient_id, size = checked_uuid("patient_id", request.patient_id), page_size(request.page_size)
        cursor = cursor_of(request.page_token, request)
        journal = self._accesses
        if journal is None:
            raise NotServed("This service keeps no access log.")

        def read() -> pb.ListAccessesResponse:
            if not self._records.rows(0, 1, patient_id=patient_id):
                raise PatientNotFound(patient_id=patient_id)
            tenant = self._tenants.of(patient_id)
            found = journal.entries(after=cursor.after if cursor else 0, patient_id=patient_id)
            page = list(islice(found, size + 1))
            more = token_of(Cursor(page[size - 1].seq), request) if len(page) > size else ""
            shown = [_access_message(one.access, tenant) for one in page[:size]]
            return pb.ListAccessesResponse(accesses=shown, next_page_token=more)

        return await self._work(read)

    async def ExportStudy(
        self, request: pb.ExportStudyRequest, context: Context
    ) -> AsyncIterator[pb.ExportStudyResponse]:
        """The tables of a study, which name nobody."""
        requests.label("tenant", request.tenant or requests.DEFAULT_TENANT)
        pieces = self._studies.pieces(request, acting())
        while (piece := await self._work(lambda: next(pieces, None))) is not None:
            yield piece

    async def VerifyLog(self, request: pb.VerifyLogRequest, context: Context) -> AsyncIterator[pb.VerifyLogResponse]:
        """Every fault of the log, and how many events were checked; the last message says that all were."""
        patient_id = checked_uuid("patient_id", request.patient_id) if request.patient_id else None
        assert self._records.seal is not None
        steps = verify(self._records.rows_log, self._records.seal, patient_id)
        while (step := await self._work(lambda: next(steps, None))) is not None:
            for message in verification_messages(step):
                yield message

    async def RebuildProjections(
        self, request: pb.RebuildProjectionsRequest, context: Context
    ) -> AsyncIterator[pb.RebuildProjectionsResponse]:
        """Compute views from the log beside the kept ones, and say how each compares."""
        patient_id = checked_uuid("patient_id", request.patient_id) if request.patient_id else None
        if request.request_id:
            checked_uuid("request_id", request.request_id)
        run = partial(
            rebuilding,
            self._records,
            self._directory.views,
            tuple(request.names),
            verify_only=request.verify_only,
            patient_id=patient_id,
            accept=request.accept,
            afresh=request.afresh,
        )
        steps = await self._work(run)
        while (progress := await self._work(lambda: next(steps, None))) is not None:
            yield progress_message(progress)

    def _check_place(self, after: int, patient_id: str | None) -> None:
        """Refuse what can tell nothing: a place that the log does not have, a patient whom it does not know."""
        head = self._records.head()
        if not 0 <= after <= head:
            raise InvalidMoment(f"after_position is not between 0 and {head}.", position=after)
        if patient_id and not self._records.rows(0, 1, patient_id=patient_id):
            raise PatientNotFound(patient_id=patient_id)

    def _rows(
        self, after: int, size: int, patient_id: str | None, topics: Sequence[str], moment: Moment
    ) -> tuple[list[LogRow], bool]:
        """The next ``size`` rows that were known at ``moment``, and whether more follow."""
        found: list[LogRow] = []
        kept = 0
        while True:
            page = self._records.rows(after, size + 1, up_to=moment.position, topics=topics, patient_id=patient_id)
            for row in page:
                if not _known(row, moment.known_at):
                    continue
                kept += len(row.state)
                if found and (len(found) == size or kept > PAGE_BYTES):
                    return found, True
                found.append(row)
            if len(page) <= size:
                return found, False
            after = page[-1].id

    def _lag(self, position: int) -> int:
        return max(0, self._records.head() - position)


def _access_message(access: Access, tenant: str | None) -> pb.Access:
    """A line as the patient may see it: how others name their people is theirs."""
    ours = access.tenant in (tenant, EVERYBODY)
    return pb.Access(
        at=timestamp(access.at),
        principal=access.principal if ours else "",
        role=access.role,
        method=access.method,
        action=access.action,
        purpose=access.purpose,
        outcome=access.outcome,
        emergency=access.break_glass,
        everybody=access.patient_id == EVERYBODY,
    )


def _check_topics(topics: Sequence[str]) -> None:
    """A mistyped name must not pass for a log without such events; the version is not looked at."""
    known = {event.topic().rpartition(".")[0] for event in EVENTS}
    for topic in topics:
        if topic.rpartition(".")[0] not in known:
            raise InvalidCommand("topics names an event that there is not.", field="topics", topic=topic[:80])


def _known(row: LogRow, known_at: datetime | None) -> bool:
    return known_at is None or datetime.fromisoformat(row.recorded_at) <= known_at


def _status(failed: bool, position: int, head: int) -> pb.ProjectionStatus:
    if failed:
        return pb.PROJECTION_STATUS_FAILED
    return pb.PROJECTION_STATUS_CURRENT if position >= head else pb.PROJECTION_STATUS_BEHIND
