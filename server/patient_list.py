"""Which patients are there? Read from their registrations in the log, so that a new one is listed at once."""

from __future__ import annotations

from collections.abc import Iterator

from domain.errors import LogCorrupted
from domain.events import PatientRegistered
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from protos.anamnesis.v1 import memory_pb2 as pb
from server.translate import timestamp

LOOKED_AT = 5_000
"""Registrations that one page looks at: of a tenant with few patients among many a page may be short (ours)."""


class PatientList:
    """Lists patients in the order of their registration; runs in the work pool."""

    def __init__(self, records: PatientRecords) -> None:
        self._records = records

    def page(
        self, tenant: str, size: int, after: int, granted: frozenset[str] | None = None
    ) -> tuple[list[pb.PatientSummary], int | None]:
        """Up to ``size`` patients registered after a position, and the position after which the next page begins.

        None for the last page. With ``granted``, only these. Erased patients are not listed, nor those whose
        registration cannot be read: `verify`
        names them.
        """
        found: list[pb.PatientSummary] = []
        rows = self._records.rows(after, LOOKED_AT + 1, topics=[PatientRegistered.topic()])
        for row in rows[:LOOKED_AT]:
            if len(found) == size:
                return found, after
            if granted is None or row.originator_id in granted:
                found.extend(self._listed(row, tenant))
            after = row.id
        return found, after if len(rows) > LOOKED_AT else None

    def _listed(self, row: LogRow, tenant: str) -> Iterator[pb.PatientSummary]:
        try:
            registered = self._records.recorded(row).payload
            if not isinstance(registered, PatientRegistered) or (tenant and registered.tenant != tenant):
                return
            last = self._records.last(row.originator_id)
        except LogCorrupted:
            return
        yield pb.PatientSummary(
            patient_id=row.originator_id,
            tenant=registered.tenant,
            locale=registered.locale,
            version=last.version,
            last_recorded_at=timestamp(last.recorded_at),
        )
