"""A keyring in an SQLite file of its own: what is deleted there is overwritten, and no journal keeps it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

from domain.errors import KeyringUnavailable, StoreFull, StoreLocked, StoreUnavailable
from domain.store.ports import KeyRows

APPLICATION_ID = 0x414E414B
"""Marks a file as a keyring ("ANAK")."""

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS patient_keys (patient_id TEXT PRIMARY KEY, wrapped BLOB, destroyed INTEGER NOT NULL "
    "DEFAULT 0) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS master_check (sealed BLOB NOT NULL)",
)


class FileRows:
    """The tables of a keyring over a connection to its file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.execute: Callable[..., sqlite3.Cursor] = connection.execute
        self.execute_many: Callable[..., sqlite3.Cursor] = connection.executemany

    def has(self, table: str) -> bool:
        """Whether there is a table of this name."""
        return self.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is not None


class KeysFile:
    """A keyring's file, read over one connection and written over one a transaction."""

    def __init__(self, database: Path, lock_seconds: float) -> None:
        self._database = database
        self._lock_seconds = lock_seconds
        self._reader: sqlite3.Connection | None = None

    def exists(self) -> bool:
        """Whether a keyring was made there."""
        return is_there(self._database)

    def create(self, fill: Callable[[KeyRows], object]) -> None:
        """Make the file with its tables and let ``fill`` write into them, all or nothing."""
        with self.writing() as rows:
            for statement in _SCHEMA:
                rows.execute(statement)
            fill(rows)
            rows.execute(f"PRAGMA application_id={APPLICATION_ID}")
        self._database.chmod(0o600)

    def read(self, question: Callable[[KeyRows], Any]) -> Any:
        """What ``question`` reads; used by one thread at a time. Raises KeyringUnavailable for a foreign file."""
        with named_failures():
            if self._reader is None:
                reader = connect(self._database, self._lock_seconds)
                try:
                    if reader.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                        raise KeyringUnavailable("The keyring's file is no keyring.")
                except BaseException:
                    reader.close()
                    raise
                self._reader = reader
            return question(FileRows(self._reader))

    @contextmanager
    def writing(self) -> Iterator[KeyRows]:
        """One transaction that no other writer comes between; undone where the block raises."""
        with named_failures(), closing(connect(self._database, self._lock_seconds)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield FileRows(connection)
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    def replacing(self) -> AbstractContextManager[KeyRows]:
        """The same: whoever replaces the master key holds the data directory, and so nobody else has the file."""
        return self.writing()

    def overwrite_destroyed(self) -> None:
        """Nothing: SQLite's secure_delete has overwritten it, and the journal was emptied."""

    def copy_to(self, target: Path) -> None:
        """Copy the keyring as it is now to a new file."""
        self.read(lambda _: None)
        assert self._reader is not None
        with named_failures(), closing(sqlite3.connect(target)) as copy:
            self._reader.backup(copy)

    def close(self) -> None:
        """Close the file."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def is_there(database: Path) -> bool:
    """Whether a keyring was made there; an empty file is what a kill while it was made leaves."""
    return database.exists() and database.stat().st_size > 0


def destroyed_in(database: Path) -> tuple[str, ...]:
    """The patients whose keys a keyring notes as destroyed, which no master key is needed for; none without a file.

    Raises KeyringUnavailable for a file that is no keyring.
    """
    if not is_there(database):
        return ()
    uri = f"{database.absolute().as_uri()}?mode=ro"
    with named_failures(), closing(sqlite3.connect(uri, uri=True)) as connection:
        query = "SELECT patient_id FROM patient_keys WHERE destroyed ORDER BY 1"
        return tuple(row[0] for row in connection.execute(query))


def copy_keys(database: Path, target: Path) -> None:
    """Copy a keyring to a new file, which no master key is needed for. Raises KeyringUnavailable, StoreUnavailable."""
    uri = f"{database.absolute().as_uri()}?mode=ro"
    with named_failures(), closing(sqlite3.connect(uri, uri=True)) as keys, closing(sqlite3.connect(target)) as copy:
        keys.backup(copy)


def connect(database: Path, lock_seconds: float) -> sqlite3.Connection:
    """A connection that leaves no trace of a key that it overwrites."""
    connection = sqlite3.connect(database, timeout=lock_seconds, isolation_level=None, check_same_thread=False)
    # A rollback journal that is emptied, never a write-ahead log: that would keep destroyed keys.
    for pragma in ("journal_mode=TRUNCATE", "synchronous=FULL", "secure_delete=ON", "trusted_schema=OFF"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


@contextmanager
def named_failures() -> Iterator[None]:
    """What SQLite fails with, by our names."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise KeyringUnavailable("The keyring is damaged, or is no keyring.") from None
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreLocked("Another process holds the keyring.") from error
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise StoreFull from error
        raise StoreUnavailable("The keyring cannot be read or written.") from error


TABLES: dict[str, Sequence[str]] = {
    "master_check": ("sealed",),
    "patient_keys": ("patient_id", "wrapped", "destroyed"),
    "log_keys": ("name", "wrapped"),
    "former_masters": ("wrapped",),
}
"""What a keyring holds of keys; the last two only after its master key was rotated."""

ROTATED = (
    "CREATE TABLE IF NOT EXISTS log_keys (name TEXT PRIMARY KEY, wrapped BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS former_masters (wrapped BLOB NOT NULL)",
)
"""What is made when the master key is replaced for the first time."""
