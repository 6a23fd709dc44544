"""Reading the log in PostgreSQL: by patient, by position, and with what verification looks at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar, cast
from uuid import UUID

import psycopg
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg_pool import ConnectionPool, PoolTimeout

from domain.store.mapper import LogRow
from domain.store.ports import ChainedRow, LinkedRow
from domain.store.postgres.connections import Connection, postgres_errors, rows_of
from domain.store.postgres.schema import damaged_indexes, missing_guards
from domain.store.topic_index import has_topic, more_of

COLUMNS = "position, originator_id, originator_version, topic, event_id, recorded_at, state"

_LINKED = (
    "SELECT own.position, own.originator_id, own.originator_version, own.topic, own.event_id, own.recorded_at, "
    "own.state, own.chain, before.chain FROM stored_events own LEFT JOIN LATERAL (SELECT chain FROM stored_events "
    "WHERE position < own.position ORDER BY position DESC LIMIT 1) before ON true "
    "WHERE own.originator_id = %s AND own.originator_version <= %s ORDER BY own.originator_version"
)

_T = TypeVar("_T")

# What their `_make` does, without a Python call a row: a replay spends a fifth of its reading on those.
_log_row = cast("Callable[[Any], LogRow]", partial(tuple.__new__, LogRow))
_chained_row = cast("Callable[[Any], ChainedRow]", partial(tuple.__new__, ChainedRow))


class LogReads(PostgresApplicationRecorder):
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
        clauses, parameters = ["originator_id = %s"], list[Any]((str(originator_id),))
        for compares, version in ((">", gt), ("<=", lte)):
            if version is not None:
                clauses.append(f"originator_version {compares} %s")
                parameters.append(version)
        return self._where(clauses, parameters, "originator_version" + (" DESC" if desc else ""), limit)

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
        clauses, parameters = ["true"], list[Any]()
        for clause, value in (
            (f"position {'>=' if inclusive_of_start else '>'} %s", start),
            ("position <= %s", stop),
            ("topic = ANY(%s)", list(topics) or None),
            ("originator_id = %s", originator_id),
        ):
            if value is not None:
                clauses.append(clause)
                parameters.append(value)
        return self._where(clauses, parameters, "position", limit)

    def patient_rows(
        self, patient_id: str, *, after_version: int = 0, up_to: int | None = None, but: Collection[str] = ()
    ) -> list[LogRow]:
        """A patient's rows after a version, in order, up to a position if one is given; ``but`` these topics."""
        clauses, parameters = ["originator_id = %s", "originator_version > %s"], list[Any]((patient_id, after_version))
        if up_to is not None:
            clauses.append("position <= %s")
            parameters.append(up_to)
        if but:
            clauses.append("topic <> ALL(%s)")
            parameters.append(list(but))
        return self._where(clauses, parameters, "originator_version")

    def max_notification_id(self) -> int:
        """The last position, 0 for an empty log."""
        return int(self._all("SELECT coalesce(max(position), 0) FROM stored_events")[0][0])

    def last_used_position(self) -> int:
        """The last position that was ever given to an event, whether or not it is still there."""
        rows = self._all("SELECT last_position FROM log_head")
        return int(rows[0][0]) if rows else 0

    def select_last_position(self, before: int) -> int:
        """The last position before this one, 0 when there is none."""
        return int(self._all("SELECT coalesce(max(position), 0) FROM stored_events WHERE position < %s", before)[0][0])

    def count_of(self, patient_id: str, up_to: int) -> int:
        """How many events a patient has at or before a position."""
        query = "SELECT count(*) FROM stored_events WHERE originator_id = %s AND position <= %s"
        return int(self._all(query, patient_id, up_to)[0][0])

    def events_up_to(self, position: int) -> int:
        """How many events stand at or before ``position``."""
        return int(self._all("SELECT count(*) FROM stored_events WHERE position <= %s", position)[0][0])

    def patients_after(self, patient_id: str, limit: int, up_to: int) -> list[tuple[str, int]]:
        """The next ``limit`` patients by id, each with the number of their events at or before a position."""
        query = (
            "SELECT originator_id, count(*) FROM stored_events WHERE originator_id > %s AND position <= %s "
            "GROUP BY originator_id ORDER BY originator_id LIMIT %s"
        )
        return [(row[0], row[1]) for row in self._all(query, patient_id, up_to, limit)]

    def patients_between(self, after: int, up_to: int) -> list[str]:
        """Patients with an event after position ``after`` and at or before ``up_to``, by id."""
        query = "SELECT DISTINCT originator_id FROM stored_events WHERE position > %s AND position <= %s ORDER BY 1"
        return [row[0] for row in self._all(query, after, up_to)]

    def patients_with(self, topic: str, after: int = 0) -> list[str]:
        """Patients who have a row of ``topic`` after a position."""
        of_topic, values = has_topic(topic, "%s")
        query = f"SELECT DISTINCT originator_id FROM stored_events WHERE {of_topic} AND position > %s ORDER BY 1"  # noqa: S608
        return [row[0] for row in self._all(query, *values, after)]

    def patients_with_more(self, topic: str, than: str) -> list[str]:
        """Patients with more rows of ``topic`` than of ``than``: where something begun was not completed."""
        query, values = more_of(topic, than, "%s")
        return [row[0] for row in self._all(query, *values)]

    def select_chained(self, after: int, limit: int, up_to: int) -> list[ChainedRow]:
        """Rows with their digests, by position."""
        query = (
            f"SELECT {COLUMNS}, coalesce(chain, ''::bytea) FROM stored_events "  # noqa: S608
            "WHERE position > %s AND position <= %s ORDER BY position LIMIT %s"
        )
        return list(map(_chained_row, self._all(query, after, up_to, limit)))

    def linked_rows(self, patient_id: str, up_to_version: int) -> list[LinkedRow]:
        """A patient's rows up to a version, each with the digest of the row that stands before it in the log."""
        return [LinkedRow(*row) for row in self._all(_LINKED, patient_id, up_to_version)]

    def misstored(self, up_to: int, limit: int) -> list[tuple[int, str, int]]:
        """None: PostgreSQL holds a column to its type."""
        return []

    def missing_mark(self) -> str:
        """What to do where the database no longer says that the log is sealed; empty where it does."""
        sealed = self._all("SELECT 1 FROM log_head WHERE sealed")
        return "" if sealed else "The database no longer says that it is encrypted: UPDATE log_head SET sealed = true."

    def missing_triggers(self) -> list[str]:
        """The triggers of an append-only log that this one lacks, or has in another form."""
        return self._read(missing_guards)

    def damages(self) -> list[str]:
        """What PostgreSQL's own check of the indexes finds, where its extension `amcheck` is installed."""
        return [f"the index {name} is damaged" for name in self._read(damaged_indexes)]

    def _where(
        self, clauses: Sequence[str], parameters: Sequence[Any], order: str, limit: int | None = None
    ) -> list[LogRow]:
        # Every name in the statement is ours; values of callers are bound or are integers.
        query = f"SELECT {COLUMNS} FROM stored_events WHERE {' AND '.join(clauses)} ORDER BY {order}"  # noqa: S608
        if limit is not None:
            query += f" LIMIT {int(limit)}"
        return list(map(_log_row, self._all(query, *parameters)))

    def _all(self, query: str, *parameters: Any) -> list[tuple[Any, ...]]:
        return self._read(lambda connection: rows_of(connection, query, parameters))

    def _read(self, question: Callable[[Connection], _T]) -> _T:
        pool = cast("ConnectionPool[Connection]", self.datastore.pool)
        with postgres_errors():
            try:
                with pool.connection() as connection:
                    return question(connection)
            except PoolTimeout:
                raise
            except psycopg.OperationalError:
                # The server was started anew, or took over from another: what was pooled is of the old one.
                pool.check()
                with pool.connection() as connection:
                    return question(connection)
