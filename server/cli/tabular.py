"""Tables of answers: shown, or written to a file that is there whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domain.errors import AnamnesisError

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.table import Table


WIDE = 100_000
"""Columns of text that a table may take where nobody's screen limits it."""


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


class CannotWrite(AnamnesisError):
    """The file cannot be written."""

    status = "INVALID_ARGUMENT"
    reason = "CANNOT_WRITE"
    advice = "Name a file in a directory that is there and that you may write to."


def printed(rows: pa.Table, form: Format) -> None:
    """Write ``rows`` to standard output."""
    from clients.cli.output import results

    if form is Format.TABLE:
        console = results()
        if not console.is_terminal:
            console.width = WIDE
        console.print(table_of(rows.column_names, (row.values() for row in rows.to_pylist())))
    else:
        print(_text(rows, form), end="")


def saved(rows: pa.Table, form: Format, path: Path, key: bytes | None = None) -> None:
    """Write ``rows`` to a file, in place of what was there; Parquet encrypted where there is a key of 32 bytes.

    Raises CannotWrite; then the file is as it was.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        if form is Format.PARQUET:
            from pyarrow import parquet
            from pyarrow.parquet import encryption

            sealing = None if key is None else encryption.create_encryption_properties(key)
            parquet.write_table(rows, unfinished, compression="zstd", encryption_properties=sealing)
        else:
            unfinished.write_text(_text(rows, form), encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CannotWrite(f"{path} cannot be written.") from error


def table_of(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table for people."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(_shown(value)) for value in row))
    return table


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def _text(rows: pa.Table, form: Format) -> str:
    if form is Format.JSON:
        data = [{name: _plain(value) for name, value in row.items()} for row in rows.to_pylist()]
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(rows.column_names)
    for row in rows.to_pylist():
        writer.writerow([_cell(value) for value in row.values()])
    return buffer.getvalue()


def _cell(value: object) -> object:
    value = _plain(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, str | int | float | bool | list | dict | None) else str(value)
