"""Which log a data directory belongs to, where that log is kept in PostgreSQL.

Views, anchor and checkpoints stand in the directory and are of one log. A mistaken URL, or one that was forgotten,
would bring them together with another one, or begin an empty log beside them.
"""

from __future__ import annotations

from pathlib import Path

from domain.errors import InvalidCommand, StoreReadOnly
from domain.store.backup import LOG
from domain.store.places import check_installed

MARK = "store.id"
"""Stands in the data directory of a server whose log is in PostgreSQL, and names that log."""


class DirectoryOfAnotherLog(InvalidCommand):
    """The data directory belongs to another log."""

    status = "FAILED_PRECONDITION"
    reason = "DIRECTORY_OF_ANOTHER_LOG"
    advice = "Name the database that the directory was used with, or an empty directory."


class StoreNotNamed(DirectoryOfAnotherLog):
    """The log of this data directory is kept in PostgreSQL, and no database was named."""

    reason = "STORE_NOT_NAMED"
    advice = "Name the database with --store or ANAMNESIS_STORE."


def check_directory(directory: Path, store: str) -> None:
    """Raises DirectoryOfAnotherLog and StoreNotNamed; ``store`` is a URL, or empty for the log in the directory."""
    noted = _noted(directory)
    if not store:
        if noted:
            raise StoreNotNamed
        return
    if (directory / LOG).exists():
        raise DirectoryOfAnotherLog("The data directory holds a log of its own.")
    if noted and noted != log_id(store):
        raise DirectoryOfAnotherLog("The data directory belongs to a log in another database.")


def bind(directory: Path, store: str) -> None:
    """Note that the directory belongs to the log at ``store`` from now on. Raises StoreReadOnly."""
    if not _noted(directory):
        try:
            (directory / MARK).write_text(log_id(store) + "\n", encoding="ascii")
        except OSError:
            raise StoreReadOnly("The data directory cannot be written.") from None


def log_id(store: str) -> str:
    """What the log at ``store`` calls itself; empty where there is none. Raises BackendMissing, DatabaseUnavailable."""
    check_installed()
    from domain.store.postgres.recorder import identity

    return identity(store)


def _noted(directory: Path) -> str:
    try:
        return (directory / MARK).read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise StoreReadOnly(f"{MARK} in the data directory cannot be read.") from None
