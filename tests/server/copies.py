"""Data directories of a test's own with the log of a server that goes on running."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from domain.store.backup import back_up
from server.data_directory import DataDirectory


def copy_of(data: Path, target: Path) -> Path:
    """Copy log, keys and kept views of ``data`` into ``target``; returns it."""
    records = DataDirectory(data).records()
    back_up(records, target)
    records.close()
    shutil.copy(data / "master.key", target)
    with closing(sqlite3.connect(data / "views.db")) as source, closing(sqlite3.connect(target / "views.db")) as copy:
        source.backup(copy)
    return target
