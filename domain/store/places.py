"""Where a log is kept, in words: a path is an SQLite file, a URL of PostgreSQL a database on a server."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from domain.errors import StoreUnavailable

SCHEMES = ("postgresql://", "postgres://")
"""How a URL of PostgreSQL begins, as its own library reads it."""


class BackendMissing(StoreUnavailable):
    """What a log in PostgreSQL needs is not installed."""

    reason = "BACKEND_MISSING"
    advice = "Install it: pip install 'anamnesis[postgres]'."


def is_postgres(place: Path | str) -> bool:
    """Whether ``place`` names a PostgreSQL database."""
    return str(place).startswith(SCHEMES)


def backend(place: Path | str, lock_seconds: float) -> dict[str, str]:
    """The event-sourcing library's settings for a log at ``place``. Raises BackendMissing."""
    if not is_postgres(place):
        return {
            "PERSISTENCE_MODULE": "domain.store.sqlite",
            "SQLITE_DBNAME": str(place),
            "SQLITE_LOCK_TIMEOUT": str(lock_seconds),
        }
    check_installed()
    return {
        "PERSISTENCE_MODULE": "domain.store.postgres.recorder",
        "POSTGRES_URL": str(place),
        "POSTGRES_LOCK_SECONDS": str(lock_seconds),
    }


def check_installed() -> None:
    """Raises BackendMissing where the driver of PostgreSQL is not there."""
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise BackendMissing
