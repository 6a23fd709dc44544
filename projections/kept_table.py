"""The table of one projection among the kept views, within the caller's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from projections.base import Projection, fingerprint
from projections.kept_cells import cells_of
from projections.patient_fold import Row

CREATE_STANDINGS = (
    "CREATE TABLE _standing (name TEXT NOT NULL, version INTEGER NOT NULL, fresh INTEGER NOT NULL, "
    "position INTEGER NOT NULL, filled TEXT, serving INTEGER NOT NULL, PRIMARY KEY (name, version, fresh))"
)

COLUMNS = (
    "(patient_id TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL, "
    "view BLOB NOT NULL, PRIMARY KEY (patient_id, key)) WITHOUT ROWID"
)
"""The columns of every table of a projection."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a table has come: whole up to ``position`` when ``filled`` is None.

    Otherwise it is being filled, patient by patient, with what they are at ``position``, and ``filled`` is the last
    patient that it has ("" before the first).
    """

    position: int
    filled: str | None

    @property
    def whole(self) -> bool:
        """Whether every patient stands in the table."""
        return self.filled is None


class KeptTable:
    """Rows and standing of one projection in one version. Every name in its statements is ours.

    A ``fresh`` table is one that is filled beside the kept table of the same version, to be compared with it.
    """

    def __init__(self, connection: sqlite3.Connection, projection: Projection[Any], *, fresh: bool = False) -> None:
        self._connection = connection
        self.projection = projection
        self._key = (projection.name, projection.version, int(fresh))
        self.name = table_name(projection.name, projection.version, fresh)

    def create(self, position: int = 0) -> None:
        """Make the table where it is missing, to be filled for ``position``; it serves where no other version does."""
        name, *_, fresh = self._key
        self._connection.execute(f"CREATE TABLE IF NOT EXISTS {self.name} {COLUMNS}")
        statement = "INSERT OR IGNORE INTO _standing VALUES (?, ?, ?, ?, '', 0)"
        self._connection.execute(statement, (*self._key, position))
        found = self._connection.execute("SELECT 1 FROM _standing WHERE name = ? AND serving", (name,)).fetchone()
        if found is None and not fresh:
            self.serve()

    def standing(self) -> Standing | None:
        """How far the table has come; None where there is none."""
        query = "SELECT position, filled FROM _standing WHERE name = ? AND version = ? AND fresh = ?"
        row = self._connection.execute(query, self._key).fetchone()
        return Standing(*row) if row is not None else None

    def stand(self, position: int, filled: str | None) -> None:
        """Note how far the table has come."""
        statement = "UPDATE _standing SET position = ?, filled = ? WHERE name = ? AND version = ? AND fresh = ?"
        self._connection.execute(statement, (position, filled, *self._key))

    def put(self, rows: Iterable[Row]) -> None:
        """Store rows, each in the place of the one with its key, and remove those that are no more."""
        gone = list[tuple[str, str]]()
        cells, view = cells_of(self._connection), self.projection.name

        def there() -> Iterator[tuple[str, str, int, int, bytes]]:
            for patient_id, key, version, position, row in rows:
                stored_key = cells.key(view, patient_id, key)
                if row is None:
                    gone.append((patient_id, stored_key))
                elif (cell := cells.write(view, patient_id, key, row)) is not None:
                    yield patient_id, stored_key, version, position, cell

        self._connection.executemany(f"INSERT OR REPLACE INTO {self.name} VALUES (?, ?, ?, ?, ?)", there())  # noqa: S608
        if gone:
            self._connection.executemany(f"DELETE FROM {self.name} WHERE patient_id = ? AND key = ?", gone)  # noqa: S608

    def remove(self, patient_id: str) -> None:
        """Forget a patient."""
        self._connection.execute(f"DELETE FROM {self.name} WHERE patient_id = ?", (patient_id,))  # noqa: S608

    def of(self, patient_id: str) -> dict[str, bytes]:
        """The rows of a patient, by key."""
        rows = rows_in(self._connection, self.name, self.projection.name, patient_id)
        return {key: row for _, key, row in rows}

    def patients(self, after: str, before: str | None) -> list[str]:
        """Patients by id, after one and before another."""
        query = f"SELECT DISTINCT patient_id FROM {self.name} WHERE patient_id > ?"  # noqa: S608
        if before is None:
            return [row[0] for row in self._connection.execute(f"{query} ORDER BY 1", (after,))]
        return [row[0] for row in self._connection.execute(f"{query} AND patient_id < ? ORDER BY 1", (after, before))]

    def fingerprints(self) -> Iterator[tuple[str, str]]:
        """Every patient with the fingerprint of their rows, by id."""
        return fingerprints_in(self._connection, self.name, self.projection.name)

    def differing(self, other: KeptTable) -> list[str]:
        """Patients of whom the two tables hold different rows, by id."""
        # Row by row along the keys that both are kept by: EXCEPT would write all rows of both into trees of its own.
        either = " UNION ".join(
            f"SELECT mine.patient_id FROM {mine} AS mine LEFT JOIN {theirs} AS theirs USING (patient_id, key) "  # noqa: S608
            "WHERE theirs.view IS NOT mine.view"
            for mine, theirs in ((self.name, other.name), (other.name, self.name))
        )
        return [row[0] for row in self._connection.execute(f"{either} ORDER BY 1")]

    def replace(self, other: KeptTable) -> None:
        """Become what ``other`` is, which is no more; this one serves then."""
        self._connection.execute(f"DROP VIEW IF EXISTS {self._key[0]}")
        self._connection.execute(f"DROP TABLE IF EXISTS {self.name}")
        self._connection.execute(f"ALTER TABLE {other.name} RENAME TO {self.name}")
        standing = other.standing()
        assert standing is not None
        self.stand(standing.position, standing.filled)
        self._connection.execute("DELETE FROM _standing WHERE name = ? AND version = ? AND fresh = ?", other._key)
        self.serve()

    def drop(self) -> None:
        """Be no more."""
        self._connection.execute(f"DROP TABLE IF EXISTS {self.name}")
        self._connection.execute("DELETE FROM _standing WHERE name = ? AND version = ? AND fresh = ?", self._key)

    def serving(self) -> bool:
        """Whether the projection's plain name points at this version."""
        query = "SELECT serving FROM _standing WHERE name = ? AND version = ? AND fresh = ?"
        return bool(self._connection.execute(query, self._key).fetchone()[0])

    def serve(self) -> None:
        """Point the projection's plain name at this version; older ones are dropped, for nobody follows them now."""
        name, version, _ = self._key
        self._connection.execute(f"DROP VIEW IF EXISTS {name}")
        older = self._connection.execute(
            "SELECT version, fresh FROM _standing WHERE name = ? AND version < ?", (name, version)
        )
        for other, fresh in older.fetchall():
            self._connection.execute(f"DROP TABLE IF EXISTS {table_name(name, other, fresh)}")
        self._connection.execute("DELETE FROM _standing WHERE name = ? AND version < ?", (name, version))
        self._connection.execute(
            "UPDATE _standing SET serving = (version = ? AND NOT fresh) WHERE name = ?", (version, name)
        )
        self._connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {self.name}")  # noqa: S608


