"""The SQLite log: append-only, with positions that are never reused, read by patient or by position.

Named as the ``PERSISTENCE_MODULE`` of the eventsourcing library, which looks for the one factory class here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing import sqlite as library
from eventsourcing.persistence import ApplicationRecorder, DatabaseError, StoredEvent, Subscription
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
)
from eventsourcing.utils import Environment, EnvType

from domain.store.mapper import LogRow, StoredRow
from domain.store.subscription import LogSubscription

APPLICATION_ID = 0x414E414D
"""Marks a file as an Anamnesis log ("ANAM"), so that a foreign database is refused."""

COLUMNS = "rowid, originator_id, originator_version, topic, event_id, recorded_at, state"

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS stored_events ("
    "rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
    "topic TEXT NOT NULL, event_id TEXT NOT NULL, recorded_at TEXT NOT NULL, chain BLOB, state BLOB NOT NULL, "
    "UNIQUE (originator_id, originator_version))",
    "CREATE TRIGGER IF NOT EXISTS stored_events_never_change BEFORE UPDATE ON stored_events "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS stored_events_never_vanish BEFORE DELETE ON stored_events "
    "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
)


class LogConnectionPool(SQLiteConnectionPool):
    """Connections that are durable at every commit and trust nothing in the file's schema."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        cursor = connection.cursor()
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        return connection


class LogRecorder(SQLiteApplicationRecorder):
    """Writes and reads rows of the log; a position is an AUTOINCREMENT rowid and is never reused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._subscriptions: list[LogSubscription] = []

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

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        positions: list[int] = []
        for row in stored_events:
            assert isinstance(row, StoredRow)
            c.execute(
                "INSERT INTO stored_events (originator_id, originator_version, topic, event_id, recorded_at, state) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (row.originator_id, row.originator_version, row.topic, row.event_id, row.recorded_at, row.state),
            )
            positions.append(c.lastrowid)
        return positions

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Append rows in one transaction; wakes the followers in this process. Returns their positions."""
        positions = super().insert_events(stored_events, **kwargs)
        for subscription in tuple(self._subscriptions):
            subscription.notify()
        return positions

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[LogRow]:
        """A patient's rows by version."""
        where, parameters = "originator_id = ?", [str(originator_id)]
        return self._select(
            where
            + (f" AND originator_version > {int(gt)}" if gt is not None else "")
            + (f" AND originator_version <= {int(lte)}" if lte is not None else ""),
            parameters,
            "originator_version" + (" DESC" if desc else ""),
            limit,
        )

    def select_notifications(
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
        clauses, parameters = ["1"], list[str]()
        if start is not None:
            clauses.append(f"rowid {'>=' if inclusive_of_start else '>'} {int(start)}")
        if stop is not None:
            clauses.append(f"rowid <= {int(stop)}")
        if topics:
            clauses.append(f"topic IN ({','.join('?' * len(topics))})")
            parameters.extend(topics)
        if originator_id is not None:
            clauses.append("originator_id = ?")
            parameters.append(originator_id)
        return self._select(" AND ".join(clauses), parameters, "rowid", limit)

    def _select(self, where: str, parameters: list[str], order: str, limit: int | None) -> Sequence[LogRow]:
        # Every name in the statement is ours; values of callers are bound or are integers.
        statement = f"SELECT {COLUMNS} FROM stored_events WHERE {where} ORDER BY {order}"  # noqa: S608
        if limit is not None:
            statement += f" LIMIT {int(limit)}"
        with self.datastore.transaction(commit=False) as c:
            c.execute(statement, parameters)
            return [
                LogRow(
                    id=row[0],
                    originator_id=row[1],
                    originator_version=row[2],
                    topic=row[3],
                    event_id=row[4],
                    recorded_at=row[5],
                    state=row[6],
                )
                for row in c.fetchall()
            ]

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

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Follow the log from position ``gt`` on, also across processes."""
        subscription = LogSubscription(self, gt=gt, topics=topics, on_stop=self._subscriptions.remove)
        self._subscriptions.append(subscription)
        return subscription

    def data_version(self, connection: sqlite3.Connection) -> int:
        """A number that changes whenever another connection has committed."""
        return int(connection.execute("PRAGMA data_version").fetchone()[0])

    def connect(self) -> sqlite3.Connection:
        """A connection of the caller's own to the same log, for watching."""
        return sqlite3.connect(self.datastore.pool.db_name, uri=True, check_same_thread=False, isolation_level=None)


class LogFactory(library.SQLiteFactory):
    """Builds the recorder over a pool of durable connections."""

    application_recorder_class = LogRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = LogConnectionPool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)
        pool.close()
