"""The analysis tables on disk: typed Parquet, in parts that are named by the range of positions which they hold.

A part is a folder with one file for each table that has rows. It is written beside the others and renamed into place,
so that it is there whole or not at all; small neighbours are merged, so that a log followed in small steps stays in
few files. Everything here can be deleted at any time: the log gives it again.
"""

from __future__ import annotations

import fcntl
import itertools
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from domain.errors import StoreReadOnly, StoreUnavailable
from projections.event_tables import SCHEMAS, SKELETON
from projections.kept_cells import SEALED_ENDING
from projections.part_files import PartFiles

VERSION = 1
"""Of the tables: parts of another version are dropped and written again."""

CLEAR, SEALED = f"v{VERSION}", f"v{VERSION}{SEALED_ENDING}"
"""The folders of parts in the clear, and of encrypted ones."""

LARGEST_PART = 250_000
"""Positions that a merged part holds at most: a million events are in a handful of files for each table."""

Tables = Mapping[str, pa.Table]

_UNFINISHED = ".unfinished-"


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """The tables of the events at positions ``first`` to ``last``, both included."""

    first: int
    last: int
    path: Path

    def file(self, table: str) -> Path:
        """Where the rows of a table are; there is no file where there are none."""
        return self.path / f"{table}.parquet"

    def files(self) -> Iterator[tuple[str, Path]]:
        """The tables that have rows, with their files."""
        for table in SCHEMAS:
            if self.file(table).is_file():
                yield table, self.file(table)


