"""Backup while the service runs, and restoring: log, keyring, anchor and checkpoints, each as of one moment of the log.

The log is copied with SQLite's own backup, never file by file. The master key is not part of a backup: who finds the
backup must not be able to read it. A patient erased later is still in it, so it has to be erased there as well.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.errors import InvalidCommand, LogCorrupted, StoreReadOnly, StoreUnavailable
from domain.events import PatientErased
from domain.records import PatientRecords, store_errors
from domain.store.anchor import Anchor
from domain.store.chain import GENESIS, Head
from domain.store.keyring import Keyring, read_master_key
from domain.store.sqlite import APPLICATION_ID

LOG, KEYS, ANCHOR, CHECKPOINTS = "log.db", "keys.db", "head.anchor", "checkpoints.jsonl"
"""Names of the files of a log, in a data directory as in a backup."""
PAGES_AT_ONCE = 1_000
"""Pages of the log copied at once; Ctrl-C is heard in between."""
MAX_ATTEMPTS = 5
"""How often log and keys are taken again when a patient was erased between the two."""
_UNFINISHED = f"{LOG}.unfinished"


class BackupTargetTaken(InvalidCommand):
    """The directory holds a log already."""

    reason = "BACKUP_TARGET_TAKEN"
    advice = "Name a directory that holds no log; nothing is ever overwritten."


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

    Raises BackupTargetTaken, StoreReadOnly and StoreUnavailable; a backup that fails or is killed leaves no log behind,
    and can be made again in the same place.
    """
    assert records.seal is not None
    with _filled(target, "The backup cannot be written."):
        head = _copy(records, records.seal.keyring, target)
        Anchor(target / ANCHOR, records.seal.keyring.anchor_key).reset(head)
        records.seal.checkpoints.copy_to(target / CHECKPOINTS, up_to=head.position)
    return BackedUp(head.position, head.digest.hex(), (target / LOG).stat().st_size)


def restore(backup: Path, target: Path, master_key: Path | None = None, *, kept_key: Path | None = None) -> None:
    """Copy a backup into the data directory ``target``, which must not hold a log, and ``master_key`` beside it.

    ``kept_key`` is the master key's file where it is kept elsewhere. Raises BackupTargetTaken, StoreReadOnly,
    StoreUnavailable, and, before anything is copied, NoBackup, LogCorrupted for a file that is no log, and
    KeyringUnavailable when the master key is not that of the backup. Verify the result.
    """
    if not (backup / LOG).is_file() or not (backup / KEYS).is_file():
        raise NoBackup
    own = target / "master.key"
    known_key = master_key or kept_key or (own if own.is_file() else None)
    if known_key is not None:
        Keyring(backup / KEYS, read_master_key(known_key)).close()
    with store_errors(), closing(sqlite3.connect(f"{(backup / LOG).absolute().as_uri()}?mode=ro", uri=True)) as source:
        if source.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise LogCorrupted("The log of the backup is not an Anamnesis log.")
        with _filled(target, "The backup cannot be copied."):
            if master_key is not None:
                _put_master_key(master_key, own)
            for name in (KEYS, ANCHOR, CHECKPOINTS):
                if (backup / name).is_file():
                    shutil.copyfile(backup / name, target / name)
            _copy_log(source, target)


@contextmanager
def _filled(target: Path, failure: str) -> Iterator[None]:
    """Make the directory, let it be filled, and let its log appear last: until then it holds none.

    The unfinished log is there from the beginning, so that what a kill leaves is known for what it is.
    """
    _make_free(target)
    try:
        (target / _UNFINISHED).touch(0o600)
        with store_errors():
            yield
        (target / _UNFINISHED).rename(target / LOG)
    except BaseException as error:
        _discard(target)
        if isinstance(error, OSError):
            raise StoreUnavailable(failure) from None
        raise


def _put_master_key(source: Path, target: Path) -> None:
    if target.exists():
        if read_master_key(source) != read_master_key(target):
            raise BackupTargetTaken("The directory holds another master key.")
        return
    target.touch(0o600)
    shutil.copyfile(source, target)


def _copy(records: PatientRecords, keyring: Keyring, target: Path) -> Head:
    """Copy log and keys as of one moment, whoever registers or is erased meanwhile; the end of the copied log."""
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
        _copy_log(source, target)
    return Head(row[0], row[1]) if row else Head(0, GENESIS)


def _copy_log(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target / _UNFINISHED)) as copy:
        source.backup(copy, pages=PAGES_AT_ONCE)
        copy.execute("PRAGMA journal_mode=DELETE")


def _erased_since(snapshot: sqlite3.Connection, destroyed: Iterable[str]) -> bool:
    recorded = snapshot.execute("SELECT originator_id FROM stored_events WHERE topic = ?", (PatientErased.topic(),))
    return bool(set(destroyed) - {row[0] for row in recorded})


def _make_free(target: Path) -> None:
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
