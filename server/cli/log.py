"""Opening the log of a data directory for a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from domain.errors import AnamnesisError
from domain.records import PatientRecords, store_errors
from domain.store.seal import Seal
from domain.store.sqlite import LogRecorder, reading
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
    records = _existing(data).records(load_settings().keeping)
    try:
        yield records
    finally:
        records.close()


@contextmanager
def open_to_verify(data: Path) -> Iterator[tuple[LogRecorder, Seal]]:
    """The log and its seal, also where the service would refuse the log. Raises NoLog and the failures of the seal."""
    directory = _existing(data)
    with closing(directory.seal(load_settings().keeping)) as seal, store_errors(), reading(directory.log) as recorder:
        yield recorder, seal


def _existing(data: Path) -> DataDirectory:
    directory = DataDirectory(data)
    if not directory.log.is_file():
        raise NoLog(f"There is no log in {data}.")
    return directory
