"""The one place that appends to a log in PostgreSQL: batches of saves in one transaction, each row linked to the last.

Whoever appends holds an advisory lock until the transaction has ended, gives the positions itself and reads the end of
the log after it got the lock. So positions are in the order of the commits, over all servers: no follower can pass
over a position whose transaction is still to come, and the chain is one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError
from psycopg import errors

from domain.errors import LogCorrupted, LogNotSealed, LogSealed, LogTruncated
from domain.store.chain import GENESIS, Head
from domain.store.group_commit import Save
from domain.store.linking import COLUMNS, linked
from domain.store.postgres.connections import Connection, connect, postgres_errors, rows_of
from domain.store.postgres.schema import APPEND_LOCK, CHANNEL, USE_LOCK
from domain.store.seal import Seal

AGAIN_SECONDS = 0.1
"""How long to wait before a connection that was lost is tried again."""

# Read committed, whatever the database's default: the end is to be read after the lock was got, not as of before.
_BEGIN = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_DURABLE = (
    b"SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') "
    b"THEN set_config('synchronous_commit', 'on', true) END"
)
_LOCK = b"SELECT pg_advisory_xact_lock(%s)"
_END = (
    "SELECT head.sealed, head.last_position, tail.position, tail.chain FROM log_head head LEFT JOIN LATERAL "
    "(SELECT position, chain FROM stored_events ORDER BY position DESC LIMIT 1) tail ON true"
)
_INSERT = (
    f"INSERT INTO stored_events ({', '.join(COLUMNS)}) SELECT * FROM unnest(%b::bigint[], %b::text[], "  # noqa: S608
    "%b::bigint[], %b::text[], %b::text[], %b::text[], %b::bytea[], %b::bytea[])"
).encode()
_ADVANCE = b"UPDATE log_head SET last_position = %s"
_NOTIFY = f"NOTIFY {CHANNEL}".encode()


class LogWriter:
    """Appends to one log over a connection of its own; used by one thread at a time."""

    def __init__(self, url: str, seal: Seal | None, lock_seconds: float) -> None:
        """Append to the log at ``url``.

        Raises LogNotSealed, LogSealed and LogTruncated as described at :meth:`LogRecorder.open_writer`.
        """
        self._url = url
        self._lock_seconds = lock_seconds
        self._seal = seal
        self._head: Head | None = None
        """The end of the log as this writer last saw or made it, None before it looked."""
        self._connection: Connection | None = None
        try:
            with postgres_errors():
                self._open()
        except BaseException:
            self._drop()
            raise

    def write(self, saves: Sequence[Save], *, keep_positions: bool = False) -> None:
        """Commit the saves in one transaction; one that conflicts is refused alone, with IntegrityError.

        ``keep_positions`` takes over the positions that the rows bring (they must be above the head). Where the
        connection is lost, it is made again and looked at what became of the transaction: nothing is saved twice.
        Raises LogTruncated and LogCorrupted where the log lacks what was saved before, as after a failover to a
        standby that was behind, and DatabaseUnavailable; nothing is acknowledged then.
        """
        with postgres_errors():
            self._append(saves, keep_positions)
        if all(save.error for save in saves):
            return
        if self._seal is not None:
            assert self._head is not None
            if self._seal.anchor is not None:
                self._seal.anchor.write(self._head)
            self._seal.checkpoints.reached(self._head)

    def close(self) -> None:
        """Sign the head, where there is a seal, and close the connection."""
        try:
            if self._seal is not None and self._head is not None and self._head.position:
                self._seal.checkpoints.sign(self._head)
        finally:
            self._drop()

    def _append(self, saves: Sequence[Save], keep_positions: bool) -> None:
        attempt = _Attempt()
        try:
            try:
                self._commit(saves, keep_positions, attempt)
            except psycopg.OperationalError:
                if self._connection is not None and not self._connection.closed:
                    raise
                _unsettle(saves)
                if not self._became(saves, attempt):
                    self._commit(saves, keep_positions, attempt)
        except BaseException:
            # An interrupt may have come between a statement and its answer.
            self._drop()
            _unsettle(saves)
            raise

    def _commit(self, saves: Sequence[Save], keep_positions: bool, attempt: _Attempt) -> None:
        connection = self._connected()
        head = self._begun(connection)
        try:
            self._insert(connection, saves, head, keep_positions, attempt)
        except errors.UniqueViolation:
            connection.execute(b"ROLLBACK TO batch")
            head = self._insert_each(connection, saves, head, keep_positions, attempt)
            if all(save.error for save in saves):
                connection.execute(b"ROLLBACK")
                return
            attempt.after, attempt.settled = head, [(save.positions, save.error) for save in saves]
            self._finish(connection, head)
            connection.execute(b"COMMIT")
        self._head = attempt.after

    def _begun(self, connection: Connection) -> Head:
        """Begin a transaction that nobody else appends beside, and return the end of the log in it."""
        with connection.pipeline():
            connection.execute(_BEGIN)
            connection.execute(_DURABLE)
            connection.execute(_LOCK, (APPEND_LOCK,))
            end = connection.execute(_END.encode(), binary=True)
            connection.execute(b"SAVEPOINT batch")
        return self._held(connection, end.fetchone())

    def _insert(
        self, connection: Connection, saves: Sequence[Save], head: Head, keep_positions: bool, attempt: _Attempt
    ) -> None:
        """Insert, settle and commit all saves in one go."""
        key = self._seal.keyring.chain_key if self._seal is not None else None
        values, given, after = linked(saves, head, key, keep_positions=keep_positions)
        attempt.after, attempt.settled = after, [(positions, None) for positions in given]
        attempt.last = tuple(values[-len(COLUMNS) :])
        with connection.pipeline():
            connection.execute(_INSERT, _columns(values))
            self._finish(connection, after)
            connection.execute(b"COMMIT")
        for save, positions in zip(saves, given, strict=True):
            save.positions = positions

    def _insert_each(
        self, connection: Connection, saves: Sequence[Save], head: Head, keep_positions: bool, attempt: _Attempt
    ) -> Head:
        """Insert the saves one by one; one that conflicts is refused."""
        key = self._seal.keyring.chain_key if self._seal is not None else None
        for save in saves:
            values, given, after = linked([save], head, key, keep_positions=keep_positions)
            try:
                with connection.transaction():
                    connection.execute(_INSERT, _columns(values))
            except errors.UniqueViolation:
                save.error = IntegrityError("this version is taken")
            else:
                save.positions, head = given[0], after
                attempt.last = tuple(values[-len(COLUMNS) :])
        return head

    def _finish(self, connection: Connection, head: Head) -> None:
        connection.execute(_ADVANCE, (head.position,))
        connection.execute(_NOTIFY)

    def _became(self, saves: Sequence[Save], attempt: _Attempt) -> bool:
        """Whether the transaction of a lost connection was committed after all; then its saves are settled."""
        if not attempt.settled:
            return False
        connection = self._connected()
        # Under the lock: a transaction that is still under way there ends before we get it.
        self._begun(connection)
        position, *_, chain, state = attempt.last
        found = rows_of(connection, "SELECT chain, state FROM stored_events WHERE position = %s", (position,))
        connection.execute(b"ROLLBACK")
        if found != [(chain, state)]:
            attempt.settled = []
            return False
        for save, (positions, error) in zip(saves, attempt.settled, strict=True):
            save.positions, save.error = positions, error
        return True

    def _held(self, connection: Connection, end: tuple[Any, ...] | None) -> Head:
        """The end of the log, held against what this writer and the anchor know."""
        if end is None:
            raise LogCorrupted("The database holds no Anamnesis log.")
        _, used, position, chain = end
        head = Head(position or 0, (chain or GENESIS) if self._seal is not None else GENESIS)
        if head != self._head:
            self._hold(connection, head)
        self._head = head
        # A position that was ever used is not given again, even where an accepted loss freed it.
        return Head(max(head.position, used), head.digest)

    def _hold(self, connection: Connection, head: Head) -> None:
        known = self._head or Head()
        if head.position < known.position:
            raise LogTruncated(head=head.position, noted=known.position)
        if self._seal is None:
            return
        if known.position:
            # Others have appended since; what this writer has acknowledged must still be what they went on from.
            found = rows_of(connection, "SELECT chain FROM stored_events WHERE position = %s", (known.position,))
            if found != [(known.digest,)]:
                raise LogCorrupted("An event is not the one that was saved.", position=known.position)
        anchor = self._seal.anchor
        if anchor is None:
            return
        if anchor.exists():
            # Nobody appends meanwhile, so what is noted cannot be ahead of what was read.
            anchor.hold(head, anchor.read()[0])
        else:
            # A server that joins others on their database: from here on it notices a loss by itself.
            anchor.reset(head)
            self._seal.checkpoints.sign(head)

    def _open(self) -> None:
        connection = self._connected()
        connection.execute(_BEGIN)
        connection.execute(_LOCK, (APPEND_LOCK,))
        end = rows_of(connection, _END)
        sealed, empty = bool(end and end[0][0]), not (end and end[0][2])
        if self._seal is None and sealed:
            raise LogSealed
        if self._seal is not None and not sealed:
            if not empty:
                raise LogNotSealed
            connection.execute(b"UPDATE log_head SET sealed = true")
        self._held(connection, end[0] if end else None)
        connection.execute(b"COMMIT")

    def _connected(self) -> Connection:
        """The connection, made again where it was lost: for as long as a lock may be waited for."""
        if self._connection is not None and not self._connection.closed:
            return self._connection
        self._drop()
        until = time.monotonic() + self._lock_seconds
        while self._connection is None:
            try:
                self._connection = connect(self._url, self._lock_seconds)
                rows_of(self._connection, "SELECT 1 FROM pg_advisory_lock_shared(%s)", (USE_LOCK,))
            except psycopg.OperationalError:
                self._drop()
                # A server that was killed takes a moment to come back.
                if time.monotonic() > until:
                    raise
                time.sleep(AGAIN_SECONDS)
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Attempt:
    """What a transaction was to write, for whoever has to find out whether it did."""

    def __init__(self) -> None:
        self.after = Head()
        self.last: tuple[Any, ...] = ()
        self.settled: list[tuple[list[int] | None, Exception | None]] = []


def _columns(values: list[Any]) -> list[list[Any]]:
    return [values[start :: len(COLUMNS)] for start in range(len(COLUMNS))]


def _unsettle(saves: Sequence[Save]) -> None:
    for save in saves:
        save.positions = save.error = None
