"""Backup while the service runs: log, keyring, anchor and checkpoints, each as of one moment of the log.

The log is copied with SQLite's own backup, never file by file. The master key is not part of a backup: who finds the
backup must not be able to read it. A patient erased later is still in it until the key is destroyed there as well;
nothing else in a backup is changed by that.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from domain.errors import InvalidCommand, KeyringUnavailable, StoreReadOnly, StoreUnavailable
from domain.events import PatientErased
from domain.records import PatientRecords
from domain.store.anchor import Anchor
from domain.store.chain import GENESIS, Head
from domain.store.failures import store_errors
from domain.store.keyring import Keyring
from domain.store.sqlite import LogRecorder

LOG, KEYS, ANCHOR, CHECKPOINTS = "log.db", "keys.db", "head.anchor", "checkpoints.jsonl"
"""Names of the files of a log, in a data directory as in a backup."""
MASTER_KEY = "master.key"
"""Name of a master key that is kept beside its log; a backup has none."""
LOCK = "lock"
"""Name of the file by which a service holds its data directory: a backup has none."""
PAGES_AT_ONCE = 1_000
"""Pages of the log copied at once; Ctrl-C is heard in between."""
MAX_ATTEMPTS = 5
"""How often log and keys are taken again when a patient was erased between the two."""
_UNFINISHED = f"{LOG}.unfinished"


class BackupTargetTaken(InvalidCommand):
    """The directory holds a log already."""

    reason = "BACKUP_TARGET_TAKEN"
    advice = "Name a directory that holds no log; nothing is ever overwritten."


class BackedUpByPostgres(InvalidCommand):
    """The log is kept in PostgreSQL, which has its own ways of backing up."""

    reason = "BACKED_UP_BY_POSTGRES"
    advice = (
        "Back the database up by `pg_dump --format=custom` or pg_basebackup, and the master key apart from it; "
        "docs/how-to/postgresql.md says what to do when it is brought back."
    )


class NoBackup(InvalidCommand):
    """The directory holds no backup."""

    reason = "NO_BACKUP"
    advice = "Name a directory that `anamnesis backup` has written to its end."


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds: the last position, the digest there, and the number of bytes of the log."""

    position: int
    digest: str
    size: int


def back_up(records: PatientRecords, target: Path) -> BackedUp:
    """Copy the log and what belongs to it into the directory ``target``, which is made.

    Raises BackupTargetTaken, BackedUpByPostgres, StoreReadOnly and StoreUnavailable; a backup that fails or is killed
    leaves no log behind, and can be made again in the same place.
    """
    assert records.seal is not None
    if not isinstance(records.rows_log, LogRecorder):
        raise BackedUpByPostgres
    make_free(target)
    try:
        # There from the beginning, so that what a kill leaves is known for what it is.
        (target / _UNFINISHED).touch(0o600)
        with store_errors():
            head = _copy(records, records.seal.keyring, target)
            _follow_erasures(records.seal.keyring, target)
            (target / KEYS).chmod(0o600)
        Anchor(target / ANCHOR, records.seal.keyring.anchor_key).reset(head)
        records.seal.checkpoints.copy_to(target / CHECKPOINTS, up_to=head.position)
        # The log comes last: until it is there, the directory holds no backup.
        (target / _UNFINISHED).rename(target / LOG)
    except BaseException as error:
        _discard(target)
        if isinstance(error, OSError):
            raise StoreUnavailable("The backup cannot be written.") from None
        raise
    return BackedUp(head.position, head.digest.hex(), (target / LOG).stat().st_size)


def keys_in(backup: Path, keyring: Keyring) -> Keyring:
    """The keys in a backup of the log that ``keyring`` belongs to, so that they can be destroyed there as well.

    Raises NoBackup, StoreReadOnly, and KeyringUnavailable where another master key opens them.
    """
    check_whole(backup)
    if (backup / LOCK).exists():
        raise NoBackup(f"{backup} is the data directory of a service and no backup: name it with --data.")
    if not os.access(backup, os.W_OK) or not os.access(backup / KEYS, os.W_OK):
        raise StoreReadOnly(f"The keys in {backup} cannot be written.")
    try:
        return keyring.of_copy(backup / KEYS)
    except KeyringUnavailable as error:
        raise KeyringUnavailable(f"{backup}: {error}") from None


def check_whole(backup: Path) -> None:
    """Raises NoBackup where there is no backup, or one that was not finished."""
    if not (backup / LOG).is_file() or not (backup / KEYS).is_file():
        raise NoBackup(f"{backup} holds no backup.")


def _copy(records: PatientRecords, keyring: Keyring, target: Path) -> Head:
    """Copy log and keys as of one moment, whoever registers or is erased meanwhile; the end of the copied log."""
    assert isinstance(records.rows_log, LogRecorder)
    with closing(records.rows_log.connect()) as source:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            # Held from here on, for a copy begins anew whenever somebody writes between two steps of it.
            source.execute("BEGIN")
            row = source.execute("SELECT rowid, chain FROM stored_events ORDER BY rowid DESC LIMIT 1").fetchone()
            # The keys after the log: then none is missing, unless its patient was erased in between.
            keyring.copy_to(target / KEYS)
            if attempt == MAX_ATTEMPTS or not _erased_since(source, keyring.destroyed()):
                break
            source.rollback()
        copy_log(source, target / _UNFINISHED)
    return Head(row[0], row[1]) if row else Head(0, GENESIS)


def _follow_erasures(keyring: Keyring, target: Path) -> None:
    """Destroy in the copy what was destroyed while it was made."""
    with closing(keyring.of_copy(target / KEYS)) as copied:
        for patient_id in set(keyring.destroyed()) - set(copied.destroyed()):
            if copied.holds(patient_id):
                copied.destroy(patient_id)


def copy_log(source: sqlite3.Connection, target: Path) -> None:
    """Copy the database of a log, what stands in its journal among it, into one file."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=PAGES_AT_ONCE)
        copy.execute("PRAGMA journal_mode=DELETE")


def _erased_since(snapshot: sqlite3.Connection, destroyed: Iterable[str]) -> bool:
    recorded = snapshot.execute("SELECT originator_id FROM stored_events WHERE topic = ?", (PatientErased.topic(),))
    return bool(set(destroyed) - {row[0] for row in recorded})


def make_free(target: Path) -> None:
    """Make the directory ``target``, and clear it of what an unfinished copy has left.

    Raises BackupTargetTaken where it holds a log or its keys, and StoreReadOnly.
    """
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        raise StoreReadOnly("The directory cannot be made.") from None
    if (target / LOG).exists():
        raise BackupTargetTaken
    if (target / _UNFINISHED).exists():
        _discard(target)
    elif (target / KEYS).exists():
        raise BackupTargetTaken("The directory holds the keys of a log already.")


def _discard(target: Path) -> None:
    """Take away what an unfinished copy has left; the unfinished log last, for it tells what the rest is."""
    for name in (KEYS, f"{KEYS}-journal", ANCHOR, CHECKPOINTS, f"{_UNFINISHED}-journal", _UNFINISHED):
        (target / name).unlink(missing_ok=True)
