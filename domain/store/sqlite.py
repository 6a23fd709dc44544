"""The SQLite log: append-only, with positions that are never reused, read by patient or by position.

Named as the ``PERSISTENCE_MODULE`` of the eventsourcing library, which looks for the one factory class here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast
from uuid import UUID

from eventsourcing import sqlite as library
from eventsourcing.persistence import (
    ApplicationRecorder,
    DatabaseError,
    InterfaceError,
    OperationalError,
    Subscription,
)
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
)
from eventsourcing.utils import Environment, EnvType

from domain.store.group_commit import GroupCommit, Save
from domain.store.mapper import LogRow
from domain.store.seal import Seal
from domain.store.subscription import Followers, LogSubscription, Wake
from domain.store.writer import LogWriter

APPLICATION_ID = 0x414E414D
"""Marks a file as an Anamnesis log ("ANAM"), so that a foreign database is refused."""

DURABLE = ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "secure_delete=ON")
"""Settings of every connection: durable at every commit, and no trust in the file's schema."""

COLUMNS = "rowid, originator_id, originator_version, topic, event_id, recorded_at, CAST(state AS BLOB)"

MAX_DAMAGES = 20
"""Damages of the file that are named; the first of them tell what is wrong."""

_TRIGGERS = {
    "stored_events_never_change": "CREATE TRIGGER IF NOT EXISTS stored_events_never_change BEFORE UPDATE ON "
    "stored_events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "stored_events_never_vanish": "CREATE TRIGGER IF NOT EXISTS stored_events_never_vanish BEFORE DELETE ON "
    "stored_events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
}
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS stored_events ("
    "rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
    "topic TEXT NOT NULL, event_id TEXT NOT NULL, recorded_at TEXT NOT NULL, chain BLOB, state BLOB NOT NULL, "
    "UNIQUE (originator_id, originator_version))",
    *_TRIGGERS.values(),
)


class ChainedRow(NamedTuple):
    """A row of the log with its digest, as verification reads it."""

    position: int
    patient_id: str
    version: int
    topic: str
    event_id: str
    recorded_at: str
    state: bytes
    chain: bytes


# What their `_make` does, without a Python call a row: a replay spends a fifth of its reading on those.
_log_row = cast("Callable[[Any], LogRow]", partial(tuple.__new__, LogRow))
_chained_row = cast("Callable[[Any], ChainedRow]", partial(tuple.__new__, ChainedRow))


