"""Restoring a backup as a new data directory, without those who were erased since it was made.

All is done in a folder aside and moved into place at the end, the log last: a restoring that fails or is killed leaves
no log behind, and above all none in which somebody is back.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from domain.commands import ErasePatient
from domain.errors import KeyringUnavailable, LogCorrupted, PatientKeyMissing, StoreUnavailable
from domain.records import PatientRecords
from domain.store.backup import (
    ANCHOR,
    CHECKPOINTS,
    KEYS,
    LOG,
    MASTER_KEY,
    BackupTargetTaken,
    check_whole,
    copy_log,
    make_free,
)
from domain.store.failures import store_errors
from domain.store.keyring import Keyring, read_master_key
from domain.store.keys_file import copy_keys
from domain.store.master_key import MasterKey
from domain.store.seal import open_seal
from domain.store.sqlite import APPLICATION_ID

_FILES = (KEYS, ANCHOR, CHECKPOINTS, LOG)
_BEFORE_THE_LOG = (ANCHOR, CHECKPOINTS)
_STAGING = ".restoring"


def restore(
    backup: Path,
    target: Path,
    master_key: Path | None = None,
    *,
    now: datetime,
    unlocked_by: Path | MasterKey | None = None,
    erased: Collection[str] = (),
) -> tuple[str, ...]:
    """Copy a backup into the data directory ``target``, which must not hold a log, and ``master_key`` beside it.

    Patients among ``erased``, and those whose key was destroyed in the backup, are erased in the copy as of ``now``;
    returns who was not erased in the backup. ``unlocked_by`` is the master key where none is copied. Raises
    BackupTargetTaken, StoreReadOnly, StoreUnavailable, NoBackup, and, before anything is copied, LogCorrupted for a
    file that is no log and KeyringUnavailable when the master key is not that of the backup, or is needed and not
    given. Verify the result.
    """
    check_whole(backup)
    key = master_key or unlocked_by
    if key is not None:
        Keyring(backup / KEYS, read_master_key(key)).close()
    elif erased:
        raise KeyringUnavailable("Patients cannot be erased in the copy without the master key.")
    staging = target / _STAGING
    try:
        with _log_of(backup) as log:
            _take_back(target, staging)
            make_free(target)
            if master_key is not None:
                _check_same_key(master_key, target / MASTER_KEY)
            staging.mkdir(mode=0o700)
            # A service may be writing there: what notes an end is older than the log, the keys are newer.
            for name in _BEFORE_THE_LOG:
                if (backup / name).is_file():
                    shutil.copyfile(backup / name, staging / name)
            with store_errors():
                copy_log(log, staging / LOG)
            copy_keys(backup / KEYS, staging / KEYS)
        if master_key is not None:
            shutil.copyfile(master_key, staging / MASTER_KEY)
        for secret in (staging / KEYS, staging / MASTER_KEY):
            if secret.is_file():
                secret.chmod(0o600)
        again = _erase_again(staging, key, erased, now) if key is not None else ()
        for name in (MASTER_KEY, *_FILES):
            if (staging / name).is_file():
                (staging / name).rename(target / name)
    except OSError:
        raise StoreUnavailable("The backup cannot be copied.") from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return again


def erase_again(
    records: PatientRecords, patient_ids: Iterable[str], now: datetime, fingerprints: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Erase, as of ``now``, those of the patients whom a log that was brought back knows and not as erased; who it was.

    ``fingerprints`` are those of keys that were destroyed before. Killed, it is finished by its repetition.
    """
    again = []
    for patient_id in patient_ids:
        if records.is_erased(patient_id) or not records.rows(0, 1, patient_id=patient_id):
            continue
        fingerprint = records.key_fingerprint(patient_id) if fingerprints is None else fingerprints[patient_id]
        records.execute(
            ErasePatient(
                request_id=str(uuid4()),
                patient_id=patient_id,
                now=now,
                actor="operator",
                key_fingerprint=fingerprint,
            )
        )
        records.destroy_key(patient_id)
        again.append(patient_id)
    return tuple(again)


@contextmanager
def _log_of(backup: Path) -> Iterator[sqlite3.Connection]:
    """The log of a backup, for reading. Raises LogCorrupted for another file."""
    with store_errors(), closing(sqlite3.connect(f"{(backup / LOG).absolute().as_uri()}?mode=ro", uri=True)) as log:
        if log.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise LogCorrupted("The log of the backup is not an Anamnesis log.")
        yield log


def _erase_again(copy: Path, master_key: Path | MasterKey, erased: Collection[str], now: datetime) -> tuple[str, ...]:
    """Destroy the keys first: nobody comes back even where the log is too damaged to record it."""
    fingerprints = dict[str, str]()
    with closing(Keyring(copy / KEYS, read_master_key(master_key))) as keyring:
        for patient_id in erased:
            with suppress(PatientKeyMissing):
                fingerprints[patient_id] = keyring.fingerprint(patient_id)
            if keyring.holds(patient_id):
                keyring.destroy(patient_id)
        known = {*erased, *keyring.destroyed()}
    if not known:
        return ()
    again = set(fingerprints)
    with suppress(LogCorrupted):
        again |= _recorded(copy, master_key, {one: fingerprints.get(one, "") for one in sorted(known)}, now)
    with suppress(LogCorrupted), store_errors(), closing(sqlite3.connect(copy / LOG)) as log:
        # Only the log itself is moved: what stands in its journal has to be in it.
        log.execute("PRAGMA journal_mode=DELETE")
    return tuple(sorted(again))


def _recorded(copy: Path, master_key: Path | MasterKey, fingerprints: Mapping[str, str], now: datetime) -> set[str]:
    """Record the erasures that the log lacks; whose they are."""
    anchor = copy / ANCHOR if (copy / ANCHOR).is_file() else None
    seal = open_seal(copy / LOG, copy / KEYS, master_key, copy / CHECKPOINTS, anchor)
    with PatientRecords(copy / LOG, seal=seal) as records:
        return set(erase_again(records, fingerprints, now, fingerprints))


def _take_back(target: Path, staging: Path) -> None:
    """Remove what a restoring that was killed has left; its log, which comes last, is not in place then."""
    if staging.is_dir() and not (target / LOG).exists():
        for name in (KEYS, ANCHOR, CHECKPOINTS):
            (target / name).unlink(missing_ok=True)
    shutil.rmtree(staging, ignore_errors=True)


def _check_same_key(source: Path, target: Path) -> None:
    if target.exists() and read_master_key(source) != read_master_key(target):
        raise BackupTargetTaken("The directory holds another master key.")
