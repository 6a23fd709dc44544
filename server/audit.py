"""AuditService: the log itself, how far the kept views have come, and their rebuilding."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from functools import partial

from domain.errors import PatientNotFound
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from domain.utterance import checked_uuid
from projections.patient_view import PROJECTIONS
from projections.rebuild import Progress, rebuilding
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import audit_pb2 as pb
from protos.anamnesis.v1 import audit_pb2_grpc
from server import requests
from server.data_directory import DataDirectory
from server.paging import Cursor, cursor_of, page_size, token_of
from server.requests import Moment
from server.rpc import Context
from server.translate import event_message
from server.work import WorkPool

PAGE_BYTES = 3 * 1024 * 1024
"""A page ends before it outgrows a message, whose limit is 4 MiB by default."""


class Audit(audit_pb2_grpc.AuditServiceServicer):
    """Answers from the log alone."""

    def __init__(
        self, records: PatientRecords, projections: ProjectionRunner, directory: DataDirectory, work: WorkPool
    ) -> None:
        self._records = records
        self._projections = projections
        self._directory = directory
        self._work = work

    async def ListEvents(self, request: pb.ListEventsRequest, context: Context) -> pb.ListEventsResponse:
        """A page of the log, by position."""
        patient_id = checked_uuid("patient_id", request.patient_id) if request.patient_id else None
        moment, size = requests.moment(request.as_of), page_size(request.page_size)
        cursor = cursor_of(request.page_token, request)
        after = cursor.after if cursor else request.after_position

        def read() -> pb.ListEventsResponse:
            # Rows are not decoded: the log of a patient can be read even where an event of it cannot.
            if patient_id and not self._records.rows(0, 1, patient_id=patient_id):
                raise PatientNotFound(patient_id=patient_id)
            rows, more = self._rows(after, size, patient_id, tuple(request.topics), moment)
            return pb.ListEventsResponse(
                events=[event_message(row) for row in rows],
                next_page_token=token_of(Cursor(rows[-1].id), request) if more else "",
            )

        return await self._work(read)

    async def ListProjections(self, request: pb.ListProjectionsRequest, context: Context) -> pb.ListProjectionsResponse:
        """Every kept view and how far it has come."""

        def read() -> pb.ListProjectionsResponse:
            head, positions = self._records.head(), self._projections.positions()
            failed = {one.name for one in self._projections.quarantined()}
            return pb.ListProjectionsResponse(
                projections=[
                    pb.Projection(
                        name=projection.name,
                        version=projection.version,
                        position=positions[projection.name],
                        lag_events=self._lag(positions[projection.name]),
                        fingerprint=self._projections.views.fingerprint(projection.name),
                        status=_status(projection.name in failed, positions[projection.name], head),
                    )
                    for projection in sorted(PROJECTIONS, key=lambda one: one.name)
                ],
                position=head,
            )

        return await self._work(read)

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
            verify_only=request.verify_only or patient_id is not None,
            patient_id=patient_id,
        )
        steps = await self._work(run)
        while (progress := await self._work(lambda: next(steps, None))) is not None:
            yield progress_message(progress)

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


def progress_message(progress: Progress) -> pb.RebuildProjectionsResponse:
    """The progress of one view."""
    return pb.RebuildProjectionsResponse(
        name=progress.name,
        events=progress.events,
        rate=progress.rate,
        differences=[
            pb.ProjectionDifference(
                key=difference.patient_id,
                kept_fingerprint=difference.kept_fingerprint,
                rebuilt_fingerprint=difference.rebuilt_fingerprint,
            )
            for difference in progress.differences
        ],
        fingerprint=progress.fingerprint,
        done=progress.done,
        kept_fingerprint=progress.kept_fingerprint,
        identical=progress.identical,
        version=progress.version,
        position=progress.position,
    )


def _known(row: LogRow, known_at: datetime | None) -> bool:
    return known_at is None or datetime.fromisoformat(row.recorded_at) <= known_at


def _status(failed: bool, position: int, head: int) -> pb.ProjectionStatus:
    if failed:
        return pb.PROJECTION_STATUS_FAILED
    return pb.PROJECTION_STATUS_CURRENT if position >= head else pb.PROJECTION_STATUS_BEHIND
