"""Rows that no version of the service wrote, put into the log behind its back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from domain.events import SlotRecorded, event_id_at
from tests.builders import NOW, PATIENT_ID

UNKNOWN_TOPIC = ("anamnesis.Patient.SlotDreamt.v1", b"{}")
BAD_JSON = (SlotRecorded.topic(), b"{")
MISSING_FIELD = (SlotRecorded.topic(), b"{}")


def insert(database: Path, row: tuple[str, bytes], version: int, patient_id: str = PATIENT_ID) -> None:
    """Append ``row`` (topic, state) as the next event of a patient."""
    connection = sqlite3.connect(database)
    connection.execute(
        "INSERT INTO stored_events (originator_id, originator_version, topic, event_id, recorded_at, state) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (patient_id, version, row[0], event_id_at(patient_id, version), NOW.isoformat(), row[1]),
    )
    connection.commit()
    connection.close()
