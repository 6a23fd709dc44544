"""The log by patient: the patients in the order of their ids, and the rows of one of them."""

from __future__ import annotations

from collections.abc import Collection

from domain.store.mapper import LogRow
from domain.store.sqlite import LogRecorder


def patient_rows(
    recorder: LogRecorder,
    patient_id: str,
    *,
    after_version: int = 0,
    up_to: int | None = None,
    but: Collection[str] = (),
) -> list[LogRow]:
    """A patient's rows after a version, in order, up to a position of the log if one is given; ``but`` these topics."""
    where = "originator_id = ? AND originator_version > ?"
    parameters: list[str | int] = [patient_id, after_version]
    if up_to is not None:
        where += " AND rowid <= ?"
        parameters.append(up_to)
    if but:
        where += f" AND topic NOT IN ({','.join('?' * len(but))})"
        parameters.extend(but)
    return recorder.select_where(where, parameters, "originator_version")


def count_of(recorder: LogRecorder, patient_id: str, up_to: int) -> int:
    """How many events a patient has at or before a position."""
    with recorder.datastore.transaction(commit=False) as c:
        c.execute("SELECT COUNT(*) FROM stored_events WHERE originator_id = ? AND rowid <= ?", (patient_id, up_to))
        return int(c.fetchone()[0])


def patients_after(recorder: LogRecorder, patient_id: str, limit: int, up_to: int) -> list[tuple[str, int]]:
    """The next ``limit`` patients by id, each with the number of their events at or before a position."""
    with recorder.datastore.transaction(commit=False) as c:
        c.execute(
            "SELECT originator_id, COUNT(*) FROM stored_events WHERE originator_id > ? AND rowid <= ? "
            "GROUP BY originator_id ORDER BY originator_id LIMIT ?",
            (patient_id, up_to, limit),
        )
        return [(row[0], row[1]) for row in c.fetchall()]


def patients_between(recorder: LogRecorder, after: int, up_to: int) -> list[str]:
    """Patients with an event after position ``after`` and at or before ``up_to``, by id."""
    with recorder.datastore.transaction(commit=False) as c:
        c.execute(
            "SELECT DISTINCT originator_id FROM stored_events WHERE rowid > ? AND rowid <= ? ORDER BY originator_id",
            (after, up_to),
        )
        return [row[0] for row in c.fetchall()]


def events_up_to(recorder: LogRecorder, position: int) -> int:
    """How many events stand at or before ``position``."""
    with recorder.datastore.transaction(commit=False) as c:
        c.execute("SELECT COUNT(*) FROM stored_events WHERE rowid <= ?", (position,))
        return int(c.fetchone()[0])
