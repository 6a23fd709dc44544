"""A process that rebuilds the views or exports the tables of a sealed log until it is killed.

`python -m tests.faults.busy_worker rebuild|export FOLDER`
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from projections.event_log import EventLog
from projections.event_parts import EventParts
from projections.rebuild import rebuild
from server.data_directory import DataDirectory


def main(task: str, folder: Path) -> None:
    """Say "ready" once begun, and go on in small steps, from the beginning over and over."""
    directory = DataDirectory(folder)
    parts = EventParts(directory.analysis)
    with directory.records() as records:
        print("ready", flush=True)
        for turn in count():
            if task == "rebuild":
                rebuild(records, directory.views, accept=True, afresh=True, batch_rows=5)
            else:
                EventLog(directory.analysis, page_rows=5).catch_up(records)
                if turn % 3 == 2:
                    with parts.writing():
                        parts.clear()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
