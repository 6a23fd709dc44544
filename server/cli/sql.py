"""`sql`: ask the log anything, in DuckDB's SQL."""

from __future__ import annotations

from typing import Annotated

import typer

from server.cli.options import DEFAULT_DATA, Data


def sql(
    query: Annotated[str | None, typer.Argument(metavar="[QUERY|NAME]", help="SQL, or a ready query's name.")] = None,
    ready: Annotated[bool, typer.Option("--list", help="List the ready queries.")] = False,
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Query the event log in DuckDB, read-only; a server may run meanwhile."""
    from projections.event_log import READY_QUERIES
    from projections.event_log import query as ask

    from clients.cli.output import print_json, results
    from server.cli.log import open_log

    if ready:
        found = {name: {"title": title, "sql": text} for name, (title, text) in READY_QUERIES.items()}
        if json:
            print_json(found)
        else:
            results().print(_table(("name", "answers"), [(name, one["title"]) for name, one in found.items()]))
        return
    if query is None:
        raise typer.BadParameter("Give a query, the name of a ready one, or --list.")
    statement = READY_QUERIES[query][1] if query in READY_QUERIES else query
    with open_log(data or DEFAULT_DATA) as records:
        columns, rows = ask(records, statement)
    if json:
        print_json([dict(zip(columns, map(_plain, row), strict=True)) for row in rows])
    else:
        results().print(_table(columns, rows))


def _table(columns: tuple[str, ...] | list[str], rows: object) -> object:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    assert isinstance(rows, list | tuple)
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    return table


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | list | dict | None) else str(value)
