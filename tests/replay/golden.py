"""Golden histories on disk: the rows of one patient's stream as they were stored, and what the views made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from domain.records import PatientRecords
from domain.store.mapper import LogRow

FOLDER = Path(__file__).parent / "histories"


@dataclass(frozen=True)
class History:
    """One recorded stream: what it is about, its rows, and the fingerprint of every view after the last of them."""

    about: str
    rows: tuple[LogRow, ...]
    fingerprints: Mapping[str, str]

    @property
    def patient_id(self) -> str:
        """Whose stream it is."""
        return str(self.rows[0].originator_id)

    def load_into(self, records: PatientRecords) -> None:
        """Store the rows as they are, through the recorder's own insert."""
        records.rows_log.insert_events(self.rows)


def dump(history: History) -> str:
    """The history as JSON, a row a line."""
    rows = [json.dumps(_row_data(row), ensure_ascii=False) for row in history.rows]
    head = json.dumps({"about": history.about, "fingerprints": history.fingerprints}, ensure_ascii=False, indent=1)
    return head.removesuffix("\n}") + ',\n "rows": [\n' + ",\n".join(rows) + "\n]}\n"


def load(path: Path) -> History:
    """The history of a file."""
    data = orjson.loads(path.read_bytes())
    return History(data["about"], tuple(_row(row) for row in data["rows"]), data["fingerprints"])


def _row_data(row: LogRow) -> dict[str, Any]:
    state = orjson.loads(row.state)
    # What is written must give the very bytes again that the log holds.
    assert orjson.dumps(state) == row.state, row.topic
    return {
        "patient_id": str(row.originator_id),
        "version": row.originator_version,
        "topic": row.topic,
        "event_id": row.event_id,
        "recorded_at": row.recorded_at,
        "state": state,
    }


def _row(data: dict[str, Any]) -> LogRow:
    return LogRow(
        id=0,
        originator_id=data["patient_id"],
        originator_version=data["version"],
        topic=data["topic"],
        state=orjson.dumps(data["state"]),
        event_id=data["event_id"],
        recorded_at=data["recorded_at"],
    )
