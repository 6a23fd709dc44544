"""A log in each of the databases that can keep one, and what a vandal can do there."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from domain.records import PatientRecords
from domain.store.ports import LogStore
from domain.store.seal import Seal, open_seal
from domain.store.verification import Finding, Step, verify
from domain.store.verifying import Range, RangeFound, Verifying, look_at
from tests.builders import an_id, register, utterance
from tests.postgres import connected, new_log


class Hands(Protocol):
    """What a vandal has on a database; statements are in SQLite's words."""

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Any:
        """Run one statement."""
        ...


def by_ranges(log: LogStore, seal: Seal, positions: int) -> Verifying:
    """Looks at ranges of so many positions, each by itself."""

    def verifying(ranges: Iterable[Range]) -> Generator[tuple[Range, RangeFound]]:
        for one in ranges:
            for after in range(one.after, one.up_to, positions):
                part = Range(after, min(after + positions, one.up_to), one.noted)
                yield part, look_at(log, seal, part)

    return verifying


def _all(steps: Iterator[Step]) -> list[Finding]:
    return [finding for step in steps for finding in step.findings]


class Log:
    """One log: where it is kept, and a folder for what is kept beside it."""

    def __init__(self, place: Path | str, folder: Path) -> None:
        self.place = place
        self.folder = folder

    def seal(self, *, anchored: bool = True) -> Seal:
        """What it is sealed with."""
        raise NotImplementedError

    def reading(self) -> AbstractContextManager[LogStore]:
        """The log, only to be read."""
        raise NotImplementedError

    def vandal(self) -> AbstractContextManager[Hands]:
        """Full access to the log, the guards against changes taken off meanwhile."""
        raise NotImplementedError

    def guarded(self) -> AbstractContextManager[Hands]:
        """The same with the guards on."""
        raise NotImplementedError

    def keys(self) -> AbstractContextManager[Hands]:
        """Full access to the tables of its keyring."""
        raise NotImplementedError

    def holder(self) -> AbstractContextManager[object]:
        """Another process that appends, and does not come to an end meanwhile."""
        raise NotImplementedError

    def copy(self, folder: Path) -> Log:
        """The same log a second time."""
        raise NotImplementedError

    def turn_counter_back(self, position: int) -> None:
        """Make the database believe that no later position was ever used."""
        raise NotImplementedError

    @contextmanager
    def records(self, *, anchored: bool = True) -> Iterator[PatientRecords]:
        """The log under its seal."""
        with PatientRecords(self.place, seal=self.seal(anchored=anchored)) as records:
            yield records

    def fill(self, patients: int = 3, turns: int = 4) -> None:
        """Interleave the utterances of several patients."""
        with self.records() as records:
            for patient in range(patients):
                records.execute(register(an_id(f"p{patient}"), request=f"r{patient}"))
            for turn in range(1, turns + 1):
                for patient in range(patients):
                    records.execute(utterance(turn, patient_id=an_id(f"p{patient}")))

    def findings(self, *, anchored: bool = True) -> list[Finding]:
        """What verification says of it; that is the same where the log is looked at by ranges, of whatever length."""
        with closing(self.seal(anchored=anchored)) as seal, self.reading() as log:
            found = _all(verify(log, seal))
            for positions in (1, 4):
                assert _all(verify(log, seal, verifying=by_ranges(log, seal, positions))) == found
            return found


class SealedLog(Log):
    """A log in files."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "log.db", folder)

    @property
    def database(self) -> Path:
        """The file of the log."""
        return self.folder / "log.db"

    def seal(self, *, anchored: bool = True) -> Seal:
        """What it is sealed with."""
        return open_seal(
            self.database,
            self.folder / "keys.db",
            self.folder / "master.key",
            self.folder / "checkpoints.jsonl",
            self.folder / "head.anchor" if anchored else None,
        )

    def reading(self) -> AbstractContextManager[LogStore]:
        """The log, only to be read."""
        from domain.store.sqlite import reading

        return reading(self.database)

    @contextmanager
    def vandal(self) -> Iterator[Hands]:
        """Full access to the log, the guards against changes taken off meanwhile."""
        with closing(sqlite3.connect(self.place)) as connection:
            guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                connection.execute(f"DROP TRIGGER {name}")
            yield connection
            for _, sql in guards:
                connection.execute(sql)
            connection.commit()

    @contextmanager
    def guarded(self) -> Iterator[Hands]:
        """The same with the guards on."""
        with closing(sqlite3.connect(self.place)) as connection, connection:
            yield connection

    @contextmanager
    def keys(self) -> Iterator[Hands]:
        """Full access to the tables of its keyring."""
        with closing(sqlite3.connect(self.folder / "keys.db")) as connection, connection:
            yield connection

    @contextmanager
    def holder(self) -> Iterator[object]:
        """Another process that appends, and does not come to an end meanwhile."""
        with closing(sqlite3.connect(self.place, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("ROLLBACK")

    def copy(self, folder: Path) -> SealedLog:
        """The same log a second time."""
        shutil.copytree(self.folder, folder)
        return SealedLog(folder)

    def turn_counter_back(self, position: int) -> None:
        """Make the database believe that no later position was ever used."""
        with closing(sqlite3.connect(self.place)) as connection, connection:
            connection.execute("UPDATE sqlite_sequence SET seq = ?", (position,))


def connection_of(records: PatientRecords) -> sqlite3.Connection:
    """A connection of one's own to the file of a log."""
    from domain.store.sqlite import LogRecorder

    assert isinstance(records.rows_log, LogRecorder)
    return records.rows_log.connect()


