"""The SQLite log: append-only, with positions that are never reused, read by patient or by position.

Named as the ``PERSISTENCE_MODULE`` of the eventsourcing library, which looks for the one factory class here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Event
from typing import Any

from eventsourcing import sqlite as library
from eventsourcing.persistence import (
    DatabaseError,
    InterfaceError,
)
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
)
from eventsourcing.utils import Environment, EnvType

from domain.store.group_commit import GroupCommit, Save
from domain.store.mapper import LogRow
from domain.store.ports import Followed
from domain.store.seal import Seal
from domain.store.sqlite_reads import TRIGGERS, LogReads
from domain.store.sqlite_watch import watch_version
from domain.store.subscription import FollowedLog, Followers
from domain.store.topic_index import MAKE_INDEXES
from domain.store.writer import LogWriter

APPLICATION_ID = 0x414E414D
"""Marks a file as an Anamnesis log ("ANAM"), so that a foreign database is refused."""

DURABLE = ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "secure_delete=ON")
"""Settings of every connection: durable at every commit, and no trust in the file's schema."""

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS stored_events ("
    "rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
    "topic TEXT NOT NULL, event_id TEXT NOT NULL, recorded_at TEXT NOT NULL, chain BLOB, state BLOB NOT NULL, "
    "UNIQUE (originator_id, originator_version))",
    *TRIGGERS.values(),
    *MAKE_INDEXES,
)


class LogConnectionPool(SQLiteConnectionPool):
    """Connections that are durable at every commit and trust nothing in the file's schema."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        cursor = connection.cursor()
        for pragma in DURABLE:
            cursor.execute(f"PRAGMA {pragma}")
        return connection


class LogRecorder(FollowedLog, LogReads):
    """Writes and reads rows of the log; a position is an AUTOINCREMENT rowid and is never reused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._followers = Followers(self._watch)
        self._writer: LogWriter | None = None
        self._lock_seconds = 5.0
        self._own_commits = 0
        self.commits = GroupCommit(self._write)

    def construct_create_table_statements(self) -> list[str]:
        """The log's table, the triggers that keep it append-only, and the indexes that a start reads."""
        return list(_SCHEMA)

    def _create_table(self, c: SQLiteCursor) -> None:
        c.execute("PRAGMA application_id")
        found = c.fetchone()[0]
        c.execute("SELECT COUNT(*) FROM sqlite_master WHERE type='table'")
        if found not in (0, APPLICATION_ID) or (found == 0 and c.fetchone()[0]):
            raise DatabaseError("this database is not an Anamnesis log")
        super()._create_table(c)
        if found == 0:
            c.execute(f"PRAGMA application_id={APPLICATION_ID}")

    def open_writer(self, seal: Seal | None, lock_seconds: float) -> None:
        """Make ready to append, under ``seal`` or in the clear; a new log is marked as one or the other for good.

        Raises LogNotSealed and LogSealed when the log is of the other kind, and LogTruncated when it ends before its
        head anchor.
        """
        self._lock_seconds = lock_seconds
        self._writer = LogWriter(self.connect(lock_seconds), self.datastore.pool.db_name, seal)

    def close_writer(self) -> None:
        """End appending; under a seal, the head is signed."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def try_writing(self) -> None:
        """Take the right to append and give it back.

        Raises LogReplaced where the log that is open is not the one that its path names any more.
        """
        self._opened().check_files()
        with closing(self.connect(self._lock_seconds)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")

    def insert_events(self, stored_events: Sequence[LogRow], **_: Any) -> Sequence[int]:  # type: ignore[override]
        """Append rows in one transaction; wakes the followers in this process. Returns their positions."""
        positions = self.commits.submit(stored_events)
        self._followers.notify()
        return positions

    def place(self) -> Path | None:
        """The database file."""
        return Path(self.datastore.pool.db_name)

    def turn_of(self, patient_id: str) -> AbstractContextManager[object]:
        """Nothing more than the versions: one process serves a directory, and queues the commands of a patient."""
        return nullcontext(patient_id)

    def copy_rows(self, rows: Sequence[LogRow]) -> None:
        """Append rows of another log at the very positions that they have there."""
        self._opened().write([Save(rows)], keep_positions=True)

    def _write(self, saves: Sequence[Save]) -> None:
        # Before the commit, so that whoever sees it sees the count as well.
        self._own_commits += 1
        self._opened().write(saves)

    def _opened(self) -> LogWriter:
        if self._writer is None:
            raise InterfaceError("the log is not open for writing")
        return self._writer

    def _watch(self, stopping: Event, notify: Followed) -> None:
        with closing(self.connect()) as connection:
            watch_version(connection, stopping, notify, lambda: self._own_commits)

    def connect(self, lock_seconds: float = 5.0) -> sqlite3.Connection:
        """A connection of the caller's own to the same log."""
        connection = sqlite3.connect(
            self.datastore.pool.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=lock_seconds
        )
        for pragma in DURABLE:
            connection.execute(f"PRAGMA {pragma}")
        return connection


class LogFactory(library.SQLiteFactory):
    """Builds the recorder over a pool of durable connections."""

    application_recorder_class = LogRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = LogConnectionPool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)
        pool.close()


@contextmanager
def reading(database: Path) -> Iterator[LogRecorder]:
    """The recorder of an existing log, for reading it whatever its state; nothing can be appended over it.

    Raises DatabaseError when the file is no log.
    """
    factory = LogFactory({"SQLITE_DBNAME": str(database), "CREATE_TABLE": "n"})
    try:
        recorder = factory.application_recorder()
        assert isinstance(recorder, LogRecorder)
        with recorder.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA application_id")
            if c.fetchone()[0] != APPLICATION_ID:
                raise DatabaseError("this database is not an Anamnesis log")
        yield recorder
    finally:
        factory.close()
