"""Opening the log of a data directory for a command that reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import AnamnesisError
from domain.records import PatientRecords
from server.data_directory import DataDirectory
from server.settings import load_settings


class NoLog(AnamnesisError):
    """There is no log in the data directory."""

    status = "NOT_FOUND"
    reason = "NO_LOG"
    advice = "Name the directory that `anamnesis serve --data DIR` was given."


@contextmanager
def open_log(data: Path) -> Iterator[PatientRecords]:
    """The log of a data directory, beside a server if one runs. Raises NoLog: a command never makes a log."""
    log = DataDirectory(data).log
    if not log.is_file():
        raise NoLog(f"There is no log in {data}.")
    records = DataDirectory(data).records(load_settings().keeping)
    try:
        yield records
    finally:
        records.close()
