"""A keyring in PostgreSQL, so that every server has the keys of all patients, and an erasure by one reaches all.

The keys are wrapped by the master key, which the database never sees. A destroyed one is overwritten in the table at
once; in PostgreSQL's own journal (WAL) and in the backups of the database it stands until those are recycled or
deleted: `docs/how-to/postgresql.md` says what to set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg_pool import PoolTimeout

from domain.errors import KeyringUnavailable, StoreLocked
from domain.store.ports import KeyRows
from domain.store.postgres.connections import Connection, pool, postgres_errors, rows_of
from domain.store.postgres.schema import SCHEMA_LOCK, USE_LOCK

_SCHEMA = (
    'CREATE TABLE patient_keys (patient_id text COLLATE "C" PRIMARY KEY, wrapped bytea, '
    "destroyed integer NOT NULL DEFAULT 0)",
    "CREATE TABLE master_check (sealed bytea NOT NULL)",
    "CREATE TABLE log_keys (rowid bigint GENERATED ALWAYS AS IDENTITY, name text PRIMARY KEY, wrapped bytea NOT NULL)",
    "CREATE TABLE former_masters (rowid bigint GENERATED ALWAYS AS IDENTITY, wrapped bytea NOT NULL)",
)


class KeyringInUse(StoreLocked):
    """A server or a command works on this log, on this machine or another one."""

    reason = "KEYRING_IN_USE"
    advice = "Stop all servers of this log; pg_stat_activity shows their connections as `anamnesis`."


class DatabaseRows:
    """The tables of a keyring over a connection to the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Any:
        """Run one statement; in two words PostgreSQL speaks otherwise."""
        statement = statement.replace("?", "%s").replace("BLOB", "bytea")
        return self._connection.execute(statement.encode(), parameters or None)

    def execute_many(self, statement: str, parameters: Sequence[Sequence[Any]], /) -> Any:
        """Run one statement for each of these sets of values, without waiting for one before the next."""
        with self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s").encode(), parameters)

    def has(self, table: str) -> bool:
        """Whether there is a table of this name."""
        return rows_of(self._connection, "SELECT to_regclass(%s) IS NOT NULL", (table,)) == [(True,)]


class DatabaseKeys:
    """The keyring's tables, beside those of the log or in a database of their own."""

    def __init__(self, url: str, lock_seconds: float) -> None:
        self._pool = pool(url, lock_seconds, "anamnesis-keys")

    def exists(self) -> bool:
        """Whether a keyring was made there."""
        return bool(self.read(lambda rows: rows.has("master_check")))

    def create(self, fill: Callable[[KeyRows], object]) -> None:
        """Make the tables and let ``fill`` write into them, all or nothing; the first of several servers does."""
        with self.writing() as rows:
            rows.execute("SELECT 1 FROM pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))
            if rows.has("master_check"):
                return
            for statement in _SCHEMA:
                rows.execute(statement)
            fill(rows)

    def read(self, question: Callable[[KeyRows], Any]) -> Any:
        """What ``question`` reads."""
        with postgres_errors():
            self._pool.open()
            try:
                with self._pool.connection() as connection:
                    return question(DatabaseRows(connection))
            except PoolTimeout:
                raise
            except psycopg.OperationalError:
                # What was pooled is of a server that is gone.
                self._pool.check()
                with self._pool.connection() as connection:
                    return question(DatabaseRows(connection))

    @contextmanager
    def writing(self) -> Iterator[KeyRows]:
        """One transaction; undone where the block raises."""
        # Found out before anything is begun whether the connection is one of a server that is gone.
        self.read(lambda rows: rows.execute("SELECT 1"))
        with postgres_errors(), self._pool.connection() as connection, connection.transaction():
            yield DatabaseRows(connection)

    @contextmanager
    def replacing(self) -> Iterator[KeyRows]:
        """The same, in which the master key is replaced.

        Raises KeyringInUse where a server or a command works on the log, on whatever machine, and keeps others from
        beginning to.
        """
        with self.writing() as rows:
            if not rows.execute("SELECT pg_try_advisory_xact_lock(?)", (USE_LOCK,)).fetchone()[0]:
                raise KeyringInUse
            # Whoever lost its connection, and the lock with it, may be about to make a key: it waits, and then finds
            # another master key than its own.
            rows.execute("LOCK TABLE patient_keys IN EXCLUSIVE MODE")
            yield rows

    def overwrite_destroyed(self) -> None:
        """Write the table anew, without what was deleted; its file is given back."""
        with postgres_errors(), self._pool.connection() as connection:
            connection.execute(b"VACUUM (FULL) patient_keys")

    def copy_to(self, target: Path) -> None:
        """Not as one file. Raises KeyringUnavailable: the database is backed up as a whole."""
        raise KeyringUnavailable("A keyring in PostgreSQL is backed up with its database.")

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()
