"""The kept views: every projection of every patient, in one SQLite file that may be deleted at any time.

Each projection has a table of its own, named after it and its version, and a SQL view of its plain name that points at
the version being served. Tables that are whole stand at one position of the log. A new version is filled beside the old
one, and takes over when it is whole.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from domain.errors import StoreUnavailable, UnknownProjection
from domain.store.failures import store_errors
from projections.base import Projection
from projections.kept_cells import Cells, ClearCells, ViewsConnection
from projections.kept_schema import OWN, Faults, faults, remove
from projections.kept_table import KeptTable, Standing, fingerprints_in, rows_in, standings_of
from projections.patient_fold import Aside
from projections.patient_view import PROJECTIONS

APPLICATION_ID = 0x414E4156
"""Marks a file as kept views ("ANAV"), so that no other database is ever emptied."""

SCHEMA = 4
"""Version of the tables; a file of another version is emptied, and filled again from the log."""

PAGE_BYTES = 8192
"""A row of up to a quarter of this stands in the page itself. A fact is some 1,000 bytes: in pages of 4,096, SQLite's
own size, half of all facts had an overflow page each."""

LOCK_SECONDS = 60.0
"""How long a writer waits for another: a rebuild holds the file while it compares and swaps."""

LOOKS = 3
"""How often a file that somebody else changes meanwhile is looked at before it is given up."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An event that could not be folded, or one parked behind it: "parked", or the failure's name.

    All views of the patient stand before it.
    """

    position: int
    patient_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Open:
    """A connection, and the file that it has open."""

    connection: sqlite3.Connection
    file: tuple[int, int]


class KeptViews:
    """The file of kept views. Threads may share it, and the file may vanish between calls.

    It has a connection of its own only while it is :meth:`held`.
    """

    def __init__(
        self, database: Path, projections: Sequence[Projection[Any]] = PROJECTIONS, cells: Cells | None = None
    ) -> None:
        """``cells`` write and read the rows; without them rows are in the clear, and sealed ones cannot be read."""
        self._database = database
        self._cells = cells or ClearCells()
        self._projections = tuple(projections)
        self._prepared: tuple[int, int] | None = None
        self._schema: int | None = None
        """SQLite's count of changes of the tables when they were last found sound."""
        self._idle: list[_Open] = []
        """The connections of those who hold the file, while nobody uses them."""
        self._holders = 0
        self._holding = threading.Lock()

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[sqlite3.Connection]:
        """One consistent look at the file, or one atomic change of it.

        Tables that were dropped or changed by somebody else are made anew before, to be filled from the log. Raises
        StoreUnavailable when it cannot be; a file found to be damaged is then deleted, to be folded again.
        """
        with store_errors():
            self._prepare()
            with self._discarding_damage(), self._connection() as connection:
                self._begin(connection, write=write)
                try:
                    yield connection
                except BaseException:
                    connection.rollback()
                    raise
                connection.commit()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file open meanwhile: opening it costs as much as a small change of it, and a last close a flush."""
        with store_errors():
            self._prepare()
            opened = self._opened()
            opened.connection.execute("PRAGMA schema_version").fetchall()
        with self._holding:
            self._holders += 1
        self._give_back(opened)
        try:
            yield
        finally:
            with self._holding:
                self._holders -= 1
                left = self._idle[self._holders :]
                del self._idle[self._holders :]
            for opened in left:
                opened.connection.close()

    def read(self, name: str, patient_id: str) -> tuple[dict[str, Any], int] | None:
        """The served rows of a patient by key, and the position that they had reached; None when there are none."""
        self._known(name)
        with self.transaction() as connection:
            rows = {key: orjson.loads(row) for _, key, row in rows_in(connection, name, name, patient_id)}
            # The name is one of ours.
            query = f'SELECT MAX(position) FROM "{name}" WHERE patient_id = ?'  # noqa: S608
            position = connection.execute(query, (patient_id,)).fetchone()[0]
        return (rows, position) if rows else None

    def fingerprints(self, name: str) -> dict[str, str]:
        """The fingerprint of the served view of every patient; equals the fingerprint of the live view."""
        self._known(name)
        with self.transaction() as connection:
            return dict(fingerprints_in(connection, name, name))

    def fingerprint(self, name: str) -> str:
        """One fingerprint of a whole projection."""
        self._known(name)
        with self.transaction() as connection:
            return overall(fingerprints_in(connection, name, name))

    def standings(self, *, fresh: bool = False) -> dict[str, Standing]:
        """How far each table, in the version of this program, has come; or each that is filled beside one."""
        with self.transaction() as connection:
            found = standings_of(connection, self._projections, fresh=fresh)
        return {one.name: standing for one, standing in found.items()}

    def positions(self) -> dict[str, int]:
        """How far each projection has followed the log; 0 while it is being filled."""
        return {name: one.position if one.whole else 0 for name, one in self.standings().items()}

    def begin_anew(self, beyond: int) -> None:
        """Empty the file where a table stands beyond a position; it is filled from the log again."""
        with self.transaction(write=True) as connection:
            if connection.execute("SELECT EXISTS (SELECT 1 FROM _standing WHERE position > ?)", (beyond,)).fetchone()[
                0
            ]:
                _empty(connection)
                for projection in self._projections:
                    KeptTable(connection, projection).create()

    def quarantined(self) -> tuple[Quarantined, ...]:
        """Events that the kept views lack, by position."""
        with self.transaction() as connection:
            rows = connection.execute("SELECT position, patient_id, reason FROM _quarantine ORDER BY position")
            return tuple(Quarantined(*row) for row in rows)

    def _opened(self) -> _Open:
        # Looked at before it is opened: a file that takes its place between the two is another one at the next look.
        file = self._identity()
        return _Open(_connect(self._database, self._cells), file)

    def _kept(self) -> _Open | None:
        """A connection that is held and not in use; None where there is none to this file."""
        with self._holding:
            opened = self._idle.pop() if self._idle else None
        if opened is not None and opened.file != self._identity():
            opened.connection.close()
            return None
        return opened

    def _give_back(self, opened: _Open) -> None:
        """Keep a connection for those who hold the file; close it where they have enough, or are gone."""
        with self._holding:
            if len(self._idle) < self._holders:
                self._idle.append(opened)
                return
        opened.connection.close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """The connection that is held, or one for this time."""
        opened = self._kept() or self._opened()
        try:
            yield opened.connection
        finally:
            if opened.connection.in_transaction:
                # What failed half-way is not gone on with.
                opened.connection.close()
            else:
                self._give_back(opened)

    def _known(self, name: str) -> None:
        if all(one.name != name for one in self._projections):
            raise UnknownProjection(f"No view is called {name[:40]!r}.", name=name)

    def _prepare(self) -> None:
        if self._database.exists() and self._identity() == self._prepared:
            return
        try:
            with self._discarding_damage():
                self._create()
        except StoreUnavailable:
            if self._database.exists():
                raise
            self._create()
        self._prepared = self._identity()

    @contextmanager
    def _discarding_damage(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
                # A table that is not there, dropped after it was looked for: no fault of the log.
                self._schema = None
                raise StoreUnavailable(
                    "The kept views were changed by somebody else; they are folded again."
                ) from error
            if error.sqlite_errorcode not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise
            self._schema = None
            for suffix in ("", "-wal", "-shm"):
                self._database.with_name(self._database.name + suffix).unlink(missing_ok=True)
            raise StoreUnavailable("The kept views were damaged; they are folded again.") from error

    def _identity(self) -> tuple[int, int]:
        try:
            status = self._database.stat()
        except FileNotFoundError:
            return 0, 0
        return status.st_dev, status.st_ino

    def _create(self) -> None:
        with closing(_connect(self._database, self._cells)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            if not _is_current(connection):
                _empty(connection)
                connection.commit()
                _set_page_size(connection)
                connection.execute("BEGIN IMMEDIATE")
            elif found := faults(connection, self._projections):
                _mend(connection, found)
            for projection in self._projections:
                KeptTable(connection, projection).create()
            connection.commit()

    def _begin(self, connection: sqlite3.Connection, *, write: bool) -> None:
        for _ in range(LOOKS):
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            schema = connection.execute("PRAGMA schema_version").fetchone()[0]
            # Asked inside the transaction: whatever was dropped before is seen, and nothing can be dropped after.
            if schema == self._schema or (_is_current(connection) and not faults(connection, self._projections)):
                self._schema = schema
                return
            connection.rollback()
            self._create()
        raise StoreUnavailable("Another program changes the kept views.")


class Overall:
    """SHA-256 over the patients' fingerprints, which come by patient, one ``patient:fingerprint`` a line."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, patient_id: str, fingerprint: str) -> None:
        """The next patient."""
        self._digest.update(f"{patient_id}:{fingerprint}\n".encode())

    def hexadecimal(self) -> str:
        """The fingerprint of all patients so far."""
        return self._digest.hexdigest()


