"""Data directories of a test's own with the log of a server that goes on running."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
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


@contextmanager
def edited(data: Path) -> Iterator[sqlite3.Connection]:
    """Full access to the log of ``data``, its guards taken off and put back afterwards."""
    with closing(sqlite3.connect(data / "log.db")) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in guards:
            connection.execute(sql)
        connection.commit()
