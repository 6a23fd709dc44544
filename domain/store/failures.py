"""The failures of the storage below the log, by the names that the rest of the service knows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.errors import LogCorrupted, StoreFull, StoreLocked, StoreReadOnly, StoreUnavailable

DAMAGED = ("malformed", "could not decode", "no such table", "no such column")
"""What SQLite says of a file whose rows or whose schema were changed from outside."""


@contextmanager
def store_errors() -> Iterator[None]:
    """Name the failures of the storage library: locked, read-only, or unavailable; conflicts pass through."""
    try:
        yield
    except IntegrityError:
        raise
    except UnicodeDecodeError as error:
        # What SQLite says of a damaged schema quotes it.
        raise LogCorrupted("The database file is damaged.") from error
    except (PersistenceError, sqlite3.Error) as error:
        words = str(error).lower()
        if "locked" in words or "busy" in words:
            raise StoreLocked from error
        if "disk is full" in words:
            raise StoreFull from error
        if "readonly" in words or "read-only" in words:
            raise StoreReadOnly from error
        if "not an anamnesis log" in words or "not a database" in words or any(one in words for one in DAMAGED):
            raise LogCorrupted("The database file is not an Anamnesis log, or is damaged.") from error
        raise StoreUnavailable from error
