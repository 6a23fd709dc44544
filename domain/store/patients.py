"""Whose events the log holds: the patients in the order of their ids, and those with events in a stretch of the log."""

from __future__ import annotations

from domain.store.sqlite import LogRecorder


def patients_after(recorder: LogRecorder, patient_id: str, limit: int) -> list[str]:
    """The next ``limit`` patients by id."""
    with recorder.datastore.transaction(commit=False) as c:
        c.execute(
            "SELECT DISTINCT originator_id FROM stored_events WHERE originator_id > ? ORDER BY originator_id LIMIT ?",
            (patient_id, limit),
        )
        return [row[0] for row in c.fetchall()]


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
