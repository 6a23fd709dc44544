"""Questions across patients: the log in DuckDB, read-only, with nothing that a patient said."""

from __future__ import annotations

from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from domain.errors import InvalidQuery
from domain.records import PatientRecords
from projections.event_tables import EventTables
from projections.ready_queries import READY_QUERIES, ReadyQuery

__all__ = ["MAX_ROWS", "READY_QUERIES", "ReadyQuery", "Table", "connect", "query"]

PAGE_ROWS = 5_000
"""Rows of the log decoded at once."""

MAX_ROWS = 1_000
"""Rows that a query returns unless it asks for another limit."""

_LOCKS = (
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


class Table(NamedTuple):
    """The answer to a query."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def connect(records: PatientRecords) -> duckdb.DuckDBPyConnection:
    """The log as it stands now, as tables of an in-memory database without access to files, network or extensions."""
    tables = EventTables(records.recorded)
    after = 0
    while rows := records.rows(after, PAGE_ROWS):
        for row in rows:
            tables.add(row)
        after = rows[-1].id
    connection = duckdb.connect(":memory:")
    for name, table in tables.tables().items():
        connection.register(name, table)
    for lock in _LOCKS:
        connection.execute(lock)
    return connection


def query(records: PatientRecords, sql: str, *, limit: int = MAX_ROWS) -> Table:
    """The first ``limit`` rows of one SELECT, WITH, DESCRIBE or SHOW over the log.

    Raises InvalidQuery, before anything is run, for any other statement or for several, and for a query that fails.
    """
    _check(sql)
    with connect(records) as connection:
        try:
            # Through Arrow: DuckDB's own rows need pytz for times with a zone.
            found: pa.Table = connection.sql(sql).to_arrow_table()
        except duckdb.Error as error:
            raise InvalidQuery(_first_line(error)) from error
    rows = zip(*(column.slice(0, limit).to_pylist() for column in found.columns), strict=True)
    return Table(tuple(found.column_names), tuple(rows))


def _check(sql: str) -> None:
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise InvalidQuery(_first_line(error)) from error
    if len(statements) != 1:
        raise InvalidQuery("A query is exactly one statement.", statements=len(statements))
    if statements[0].type is not duckdb.StatementType.SELECT:
        raise InvalidQuery("Only SELECT, WITH, DESCRIBE and SHOW are run.")


def _first_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0]
