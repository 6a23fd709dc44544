"""Whether the file of kept views has the tables that it says, and putting right where it has not.

Views are disposable: what was dropped, changed or added by somebody else is made anew and filled from the log, and
what is sound stays. All within the caller's transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from projections.base import Projection
from projections.kept_table import COLUMNS, CREATE_STANDINGS, table_name

CREATE_QUARANTINE = (
    "CREATE TABLE _quarantine (position INTEGER PRIMARY KEY, patient_id TEXT NOT NULL, reason TEXT NOT NULL)"
)
OWN = {"_standing": CREATE_STANDINGS, "_quarantine": CREATE_QUARANTINE}
"""The tables without which nothing tells what the others hold."""

_DROPPED_FIRST = ("trigger", "index", "view", "table")


@dataclass(frozen=True, slots=True)
class Faults:
    """What is not as it should be, by names of ours; ``foreign`` are things of somebody else.

    ``lost`` is set where nothing of the file can be relied on.
    """

    lost: bool = False
    tables: tuple[tuple[str, int, int], ...] = ()
    names: tuple[str, ...] = ()
    foreign: tuple[tuple[str, str], ...] = ()
    missing: bool = False

    def __bool__(self) -> bool:
        return self.lost or self.missing or bool(self.tables or self.names or self.foreign)

    def told(self) -> str:
        """In words for the service log, without anybody else's names; empty for a file that is merely new."""
        words = ["all of them"] if self.lost else [table_name(*one) for one in self.tables]
        words += [f"the name {one}" for one in self.names]
        if self.foreign:
            words.append(f"{len(self.foreign)} things that are not ours")
        return ", ".join(words)


def faults(connection: sqlite3.Connection, projections: Iterable[Projection[Any]]) -> Faults:
    """What of the file is not as its own notes and these projections say."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'")
    there = {(kind, name): sql for kind, name, sql in found}
    if any(there.pop(("table", name), None) != sql for name, sql in OWN.items()):
        return Faults(lost=True)
    standings = connection.execute("SELECT name, version, fresh, serving FROM _standing").fetchall()
    damaged = []
    served: dict[str, str] = {}
    for *key, serving in standings:
        table = table_name(*key)
        if not _is(there.pop(("table", table), None), COLUMNS):
            damaged.append((str(key[0]), int(key[1]), int(key[2])))
        elif serving:
            served[key[0]] = table
    pointing = {name: there.pop(("view", name), None) for name in served}
    names = tuple(name for name, table in served.items() if not _is(pointing[name], f"FROM {table}"))
    known = {(name, version) for name, version, fresh, _ in standings if not fresh}
    missing = any((one.name, one.version) not in known for one in projections)
    # The plain name of a damaged table is dropped with it and not taken for somebody else's.
    foreign = tuple(one for one in there if one not in {("view", name) for name, *_ in damaged})
    return Faults(tables=tuple(damaged), names=names, foreign=foreign, missing=missing)


def remove(connection: sqlite3.Connection, found: Faults) -> None:
    """Drop what is damaged or foreign, and what points at it; whoever makes missing tables has the rest to do."""
    for kind, name in sorted(found.foreign, key=lambda one: _DROPPED_FIRST.index(one[0])):
        quoted = name.replace('"', '""')
        # What goes with the table that it belonged to is gone already.
        connection.execute(f'DROP {kind} IF EXISTS "{quoted}"')
    for name, version, fresh in found.tables:
        serving = connection.execute(
            "DELETE FROM _standing WHERE name = ? AND version = ? AND fresh = ? RETURNING serving",
            (name, version, fresh),
        ).fetchall()
        for statement in _dropping(connection, table_name(name, version, fresh)):
            connection.execute(statement)
        if serving and serving[0][0]:
            connection.execute(f"DROP VIEW IF EXISTS {name}")
    for name in found.names:
        for statement in _dropping(connection, name):
            connection.execute(statement)
        key = connection.execute("SELECT name, version, fresh FROM _standing WHERE name = ? AND serving", (name,))
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {table_name(*key.fetchone())}")  # noqa: S608


def _dropping(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    """How to drop what stands under a name of ours, whatever it is."""
    kinds = connection.execute("SELECT type FROM sqlite_master WHERE name = ?", (name,)).fetchall()
    yield from (f"DROP {kind} {name}" for (kind,) in kinds)


def _is(sql: str | None, end: str) -> bool:
    """Whether a thing was made by us: by its words behind its name, which SQLite quotes once it was renamed."""
    return sql is not None and sql.endswith(f" {end}")
