"""Keeping the analysis tables up to date with the log: only what was recorded since is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from domain.events import PatientErased, Recorded, Shredded
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from projections.event_parts import EventParts, Tables
from projections.event_rows import TEXT_TOPICS, Row, rows_of, skeleton, text_rows
from projections.event_tables import SCHEMAS, TEXTS

PAGE_ROWS = 50_000
"""Events that are decoded and written at once."""

NO_SPILL: dict[str, str | bool | int | float | list[str]] = {"temp_directory": ""}
"""Settings of DuckDB: what it works with is of patients, and must not lie about in files of its own."""

Progress = Callable[[int, int], None]
"""Told the position reached and the one to reach."""


class _OldFact(NamedTuple):
    """What a correction tells of the fact that it corrects."""

    name: str
    value: float | None
    dose: str | None
    recorded_at: datetime


def catch_up(
    parts: EventParts,
    records: PatientRecords,
    progress: Progress = lambda done, head: None,
    *,
    page_rows: int = PAGE_ROWS,
) -> int:
    """Write what the log holds beyond the parts; returns the position that they have reached.

    Parts of another log, or of one that has since been restored to an earlier state, are written anew. Of a patient
    whom the new events erase, nothing stays but the skeleton. Interrupted, it goes on after the last whole part.
    """
    head = records.head()
    with parts.reading():
        if parts.reached() == head and parts.sound() and _of_this_log(parts, records):
            return head
    with parts.writing():
        try:
            _write_on(parts, records, head, progress, page_rows)
        except (pa.ArrowException, duckdb.Error):
            # A part that cannot be read is worth no more than the log that it was made from.
            parts.clear()
            _write_on(parts, records, head, progress, page_rows)
    return head


def _write_on(parts: EventParts, records: PatientRecords, head: int, progress: Progress, page_rows: int) -> None:
    if not _of_this_log(parts, records):
        parts.clear()
    after = parts.reached()
    # Also who was erased since the head was read: the files may have been cleared of them meanwhile.
    erased = _erased_in(records, after, records.head())
    for patient_id in erased:
        parts.remove(patient_id)
    erased |= _erased_before(parts)
    log = records.replay(after, up_to=head)
    while page := list(islice(log, page_rows)):
        last = page[-1][0].id
        parts.add(after + 1, last, _tables(page, erased, parts))
        after = last
        progress(after, head)


def texts(records: PatientRecords) -> pa.Table:
    """What was said, word for word, read from the log for this one purpose; nothing of erased patients."""
    erased = _erased_in(records, 0, records.head())
    found: list[Row] = []
    for _, event in records.replay(topics=TEXT_TOPICS):
        if event is not None and event.patient_id not in erased:
            found.extend(text_rows(event))
    return pa.Table.from_pylist(found, schema=TEXTS)


def _of_this_log(parts: EventParts, records: PatientRecords) -> bool:
    """Whether the last event of the parts stands at its position in the log."""
    held = parts.parts()
    if not held:
        return True
    last = held[-1].last
    row = next(iter(records.rows(last - 1, 1, up_to=last)), None)
    try:
        return row is not None and row.event_id == parts.last_event(held[-1])
    except pa.ArrowException:
        return False


def _erased_in(records: PatientRecords, after: int, head: int) -> set[str]:
    rows = records.rows(after, max(1, head - after), up_to=head, topics=(PatientErased.topic(),))
    return {one for row in rows if records.is_erased(one := str(row.originator_id))}


def _erased_before(parts: EventParts) -> set[str]:
    with duckdb.connect(":memory:", config=NO_SPILL) as connection:
        parts.show(connection, "events")
        found = connection.execute(
            "SELECT DISTINCT patient_id FROM events WHERE event = ?", [PatientErased.__name__]
        ).fetchall()
    return {patient_id for (patient_id,) in found}


def _tables(replayed: Iterable[tuple[LogRow, Recorded | None]], erased: set[str], parts: EventParts) -> Tables:
    """The tables of these rows of the log; of an event that cannot be read, only that it is there."""
    found: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
    for row, event in replayed:
        known = skeleton(row)
        found["events"].append(known)
        if event is None or isinstance(event.payload, Shredded) or event.patient_id in erased:
            continue
        payload = event.payload
        known |= {"turn_number": payload.turn_number, "request_id": payload.request_id, "actor": payload.actor}
        for table, one in rows_of(event):
            found[table].append(one)
    _tell_old_facts(found["corrections"], found["slots"], parts)
    return {name: pa.Table.from_pylist(one, schema=SCHEMAS[name]) for name, one in found.items()}


def _tell_old_facts(corrections: Sequence[Row], slots: Sequence[Row], parts: EventParts) -> None:
    here = {
        (row["patient_id"], row["fact_id"]): _OldFact(row["name"], row["value"], row["dose"], row["recorded_at"])
        for row in slots
    }
    wanted = [(row["patient_id"], row["old_fact_id"]) for row in corrections]
    here |= _old_facts([key for key in wanted if key not in here], parts)
    for row, key in zip(corrections, wanted, strict=True):
        old = here.get(key)
        if old is not None:
            row["old_name"], row["old_value"], row["old_dose"] = old.name, old.value, old.dose
            row["seconds"] = (row["recorded_at"] - old.recorded_at).total_seconds()


def _old_facts(wanted: Sequence[tuple[str, str]], parts: EventParts) -> dict[tuple[str, str], _OldFact]:
    """Facts that earlier parts hold."""
    if not wanted:
        return {}
    keys = pa.table({"patient_id": [key[0] for key in wanted], "fact_id": [key[1] for key in wanted]})
    with duckdb.connect(":memory:", config=NO_SPILL) as connection:
        connection.register("wanted", keys)
        parts.show(connection, "slots")
        found = connection.sql(
            "SELECT patient_id, fact_id, name, value, dose, recorded_at FROM slots "
            "SEMI JOIN wanted USING (patient_id, fact_id)"
        )
        rows: list[dict[str, Any]] = found.to_arrow_table().to_pylist()
    return {
        (row["patient_id"], row["fact_id"]): _OldFact(row["name"], row["value"], row["dose"], row["recorded_at"])
        for row in rows
    }