def overall(fingerprints: Iterable[tuple[str, str]]) -> str:
    """The fingerprint of all these patients, who come by id."""
    digest = Overall()
    for patient_id, fingerprint in fingerprints:
        digest.add(patient_id, fingerprint)
    return digest.hexadecimal()


def quarantine(connection: sqlite3.Connection, events: Iterable[Aside]) -> None:
    """Set events aside."""
    connection.executemany("INSERT OR IGNORE INTO _quarantine VALUES (?, ?, ?)", events)


def release(connection: sqlite3.Connection, patient_id: str) -> None:
    """Take back what was set aside of a patient."""
    connection.execute("DELETE FROM _quarantine WHERE patient_id = ?", (patient_id,))


def parked_patients(connection: sqlite3.Connection) -> frozenset[str]:
    """Patients of whom an event was set aside: later ones must not be folded without it."""
    return frozenset(row[0] for row in connection.execute("SELECT DISTINCT patient_id FROM _quarantine"))


def _connect(database: Path, cells: Cells) -> sqlite3.Connection:
    connection = sqlite3.connect(
        database, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False, factory=ViewsConnection
    )
    connection.cells = cells
    # Views can always be folded again, so only consistency is bought, not durability of the last commit.
    for pragma in (f"page_size={PAGE_BYTES}", "synchronous=NORMAL", "trusted_schema=OFF", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _set_page_size(connection: sqlite3.Connection) -> None:
    """Give an emptied file the pages of a new one; while somebody else has it open it keeps its own, and is larger."""
    if connection.execute("PRAGMA page_size").fetchone()[0] == PAGE_BYTES:
        return
    connection.execute("PRAGMA busy_timeout=0")
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
        connection.execute("VACUUM")
    connection.execute(f"PRAGMA busy_timeout={int(1000 * LOCK_SECONDS)}")
    connection.execute("PRAGMA journal_mode=WAL")


def _is_current(connection: sqlite3.Connection) -> bool:
    """Whether the tables are there; raises StoreUnavailable for a file that was never ours to empty."""
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    occupied = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and occupied:
        raise StoreUnavailable("The file for the kept views holds another database.")
    return bool(owner == APPLICATION_ID and connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA)


def _mend(connection: sqlite3.Connection, found: Faults) -> None:
    if told := found.told():
        _log.warning("kept views were dropped or changed by somebody else and are folded again: %s", told)
    if found.lost:
        _empty(connection)
    else:
        remove(connection, found)


def _empty(connection: sqlite3.Connection) -> None:
    kinds = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('view', 'table') AND substr(name, 1, 7) <> 'sqlite_'"
    ).fetchall()
    for kind, name in sorted(kinds, reverse=True):
        quoted = name.replace('"', '""')
        connection.execute(f'DROP {kind} "{quoted}"')
    for statement in OWN.values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={SCHEMA}")
