"""The log by patient, read for some projections: rows become events here, and nowhere else among the kept views."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from domain.errors import LogCorrupted
from domain.events import EVENTS, PatientErased, PatientRegistered, Recorded
from domain.records import PatientRecords
from domain.store.failures import store_errors
from domain.store.mapper import LogRow
from projections.base import Projection

ERASED = PatientErased.topic()


class PatientLog:
    """Reads the log for ``projections``; what none of them handles is not decoded, for half of the log is a trace."""

    def __init__(self, records: PatientRecords, projections: Sequence[Projection[Any]]) -> None:
        self._records = records
        handled = {PatientRegistered, PatientErased, *(kind for one in projections for kind in one.handles)}
        self._passed_over = frozenset(kind.topic() for kind in EVENTS if kind not in handled)

    def since(self, patient_id: str, version: int) -> Sequence[LogRow]:
        """The rows of a patient after a version, in order."""
        with store_errors():
            return self._records.rows_log.patient_rows(patient_id, after_version=version)

    def page(self, after: int, limit: int) -> Sequence[LogRow]:
        """The next rows of all patients, by position."""
        return self._records.rows(after, limit)

    def of(self, patient_id: str, up_to: int) -> Sequence[LogRow]:
        """The rows of a patient at or before a position that are not passed over; none after an erasure."""
        with store_errors():
            rows = self._records.rows_log.patient_rows(patient_id, up_to=up_to, but=self._passed_over)
        return () if any(row.topic == ERASED for row in rows) else rows

    def count(self, patient_id: str, up_to: int) -> int:
        """How many events a patient has at or before a position, those that are passed over among them."""
        with store_errors():
            return self._records.rows_log.count_of(patient_id, up_to)

    def up_to(self, patient_id: str, position: int) -> Sequence[LogRow]:
        """All rows of a patient at or before a position, in order."""
        with store_errors():
            return self._records.rows_log.patient_rows(patient_id, up_to=position)

    def erased(self, patient_id: str) -> bool:
        """Whether the patient is erased; then no key of theirs stays in memory."""
        return self._records.is_erased(patient_id)

    def erased_after(self, position: int) -> frozenset[str]:
        """Patients whose erasure stands after a position."""
        with store_errors():
            return frozenset(self._records.rows_log.patients_with(ERASED, after=position))

    def event(self, row: LogRow) -> Recorded | None:
        """The event of a row, None where no projection handles it. Raises LogCorrupted with the row's position."""
        if row.topic in self._passed_over:
            return None
        try:
            return self._records.recorded(row)
        except LogCorrupted as error:
            raise type(error)(
                f"The event at position {row.id} cannot be read.", position=row.id, patient_id=str(row.originator_id)
            ) from error

    def known_at(self, rows: Sequence[LogRow], moment: datetime) -> list[LogRow]:
        """Those of the rows that had been recorded by then. Raises LogCorrupted with the position of a damaged time."""
        return [row for row in rows if _recorded_at(row) <= moment]

    def head(self) -> int:
        """The last position of the log."""
        return self._records.head()

    def patients_after(self, patient_id: str, limit: int, up_to: int) -> list[tuple[str, int]]:
        """The next patients by id, each with the number of their events at or before a position."""
        with store_errors():
            return self._records.rows_log.patients_after(patient_id, limit, up_to)

    def patients_between(self, after: int, up_to: int) -> list[str]:
        """Patients with an event in a stretch of the log, by id."""
        with store_errors():
            return self._records.rows_log.patients_between(after, up_to)

    def events_up_to(self, position: int) -> int:
        """How many events stand at or before ``position``."""
        with store_errors():
            return self._records.rows_log.events_up_to(position)


def _recorded_at(row: LogRow) -> datetime:
    try:
        return datetime.fromisoformat(row.recorded_at)
    except ValueError:
        raise LogCorrupted(f"The time of the event at position {row.id} cannot be read.", position=row.id) from None
