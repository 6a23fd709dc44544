"""`deidentify`: tables for a researcher, who is given these and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from domain.errors import InvalidCommand
from server.cli.options import DEFAULT_DATA, Data
from server.cli.tabular import Format

LONGEST_STUDY = 64
"""Characters of a study's name."""


class TargetNotEmpty(InvalidCommand):
    """The directory holds something already."""

    reason = "TARGET_NOT_EMPTY"
    advice = "Name a directory that is empty or not there: tables of two exports must not be mixed."


def deidentify(
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="Its name: pseudonyms are the same within it and joined to no other.")
    ],
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="SQL over the tables, whose answer is printed.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="Write every table here, as Parquet.")
    ] = None,
    data: Data = None,
    form: Annotated[Format, typer.Option("--format", help="How to print the answer.")] = Format.TABLE,
) -> None:
    """Make tables that name nobody: keyed hashes for ids, dates moved by patient, ages over 89 as one, no free words.

    `SHOW TABLES` lists them: people, facts, turns, answers, quality. The access log notes that it was done.
    """
    from clients.cli.output import messages
    from projections.deidentified import deidentified
    from projections.event_log import checked, query_tables
    from server.cli.log import open_log
    from server.cli.tabular import printed, saved

    if not study.strip() or len(study) > LONGEST_STUDY:
        raise typer.BadParameter(f"A study has a name of 1 to {LONGEST_STUDY} characters.", param_hint="STUDY")
    if (query is None) == (into is None):
        raise typer.BadParameter("Give a query to print its answer, or --into to write the tables.")
    if form is Format.PARQUET and into is None:
        raise typer.BadParameter("Parquet is not for a terminal: write the tables with --into.")
    if into is not None and into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise TargetNotEmpty(f"{into} is not an empty directory.")
    if query is not None:
        checked(query)
    with open_log(data or DEFAULT_DATA) as records:
        assert records.seal is not None
        tables = deidentified(records, records.seal.keyring.study_key(study.strip()))
    if query is not None:
        printed(query_tables(tables, query), form)
        return
    assert into is not None
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, table in tables.items():
        saved(table, Format.PARQUET, into / f"{name}.parquet")
    counts = ", ".join(f"{table.num_rows:,} {name}" for name, table in tables.items())
    messages().print(f"Written to {into}: {counts}. Later erasures do not reach it: make it anew then.", markup=False)