class LogConnectionPool(SQLiteConnectionPool):
    """Connections that are durable at every commit and trust nothing in the file's schema."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        cursor = connection.cursor()
        for pragma in DURABLE:
            cursor.execute(f"PRAGMA {pragma}")
        return connection


class LogRecorder(SQLiteApplicationRecorder):
    """Writes and reads rows of the log; a position is an AUTOINCREMENT rowid and is never reused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._followers = Followers(self.connect)
        self._writer: LogWriter | None = None
        self._lock_seconds = 5.0
        self.commits = GroupCommit(self._write)

    def construct_create_table_statements(self) -> list[str]:
        """The log's table and the triggers that keep it append-only."""
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

    def copy_rows(self, rows: Sequence[LogRow]) -> None:
        """Append rows of another log at the very positions that they have there."""
        self._opened().write([Save(rows)], keep_positions=True)

    def _write(self, saves: Sequence[Save]) -> None:
        self._opened().write(saves)

    def _opened(self) -> LogWriter:
        if self._writer is None:
            raise InterfaceError("the log is not open for writing")
        return self._writer

    def select_events(  # type: ignore[override]  # rows are tuples under the library's names
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[LogRow]:
        """A patient's rows by version."""
        clauses, parameters = ["originator_id = ?"], list[str | int]((str(originator_id),))
        for compares, version in ((">", gt), ("<=", lte)):
            if version is not None:
                clauses.append(f"originator_version {compares} ?")
                parameters.append(version)
        return self.select_where(
            " AND ".join(clauses), parameters, "originator_version" + (" DESC" if desc else ""), limit
        )

    def select_notifications(  # type: ignore[override]
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
        originator_id: str | None = None,
    ) -> Sequence[LogRow]:
        """Rows by position, optionally of some topics or of one patient."""
        clauses, parameters = ["1"], list[str | int]()
        # Bound, so that the next page is the same statement and need not be compiled again.
        if start is not None:
            clauses.append(f"rowid {'>=' if inclusive_of_start else '>'} ?")
            parameters.append(start)
        if stop is not None:
            clauses.append("rowid <= ?")
            parameters.append(stop)
        if topics:
            clauses.append(f"topic IN ({','.join('?' * len(topics))})")
            parameters.extend(topics)
        if originator_id is not None:
            clauses.append("originator_id = ?")
            parameters.append(originator_id)
        return self.select_where(" AND ".join(clauses), parameters, "rowid", limit)

    def select_where(
        self, where: str, parameters: Sequence[str | int], order: str, limit: int | None = None
    ) -> list[LogRow]:
        """Rows under a condition that the caller has written, values apart, in an order."""
        # Every name in the statement is ours; values of callers are bound or are integers.
        statement = f"SELECT {COLUMNS} FROM stored_events WHERE {where} ORDER BY {order}"  # noqa: S608
        if limit is not None:
            statement += f" LIMIT {int(limit)}"
        with self.datastore.transaction(commit=False) as c:
            rows = c.sqlite_cursor
            rows.row_factory = None
            return list(map(_log_row, rows.execute(statement, parameters)))

    def max_notification_id(self) -> int:
        """The last position, 0 for an empty log."""
        return super().max_notification_id() or 0

    def patients_with_more(self, topic: str, than: str) -> list[str]:
        """Patients with more rows of ``topic`` than of ``than``: where something begun was not completed."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                "SELECT originator_id FROM stored_events WHERE topic IN (?, ?) GROUP BY originator_id "
                "HAVING SUM(topic = ?) > SUM(topic = ?) ORDER BY originator_id",
                (topic, than, topic, than),
            )
            return [row[0] for row in c.fetchall()]

    def select_chained(self, after: int, limit: int, up_to: int) -> list[ChainedRow]:
        """Rows with their digests, by position; in columns that are damaged, what is no UTF-8 is replaced."""
        try:
            return list(map(_chained_row, self._chained("TEXT", after, limit, up_to)))
        except OperationalError as error:
            if "UTF-8" not in str(error):
                raise
        read = self._chained("BLOB", after, limit, up_to)
        return [ChainedRow(*map(_readable, row[:6]), *row[6:]) for row in read]

    def _chained(self, text: str, after: int, limit: int, up_to: int) -> list[tuple[Any, ...]]:
        with self.datastore.transaction(commit=False) as c:
            rows = c.sqlite_cursor
            rows.row_factory = None
            rows.execute(
                f"SELECT rowid, CAST(originator_id AS {text}), CAST(originator_version AS INTEGER), "  # noqa: S608
                f"CAST(topic AS {text}), CAST(event_id AS {text}), CAST(recorded_at AS {text}), CAST(state AS BLOB), "
                "CAST(IFNULL(chain, x'') AS BLOB) "
                "FROM stored_events WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?",
                (after, up_to, limit),
            )
            return rows.fetchall()

    def damages(self) -> list[str]:
        """What SQLite's own check of the table and its index finds, without any content; empty for a sound file."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(f"PRAGMA integrity_check({MAX_DAMAGES})")
            return [fault for (said,) in c.fetchall() if said != "ok" for fault in str(said).splitlines()]

    def select_last_position(self, before: int) -> int:
        """The last position before this one, 0 when there is none."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("SELECT MAX(rowid) FROM stored_events WHERE rowid < ?", (before,))
            return int(c.fetchone()[0] or 0)

    def last_used_position(self) -> int:
        """The last position that was ever given to an event, whether or not it is still there."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("SELECT seq FROM sqlite_sequence WHERE name = 'stored_events'")
            row = c.fetchone()
            return int(row[0]) if row is not None else 0

    def missing_triggers(self) -> list[str]:
        """The triggers of an append-only log that this one lacks, or has with other words."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
            there = {row[0] for row in c.fetchall()}
        return [name for name, made in _TRIGGERS.items() if made.replace("IF NOT EXISTS ", "") not in there]

    def patients_with(self, topic: str, after: int = 0) -> list[str]:
        """Patients who have a row of ``topic`` after a position."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                "SELECT DISTINCT originator_id FROM stored_events WHERE topic = ? AND rowid > ? ORDER BY 1",
                (topic, after),
            )
            return [row[0] for row in c.fetchall()]

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Follow the log from position ``gt`` on, also across processes."""
        subscription = LogSubscription(self, gt=gt, topics=topics, on_stop=self._followers.remove)
        self._followers.add(subscription)
        return subscription

    @contextmanager
    def waking(self, call: Callable[[], None]) -> Iterator[None]:
        """Call ``call`` at once, and meanwhile whenever something may have been committed, here or elsewhere.

        It is called from any thread, must be quick and raise nothing.
        """
        wake = Wake(call)
        self._followers.add(wake)
        try:
            yield
        finally:
            self._followers.remove(wake)

    @property
    def followed(self) -> int:
        """How many follow the log in this process."""
        return len(self._followers)

    def connect(self, lock_seconds: float = 5.0) -> sqlite3.Connection:
        """A connection of the caller's own to the same log."""
        connection = sqlite3.connect(
            self.datastore.pool.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=lock_seconds
        )
        for pragma in DURABLE:
            connection.execute(f"PRAGMA {pragma}")
        return connection


def _readable(value: Any) -> Any:
    return value.decode(errors="replace") if isinstance(value, bytes) else value


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
