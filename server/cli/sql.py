"""`sql`: ask the log anything, in DuckDB's SQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from domain.errors import InvalidQuery
from server.cli.export_key import ExportKey, export_key
from server.cli.options import DEFAULT_DATA, Data
from server.cli.tabular import Format

DEFAULT_LIMIT = 1_000
"""Rows that are shown unless another limit is asked for; a file takes all."""


class UnknownName(InvalidQuery):
    """No ready query and no table has this name."""

    advice = "`anamnesis sql --list` names the ready queries, `anamnesis sql 'SHOW TABLES'` the tables."


def sql(
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY|NAME]", help="SQL, or the name of a ready query or of a table.")
    ] = None,
    ready: Annotated[bool, typer.Option("--list", help="List the ready queries.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="At most this many rows; 1000 unless a file takes them.")
    ] = None,
    data: Data = None,
    form: Annotated[
        Format | None, typer.Option("--format", help="How to write the answer; a file's ending says it too.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")] = None,
    with_text: Annotated[
        bool, typer.Option("--with-text", help="Add the table `texts`: what was said, word for word.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    table_key: ExportKey = None,
) -> None:
    """Query the event log in DuckDB, read-only; a server may run meanwhile. `SHOW TABLES` lists what there is.

    The tables hold what became of what was said, never the words, unless --with-text asks for them.
    """
    chosen = _format(Format.JSON if json else form, output)
    if ready:
        _list(chosen)
        return
    if query is None:
        raise typer.BadParameter("Give a query, the name of a ready one, or --list.")
    if table_key is not None and chosen is not Format.PARQUET:
        raise typer.BadParameter("Only Parquet is encrypted: name a FILE.parquet with --output.")
    from clients.cli.output import messages
    from projections.event_log import checked
    from server.cli.log import open_log
    from server.cli.tabular import printed, saved
    from server.data_directory import DataDirectory

    text = _statement(query)
    checked(text)
    key = export_key(table_key) if table_key is not None else None
    limit = limit or (None if output else DEFAULT_LIMIT)
    data = data or DEFAULT_DATA
    with open_log(data) as records:
        log = DataDirectory(data).tables(records)
        with messages().status("reading the log") as status:
            log.catch_up(records, lambda done, head: status.update(f"reading the log: {done:,} of {head:,} events"))
        # One row more than is shown tells whether there are more.
        found = log.query(text, limit=limit and limit + 1, with_text=records if with_text else None)
    shown = found.slice(0, limit)
    if output is None:
        printed(shown, chosen)
    else:
        saved(shown, chosen, output, key)
        messages().print(f"{shown.num_rows:,} rows written to {output}")
    if shown.num_rows < found.num_rows:
        messages().print(f"There are more than {limit} rows; see more with --limit.")


def _statement(query: str) -> str:
    """The SQL of a ready query, all of a table, or SQL as it stands; raises UnknownName for another lone word."""
    from projections.event_tables import SCHEMAS, VIEWS
    from projections.ready_queries import READY_QUERIES

    if query in READY_QUERIES:
        return READY_QUERIES[query].sql
    if query in SCHEMAS or query in VIEWS:
        return f"FROM {query} ORDER BY position"
    if query.isidentifier():
        raise UnknownName(f"No ready query and no table is called {query!r}.")
    return query


def _format(named: Format | None, output: Path | None) -> Format:
    """The format that was named, or that the file's ending says."""
    endings = {f".{one.value}": one for one in Format if one is not Format.TABLE}
    chosen = named or (endings.get(output.suffix.lower()) if output else Format.TABLE)
    if chosen is None or (output and chosen is Format.TABLE):
        raise typer.BadParameter(f"Say how to write it: --format csv, json or parquet, or end FILE in {list(endings)}.")
    if chosen is Format.PARQUET and output is None:
        raise typer.BadParameter("Parquet is not for a terminal: name a file with --output.")
    return chosen


def _list(form: Format) -> None:
    from clients.cli.output import print_json, results
    from projections.ready_queries import READY_QUERIES
    from server.cli.tabular import table_of

    if form is Format.JSON:
        print_json({name: {"title": one.title, "sql": one.sql} for name, one in READY_QUERIES.items()})
    else:
        results().print(table_of(("name", "answers"), ((name, one.title) for name, one in READY_QUERIES.items())))
