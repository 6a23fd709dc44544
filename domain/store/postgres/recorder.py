"""The log in PostgreSQL: append-only, shared by any number of servers, its positions in the order of the commits.

Named as the ``PERSISTENCE_MODULE`` of the eventsourcing library, which looks for the one factory class here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import psycopg
from eventsourcing import postgres as library
from eventsourcing.persistence import InterfaceError
from eventsourcing.utils import Environment, EnvType

from domain.errors import StoreReadOnly
from domain.store.group_commit import GroupCommit, Save
from domain.store.mapper import LogRow
from domain.store.postgres.connections import Connection, connect, pool, postgres_errors, rows_of
from domain.store.postgres.reads import LogReads
from domain.store.postgres.schema import APPEND_LOCK, PATIENT_LOCKS, check_tables, make_tables
from domain.store.postgres.watch import listen
from domain.store.postgres.writer import LogWriter
from domain.store.seal import Seal
from domain.store.subscription import FollowedLog, Followers


class LogDatastore(library.PostgresDatastore):
    """Connections to the database of one log."""

    def __init__(self, url: str, lock_seconds: float) -> None:
        super().__init__(dbname="", host="", port="", user="", password="", originator_id_type="text")
        self.url = url
        self.lock_seconds = lock_seconds
        # The library's own takes no certificates, no list of hosts and no socket: a URL says all of it.
        self.pool = pool(url, lock_seconds, "anamnesis-read")  # type: ignore[assignment]
        self.turns = pool(url, lock_seconds, "anamnesis-turns")
        """Connections that hold a patient's turn: apart from those that read, for whoever holds a turn reads."""

    def open(self) -> None:
        """Open the pools. Raises DatabaseUnavailable where the server cannot be reached."""
        with postgres_errors():
            # By itself a pool tries for as long as it is waited for, and does not say why it fails.
            connect(self.url, self.lock_seconds).close()
            self.pool.open()
            self.turns.open()

    def register_type_adapters(self) -> None:
        """None: rows are bound column by column."""

    def close(self) -> None:
        """Close both pools."""
        super().close()
        with suppress(AttributeError):
            self.turns.close()


class LogRecorder(FollowedLog, LogReads):
    """Writes and reads rows of the log; a position is given once, under a lock that the commit ends."""

    def __init__(self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        assert isinstance(datastore, LogDatastore)
        self._store = datastore
        self._followers = Followers(partial(listen, datastore.url))
        self._writer: LogWriter | None = None
        self.commits = GroupCommit(self._write)

    def create_table(self) -> None:
        """Make the log's tables, and the triggers that keep it append-only, where there are none."""
        self._read(make_tables)

    def check(self) -> None:
        """Raises LogCorrupted where the database holds no log."""
        self._read(check_tables)

    def open_writer(self, seal: Seal | None, lock_seconds: float) -> None:
        """Make ready to append, under ``seal`` or in the clear; a new log is marked as one or the other for good.

        Raises LogNotSealed and LogSealed when the log is of the other kind, and LogTruncated when it ends before its
        head anchor.
        """
        self._writer = LogWriter(self._store.url, seal, lock_seconds)

    def close_writer(self) -> None:
        """End appending; under a seal, the head is signed."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def try_writing(self) -> None:
        """Take the right to append and give it back.

        Raises StoreReadOnly for a database that takes no writes, such as a standby, and the failures of a save.
        """
        self._opened()
        self._read(_tried)

    def place(self) -> Path | None:
        """None: the room is that of the database server."""
        return None

    @contextmanager
    def turn_of(self, patient_id: str) -> Iterator[None]:
        """Keep the commands of one patient in a row over all servers: without it the slower of two might always lose.

        What must not go wrong rests on the versions; where the connection is lost, only the order is. Raises
        DatabaseLocked when another server takes too long, and DatabaseUnavailable.
        """
        lock = (PATIENT_LOCKS, patient_id)
        with postgres_errors():
            connection = self._holding(lock)
        try:
            yield
        finally:
            with suppress(psycopg.OperationalError):
                rows_of(connection, "SELECT pg_advisory_unlock(%s, hashtext(%s))", lock)
            self._store.turns.putconn(connection)

    def insert_events(self, stored_events: Sequence[LogRow], **_: Any) -> Sequence[int]:  # type: ignore[override]
        """Append rows in one transaction; followers in every process are woken. Returns their positions."""
        positions = self.commits.submit(stored_events)
        self._followers.notify()
        return positions

    def copy_rows(self, rows: Sequence[LogRow]) -> None:
        """Append rows of another log at the very positions that they have there."""
        self._opened().write([Save(rows)], keep_positions=True)

    def _holding(self, lock: tuple[int, str]) -> Connection:
        """A connection that holds the lock, to be given back."""
        turns = self._store.turns
        for again in (True, False):
            connection = turns.getconn()
            try:
                rows_of(connection, "SELECT 1 FROM pg_advisory_lock(%s, hashtext(%s))", lock)
            except psycopg.OperationalError:
                lost = connection.closed
                turns.putconn(connection)
                if not (lost and again):
                    raise
                # The server was started anew: what was pooled is of the old one.
                turns.check()
            except BaseException:
                turns.putconn(connection)
                raise
            else:
                break
        return connection

    def _write(self, saves: Sequence[Save]) -> None:
        self._opened().write(saves)

    def _opened(self) -> LogWriter:
        if self._writer is None:
            raise InterfaceError("the log is not open for writing")
        return self._writer


def _tried(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    with connection.transaction():
        if rows_of(connection, "SELECT current_setting('transaction_read_only')") != [("off",)]:
            raise StoreReadOnly("The database takes no writes, as a standby does.")
        rows_of(connection, "SELECT 1 FROM pg_advisory_xact_lock(%s)", (APPEND_LOCK,))


class LogFactory(library.PostgresFactory):
    """Builds the recorder over the database that the environment names."""

    application_recorder_class = LogRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        required = (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER, self.POSTGRES_PASSWORD)
        super().__init__({**dict.fromkeys(required, ""), **(env or {})})
        self.datastore = LogDatastore(self.env["POSTGRES_URL"], float(self.env["POSTGRES_LOCK_SECONDS"]))
        self.datastore.open()


def identity(url: str, lock_seconds: float = 5.0) -> str:
    """The id that the log at ``url`` was given when it was made; empty where there is none."""
    with postgres_errors(), connect(url, lock_seconds) as connection:
        if rows_of(connection, "SELECT to_regclass('log_head') IS NOT NULL") != [(True,)]:
            return ""
        found = rows_of(connection, "SELECT log_id FROM log_head")
    return str(found[0][0]) if found else ""


@contextmanager
def reading(url: str, lock_seconds: float = 5.0) -> Iterator[LogRecorder]:
    """A recorder that only reads the log at ``url``. Raises LogCorrupted where there is none."""
    settings = {"POSTGRES_URL": url, "POSTGRES_LOCK_SECONDS": str(lock_seconds), "CREATE_TABLE": "n"}
    with LogFactory(settings) as factory:
        recorder = cast(LogRecorder, factory.application_recorder())
        recorder.check()
        yield recorder
