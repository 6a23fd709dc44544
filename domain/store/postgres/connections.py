"""Connections to the database, durable and with bounded waiting, and its failures by our names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import psycopg_pool
from eventsourcing.persistence import IntegrityError
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow, tuple_row

from domain.errors import LogCorrupted, StoreFull, StoreLocked, StoreReadOnly, StoreUnavailable

CONNECT_SECONDS = 5
"""How long a connection may take to be made; also how long the network may leave what was sent unanswered."""
IDLE_IN_TRANSACTION_SECONDS = 10
"""After so long the database ends a transaction in which nothing happens: a server that was stopped, or cut off from
the network, while it was appending would keep all others from it."""
RECONNECT_SECONDS = 0.5
"""For how long a pool tries by itself before the next call tries anew: its own pauses double, so that after an outage
of minutes it would lie idle for minutes."""
POOL_SIZE = 16
"""Connections of one process that read, and as many that wait for a patient's turn (ours: above its threads)."""

_DEFAULTS = {
    "application_name": "anamnesis",
    "connect_timeout": str(CONNECT_SECONDS),
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": str(CONNECT_SECONDS * 1000),
}

Connection = psycopg.Connection[TupleRow]


class DatabaseUnavailable(StoreUnavailable):
    """The PostgreSQL server cannot be reached just now."""

    reason = "DATABASE_UNAVAILABLE"
    advice = "Check that the server runs, and the URL of the store, then retry with the same request id."


class DatabaseLocked(StoreLocked):
    """Another server appends, or works on the same patient, for too long."""

    advice = "Retry with the same request id; pg_locks and pg_stat_activity show who holds the lock."


class NotDurable(StoreUnavailable):
    """The PostgreSQL server acknowledges what a crash would lose."""

    reason = "NOT_DURABLE"
    advice = "Set fsync and full_page_writes to on in postgresql.conf, and start again."


def conninfo(url: str) -> str:
    """The connection string of ``url`` with our defaults. Raises DatabaseUnavailable for one that cannot be read."""
    try:
        given = conninfo_to_dict(url)
        return make_conninfo(**{**_DEFAULTS, **{key: str(value) for key, value in given.items()}})
    except psycopg.ProgrammingError:
        # What libpq says of an URL quotes it, and it may hold a password.
        raise DatabaseUnavailable("The URL of the store cannot be read.") from None


def connect(url: str, lock_seconds: float) -> Connection:
    """A connection of the caller's own, in autocommit; raises what the driver raises."""
    connection = psycopg.connect(conninfo(url), autocommit=True, row_factory=tuple_row)
    try:
        _configure(connection, lock_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


def pool(url: str, lock_seconds: float, name: str) -> psycopg_pool.ConnectionPool[Connection]:
    """A pool of connections as :func:`connect` makes them; opened by its first use or by ``open``."""
    return psycopg_pool.ConnectionPool(
        conninfo(url),
        connection_class=psycopg.Connection[TupleRow],
        kwargs={"autocommit": True, "row_factory": tuple_row},
        configure=lambda connection: _configure(connection, lock_seconds),
        min_size=0,
        max_size=POOL_SIZE,
        timeout=max(lock_seconds, 1.0),
        reconnect_timeout=RECONNECT_SECONDS,
        name=name,
        open=False,
    )


def _configure(connection: Connection, lock_seconds: float) -> None:
    # By statements and not in the connection string: a pooler in between passes those on.
    for setting, value in (
        ("lock_timeout", f"{max(1, round(lock_seconds * 1000))}ms"),
        ("idle_in_transaction_session_timeout", f"{IDLE_IN_TRANSACTION_SECONDS}s"),
        ("client_encoding", "UTF8"),
    ):
        connection.execute("SELECT set_config(%s, %s, false)", (setting, value))


@contextmanager
def postgres_errors() -> Iterator[None]:
    """What PostgreSQL fails with, by our names; none carries its words, which quote rows and addresses."""
    try:
        yield
    except errors.UniqueViolation:
        raise IntegrityError("this version is taken") from None
    except errors.LockNotAvailable:
        raise DatabaseLocked from None
    except (errors.DiskFull, errors.OutOfMemory):
        raise StoreFull("The PostgreSQL server has no room left.") from None
    except (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege):
        raise StoreReadOnly("The database, or the role that it was opened by, may not be written.") from None
    except (errors.UndefinedTable, errors.UndefinedColumn, errors.DataCorrupted, errors.IndexCorrupted):
        raise LogCorrupted("The database holds no Anamnesis log, or it is damaged.") from None
    except psycopg.Error as error:
        # By its class only; that tells a server that is gone from a statement that it does not understand.
        raise DatabaseUnavailable(f"The PostgreSQL server cannot be used just now ({type(error).__name__}).") from None


def rows_of(connection: Connection, query: str, parameters: tuple[Any, ...] | list[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a query, in PostgreSQL's binary form where there is one."""
    with connection.cursor(binary=True) as cursor:
        # Every statement is ours; values are bound.
        return cursor.execute(query.encode(), parameters or None).fetchall()
