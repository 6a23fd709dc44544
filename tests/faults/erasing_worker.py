"""Erases or restores over and over, killed each time at another moment: `python -m tests.faults.erasing_worker ...`.

Arguments: "erase" or "restore", a data directory, a backup of it, a folder for the outcomes, and how many kills. The
moments are spread evenly over the calls that the task makes, of Python's functions and of C's, SQLite's among them.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

from domain.store.restoration import restore
from projections.runner import ProjectionRunner
from server import byte_search
from server.data_directory import DataDirectory
from server.erasing import Erasing
from tests.server.planted import PATIENT

SEARCH = byte_search.__file__
"""Its calls are not counted: they are most of all, and change nothing."""


def main(task: str, data: Path, backup: Path, outcomes: Path, kills: int) -> None:
    """Leave one folder for each kill, with what the task was working on in the state that the kill left."""
    # Once before it is counted: what is imported on the way would be most of the calls.
    _do(task, data, backup, _prepared(task, data, backup, outcomes / "first"))
    uninterrupted = _prepared(task, data, backup, outcomes / "uninterrupted")
    calls = _calls(lambda: _do(task, data, backup, uninterrupted))
    for number in range(1, kills + 1):
        folder = _prepared(task, data, backup, outcomes / str(number))
        child = os.fork()
        if child == 0:
            _die_at(calls * number // (kills + 1))
            _do(task, data, backup, folder)
            os._exit(0)
        os.waitpid(child, 0)
    print(calls)


def _prepared(task: str, data: Path, backup: Path, folder: Path) -> Path:
    folder.mkdir(parents=True)
    if task == "erase":
        shutil.copytree(data, folder / "data")
        shutil.copytree(backup, folder / "backup")
    return folder


def _do(task: str, data: Path, backup: Path, folder: Path) -> None:
    now = datetime.now(UTC)
    if task == "restore":
        restore(backup, folder / "data", data / "master.key", now=now, erased=[PATIENT])
        return
    directory = DataDirectory(folder / "data")
    with directory.records() as records:
        erasing = Erasing(records, ProjectionRunner(records, directory.views), directory)
        erasing.erase(str(uuid4()), PATIENT, now, backups=[folder / "backup"])


def _calls(do: Callable[[], None]) -> int:
    made = 0

    def count(frame: FrameType, *_: Any) -> None:
        nonlocal made
        made += frame.f_code.co_filename != SEARCH

    sys.setprofile(count)
    do()
    sys.setprofile(None)
    return made


def _die_at(call: int) -> None:
    left = call

    def count(frame: FrameType, *_: Any) -> None:
        nonlocal left
        left -= frame.f_code.co_filename != SEARCH
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]), int(sys.argv[5]))
