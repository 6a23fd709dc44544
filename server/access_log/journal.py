"""The access log's file: appended to and never changed, each line chained to the one before by a digest under a key.

Server and commands write to it beside each other. The end of it is noted outside the database, as the event log's is
(`domain.store.anchor`), at most once a second and at closing: a cut is found back to that moment. What no law any more
asks to be kept is removed from the front; a signed line says up to where, and the chain goes on from it.
"""

from __future__ import annotations

import hmac
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from domain.errors import LogCorrupted, StoreFull, StoreLocked, StoreUnavailable
from domain.store.anchor import Anchor
from domain.store.chain import GENESIS, Head, link
from server.access_log.entries import Access, decoded

FILE, ANCHOR = "access.db", "access.anchor"
"""Names of the files in a data directory."""
LOCK_SECONDS = 5.0
ANCHOR_SECONDS = 1.0
"""Longest time that an entry goes without being anchored while others come."""
PAGE = 1_000
APPLICATION_ID = 0x414E4143
"""Marks a file as an access log ("ANAC")."""

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS accesses (seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, patient_id TEXT NOT "
    "NULL, principal TEXT NOT NULL, content BLOB NOT NULL, digest BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS accesses_of ON accesses (patient_id, seq)",
    "CREATE INDEX IF NOT EXISTS accesses_at ON accesses (at)",
    "CREATE TABLE IF NOT EXISTS removed (seq INTEGER NOT NULL, digest BLOB NOT NULL, proof BLOB NOT NULL)",
)
_GUARDS = tuple(
    f"CREATE TRIGGER IF NOT EXISTS accesses_{verb.lower()} BEFORE {verb} ON accesses "
    "BEGIN SELECT RAISE(ABORT, 'the access log is only appended to'); END"
    for verb in ("UPDATE", "DELETE")
)


class AccessNotRecorded(StoreUnavailable):
    """The access cannot be recorded, so it is not given."""

    reason = "ACCESS_NOT_RECORDED"
    advice = "Check the disk and access.db in the data directory, then retry."


class AccessLogCut(LogCorrupted):
    """The access log ends before where it was noted to end."""

    reason = "ACCESS_LOG_CUT"
    advice = (
        "Run `anamnesis access verify`; put the file back, or accept the loss with `anamnesis access verify --accept`."
    )


