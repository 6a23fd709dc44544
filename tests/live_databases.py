"""No code of ours opens a database that may be live except through SQLite: held in every test of this process.

A process that closes such a file loses SQLite's locks on it (sqlite.org, "How To Corrupt An SQLite Database File",
2.2). Opening by Python is what is seen here; `test_live_databases` lists what else could open a file.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

DATABASE = re.compile(r"(log|keys|views)\.db(-wal|-shm|-journal)?$")
ROOT = str(Path(__file__).parent.parent) + os.sep
TESTS = os.path.join(ROOT, "tests") + os.sep


def forbid_opening() -> None:
    """From now on, code of ours that opens a database file raises AssertionError. Tests may: a vandal is one."""
    sys.addaudithook(_hook)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not isinstance(arguments[0], str | bytes | os.PathLike):
        return
    path = os.fsdecode(arguments[0])
    if DATABASE.search(path) and (opener := _opener()) is not None:
        raise AssertionError(f"{opener} opens {os.path.basename(path)} past SQLite")


def _opener() -> str | None:
    """The place of ours that the call comes from; None where it is a test, or none of ours."""
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(ROOT) and "/.venv/" not in file:
            return None if file.startswith(TESTS) else f"{file.removeprefix(ROOT)}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return None