class EventParts:
    """The parts in one directory, for one writer and any number of readers in any process."""

    def __init__(self, directory: Path, tables_key: bytes | None = None) -> None:
        """Look at ``directory``; nothing is made before :meth:`writing`.

        With a key the files are encrypted. Those that are not stand in a folder of another name, and are dropped by
        the next writer like those of another version; so are encrypted ones where no key is given.
        """
        self._files = PartFiles(tables_key)
        self.directory = directory
        self.path = directory / (SEALED if self._files.sealed else CLEAR)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the parts as they are while they are read. Raises StoreReadOnly and StoreUnavailable."""
        if not self.directory.is_dir():
            yield
            return
        with _named(), self._locked(fcntl.LOCK_SH):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the one writer. What an interrupted writer left is cleared away first.

        Raises StoreReadOnly and StoreUnavailable when the directory cannot be written.
        """
        with _named():
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.mkdir(exist_ok=True)
            with self._locked(fcntl.LOCK_EX):
                self._tidy()
                yield

    def parts(self) -> list[Part]:
        """The parts in order, from position 1 on without a gap; what lies behind a gap does not count."""
        found: list[Part] = []
        reached = 0
        for part in sorted(self._folders(), key=lambda one: (one.first, -one.last)):
            if part.first == reached + 1:
                found.append(part)
                reached = part.last
        return found

    def reached(self) -> int:
        """The last position that is in a part; 0 when there is none."""
        return max((part.last for part in self.parts()), default=0)

    def sound(self) -> bool:
        """Whether every part that counts can be read."""
        return all(map(self._sound, self.parts()))

    @property
    def sealed(self) -> bool:
        """Whether the files are encrypted."""
        return self._files.sealed

    def readable(self) -> bool:
        """Whether every row can be read, which takes as long as reading them."""
        try:
            for part in self.parts():
                for table, _ in part.files():
                    self.read(table, part)
        except (pa.ArrowException, OSError):
            return False
        return True

    def show(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        """Have the rows that all parts hold of a table in DuckDB, under its name."""
        files = [part.file(table) for part in self.parts() if part.file(table).is_file()]
        self._files.show(connection, table, files, SCHEMAS[table])

    def read(self, table: str, *parts: Part) -> pa.Table:
        """The rows that these parts hold of a table. Raises ArrowException for a file that is damaged."""
        files = [part.file(table) for part in parts if part.file(table).is_file()]
        return pa.concat_tables([SCHEMAS[table].empty_table(), *map(self._files.read, files)])

    def last_event(self, part: Part) -> object:
        """The id of the last event of a part. Raises ArrowException for a file that is damaged."""
        with self._files.opened(part.file("events")) as parquet:
            rows = parquet.read_row_group(parquet.num_row_groups - 1, columns=["event_id"])
        return rows.column("event_id")[-1].as_py()

    def add(self, first: int, last: int, tables: Tables) -> None:
        """Write the part of a range that follows the last one, and merge it with smaller neighbours before it."""
        self._write(first, last, tables)
        while len(parts := self.parts()) > 1:
            before, after = parts[-2:]
            span, whole = after.last - after.first, after.last - before.first + 1
            if before.last - before.first > span or whole > LARGEST_PART:
                return
            merged = {
                name: self.read(name, before, after)
                for name in {name for part in (before, after) for name, _ in part.files()}
            }
            self._write(before.first, after.last, merged)
            for part in (before, after):
                self._drop(part.path)

    def forget(self, patient_id: str) -> int:
        """Rewrite every part without what it tells of a patient; returns how many files were rewritten.

        Of ``events`` the skeleton stays. Files are replaced one by one, each whole: after an interruption, call again.
        """
        # Not of this version alone: what an older program wrote is dropped on the way.
        if not self.directory.is_dir():
            return 0
        with self.writing():
            try:
                return self.remove(patient_id)
            except pa.ArrowException:
                # Whatever a damaged file holds: the log gives the tables again.
                files = len([file for part in self.parts() for file in part.files()])
                self.clear()
                return files

    def remove(self, patient_id: str) -> int:
        """What :meth:`forget` does, for the one who is writing."""
        return sum(self._forget(name, file, patient_id) for part in self.parts() for name, file in part.files())

    def clear(self) -> None:
        """Delete every part, for the one who is writing."""
        for path in list(self.path.iterdir()):
            self._drop(path)

    def _folders(self) -> Iterator[Part]:
        if not self.path.is_dir():
            return
        for path in self.path.iterdir():
            first, dash, last = path.name.partition("-")
            if dash and first.isdecimal() and last.isdecimal():
                yield Part(int(first), int(last), path)

    def _tidy(self) -> None:
        for path in self.directory.iterdir():
            if path.is_dir() and path != self.path:
                self._drop(path)
        sound = itertools.takewhile(self._sound, self.parts())
        kept = {part.path for part in sound}
        # What is unfinished first: a part is dropped under such a name.
        for path in sorted(self.path.iterdir()):
            if path not in kept:
                self._drop(path)
        for path in kept:
            for file in path.glob(f"{_UNFINISHED}*"):
                file.unlink()

    def _write(self, first: int, last: int, tables: Tables) -> None:
        name = f"{first:012d}-{last:012d}"
        unfinished = self.path / f"{_UNFINISHED}{name}"
        unfinished.mkdir()
        for table, rows in tables.items():
            if rows.num_rows:
                file = Path(f"{table}.parquet")
                self._files.write(rows, self.path / name / file, unfinished / file)
        unfinished.rename(self.path / name)

    def _forget(self, name: str, file: Path, patient_id: str) -> bool:
        own = pc.equal(self._files.read(file, ["patient_id"]).column("patient_id"), patient_id)
        if not pc.any(own).as_py():
            return False
        before = self._files.read(file)
        rows = _bare(before, own) if name == "events" else before.filter(pc.invert(own))
        if rows.equals(before):
            return False
        if rows.num_rows == 0:
            file.unlink()
            return True
        fresh = file.with_name(f"{_UNFINISHED}{file.name}")
        self._files.write(rows, file, fresh)
        fresh.replace(file)
        return True

    def _sound(self, part: Part) -> bool:
        return part.file("events").is_file() and all(self._files.whole(file) for _, file in part.files())

    def _drop(self, path: Path) -> None:
        """Take a folder out of sight first: a part that is half deleted must not pass for a whole one."""
        if path.is_dir():
            gone = self.path / f"{_UNFINISHED}{path.name.removeprefix(_UNFINISHED)}"
            if gone != path:
                path.rename(gone)
            shutil.rmtree(gone)
        else:
            path.unlink(missing_ok=True)

    @contextmanager
    def _locked(self, kind: int) -> Iterator[None]:
        with (self.directory / "lock").open("a") as handle:
            fcntl.flock(handle, kind)
            yield


@contextmanager
def _named() -> Iterator[None]:
    """Name what the file system refuses."""
    try:
        yield
    except PermissionError:
        raise StoreReadOnly("The analysis tables cannot be written.") from None
    except OSError as error:
        raise StoreUnavailable("The analysis tables cannot be read or written.", errno=error.errno or 0) from None


def _bare(events: pa.Table, own: pa.ChunkedArray) -> pa.Table:
    for index, column in enumerate(events.schema):
        if column.name not in SKELETON:
            values = pc.if_else(own, pa.scalar(None, column.type), events.column(index))
            events = events.set_column(index, column, values)
    return events
