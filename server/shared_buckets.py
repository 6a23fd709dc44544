"""What callers have asked for, counted by all workers of a service together: a share is not one for each of them.

A file that lives for one run, without durability: a worker that is killed loses no more than a count of its own.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import TooManyRequests
from server.quotas import MAX_BUCKETS, Bucket

LOCK_SECONDS = 1.0
"""How long a count waits for another worker's, which takes some microseconds (ours)."""

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS buckets (key BLOB PRIMARY KEY, free REAL NOT NULL, at REAL NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS buckets_at ON buckets (at)",
    "CREATE TABLE IF NOT EXISTS streams (key BLOB, worker INTEGER, number INTEGER NOT NULL, PRIMARY KEY (key, worker)) "
    "WITHOUT ROWID",
)


class SharedBuckets:
    """Counts for one worker among several; names are kept as digests alone."""

    def __init__(self, file: Path, worker: int, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` is one that all of them share, such as the machine's monotonic one."""
        self._worker = worker
        self._clock = clock
        self._connection = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=OFF"):
            self._connection.execute(f"PRAGMA {pragma}")
        with self._alone():
            for statement in _SCHEMA:
                self._connection.execute(statement)
            # What the worker had open that was here before has ended with it.
            self._connection.execute("DELETE FROM streams WHERE worker = ?", (worker,))

    def take(self, kind: str, whose: str, amount: int, share: int, seconds: int) -> float:
        """Take from a share that fills again in so many seconds; how many to wait for, 0 where it was taken.

        Raises TooManyRequests where nothing can be counted.
        """
        key, now = _key(kind, whose), self._clock()
        with self._alone():
            row = self._connection.execute("SELECT free, at FROM buckets WHERE key = ?", (key,)).fetchone()
            bucket = Bucket(*row) if row else Bucket(float(share), now)
            wait = bucket.take(amount, share, seconds, now)
            self._connection.execute("INSERT OR REPLACE INTO buckets VALUES (?, ?, ?)", (key, bucket.left, bucket.at))
            if row is None:
                self._drop_oldest()
        return wait

    def opened(self, whose: str, streams: int, most: int) -> bool:
        """Add to the streams that are open, unless there would be more than ``most`` (0 is no limit)."""
        key = _key("streams", whose)
        with self._alone():
            (now,) = self._connection.execute("SELECT total(number) FROM streams WHERE key = ?", (key,)).fetchone()
            if most and now + streams > most:
                return False
            self._connection.execute(
                "INSERT INTO streams VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET number = number + excluded.number",
                (key, self._worker, streams),
            )
            self._connection.execute("DELETE FROM streams WHERE key = ? AND number <= 0", (key,))
        return True

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _drop_oldest(self) -> None:
        (count,) = self._connection.execute("SELECT count(*) FROM buckets").fetchone()
        if count > MAX_BUCKETS:
            self._connection.execute(
                "DELETE FROM buckets WHERE key IN (SELECT key FROM buckets ORDER BY at LIMIT ?)", (count - MAX_BUCKETS,)
            )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            raise TooManyRequests("What callers ask for cannot be counted just now.") from None


def _key(kind: str, whose: str) -> bytes:
    return hashlib.blake2b(f"{kind}:{whose}".encode(), digest_size=16).digest()
