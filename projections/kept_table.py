"""The table of one projection among the kept views, within the caller's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from projections.base import Projection, canonical

PARKED = "parked"
"""Reason of an event that waits behind an earlier one of its patient that could not be folded."""

_COLUMNS = "patient_id, version, position, CAST(view AS BLOB)"


@dataclass(frozen=True, slots=True)
class StoredView:
    """A patient's view as stored: canonical JSON, after the event at ``version`` and ``position``."""

    patient_id: str
    version: int
    position: int
    view: bytes

    @classmethod
    def of(cls, patient_id: str, version: int, position: int, data: dict[str, Any]) -> StoredView:
        """The row of a dumped view."""
        return cls(patient_id, version, position, canonical(data))

    def data(self) -> dict[str, Any]:
        """The dumped view."""
        loaded: dict[str, Any] = orjson.loads(self.view)
        return loaded


class KeptTable:
    """Rows, position and quarantine of one projection in one version. Every name in its statements is ours."""

    def __init__(self, connection: sqlite3.Connection, projection: Projection[Any]) -> None:
        self._connection = connection
        self._key = (projection.name, projection.version)
        self._table = f"{projection.name}_v{projection.version}"

    def create(self) -> None:
        """Make the table where it is missing; it serves at once when no other version does."""
        name, version = self._key
        self._create(self._table)
        found = self._connection.execute("SELECT 1 FROM _position WHERE name = ? AND serving", (name,)).fetchone()
        self._connection.execute("INSERT OR IGNORE INTO _position VALUES (?, ?, 0, 0)", (name, version))
        if found is None:
            self.serve()

    def position(self) -> int:
        """How far the table has followed the log."""
        query = "SELECT position FROM _position WHERE name = ? AND version = ?"
        return int(self._connection.execute(query, self._key).fetchone()[0])

    def move_to(self, position: int) -> None:
        """Note how far the table has followed the log."""
        statement = "UPDATE _position SET position = ? WHERE name = ? AND version = ?"
        self._connection.execute(statement, (position, *self._key))

    def get(self, patient_id: str) -> StoredView | None:
        """The stored view of a patient."""
        query = f"SELECT {_COLUMNS} FROM {self._table} WHERE patient_id = ?"  # noqa: S608
        row = self._connection.execute(query, (patient_id,)).fetchone()
        return StoredView(*row) if row is not None else None

    def all(self) -> Iterable[StoredView]:
        """Every stored view."""
        query = f"SELECT {_COLUMNS} FROM {self._table}"  # noqa: S608
        return (StoredView(*row) for row in self._connection.execute(query))

    def put(self, views: Iterable[StoredView]) -> None:
        """Store views; one that is not newer than the stored one is passed over."""
        self._connection.executemany(
            f"INSERT INTO {self._table} VALUES (?, ?, ?, ?) ON CONFLICT (patient_id) DO UPDATE SET "  # noqa: S608
            "version = excluded.version, position = excluded.position, view = excluded.view "
            "WHERE excluded.position > position",
            [(one.patient_id, one.version, one.position, one.view) for one in views],
        )

    def remove(self, patient_id: str) -> None:
        """Forget a patient, with what stands in quarantine."""
        self._connection.execute(f"DELETE FROM {self._table} WHERE patient_id = ?", (patient_id,))  # noqa: S608
        statement = "DELETE FROM _quarantine WHERE name = ? AND version = ? AND patient_id = ?"
        self._connection.execute(statement, (*self._key, patient_id))

    def quarantine(self, events: Iterable[tuple[int, str, str]]) -> None:
        """Set events aside, each as (position, patient id, reason)."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO _quarantine VALUES (?, ?, ?, ?, ?)", [(*self._key, *event) for event in events]
        )

    def parked(self) -> frozenset[str]:
        """Patients of whom an event stands in quarantine: later ones must not be folded without it."""
        query = "SELECT DISTINCT patient_id FROM _quarantine WHERE name = ? AND version = ?"
        return frozenset(row[0] for row in self._connection.execute(query, self._key))

    def replace_all(self, views: Sequence[StoredView], position: int) -> None:
        """Swap in a table that was folded afresh up to ``position``, and empty the quarantine."""
        shadow = f"{self._table}_shadow"
        self._create(shadow)
        self._connection.executemany(
            f"INSERT INTO {shadow} VALUES (?, ?, ?, ?)",  # noqa: S608
            [(one.patient_id, one.version, one.position, one.view) for one in views],
        )
        self._connection.execute(f"DROP VIEW IF EXISTS {self._key[0]}")
        self._connection.execute(f"DROP TABLE {self._table}")
        self._connection.execute(f"ALTER TABLE {shadow} RENAME TO {self._table}")
        self._connection.execute("DELETE FROM _quarantine WHERE name = ? AND version = ?", self._key)
        self.move_to(position)
        self.serve()

    def serving(self) -> bool:
        """Whether the projection's plain name points at this version."""
        query = "SELECT serving FROM _position WHERE name = ? AND version = ?"
        return bool(self._connection.execute(query, self._key).fetchone()[0])

    def serve(self) -> None:
        """Point the projection's plain name at this version; older ones are dropped, for nobody follows them now."""
        name, version = self._key
        self._connection.execute(f"DROP VIEW IF EXISTS {name}")
        older = self._connection.execute("SELECT version FROM _position WHERE name = ? AND version < ?", self._key)
        for (other,) in older.fetchall():
            self._connection.execute(f"DROP TABLE IF EXISTS {name}_v{other}")
        for table in ("_position", "_quarantine"):
            statement = f"DELETE FROM {table} WHERE name = ? AND version < ?"  # noqa: S608
            self._connection.execute(statement, self._key)
        self._connection.execute("UPDATE _position SET serving = (version = ?) WHERE name = ?", (version, name))
        self._connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {self._table}")  # noqa: S608

    def _create(self, table: str) -> None:
        self._connection.execute(
            f"CREATE TABLE IF NOT EXISTS {table} (patient_id TEXT PRIMARY KEY, version INTEGER NOT NULL, "
            "position INTEGER NOT NULL, view BLOB NOT NULL)"
        )
