"""Copying a sealed log from one backend to another: every row as it stands, at its very position, and every key.

Nothing is decrypted and no clock is read. The chain is linked anew from what arrives and held against the chain of the
source, page by page; so a copy that is whole ends with the very digest that the source ends with. A copy that was
interrupted goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domain.errors import AlreadyRegistered, LogCorrupted
from domain.records import PatientRecords
from domain.store.chain import GENESIS, Head
from domain.store.keys_file import ROTATED, TABLES
from domain.store.mapper import LogRow
from domain.store.ports import KeyRows, KeyStore, LogStore

PAGE_ROWS = 2_000
"""Rows of one transaction."""


class TargetTaken(AlreadyRegistered):
    """The target holds a log already, and not the beginning of this one."""

    reason = "TARGET_TAKEN"
    advice = "Name a database, or a directory, that holds no log yet."


@dataclass(frozen=True, slots=True)
class Copied:
    """How far a copy has come: rows copied by this run, and the head of the target."""

    rows: int
    head: Head


def copy_keyring(source: KeyStore, target: KeyStore) -> None:
    """Copy every key as it is wrapped, and who was erased; a target that was begun is brought up to date.

    The master key stays what it is. Raises the failures of both stores.
    """
    tables = source.read(
        lambda rows: {
            table: rows.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()  # noqa: S608
            for table, columns in TABLES.items()
            if rows.has(table)
        }
    )

    def fill(rows: KeyRows) -> None:
        for statement in ROTATED if "log_keys" in tables else ():
            rows.execute(statement)
        for table, held in tables.items():
            for row in held if table != "patient_keys" else ():
                _insert(rows, table, row)

    if not target.exists():
        target.create(fill)
    with target.writing() as rows:
        for row in tables["patient_keys"]:
            _insert(
                rows,
                "patient_keys",
                row,
                " ON CONFLICT (patient_id) DO UPDATE SET wrapped = excluded.wrapped, destroyed = excluded.destroyed",
            )


def copy_log(source: PatientRecords, target: PatientRecords) -> Iterator[Copied]:
    """Copy the rows that ``target`` lacks; both are sealed under one keyring.

    Raises TargetTaken where the target holds something else, and LogCorrupted where a row of the source is not what
    was written: `anamnesis verify` says what was done to it.
    """
    assert source.seal is not None and target.seal is not None
    if source.seal.keyring.chain_key != target.seal.keyring.chain_key:
        raise TargetTaken("The target has another keyring.")
    here, there = source.rows_log, target.rows_log
    head, copied = head_of(there), 0
    if head.position and not _stands(here, head):
        raise TargetTaken
    while rows := here.select_chained(head.position, PAGE_ROWS, here.max_notification_id()):
        there.copy_rows([LogRow(*row[:7]) for row in rows])
        head = head_of(there)
        if head != Head(rows[-1].position, rows[-1].chain):
            raise LogCorrupted("The source is not what was written: verify it.", position=rows[0].position)
        copied += len(rows)
        yield Copied(copied, head)
    yield Copied(copied, head)


def head_of(log: LogStore) -> Head:
    """The end of a log, as it stands there."""
    end = log.max_notification_id()
    rows = log.select_chained(end - 1, 1, end)
    return Head(end, rows[0].chain) if rows else Head(0, GENESIS)


def _stands(log: LogStore, head: Head) -> bool:
    rows = log.select_chained(head.position - 1, 1, head.position)
    return [row.chain for row in rows] == [head.digest]


def _insert(rows: KeyRows, table: str, row: tuple[object, ...], conflict: str = "") -> None:
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns))
    rows.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}){conflict}", tuple(row))  # noqa: S608