def standings_of(
    connection: sqlite3.Connection, projections: Iterable[Projection[Any]], *, fresh: bool = False
) -> dict[Projection[Any], Standing]:
    """How far the tables of these projections have come, those that there are."""
    query = "SELECT name, version, position, filled FROM _standing WHERE fresh = ?"
    found = {(name, version): Standing(*rest) for name, version, *rest in connection.execute(query, (int(fresh),))}
    standings = ((one, found.get((one.name, one.version))) for one in projections)
    return {one: standing for one, standing in standings if standing is not None}


def forget(connection: sqlite3.Connection, patient_id: str) -> None:
    """Remove a patient from every table, those of other versions and half-built ones among them."""
    for table in connection.execute("SELECT name, version, fresh FROM _standing").fetchall():
        connection.execute(f"DELETE FROM {table_name(*table)} WHERE patient_id = ?", (patient_id,))  # noqa: S608


def table_name(name: str, version: int, fresh: bool | int) -> str:
    """The table of a projection in a version, or the fresh one beside it."""
    return f"{name}_v{version}{'_fresh' if fresh else ''}"


def rows_in(
    connection: sqlite3.Connection, table: str, view: str, patient_id: str | None = None
) -> Iterator[tuple[str, str, bytes]]:
    """Patient, key and row of all of a table or of the name that points at it, by patient; or of one patient."""
    query = f'SELECT patient_id, key, CAST(view AS BLOB) FROM "{table}"'  # noqa: S608
    if patient_id is None:
        found = connection.execute(f"{query} ORDER BY patient_id, key")
    else:
        found = connection.execute(f"{query} WHERE patient_id = ?", (patient_id,))
    cells = cells_of(connection)
    for one, stored_key, cell in found:
        yield one, *cells.read(view, one, stored_key, cell)


def fingerprints_in(connection: sqlite3.Connection, table: str, view: str) -> Iterator[tuple[str, str]]:
    """Every patient of a table or of the name that points at it with the fingerprint of their rows, by id."""
    for patient_id, rows in groupby(rows_in(connection, table, view), key=lambda row: row[0]):
        yield patient_id, fingerprint({key: row for _, key, row in rows})
