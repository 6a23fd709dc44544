"""What a question across all patients costs: the monthly corrections query over the analysis tables, in CPU time.

    python -m evaluation.analysis_bench [--events N] [--scale N] [--sealed] [--ceiling MILLISECONDS]

Prints how fast the tables are written from the log, and the query beside the floor of asking the log itself in SQL, in
the same run; then the query over as many events as ``--scale`` says, made of the same tables for other patients. With
``--sealed`` the tables are encrypted. With a ceiling, the exit code is 1 when that one needs more.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from domain.records import PatientRecords
from evaluation.synthetic_log import write_log
from projections.event_log import READY_QUERIES, EventLog
from projections.event_parts import EventParts

TURNS = 20
EVENTS_A_PATIENT = 109
"""What a synthetic patient of twenty turns leaves in the log."""

ROUNDS = 7
QUERY = "corrections_by_month"
FLOOR = (
    "SELECT originator_id, json_extract(CAST(state AS TEXT), '$.content.slot'), substr(recorded_at, 1, 7), COUNT(*) "
    "FROM stored_events WHERE topic = 'anamnesis.Patient.SlotCorrected.v1' GROUP BY 1, 2, 3"
)
"""The same question to the log's own table, without any table beside it."""


def measure(events: int, scale: int, sealed: bool) -> tuple[list[str], float]:
    """The lines of the report, and the CPU milliseconds of the query at ``scale`` events."""
    sql, key = READY_QUERIES[QUERY].sql, os.urandom(32) if sealed else None
    with tempfile.TemporaryDirectory() as folder:
        database, directory = Path(folder) / "log.db", Path(folder) / "analysis"
        written = write_log(database, max(1, events // EVENTS_A_PATIENT), TURNS)
        log = EventLog(directory, key)
        with closing(PatientRecords(database)) as records:
            exported = _cpu(lambda: log.catch_up(records))
            again = _cpu(lambda: log.catch_up(records))
        with closing(sqlite3.connect(database)) as floor:
            plain = min(_cpu(lambda: floor.execute(FLOOR).fetchall()) for _ in range(ROUNDS))
        with log.connected() as connection:
            small = min(_cpu(lambda: connection.sql(sql).to_arrow_table()) for _ in range(ROUNDS))
        parts = EventParts(directory, key)
        _multiply(parts, scale)
        reached = parts.reached()
        size = sum(file.stat().st_size for part in parts.parts() for _, file in part.files())
        with log.connected() as connection:
            rounds = [_cpu(lambda: connection.sql(sql).to_arrow_table()) for _ in range(ROUNDS)]
            found = connection.sql(sql).to_arrow_table().num_rows
    milliseconds = min(rounds) * 1000
    return [
        f"analysis: CPU time, best of {ROUNDS}",
        f"  tables written from the log       {written / exported:10,.0f} events/s over {written:,} events; "
        f"nothing new: {again * 1000:.1f} ms",
        f"  {QUERY} at {written:,} events: {small * 1000:.1f} ms; asked of the log in SQL {plain * 1000:.1f} ms; "
        f"ratio {plain / small:.1f}",
        f"  {QUERY} at {reached:,} events: {milliseconds:.1f} ms (first time {rounds[0] * 1000:.1f} ms) "
        f"for {found:,} rows; tables {size / 1e6:.0f} MB",
    ], milliseconds


def _multiply(parts: EventParts, scale: int) -> None:
    """Add what was written again and again, each time as other patients, until there are ``scale`` events."""
    span = parts.reached()
    held = parts.parts()
    tables = {name: parts.read(name, *held) for name in {name for part in held for name, _ in part.files()}}
    copy = 0
    while (reached := parts.reached()) < scale:
        copy += 1
        parts.add(reached + 1, reached + span, {name: _moved(rows, copy, reached) for name, rows in tables.items()})


def _moved(rows: pa.Table, copy: int, by: int) -> pa.Table:
    positions = pc.add(rows.column("position"), by)
    patients = pc.binary_join_element_wise(f"{copy:04x}", pc.utf8_slice_codeunits(rows.column("patient_id"), 4), "")
    moved = rows.set_column(0, rows.schema.field("position"), positions)
    return moved.set_column(1, rows.schema.field("patient_id"), patients)


def _cpu(task: Callable[[], object]) -> float:
    began = time.process_time()
    task()
    return time.process_time() - began


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000, help="about how many events are written to a log")
    parser.add_argument("--scale", type=int, default=1_000_000, help="how many events are asked about in the end")
    parser.add_argument("--sealed", action="store_true", help="encrypt the tables")
    parser.add_argument("--ceiling", type=float, help="most CPU milliseconds of the query")
    options = parser.parse_args(arguments)
    lines, milliseconds = measure(options.events, options.scale, options.sealed)
    print("\n".join(lines), flush=True)
    if options.ceiling is not None and milliseconds > options.ceiling:
        print(f"  over the ceiling of {options.ceiling:g} ms", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
