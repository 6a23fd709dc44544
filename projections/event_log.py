"""Questions across patients: the log in DuckDB, read-only, with nothing that a patient said unless it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import duckdb
import pyarrow as pa

from domain.errors import InvalidQuery, StoreUnavailable
from domain.records import PatientRecords
from projections.event_export import PAGE_ROWS, Progress, catch_up, texts
from projections.event_parts import EventParts
from projections.event_tables import SCHEMAS, VIEWS
from projections.ready_queries import READY_QUERIES, ReadyQuery

__all__ = ["MAX_ROWS", "READY_QUERIES", "EventLog", "ReadyQuery", "query_tables"]

T = TypeVar("T")

MAX_ROWS = 1_000
"""Rows that a query returns unless it asks for another limit."""

MEMORY = "1GB"
"""What a query may take; it spills nothing to disk, for what it holds is of patients."""

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "temp_directory": "",
    "memory_limit": MEMORY,
}
_LOCKS = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


_ASKED_WRONGLY = (duckdb.BinderException, duckdb.CatalogException, duckdb.PermissionException)
"""What a query fails with before it reads anything."""


class TablesDamaged(StoreUnavailable):
    """A file of the analysis tables was changed or damaged."""

    status = "FAILED_PRECONDITION"
    reason = "TABLES_DAMAGED"
    retry_seconds = None
    advice = "Delete the folder `analysis` of the data directory: the next query makes it from the log."


class EventLog:
    """The analysis tables of one data directory."""

    def __init__(self, directory: Path, tables_key: bytes | None = None, *, page_rows: int = PAGE_ROWS) -> None:
        """The tables in ``directory``, which is made when there is something to write; with a key, encrypted."""
        self._parts = EventParts(directory, tables_key)
        self._page_rows = page_rows

    def catch_up(self, records: PatientRecords, progress: Progress = lambda done, head: None) -> int:
        """Bring the tables up to the end of the log; returns its last position."""
        return catch_up(self._parts, records, progress, page_rows=self._page_rows)

    def forget(self, patient_id: str) -> int:
        """Rewrite the tables without an erased patient, of whom only the skeleton stays; how many files changed."""
        return self._parts.forget(patient_id)

    @contextmanager
    def connected(self, with_text: PatientRecords | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
        """The tables as they stand, in a database that reads them and nothing else: no file, network or extension.

        ``with_text`` is the log to take the table ``texts`` from, which holds what was said, word for word.
        """
        words = texts(with_text) if with_text is not None else None
        with self._parts.reading(), duckdb.connect(":memory:", config=_CONFIG) as connection:
            for name in SCHEMAS:
                self._parts.show(connection, name)
            for name, sql in VIEWS.items():
                connection.execute(f"CREATE VIEW {name} AS {sql}")
            if words is not None:
                connection.register("texts", words)
            if not self._parts.sealed:
                connection.execute("SET allowed_directories = [?]", [f"{self._parts.path}/"])
            for lock in _LOCKS:
                connection.execute(lock)
            yield connection

    def query(self, sql: str, *, limit: int | None = MAX_ROWS, with_text: PatientRecords | None = None) -> pa.Table:
        """The first ``limit`` rows of one SELECT, WITH, DESCRIBE or SHOW over the tables.

        Raises InvalidQuery, before anything is run, for any other statement or for several, and for a query that fails;
        TablesDamaged where it fails because a file cannot be read.
        """
        checked(sql)
        with self.connected(with_text) as connection:
            try:
                return _named(lambda: _fetched(connection, sql, limit))
            except InvalidQuery as error:
                if isinstance(error.__cause__, _ASKED_WRONGLY) or self._parts.readable():
                    raise
                raise TablesDamaged from None


def query_tables(tables: Mapping[str, pa.Table], sql: str, *, limit: int | None = MAX_ROWS) -> pa.Table:
    """The first ``limit`` rows of one query over these tables alone. Raises InvalidQuery as :meth:`EventLog.query`."""
    checked(sql)
    with duckdb.connect(":memory:", config=_CONFIG) as connection:
        for name, table in tables.items():
            connection.register(name, table)
        for lock in _LOCKS:
            connection.execute(lock)
        return _named(lambda: _fetched(connection, sql, limit))


def checked(sql: str) -> None:
    """Raises InvalidQuery unless ``sql`` is one statement, and one that only reads."""
    statements = _named(lambda: duckdb.extract_statements(sql))
    if len(statements) != 1:
        raise InvalidQuery("A query is exactly one statement.", statements=len(statements))
    if statements[0].type is not duckdb.StatementType.SELECT:
        raise InvalidQuery("Only SELECT, WITH, DESCRIBE and SHOW are run: the log is read here and never written.")


def _fetched(connection: duckdb.DuckDBPyConnection, sql: str, limit: int | None) -> pa.Table:
    # Through Arrow: DuckDB's own rows need pytz for times with a zone.
    relation = connection.sql(sql)
    return (relation if limit is None else relation.limit(limit)).to_arrow_table()


def _named(run: Callable[[], T]) -> T:
    try:
        return run()
    except duckdb.Error as error:
        raise InvalidQuery(str(error).partition("\n")[0]) from error
