"""Opening the log of a data directory for a command."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from domain.errors import AnamnesisError, LogCorrupted, StoreReadOnly
from domain.records import PatientRecords
from domain.store.failures import store_errors
from domain.store.ports import LogStore
from domain.store.seal import Seal
from domain.store.sqlite import APPLICATION_ID, reading
from server.access_log.commands import note_command
from server.data_directory import DataDirectory, Keeping
from server.erased_again import erase_again
from server.private_files import shut
from server.settings import load_settings
from server.store_binding import check_directory, log_id


class NoLog(AnamnesisError):
    """There is no log in the data directory."""

    status = "NOT_FOUND"
    reason = "NO_LOG"
    advice = "Name the directory that `anamnesis serve --data DIR` was given."


@contextmanager
def open_log(data: Path) -> Iterator[PatientRecords]:
    """The log of a data directory, beside a server if one runs; that it is opened is recorded in the access log.

    Whom the directory knows as erased is erased again where the log, which was brought back, does not.

    Raises NoLog, for a command never makes a log, LogCorrupted for a file that is none, NotPrivate for a directory that
    other users can read and nobody may shut, and the failures of its keys.
    """
    settings = load_settings()
    directory = directory_with_log(data, settings.keeping)
    records = directory.records(settings.keeping, lock_timeout=settings.lock_seconds)
    try:
        if settings.access_log == "on":
            note_command(directory, records)
        erase_again(directory, records)
        yield records
    finally:
        records.close()


@contextmanager
def open_to_fold(data: Path) -> Iterator[PatientRecords]:
    """The log for a worker of a command that has opened it itself. Raises as :func:`open_log`."""
    settings = load_settings()
    directory = directory_with_log(data, settings.keeping)
    with closing(directory.records(settings.keeping, lock_timeout=settings.lock_seconds)) as records:
        yield records


@contextmanager
def open_to_verify(data: Path) -> Iterator[tuple[LogStore, Seal]]:
    """The log and its seal, also where the service would refuse the log. Raises NoLog and the failures of the seal."""
    keeping = load_settings().keeping
    directory = _prepared(data, keeping) if keeping.store else _existing(data)
    with closing(directory.seal(keeping)) as seal, store_errors(), _reading(directory, keeping.store) as recorder:
        yield recorder, seal


def _reading(directory: DataDirectory, store: str) -> AbstractContextManager[LogStore]:
    if not store:
        return reading(directory.log)
    from domain.store.postgres.recorder import reading as reading_database

    return reading_database(store)


def directory_with_log(data: Path, keeping: Keeping) -> DataDirectory:
    """A data directory whose log is there, in it or in PostgreSQL. Raises NoLog and LogCorrupted."""
    return _prepared(data, keeping) if keeping.store else checked_directory(data)


def _prepared(data: Path, keeping: Keeping) -> DataDirectory:
    """The directory of a server whose log is in PostgreSQL. Raises NoLog."""
    if not log_id(keeping.store):
        raise NoLog("There is no log in this database.")
    directory = DataDirectory(data)
    directory.prepare()
    return directory


def checked_directory(data: Path) -> DataDirectory:
    """A data directory with a log. Raises NoLog, and LogCorrupted for a file that is none, which is left as it is."""
    directory = _existing(data)
    _check(directory.log)
    return directory


def _existing(data: Path) -> DataDirectory:
    directory = DataDirectory(data)
    check_directory(data, "")
    if not directory.log.is_file():
        raise NoLog(f"There is no log in {data}.")
    if not os.access(data, os.W_OK):
        # SQLite keeps an index of its journal beside a log, even to read it.
        raise StoreReadOnly("The data directory cannot be written; to look at it, copy it.")
    shut(data)
    return directory


def _check(log: Path) -> None:
    """Look before opening: a foreign database that is opened for writing is no longer what it was."""
    with store_errors(), closing(sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise LogCorrupted("The database file is not an Anamnesis log.")
