"""A process that keeps, rebuilds or appends until it is killed: `python -m tests.faults.views_worker TASK FOLDER N`."""

from __future__ import annotations

import sys
from pathlib import Path

from domain.records import PatientRecords
from evaluation.synthetic_log import write_log
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner


def main(task: str, folder: Path, number: int) -> None:
    """Say "ready", and then do the task in steps so small that a kill finds it in the middle."""
    log, views = folder / "log.db", folder / "views.db"
    with PatientRecords(log) as records:
        print("ready", flush=True)
        match task:
            case "project":
                ProjectionRunner(records, views, page_rows=3).catch_up()
            case "rebuild":
                rebuild(records, views, accept=True, batch_rows=5)
            case "append":
                write_log(log, patients=2, turns=5, seed=number)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
