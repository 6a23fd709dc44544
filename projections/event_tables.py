"""The log as typed tables for analysis. Nothing that a patient said or was told stands in them, only what became of it.

An erased patient keeps the skeleton in ``events``; every other table forgets the patient.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyarrow as pa

from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ContradictionFound,
    DocumentsRetrieved,
    ExtractionCompleted,
    PatientErased,
    QualityAssessed,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    TurnFailed,
    UtteranceReceived,
)
from domain.store.mapper import LogRow
from projections.folding import decoded

Row = dict[str, Any]
FactMaking = SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound

_TEXT, _WHOLE, _REAL = pa.string(), pa.int64(), pa.float64()
_TIME, _IDS = pa.timestamp("us", "UTC"), pa.list_(pa.string())
_PLACE = {"position": _WHOLE, "patient_id": _TEXT, "turn_number": _WHOLE, "recorded_at": _TIME}

SCHEMAS: Mapping[str, pa.Schema] = {
    "events": pa.schema(
        {
            **_PLACE,
            "version": _WHOLE,
            "topic": _TEXT,
            "event": _TEXT,
            "event_id": _TEXT,
            "request_id": _TEXT,
            "actor": _TEXT,
        }
    ),
    "slots": pa.schema(
        {
            **_PLACE,
            "event": _TEXT,
            "fact_id": _TEXT,
            "supersedes": _IDS,
            "slot": _TEXT,
            "name": _TEXT,
            "value": _REAL,
            "unit": _TEXT,
            "dose": _TEXT,
            "frequency": _TEXT,
            "status": _TEXT,
            "polarity": _TEXT,
            "certainty": _TEXT,
            "subject": _TEXT,
            "valid_from": _TEXT,
            "source": _TEXT,
            "extractor": _TEXT,
            "said_at": _TIME,
        }
    ),
    "corrections": pa.schema(
        {
            **_PLACE,
            "slot": _TEXT,
            "name": _TEXT,
            "old_fact_id": _TEXT,
            "old_name": _TEXT,
            "old_value": _REAL,
            "old_dose": _TEXT,
            "new_fact_id": _TEXT,
            "new_value": _REAL,
            "new_dose": _TEXT,
            "unit": _TEXT,
            "seconds": _REAL,
            "reason": _TEXT,
            "source": _TEXT,
        }
    ),
    "turns": pa.schema(
        {
            **_PLACE,
            "conversation_id": _TEXT,
            "said_at": _TIME,
            "language": _TEXT,
            "profile": _TEXT,
            "characters": _WHOLE,
            "proposals": _WHOLE,
            "extraction_milliseconds": _REAL,
            "outcome": _TEXT,
            "failure": _TEXT,
            "seconds": _REAL,
        }
    ),
    "answers": pa.schema(
        {
            **_PLACE,
            "intent": _TEXT,
            "language": _TEXT,
            "author": _TEXT,
            "profile": _TEXT,
            "quality": _REAL,
            "uncertainty": _REAL,
            "iterations": _WHOLE,
            "tokens": _WHOLE,
            "cost": _REAL,
            "facts": _WHOLE,
            "documents": _WHOLE,
            "citations": _WHOLE,
            "characters": _WHOLE,
            "warnings": _IDS,
            "from_cache": pa.bool_(),
            "milliseconds": _REAL,
        }
    ),
    "stages": pa.schema({**_PLACE, "stage": _TEXT, "milliseconds": _REAL}),
    "invalidations": pa.schema({**_PLACE, "answer_turn_number": _WHOLE, "fact_id": _TEXT, "reason": _TEXT}),
    "retrievals": pa.schema(
        {
            **_PLACE,
            "iteration": _WHOLE,
            "k": _WHOLE,
            "documents": _WHOLE,
            "best_score": _REAL,
            "consistency": _REAL,
            "legs": _IDS,
        }
    ),
    "quality": pa.schema(
        {
            **_PLACE,
            "iteration": _WHOLE,
            "grounding": _REAL,
            "completeness": _REAL,
            "accuracy": _REAL,
            "overall": _REAL,
            "threshold": _REAL,
            "verdict": _TEXT,
            "judge": _TEXT,
        }
    ),
}
"""The tables and their columns. ``seconds`` and ``milliseconds`` are durations; other times are UTC."""


class EventTables:
    """Collects the tables, row by row of the log."""

    def __init__(self, recorded: Callable[[LogRow], Recorded]) -> None:
        """Collect what ``recorded`` reads rows as."""
        self._recorded = recorded
        self._rows: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
        self._facts: dict[tuple[str, str], tuple[FactMaking, Recorded]] = {}
        self._turns: dict[tuple[str, int | None], Row] = {}
        self._erased: set[str] = set()

    def add(self, row: LogRow) -> None:
        """Take in one row; of an event that cannot be read, only that it is there."""
        event = decoded(row, self._recorded).event
        skeleton = {
            "position": row.id,
            "patient_id": str(row.originator_id),
            "version": row.originator_version,
            "topic": row.topic,
            "event": row.topic.split(".")[-2] if row.topic.count(".") > 1 else row.topic,
            "event_id": row.event_id,
        }
        if event is None:
            self._rows["events"].append(skeleton)
            return
        place = {**_place(event), "request_id": event.payload.request_id, "actor": event.payload.actor}
        self._rows["events"].append({**skeleton, **place})
        self._take(event)

    def tables(self) -> dict[str, pa.Table]:
        """The tables, typed."""
        kept = {
            name: [row for row in rows if name == "events" or row["patient_id"] not in self._erased]
            for name, rows in self._rows.items()
        }
        return {name: pa.table(_columns(kept[name], schema), schema=schema) for name, schema in SCHEMAS.items()}

    def _take(self, event: Recorded) -> None:
        payload = event.payload
        match payload:
            case SlotRecorded() | SlotChanged() | SlotCorrected() | ContradictionFound():
                self._take_fact(event, payload)
            case UtteranceReceived() | ExtractionCompleted() | TurnFailed():
                self._take_turn(event, payload)
            case AnswerGiven():
                self._take_answer(event, payload)
            case AnswerInvalidated():
                self._append("invalidations", event, _fields(payload, "answer_turn_number", "fact_id", "reason"))
            case DocumentsRetrieved():
                scores = [document.score for document in payload.documents]
                found = {"documents": len(scores), "best_score": max(scores, default=None)}
                self._append("retrievals", event, _fields(payload, "iteration", "k", "consistency", "legs") | found)
            case QualityAssessed():
                names = [name for name in SCHEMAS["quality"].names if name not in _PLACE]
                self._append("quality", event, _fields(payload, *names))
            case PatientErased():
                self._erased.add(event.patient_id)
            case _:
                return

    def _take_fact(self, event: Recorded, payload: FactMaking) -> None:
        content, evidence = payload.content, payload.evidence
        row = _fields(content, "unit", "dose", "frequency", "status", "polarity", "certainty", "subject", "valid_from")
        superseded = _superseded(payload)
        row |= {
            "event": type(payload).__name__,
            "fact_id": payload.fact_id,
            "supersedes": superseded,
            "slot": content.slot,
            "name": content.concept.name,
            "value": _number(content.value),
            "source": evidence.source,
            "extractor": evidence.extractor,
            "said_at": payload.said_at,
        }
        self._append("slots", event, row)
        self._facts[event.patient_id, payload.fact_id] = payload, event
        if isinstance(payload, SlotCorrected):
            for old_id in superseded:
                self._take_correction(event, payload, old_id)

    def _take_correction(self, event: Recorded, payload: SlotCorrected, old_id: str) -> None:
        old, recorded = self._facts.get((event.patient_id, old_id), (None, event))
        content = payload.content
        self._append(
            "corrections",
            event,
            {
                "slot": content.slot,
                "name": content.concept.name,
                "old_fact_id": old_id,
                "old_name": old.content.concept.name if old else None,
                "old_value": _number(old.content.value) if old else None,
                "old_dose": old.content.dose if old else None,
                "new_fact_id": payload.fact_id,
                "new_value": _number(content.value),
                "new_dose": content.dose,
                "unit": content.unit,
                "seconds": (event.recorded_at - recorded.recorded_at).total_seconds(),
                # A reason given through the interface is a person's own words.
                "reason": payload.reason if payload.evidence.extractor != "interface" else "interface",
                "source": payload.evidence.source,
            },
        )

    def _take_turn(self, event: Recorded, payload: UtteranceReceived | ExtractionCompleted | TurnFailed) -> None:
        key = event.patient_id, payload.turn_number
        if isinstance(payload, UtteranceReceived):
            row = _fields(payload, "conversation_id", "said_at", "language", "profile")
            self._turns[key] = self._append("turns", event, row | {"characters": len(payload.text)})
        elif key in self._turns and isinstance(payload, ExtractionCompleted):
            self._turns[key]["extraction_milliseconds"] = payload.milliseconds
            self._turns[key]["proposals"] = payload.counts.get("proposals")
        elif key in self._turns and isinstance(payload, TurnFailed):
            self._turns[key]["failure"] = payload.reason
            self._end_turn(event, "failed")

    def _take_answer(self, event: Recorded, payload: AnswerGiven) -> None:
        names = ("intent", "language", "author", "profile", "quality", "uncertainty", "iterations", "cost", "warnings")
        self._append(
            "answers",
            event,
            _fields(payload, *names)
            | {
                "tokens": sum(payload.tokens.values()),
                "facts": len(payload.facts_used),
                "documents": len(payload.document_ids),
                "citations": len(payload.citations),
                "characters": len(payload.text),
                "from_cache": payload.cached_from is not None,
                "milliseconds": sum(payload.milliseconds.values()),
            },
        )
        for stage, milliseconds in payload.milliseconds.items():
            self._append("stages", event, {"stage": stage, "milliseconds": milliseconds})
        self._end_turn(event, "answered")

    def _end_turn(self, event: Recorded, outcome: str) -> None:
        turn = self._turns.get((event.patient_id, event.payload.turn_number))
        if turn is not None:
            turn["outcome"] = outcome
            turn["seconds"] = (event.recorded_at - turn["recorded_at"]).total_seconds()

    def _append(self, table: str, event: Recorded, row: Row) -> Row:
        whole = _place(event) | row
        self._rows[table].append(whole)
        return whole


def _place(event: Recorded) -> Row:
    return {
        "position": event.position,
        "patient_id": event.patient_id,
        "turn_number": event.payload.turn_number,
        "recorded_at": event.recorded_at,
    }


def _fields(value: object, *names: str) -> Row:
    return {name: getattr(value, name) for name in names}


def _superseded(payload: FactMaking) -> tuple[str, ...]:
    match payload:
        case SlotCorrected():
            return payload.supersedes
        case SlotChanged():
            return (payload.supersedes,)
        case _:
            return ()


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _columns(rows: list[Row], schema: pa.Schema) -> dict[str, list[Any]]:
    return {name: [row.get(name) for row in rows] for name in schema.names}
