"""`deidentify`: tables for a researcher, who is given these and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domain.errors import InvalidCommand
from server.cli.export_key import ExportKey, export_key
from server.cli.options import DEFAULT_DATA, Data
from server.cli.tabular import Format

if TYPE_CHECKING:
    import pyarrow as pa


class TargetNotEmpty(InvalidCommand):
    """The directory holds something already."""

    reason = "TARGET_NOT_EMPTY"
    advice = "Name a directory that is empty or not there: tables of two exports must not be mixed."


def deidentify(
    study: Annotated[
        str,
        typer.Argument(
            metavar="[STUDY]",
            help="Its name: pseudonyms are the same within it, and joined to no other. A server knows the caller's.",
        ),
    ] = "",
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="SQL over the tables, whose answer is printed.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="Write every table here, as Parquet.")
    ] = None,
    data: Data = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Ask this server instead of reading --data.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How to print the answer.")] = Format.TABLE,
    table_key: ExportKey = None,
) -> None:
    """Make tables that name nobody: keyed hashes for ids, dates moved by patient, ages over 89 as one, no free words.

    `SHOW TABLES` lists them: people, facts, turns, answers, quality. The access log notes that it was done.
    """
    from clients.cli.output import messages
    from projections.event_log import checked, query_tables
    from server.cli.tabular import printed, saved
    from server.study_tables import LONGEST_STUDY

    if len(study) > LONGEST_STUDY or not (study.strip() or address):
        raise typer.BadParameter(f"A study has a name of 1 to {LONGEST_STUDY} characters.", param_hint="STUDY")
    if (query is None) == (into is None):
        raise typer.BadParameter("Give a query to print its answer, or --into to write the tables.")
    if form is Format.PARQUET and into is None:
        raise typer.BadParameter("Parquet is not for a terminal: write the tables with --into.")
    if into is not None and into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise TargetNotEmpty(f"{into} is not an empty directory.")
    if table_key is not None and into is None:
        raise typer.BadParameter("Only tables that are written with --into are encrypted.")
    if query is not None:
        checked(query)
    key = export_key(table_key) if table_key is not None else None
    tables = _over_the_wire(address, study.strip()) if address else _in_place(data or DEFAULT_DATA, study.strip())
    if query is not None:
        printed(query_tables(tables, query), form)
        return
    assert into is not None
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, table in tables.items():
        saved(table, Format.PARQUET, into / f"{name}.parquet", key)
    counts = ", ".join(f"{table.num_rows:,} {name}" for name, table in tables.items())
    messages().print(f"Written to {into}: {counts}. Later erasures do not reach it: make it anew then.", markup=False)


def _over_the_wire(address: str, study: str) -> dict[str, pa.Table]:
    import pyarrow as pa
    from pyarrow import parquet

    from clients import AnamnesisClient

    with AnamnesisClient(address) as client:
        return {
            name: parquet.read_table(pa.BufferReader(content)) for name, content in client.study_tables(study).items()
        }


def _in_place(data: Path, study: str) -> dict[str, pa.Table]:
    from projections.deidentified import deidentified
    from server.cli.log import open_log

    with open_log(data) as records:
        assert records.seal is not None
        return deidentified(records, records.seal.keyring.study_key(study))
