"""The one place that appends to the log: batches of saves in one transaction, each row linked to the one before."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache

from eventsourcing.persistence import IntegrityError

from domain.errors import LogNotSealed, LogSealed
from domain.store.chain import Head
from domain.store.group_commit import Save
from domain.store.linking import linked
from domain.store.log_files import LogFiles
from domain.store.seal import Seal
from domain.store.sqlite_watch import SEALED, data_version

ROWS_AT_ONCE = 32
"""Rows of one statement: a seventh less CPU time than a statement a row, and other threads come in between less often.
"""

_COLUMNS = ("rowid", "originator_id", "originator_version", "topic", "event_id", "recorded_at", "chain", "state")


class LogWriter:
    """Appends to one log over a connection of its own; used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, database: str, seal: Seal | None) -> None:
        """Append over ``connection`` to the file ``database``.

        Raises LogNotSealed, LogSealed and LogTruncated as described at :meth:`LogRecorder.open_writer`.
        """
        self._connection = connection
        self._seal = seal
        self._head = Head()
        self._seen: int | None = None
        try:
            self._open()
        except BaseException:
            connection.close()
            raise
        self._files = LogFiles(database)

    def check_files(self) -> None:
        """Raises LogReplaced where what is written is no longer what the log's path names."""
        self._files.check()

    def write(self, saves: Sequence[Save], *, keep_positions: bool = False) -> None:
        """Commit the saves in one transaction; one that conflicts is refused alone, with IntegrityError.

        ``keep_positions`` takes over the positions that the rows bring (they must be above the head). Raises
        LogReplaced where the files are not those that were opened; nothing is acknowledged then.
        """
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._files.check()
            head = self._append_all(saves, keep_positions)
            if all(save.error for save in saves):
                connection.execute("ROLLBACK")
                return
            connection.execute("COMMIT")
            # Here and not behind the next check: whoever is interrupted there would leave an old head behind.
            self._head = head
        except BaseException:
            if connection.in_transaction:
                connection.rollback()
                for save in saves:
                    save.positions = save.error = None
            # Interrupted after the commit, the head that is remembered may be an old one.
            self._seen = None
            raise
        # Once more before anybody hears of it: what was committed to a file that is gone is not saved.
        self._files.check()
        if self._seal is not None:
            if self._seal.anchor is not None:
                self._seal.anchor.write(head)
            self._seal.checkpoints.reached(head)

    def close(self) -> None:
        """Sign the head, where there is a seal, and close the connection."""
        try:
            if self._seal is not None and self._head.position:
                self._seal.checkpoints.sign(self._head)
        finally:
            self._connection.close()

    def _append_all(self, saves: Sequence[Save], keep_positions: bool) -> Head:
        """Insert and settle the saves, and return the head after them: all at once unless one of them conflicts."""
        head = self._refreshed()
        alone = len(saves) == 1
        if not alone:
            self._connection.execute("SAVEPOINT batch")
            try:
                return self._append(saves, head, keep_positions)
            except sqlite3.IntegrityError:
                self._connection.execute("ROLLBACK TO batch")
        for save in saves:
            if not alone:
                self._connection.execute("SAVEPOINT one")
            try:
                head = self._append([save], head, keep_positions)
            except sqlite3.IntegrityError as error:
                save.error = IntegrityError(str(error))
                if not alone:
                    self._connection.execute("ROLLBACK TO one")
            if not alone:
                self._connection.execute("RELEASE one")
        return head

    def _append(self, saves: Sequence[Save], head: Head, keep_positions: bool) -> Head:
        key = self._seal.keyring.chain_key if self._seal is not None else None
        values, given, after = linked(saves, head, key, keep_positions=keep_positions)
        step = ROWS_AT_ONCE * len(_COLUMNS)
        for start in range(0, len(values), step):
            part = values[start : start + step]
            self._connection.execute(_insertion(len(part) // len(_COLUMNS)), part)
        for save, positions in zip(saves, given, strict=True):
            save.positions = positions
        return after

    def _refreshed(self) -> Head:
        """The head inside this transaction: the remembered one, unless somebody else has written since."""
        # Asked here and not after the commit: by then somebody else may have written, and would never be noticed.
        version = data_version(self._connection)
        if version != self._seen:
            self._head = self._read_head()
            self._seen = version
        return self._head

    def _read_head(self) -> Head:
        # The anchor first: a save in between then shows as an end after what was noted, never as a loss.
        noted = self._seal.anchor.read()[0] if self._seal is not None and self._seal.anchor is not None else None
        last = self._connection.execute(
            "SELECT rowid, chain FROM stored_events ORDER BY rowid DESC LIMIT 1"
        ).fetchone() or (0, None)
        used = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'stored_events'").fetchone()
        if self._seal is None:
            return Head(max(last[0], used[0] if used else 0))
        head = Head(last[0], last[1] or bytes(32))
        if self._seal.anchor is not None:
            self._seal.anchor.hold(head, noted)
        # A position that was ever used is not given again, even where an accepted loss freed it.
        return Head(max(head.position, used[0] if used else 0), head.digest)

    def _open(self) -> None:
        mode = self._connection.execute("PRAGMA user_version").fetchone()[0]
        empty = self._connection.execute("SELECT NOT EXISTS (SELECT 1 FROM stored_events)").fetchone()[0]
        if self._seal is None and mode == SEALED:
            raise LogSealed
        if self._seal is not None and mode != SEALED:
            if not empty:
                raise LogNotSealed
            self._connection.execute(f"PRAGMA user_version={SEALED}")
        self._connection.execute("BEGIN")
        try:
            self._head = self._read_head()
            self._seen = data_version(self._connection)
        finally:
            self._connection.rollback()


@cache
def _insertion(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO stored_events ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * rows)}"  # noqa: S608
