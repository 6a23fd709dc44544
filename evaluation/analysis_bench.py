"""What a question across all patients costs: the monthly corrections query over the analysis tables, in CPU time.

    python -m evaluation.analysis_bench [--events N] [--ceiling MILLISECONDS]

Prints how fast the tables are written from the log, and the query beside the floor of asking the log itself in SQL, in
the same run. With a ceiling, the exit code is 1 when the query needs more.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from domain.records import PatientRecords
from evaluation.synthetic_log import write_log
from projections.event_log import READY_QUERIES, EventLog

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


def measure(events: int) -> tuple[list[str], float]:
    """The lines of the report, and the CPU milliseconds of the query."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "log.db"
        written = write_log(database, max(1, events // EVENTS_A_PATIENT), TURNS)
        log = EventLog(Path(folder) / "analysis")
        with closing(PatientRecords(database)) as records:
            exported = _cpu(lambda: log.catch_up(records))
            again = _cpu(lambda: log.catch_up(records))
        size = sum(file.stat().st_size for file in (Path(folder) / "analysis").rglob("*.parquet"))
        with log.connected() as connection, closing(sqlite3.connect(database)) as floor:
            sql = READY_QUERIES[QUERY].sql
            query = min(_cpu(lambda: connection.sql(sql).to_arrow_table()) for _ in range(ROUNDS))
            plain = min(_cpu(lambda: floor.execute(FLOOR).fetchall()) for _ in range(ROUNDS))
            found = connection.sql(sql).to_arrow_table().num_rows
        whole = min(_cpu(lambda: log.query(sql, limit=None)) for _ in range(ROUNDS))
    milliseconds = query * 1000
    return [
        f"analysis: {written:,} events; CPU time, best of {ROUNDS}",
        f"  tables written from the log      {written / exported:10,.0f} events/s, {size / 1e6:.1f} MB; "
        f"nothing new: {again * 1000:.1f} ms",
        f"  {QUERY:32s} {milliseconds:8.1f} ms for {found:,} rows; with opening the tables {whole * 1000:.1f} ms",
        f"  the same, asked of the log in SQL {plain * 1000:7.1f} ms   ratio {plain / query:.1f}",
    ], milliseconds


def _cpu(task: Callable[[], object]) -> float:
    began = time.process_time()
    task()
    return time.process_time() - began


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100_000, help="about how many events the log has")
    parser.add_argument("--ceiling", type=float, help="most CPU milliseconds of the query")
    options = parser.parse_args(arguments)
    lines, milliseconds = measure(options.events)
    print("\n".join(lines), flush=True)
    if options.ceiling is not None and milliseconds > options.ceiling:
        print(f"  over the ceiling of {options.ceiling:g} ms", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
