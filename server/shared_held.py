"""What the running turns of all workers may yet cost each principal: a limit on spending is not one for each worker.

A file that lives for one run, without durability: what a worker held that was killed has ended with it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

from agent.llm_failures import SpendLimitReached
from agent.llm_purse import NOTHING, day_before
from server.shared_buckets import LOCK_SECONDS

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS held (day TEXT, whose BLOB, worker INTEGER, cost REAL NOT NULL, "
    "PRIMARY KEY (day, whose, worker)) WITHOUT ROWID"
)


class SharedHeld:
    """Counts for one worker among several; names are kept as digests alone."""

    def __init__(self, file: Path, worker: int) -> None:
        self._worker = worker
        self._connection = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=OFF"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute(_SCHEMA)
        self._connection.execute("DELETE FROM held WHERE worker = ?", (worker,))

    def add(self, day: str, whose: str, cost: float) -> float:
        """As :meth:`agent.llm_purse.Held.add`."""
        key = hashlib.blake2b(whose.encode(), digest_size=16).digest()
        rows = self._connection
        try:
            rows.execute("BEGIN IMMEDIATE")
            try:
                rows.execute(
                    "INSERT INTO held VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET cost = cost + excluded.cost",
                    (day, key, self._worker, cost),
                )
                query = "SELECT total(cost) FROM held WHERE day = ? AND whose = ?"
                (held,) = rows.execute(query, (day, key)).fetchone()
                rows.execute("DELETE FROM held WHERE day < ? OR cost < ?", (day_before(day), NOTHING))
            except BaseException:
                rows.execute("ROLLBACK")
                raise
            rows.execute("COMMIT")
        except sqlite3.Error:
            # What cannot be counted is not spent.
            raise SpendLimitReached from None
        return float(held)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
