"""Backup while the service runs, and restoring: log, keyring, anchor and checkpoints, each as of one moment of the log.

The log is copied with SQLite's own backup, never file by file. The master key is not part of a backup: who finds the
backup must not be able to read it. A patient erased later is still in it, so it has to be erased there as well.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from domain.errors import InvalidCommand, StoreReadOnly
from domain.records import PatientRecords, store_errors
from domain.store.anchor import Anchor
from domain.store.chain import GENESIS, Head

LOG, KEYS, ANCHOR, CHECKPOINTS = "log.db", "keys.db", "head.anchor", "checkpoints.jsonl"
"""Names of the files of a log, in a data directory as in a backup."""
PAGES_AT_ONCE = 1_000
"""Pages of the log copied between two looks at its writers."""


class BackupTargetTaken(InvalidCommand):
    """The directory holds a log already."""

    reason = "BACKUP_TARGET_TAKEN"
    advice = "Name a directory that holds no log; nothing is ever overwritten."


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds: the last position, the digest there, and the number of bytes of the log."""

    position: int
    digest: str
    size: int


def back_up(records: PatientRecords, target: Path) -> BackedUp:
    """Copy the log and what belongs to it into the directory ``target``, which is made.

    Raises BackupTargetTaken, StoreReadOnly and StoreUnavailable; a backup that fails leaves no log behind.
    """
    assert records.seal is not None
    _make_free(target)
    try:
        with store_errors():
            records.seal.keyring.copy_to(target / KEYS)
            head = _copy_log(records, target / LOG)
        Anchor(target / ANCHOR, records.seal.keyring.anchor_key).reset(head)
        records.seal.checkpoints.copy_to(target / CHECKPOINTS, up_to=head.position)
    except BaseException:
        for name in (LOG, KEYS, ANCHOR, CHECKPOINTS):
            (target / name).unlink(missing_ok=True)
        raise
    return BackedUp(head.position, head.digest.hex(), (target / LOG).stat().st_size)


def restore(backup: Path, target: Path) -> None:
    """Copy a backup into the data directory ``target``, which must not hold a log.

    Raises BackupTargetTaken, StoreReadOnly, and InvalidCommand when ``backup`` is none. Verify the result.
    """
    if not (backup / LOG).is_file() or not (backup / KEYS).is_file():
        raise InvalidCommand("The directory holds no backup.", field="backup")
    _make_free(target)
    # The log comes last: until it is there, the directory holds none.
    for name in (KEYS, ANCHOR, CHECKPOINTS, LOG):
        if (backup / name).is_file():
            shutil.copyfile(backup / name, target / name)


def _copy_log(records: PatientRecords, target: Path) -> Head:
    with closing(records.rows_log.connect()) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=PAGES_AT_ONCE)
        copy.execute("PRAGMA journal_mode=DELETE")
        row = copy.execute("SELECT rowid, chain FROM stored_events ORDER BY rowid DESC LIMIT 1").fetchone()
    return Head(row[0], row[1]) if row else Head(0, GENESIS)


def _make_free(target: Path) -> None:
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise StoreReadOnly("The directory cannot be made.") from None
    if (target / LOG).exists() or (target / KEYS).exists():
        raise BackupTargetTaken
