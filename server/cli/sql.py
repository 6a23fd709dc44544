"""`sql`: ask the log anything, in DuckDB's SQL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.options import DEFAULT_DATA, Data

if TYPE_CHECKING:
    from rich.table import Table


def sql(
    query: Annotated[str | None, typer.Argument(metavar="[QUERY|NAME]", help="SQL, or a ready query's name.")] = None,
    ready: Annotated[bool, typer.Option("--list", help="List the ready queries.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many rows.")] = 1000,
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Query the event log in DuckDB, read-only; a server may run meanwhile. `SHOW TABLES` lists what there is."""
    from clients.cli.output import messages, print_json, results
    from projections import event_log
    from server.cli.log import open_log

    if ready:
        _list(json)
        return
    if query is None:
        raise typer.BadParameter("Give a query, the name of a ready one, or --list.")
    named = event_log.READY_QUERIES.get(query)
    with open_log(data or DEFAULT_DATA) as records:
        # One row more than is shown tells whether there are more.
        columns, rows = event_log.query(records, named.sql if named else query, limit=limit + 1)
    if json:
        print_json([dict(zip(columns, map(_plain, row), strict=True)) for row in rows[:limit]])
    else:
        results().print(_table(columns, rows[:limit]))
    if len(rows) > limit:
        messages().print(f"There are more than {limit} rows; see more with --limit.")


def _list(json: bool) -> None:
    from clients.cli.output import print_json, results
    from projections.event_log import READY_QUERIES

    if json:
        print_json({name: {"title": one.title, "sql": one.sql} for name, one in READY_QUERIES.items()})
    else:
        results().print(_table(("name", "answers"), ((name, one.title) for name, one in READY_QUERIES.items())))


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    return table


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | list | dict | None) else str(value)