_GUARDS = ("stored_events_never_change", "stored_events_never_vanish")
_RANDOM = (
    "CREATE OR REPLACE FUNCTION randomblob(n integer) RETURNS bytea LANGUAGE sql AS $$ SELECT "
    "decode(string_agg(lpad(to_hex(floor(random() * 256)::int), 2, '0'), ''), 'hex') FROM generate_series(1, n) $$"
)


class PostgresHands:
    """SQLite's words in those of PostgreSQL."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> Any:
        """Run one statement."""
        words = re.sub(r"x'([0-9a-f]*)'", r"'\\x\1'::bytea", statement).replace("rowid", "position")
        return self._connection.execute(words.replace("?", "%s"), parameters or None)


class PostgresLog(Log):
    """A log in a schema of a database."""

    def seal(self, *, anchored: bool = True) -> Seal:
        """What it is sealed with."""
        from domain.store.postgres.sealing import open_database_seal

        return open_database_seal(
            str(self.place),
            self.folder / "master.key",
            self.folder / "checkpoints.jsonl",
            self.folder / "head.anchor" if anchored else None,
        )

    def reading(self) -> AbstractContextManager[LogStore]:
        """The log, only to be read."""
        from domain.store.postgres.recorder import reading

        return reading(str(self.place))

    @contextmanager
    def vandal(self) -> Iterator[Hands]:
        """Full access to the log, the guards against changes taken off meanwhile."""
        with self.guarded() as hands:
            for guard in _GUARDS:
                hands.execute(f"ALTER TABLE stored_events DISABLE TRIGGER {guard}")
            yield hands
            for guard in _GUARDS:
                hands.execute(f"ALTER TABLE stored_events ENABLE ALWAYS TRIGGER {guard}")

    def keys(self) -> AbstractContextManager[Hands]:
        """Full access to the tables of its keyring."""
        return self.guarded()

    @contextmanager
    def guarded(self) -> Iterator[Hands]:
        """The same with the guards on."""
        with connected(str(self.place)) as connection:
            connection.execute(_RANDOM)
            yield PostgresHands(connection)

    @contextmanager
    def holder(self) -> Iterator[object]:
        """Another process that appends, and does not come to an end meanwhile."""
        from domain.store.postgres.schema import APPEND_LOCK

        with connected(str(self.place)) as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (APPEND_LOCK,))
            yield connection

    def copy(self, folder: Path) -> Log:
        """The same log a second time."""
        place = new_log()
        with connected(place) as there, connected(str(self.place)) as here:
            mine, theirs = (str(one.execute("SELECT current_schema()").fetchone()[0]) for one in (there, here))
            PatientRecords(place).close()
            there.execute("ALTER TABLE stored_events DISABLE TRIGGER USER")
            there.execute("DELETE FROM log_head")
            for table in ("stored_events", "log_head"):
                there.execute(f"INSERT INTO {mine}.{table} SELECT * FROM {theirs}.{table}")
            for table in ("patient_keys", "master_check", "log_keys", "former_masters"):
                there.execute(f"CREATE TABLE {mine}.{table} (LIKE {theirs}.{table} INCLUDING ALL)")
                if not table.startswith(("log_", "former")):
                    there.execute(f"INSERT INTO {mine}.{table} SELECT * FROM {theirs}.{table}")
            for guard in _GUARDS:
                there.execute(f"ALTER TABLE stored_events ENABLE ALWAYS TRIGGER {guard}")
        shutil.copytree(self.folder, folder)
        return PostgresLog(place, folder)

    def turn_counter_back(self, position: int) -> None:
        """Make the database believe that no later position was ever used."""
        with connected(str(self.place)) as connection:
            connection.execute("UPDATE log_head SET last_position = %s", (position,))


def new(backend: str, folder: Path) -> Log:
    """A log that nobody has written to."""
    folder.mkdir(parents=True, exist_ok=True)
    return PostgresLog(new_log(), folder) if backend == "postgres" else SealedLog(folder)
