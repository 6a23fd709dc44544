"""Where what is made from the log in the clear stands: beside the log, or in memory, so that no disk ever holds it.

A file in the data directory marks the choice, which the service makes at its start, so that every command finds the
same views. In memory means a file system that lives there (tmpfs): gone when the machine restarts, and made anew from
the log then. What the machine swaps out it writes to a disk: keep swap off or encrypted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from domain.errors import StoreUnavailable
from projections.kept_cells import SEALED_ENDING, SEALED_MARK

MARK = "views-in-memory"
"""Stands in a data directory whose views and tables are in memory."""
MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of our own in it, which nobody else can have made
"""Where Linux has a file system in memory for every process (filesystem(7): shm)."""
MEMORY_KINDS = frozenset({"tmpfs", "ramfs"})
"""File systems that are nowhere else (proc(5), mounts)."""


class NotInMemory(StoreUnavailable):
    """There is no place in memory for the views."""

    status = "FAILED_PRECONDITION"
    reason = "NOT_IN_MEMORY"
    retry_seconds = None
    advice = "Set ANAMNESIS_VIEWS=kept, or give the service a tmpfs at /dev/shm that is its user's to write."


def derived(data: Path) -> Path:
    """The folder of views and tables of a data directory; made where it is in memory and not there yet.

    Raises NotInMemory.
    """
    if not (data / MARK).is_file():
        return data
    folder = in_memory(data)
    if not folder.is_dir():
        _made(folder)
    _check_ours(folder)
    # What SQLite sorts or writes anew would pass through a file of the disk otherwise.
    os.environ["SQLITE_TMPDIR"] = str(folder)
    return folder


def in_memory(data: Path) -> Path:
    """The folder in memory that belongs to a data directory and to this user."""
    name = hashlib.sha256(os.fsencode(data.resolve())).hexdigest()[:24]
    return MEMORY / f"anamnesis-{os.getuid()}-{name}"


def choose(data: Path, *, memory: bool, sealed: bool = False) -> None:
    """Have views and tables in memory from now on, or beside the log, ``sealed`` or not.

    What stands in another place or form is removed, and made anew from the log. For the one service on the directory.
    Raises NotInMemory and StoreUnavailable.
    """
    try:
        _seal(data, sealed)
        if memory:
            (data / MARK).touch(mode=0o600)
            try:
                derived(data)
            except NotInMemory:
                (data / MARK).unlink()
                raise
            _discard(data)
        elif (data / MARK).is_file():
            (data / MARK).unlink()
            shutil.rmtree(in_memory(data), ignore_errors=True)
    except OSError:
        raise StoreUnavailable("The place of the views cannot be changed.") from None


def _seal(data: Path, sealed: bool) -> None:
    _discard_tables(data, sealed)
    if sealed == (data / SEALED_MARK).is_file():
        return
    _discard_views(data)
    if sealed:
        (data / SEALED_MARK).touch(mode=0o600)
    else:
        (data / SEALED_MARK).unlink()


def _discard_views(data: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        (data / f"views.db{suffix}").unlink(missing_ok=True)


def _discard_tables(data: Path, sealed: bool) -> None:
    """Remove the tables of the other form: what wrote the mark before was perhaps a program that sealed views alone."""
    for folder in (data / "analysis").glob("v*"):
        if folder.is_dir() and folder.name.endswith(SEALED_ENDING) != sealed:
            shutil.rmtree(folder)


def _discard(data: Path) -> None:
    _discard_views(data)
    if (data / "analysis").is_dir():
        shutil.rmtree(data / "analysis")


def _made(folder: Path) -> None:
    if not folder.parent.is_dir() or _kind(folder.parent) not in MEMORY_KINDS:
        raise NotInMemory(f"{folder.parent} is no file system in memory.")
    try:
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
    except OSError:
        raise NotInMemory(f"Nothing can be written to {folder.parent}.") from None


def _check_ours(folder: Path) -> None:
    """Everybody may write beside it, so somebody else may have been there first."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise NotInMemory(f"{folder} is not this user's alone.")


def _kind(folder: Path) -> str:
    """The kind of the file system that a folder is on; empty where the machine does not tell."""
    best, kind = -1, ""
    with suppress(OSError):
        for line in Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines():
            _, place, one, *_ = line.split(" ")
            if folder.resolve().is_relative_to(place) and len(place) > best:
                best, kind = len(place), one
    return kind
