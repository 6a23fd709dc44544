"""Reading the SQLite log: by patient, by position, and with what verification looks at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import OperationalError
from eventsourcing.sqlite import SQLiteApplicationRecorder

from domain.store.mapper import LogRow
from domain.store.ports import ChainedRow, LinkedRow
from domain.store.sqlite_watch import SEALED
from domain.store.topic_index import INDEXES, has_topic, more_of

COLUMNS = "rowid, originator_id, originator_version, topic, event_id, recorded_at, CAST(state AS BLOB)"

MAX_DAMAGES = 20
"""Damages of the file that are named; the first of them tell what is wrong."""

TRIGGERS = {
    "stored_events_never_change": "CREATE TRIGGER IF NOT EXISTS stored_events_never_change BEFORE UPDATE ON "
    "stored_events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
    "stored_events_never_vanish": "CREATE TRIGGER IF NOT EXISTS stored_events_never_vanish BEFORE DELETE ON "
    "stored_events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
}
"""What keeps the rows from being changed and deleted, by name."""
_LINKED = (
    "SELECT own.rowid, own.originator_id, own.originator_version, own.topic, own.event_id, own.recorded_at, "
    "CAST(own.state AS BLOB), own.chain, before.chain FROM stored_events own "
    "LEFT JOIN stored_events before "
    "ON before.rowid = (SELECT MAX(rowid) FROM stored_events WHERE rowid < own.rowid) "
    "WHERE own.originator_id = ? AND own.originator_version <= ? ORDER BY own.originator_version"
)
_MISSTORED = (
    "SELECT rowid, IFNULL(CAST(originator_id AS TEXT), ''), IFNULL(CAST(originator_version AS INTEGER), 0) "
    "FROM stored_events WHERE rowid <= ? AND (TYPEOF(originator_id) <> 'text' OR TYPEOF(topic) <> 'text' "
    "OR TYPEOF(event_id) <> 'text' OR TYPEOF(recorded_at) <> 'text' OR TYPEOF(originator_version) <> 'integer' "
    "OR TYPEOF(state) <> 'blob' OR TYPEOF(chain) <> 'blob') ORDER BY rowid LIMIT ?"
)

# What their `_make` does, without a Python call a row: a replay spends a fifth of its reading on those.
_log_row = cast("Callable[[Any], LogRow]", partial(tuple.__new__, LogRow))
_chained_row = cast("Callable[[Any], ChainedRow]", partial(tuple.__new__, ChainedRow))


class LogReads(SQLiteApplicationRecorder):
    """The reading half of the log's recorder."""

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
            c.execute(*more_of(topic, than, "?"))
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
        return [name for name, made in TRIGGERS.items() if made.replace("IF NOT EXISTS ", "") not in there]

    def patients_with(self, topic: str, after: int = 0) -> list[str]:
        """Patients who have a row of ``topic`` after a position."""
        of_topic, values = has_topic(topic, "?")
        # Without an index by position: in the order of the index by patients it would look through the whole log, and
        # it is asked for what stands behind the last position after every page of a filling.
        source = "stored_events" if topic in INDEXES else "stored_events NOT INDEXED"
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT DISTINCT originator_id FROM {source} WHERE {of_topic} AND rowid > ? ORDER BY 1",  # noqa: S608
                (*values, after),
            )
            return [row[0] for row in c.fetchall()]

    def patient_rows(
        self, patient_id: str, *, after_version: int = 0, up_to: int | None = None, but: Collection[str] = ()
    ) -> list[LogRow]:
        """A patient's rows after a version, in order, up to a position if one is given; ``but`` these topics."""
        where = "originator_id = ? AND originator_version > ?"
        parameters: list[str | int] = [patient_id, after_version]
        if up_to is not None:
            where += " AND rowid <= ?"
            parameters.append(up_to)
        if but:
            where += f" AND topic NOT IN ({','.join('?' * len(but))})"
            parameters.extend(but)
        return self.select_where(where, parameters, "originator_version")

    def count_of(self, patient_id: str, up_to: int) -> int:
        """How many events a patient has at or before a position."""
        query = "SELECT COUNT(*) FROM stored_events WHERE originator_id = ? AND rowid <= ?"
        return int(self._all(query, patient_id, up_to)[0][0])

    def events_up_to(self, position: int) -> int:
        """How many events stand at or before ``position``."""
        return int(self._all("SELECT COUNT(*) FROM stored_events WHERE rowid <= ?", position)[0][0])

    def patients_after(self, patient_id: str, limit: int, up_to: int) -> list[tuple[str, int]]:
        """The next ``limit`` patients by id, each with the number of their events at or before a position."""
        query = (
            "SELECT originator_id, COUNT(*) FROM stored_events WHERE originator_id > ? AND rowid <= ? "
            "GROUP BY originator_id ORDER BY originator_id LIMIT ?"
        )
        return [(row[0], row[1]) for row in self._all(query, patient_id, up_to, limit)]

    def patients_between(self, after: int, up_to: int) -> list[str]:
        """Patients with an event after position ``after`` and at or before ``up_to``, by id."""
        query = "SELECT DISTINCT originator_id FROM stored_events WHERE rowid > ? AND rowid <= ? ORDER BY originator_id"
        return [row[0] for row in self._all(query, after, up_to)]

    def linked_rows(self, patient_id: str, up_to_version: int) -> list[LinkedRow]:
        """A patient's rows up to a version, each with the digest of the row that stands before it in the log."""
        return [LinkedRow(*row) for row in self._all(_LINKED, patient_id, up_to_version)]

    def misstored(self, up_to: int, limit: int) -> list[tuple[int, str, int]]:
        """Position, patient and version of rows with a column that is text instead of bytes, or so."""
        return [(row[0], row[1], row[2]) for row in self._all(_MISSTORED, up_to, limit)]

    def missing_mark(self) -> str:
        """What to do where the file no longer says that it is sealed; empty where it does."""
        sealed = self._all("PRAGMA user_version")[0][0] == SEALED
        return (
            "" if sealed else f"The file no longer says that it is encrypted: set its PRAGMA user_version to {SEALED}."
        )

    def _all(self, query: str, *parameters: str | int) -> list[Any]:
        with self.datastore.transaction(commit=False) as c:
            c.execute(query, parameters)
            return list(c.fetchall())


def _readable(value: Any) -> Any:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
