"""The process that looks for values in files: as bytes, and in what Parquet compresses and SQLite cuts to pieces.

Run by :mod:`server.byte_search`, never imported by the service: where a process opens and closes a database file that
it has open through SQLite too, it loses its locks on it, and the next process that closes the file takes its journal
away (sqlite.org, "How To Corrupt An SQLite Database File", 2.2). What is looked for comes over standard input.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from server.needles import Needles

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK_BYTES = 4 * 1024 * 1024
"""Bytes of a file that are searched at once."""
WHOLE_ROW = 8
"""A SQLite row of up to this part of a page stands in one piece in it: its own limit is a quarter (index pages)."""

_SQLITE, _PARQUET, _SEALED_PARQUET = b"SQLite format 3\x00", b"PAR1", b"PARE"


def main() -> None:
    """Answer one question in JSON: where ``texts``, and ``keys`` in hexadecimal, stand in ``folder`` and ``also``."""
    asked = json.load(sys.stdin)
    keys, also = map(bytes.fromhex, asked["keys"]), tuple(map(Path, asked["also"]))
    json.dump(found(Path(asked["folder"]), asked["texts"], keys, also, bytes.fromhex(asked["tables_key"])), sys.stdout)


def found(
    folder: Path, texts: Sequence[str], keys: Iterable[bytes], also: Sequence[Path], tables_key: bytes = b""
) -> dict[str, Any]:
    """How many files and bytes were read, and which files hold a value; or the name of one that cannot be read.

    An encrypted table is searched for what stands in it, where ``tables_key`` opens it. Files of ``folder`` are named
    relative to it, the others by their whole path.
    """
    needles = Needles((*(form for text in texts for form in _forms(text)), *keys))
    files = size = 0
    held = []
    try:
        places = (*_files(folder, folder), *(one for other in also for one in _files(other, None)))
    except OSError as error:
        return {"unreadable": str(error.filename)}
    for path, name in places:
        try:
            files, size = files + 1, size + path.stat().st_size
            if any(map(needles.stand_in, _contents(path, needles.longest, tables_key))):
                held.append(name)
        except FileNotFoundError:
            # A journal that was emptied and removed while the search went on.
            continue
        except OSError:
            return {"unreadable": name}
    return {"files": files, "size": size, "found_in": held}


def _forms(text: str) -> Iterator[bytes]:
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, text)
        for one in (text, written, json.dumps(written)[1:-1], json.dumps(written, ensure_ascii=False)[1:-1]):
            if one:
                yield one.encode()


def _files(folder: Path, base: Path | None) -> list[tuple[Path, str]]:
    """Files under a folder; what is removed while it is listed is left out. Raises OSError for what cannot be read."""
    paths = sorted(
        path
        for place, _, names in os.walk(folder, onerror=_if_there)
        for name in names
        if (path := Path(place, name)).is_file()
    )
    return [(path, str(path.relative_to(base) if base else path)) for path in paths]


def _if_there(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _contents(path: Path, overlap: int, tables_key: bytes) -> Iterator[bytes]:
    start = b""
    for chunk in _chunks(path, overlap):
        start = start or chunk[:16]
        yield chunk
    if start.startswith(_SQLITE):
        yield from _together(_long_rows(path))
    elif start.startswith(_PARQUET):
        yield from _together(_texts_of(path, b""))
    elif start.startswith(_SEALED_PARQUET) and tables_key:
        yield from _together(_texts_of(path, tables_key))


def _chunks(path: Path, overlap: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        tail = b""
        while read := file.read(CHUNK_BYTES):
            chunk = tail + read
            yield chunk
            tail = chunk[-overlap:]


def _together(values: Iterable[bytes]) -> Iterator[bytes]:
    """The values, about as many at once as a chunk holds, apart from each other by a byte that no text has."""
    held: list[bytes] = []
    size = 0
    for value in values:
        held.append(value)
        size += len(value)
        if size >= CHUNK_BYTES:
            yield b"\x00".join(held)
            held, size = [], 0
    yield b"\x00".join(held)


def _long_rows(database: Path) -> Iterator[bytes]:
    """The values of rows that SQLite may have spread over pages; none where the file cannot be read as a database."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            whole = connection.execute("PRAGMA page_size").fetchone()[0] // WHOLE_ROW
            named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage").fetchall()
            for table in (f'"{name.decode().replace(chr(34), chr(34) * 2)}"' for (name,) in named):
                columns = [f'"{row[1].decode()}"' for row in connection.execute(f"PRAGMA table_info({table})")]
                length = " + ".join(f"ifnull(length(CAST({column} AS BLOB)), 0)" for column in columns)
                rows = connection.execute(f"SELECT * FROM {table} WHERE {length} > {whole}")  # noqa: S608
                yield from (value for row in rows for value in row if isinstance(value, bytes))
    except (sqlite3.Error, UnicodeDecodeError):
        return


def _texts_of(parquet: Path, tables_key: bytes) -> Iterator[bytes]:
    """All texts of a file, decompressed; none where it cannot be read as a table."""
    # Loaded for the first table only: it takes longer than most searches.
    import pyarrow as pa

    from projections.part_files import PartFiles

    try:
        with PartFiles(tables_key or None).opened(parquet) as file:
            for group in range(file.num_row_groups):
                for column in file.read_row_group(group).itercolumns():
                    yield from (bytes(one) for chunk in column.chunks for one in _buffers(chunk))
    except (pa.ArrowException, OSError):
        return


def _buffers(values: pa.Array) -> Iterator[pa.Buffer]:
    import pyarrow as pa

    if pa.types.is_dictionary(values.type):
        values = values.dictionary
    if pa.types.is_nested(values.type):
        for part in values.flatten() if pa.types.is_struct(values.type) else [values.flatten()]:
            yield from _buffers(part)
    elif pa.types.is_string(values.type) or pa.types.is_large_string(values.type) or pa.types.is_binary(values.type):
        yield from (one for one in values.buffers()[2:] if one is not None)


if __name__ == "__main__":
    main()