@dataclass(frozen=True, slots=True)
class Stored:
    """An access and its place in the log."""

    seq: int
    access: Access


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check of the whole found: how many entries there are, and the places at which the chain does not hold."""

    entries: int
    head: int
    removed_up_to: int
    faults: tuple[str, ...]


def _turn_to_wal(connection: sqlite3.Connection, seconds: float) -> None:
    """Keep the write-ahead journal; of several that open a new log at once SQLite refuses all but one unasked."""
    last = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > last:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


_RETRY_SECONDS: Final = 0.01


class AccessJournal:
    """The access log of one data directory. For use by several threads and processes."""

    def __init__(self, folder: Path, key: bytes, *, lock_seconds: float = LOCK_SECONDS) -> None:
        """Open it, or make it where there is none. Raises AccessLogCut, and AccessNotRecorded where it cannot be used.

        ``key`` is that of the chain; the anchor's is derived from it.
        """
        self._key = key
        self._path = folder / FILE
        self._anchor = Anchor(folder / ANCHOR, hmac.digest(key, b"anchor", "sha256"))
        self._lock = threading.Lock()
        self._anchored_at = 0.0
        self._head = Head()
        with _named_failures():
            self._connection = sqlite3.connect(
                self._path, timeout=lock_seconds, isolation_level=None, check_same_thread=False
            )
            self._path.chmod(0o600)
            _turn_to_wal(self._connection, lock_seconds)
            for pragma in ("synchronous=FULL", "trusted_schema=OFF"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._make()
            anchored, _ = self._anchor.read()
            self._head = self._end()
            # A log that was cut must not be anchored anew by going on with it: what shows the cut would be gone.
            self._whole = self._reaches(anchored)

    def close(self) -> None:
        """Note where the log ends, and close it."""
        with self._lock:
            try:
                self._note(at_once=True)
            finally:
                self._connection.close()

    def check_end(self) -> None:
        """Raises AccessLogCut where, when it was opened, the log ended before its anchor, or had none."""
        if not self._whole:
            raise AccessLogCut(position=self._head.position)

    def append(self, accesses: Sequence[Access]) -> None:
        """Write the entries to the disk, all or none. Raises AccessNotRecorded and its kinds."""
        with self._lock, _named_failures(), self._writing() as connection:
            head = self._end()
            rows = []
            for one in accesses:
                content = one.encoded()
                head = Head(head.position + 1, self._link(head, content))
                at = one.at.astimezone(UTC).isoformat(timespec="microseconds")
                rows.append((head.position, at, one.patient_id, one.principal, content, head.digest))
            connection.executemany("INSERT INTO accesses VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._head = head
        with self._lock:
            self._note()

    def entries(
        self,
        *,
        after: int = 0,
        since: datetime | None = None,
        until: datetime | None = None,
        patient_id: str | None = None,
    ) -> Iterator[Stored]:
        """The entries behind ``after`` in order; of ``patient_id``, those of this patient and of everybody's data."""
        wanted = "seq > ? AND at >= ? AND at < ?" + (" AND patient_id IN (?, '*')" if patient_id else "")
        moments = [_moment(since, "0"), _moment(until, "9999")]
        while True:
            query = f"SELECT seq, content FROM accesses WHERE {wanted} ORDER BY seq LIMIT {PAGE}"  # noqa: S608
            with self._lock, _named_failures():
                rows = self._connection.execute(
                    query, [after, *moments, *([patient_id] if patient_id else [])]
                ).fetchall()
            for seq, content in rows:
                try:
                    yield Stored(seq, decoded(content))
                except (ValueError, KeyError, TypeError):
                    raise LogCorrupted("An entry of the access log cannot be read.", seq=seq) from None
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def verify(self) -> Verified:
        """Check every link from the first entry that is there, and the end against the anchor."""
        faults: list[str] = []
        with self._lock, _named_failures():
            before = self._removed(faults)
            removed, entries = before.position, 0
            for seq, at, patient_id, principal, content, digest in self._connection.execute(
                "SELECT seq, at, patient_id, principal, content, digest FROM accesses ORDER BY seq"
            ):
                entries += 1
                if seq != before.position + 1:
                    faults.append(f"entries {before.position + 1} to {seq - 1} are missing")
                if not hmac.compare_digest(self._link(Head(seq - 1, before.digest), content), digest):
                    faults.append(f"entry {seq} was changed, or stood elsewhere")
                elif not _columns_match(content, at, patient_id, principal):
                    faults.append(f"entry {seq} is indexed under what it does not say")
                before = Head(seq, digest)
            anchored, damaged = self._anchor.read()
            digest = self._digest_at(anchored.position) if anchored else None
        if damaged:
            faults.append("the anchor is damaged")
        if anchored is None and before.position:
            faults.append("the anchor is missing")
        if anchored is not None and anchored.position > before.position:
            faults.append(f"entries {before.position + 1} to {anchored.position} were cut off")
        if anchored is not None and digest not in (None, anchored.digest):
            faults.append(f"entry {anchored.position} is not the one that was anchored")
        return Verified(entries, before.position, removed, tuple(faults))

    def accept_end(self) -> None:
        """Go on from the end as it is, after a loss that somebody has taken note of."""
        with self._lock, _named_failures():
            self._head = self._end()
            self._anchor.reset(self._head)
            self._whole = True

    def remove_before(self, moment: datetime) -> int:
        """Remove what is older, from the front of the log; how many entries. The chain goes on from a signed line."""
        with self._lock, _named_failures(), self._writing() as connection:
            row = connection.execute(
                "SELECT min(seq) FROM accesses WHERE at >= ?", (_moment(moment, "9999"),)
            ).fetchone()
            last = (row[0] if row[0] is not None else self._end().position + 1) - 1
            digest = self._digest_at(last)
            if digest is None:
                return 0
            for verb in ("update", "delete"):
                connection.execute(f"DROP TRIGGER accesses_{verb}")
            gone = connection.execute("DELETE FROM accesses WHERE seq <= ?", (last,)).rowcount
            connection.execute("INSERT INTO removed VALUES (?, ?, ?)", (last, digest, self._proof(last, digest)))
            for guard in _GUARDS:
                connection.execute(guard)
        return gone

    def copy_to(self, target: Path) -> None:
        """Copy the log as it is now to a file, readable by its owner alone."""
        target.touch(0o600)
        with self._lock, _named_failures(), closing(sqlite3.connect(target)) as copy:
            self._connection.backup(copy)

    def _link(self, before: Head, content: bytes) -> bytes:
        return link(self._key, before.digest, before.position + 1, "", 0, "", "", "", content)

    def _proof(self, seq: int, digest: bytes) -> bytes:
        return hmac.digest(self._key, b"removed up to %d " % seq + digest, "sha256")

    def _removed(self, faults: list[str]) -> Head:
        """After which entry the log begins."""
        row = self._connection.execute("SELECT seq, digest, proof FROM removed ORDER BY seq DESC LIMIT 1").fetchone()
        if row is None:
            return Head()
        if not hmac.compare_digest(self._proof(row[0], row[1]), row[2]):
            faults.append("the line that says which entries were removed is forged")
        return Head(row[0], row[1])

    def _end(self) -> Head:
        for table in ("accesses", "removed"):
            query = f"SELECT seq, digest FROM {table} ORDER BY seq DESC LIMIT 1"  # noqa: S608
            if row := self._connection.execute(query).fetchone():
                return Head(row[0], row[1])
        return Head(0, GENESIS)

    def _digest_at(self, seq: int) -> bytes | None:
        for table in ("accesses", "removed"):
            query = f"SELECT digest FROM {table} WHERE seq = ?"  # noqa: S608
            if row := self._connection.execute(query, (seq,)).fetchone():
                digest: bytes = row[0]
                return digest
        return None

    def _reaches(self, anchored: Head | None) -> bool:
        """Whether the entry that was noted as the last still stands there; one removed in due time need not."""
        if anchored is None:
            return self._head.position == 0
        digest = self._digest_at(anchored.position)
        return anchored.position <= self._head.position and digest in (None, anchored.digest)

    def _note(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if self._whole and self._head.position and (at_once or now - self._anchored_at >= ANCHOR_SECONDS):
            self._anchor.write(self._head)
            self._anchored_at = now

    def _make(self) -> None:
        if self._is_of() == APPLICATION_ID:
            return
        with self._writing() as connection:
            # Looked at again under the lock: another process may just have made it.
            found = self._is_of()
            if found == APPLICATION_ID:
                return
            if found or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise AccessNotRecorded(f"{FILE} is no access log.")
            for statement in (*_SCHEMA, *_GUARDS):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")

    def _is_of(self) -> int:
        """The application that the file says it is of; 0 for a new one."""
        return int(self._connection.execute("PRAGMA application_id").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.rollback()
            raise
        self._connection.commit()


def _moment(moment: datetime | None, otherwise: str) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds") if moment else otherwise


def _columns_match(content: bytes, at: str, patient_id: str, principal: str) -> bool:
    try:
        one = decoded(content).plain()
    except (ValueError, KeyError, TypeError):
        return False
    return (one["at"], one["patient_id"], one["principal"]) == (at, patient_id, principal)


@contextmanager
def _named_failures() -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreLocked("Another process holds the access log.") from error
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise StoreFull from error
        raise AccessNotRecorded from error
    except OSError:
        raise AccessNotRecorded from None
