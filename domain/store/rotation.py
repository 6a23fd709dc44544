"""Replacing the master key: every key in the keyring is wrapped anew, and no event is touched.

The keyring changes in one transaction. The new key stands beside the old one, under a name of its own, before that
transaction, and takes its place after it; so at every moment one of the two opens the keyring, and whoever opens the
log next finishes what was interrupted. The log's own keys, which the chain and the signatures rest on, are kept:
wrapped they outlive the master key that they were derived from. So does that key, for the backups that it opens.

A keyring is a file, named by its path, or wherever a :class:`~domain.store.ports.KeyStore` keeps it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag

from domain.errors import KeyringUnavailable, StoreUnavailable
from domain.store.keyring import (
    CHECK,
    LOCK_SECONDS,
    former_masters,
    log_keys,
    make_master_key,
    opens,
    read_master_key,
    unwrapped,
    wrapped,
    wrapping_cipher,
)
from domain.store.keys_file import ROTATED, KeysFile
from domain.store.master_key import KeyFile, MasterKey, key_source
from domain.store.ports import KeyRows, KeyStore

WRAPPED_AT_ONCE = 20
"""Keys that are wrapped and written together; between two such steps a test may stop."""
Probe = Callable[[str], None]
"""Is told each moment, for tests that stop there."""


def rotate(keys: Path | KeyStore, master_key: Path, probe: Probe = lambda _: None) -> int:
    """Replace the master key in its file by a new one; how many patients' keys are wrapped by it now.

    The keyring must be nobody else's meanwhile. Repeated after an interruption, it finishes the rotation that was
    begun, and begins no second one. Raises KeyringUnavailable, StoreLocked and StoreUnavailable.
    """
    master_key = master_key.resolve()
    waiting = _waiting(master_key)
    if finish(keys, master_key):
        with _opened(keys) as store:
            store.overwrite_destroyed()
            count: int = store.read(_count)
        return count
    make_master_key(waiting)
    _sync(waiting.parent)
    probe("new key written")
    count = rewrap(keys, read_master_key(master_key), read_master_key(waiting), probe)
    probe("keyring rewrapped")
    _take_place(waiting, master_key)
    probe("new key in place")
    return count


def finish(keys: Path | KeyStore, master_key: Path | MasterKey) -> bool:
    """Put a new master key in its place that the keyring is wrapped by already; whether there was one.

    One that waits while the old one still opens the keyring is left: the next rotation takes it. A master key that
    does not come from a file has nothing that waits beside it.
    """
    source = key_source(master_key)
    if not isinstance(source, KeyFile):
        return False
    master_key = source.path.resolve()
    waiting = _waiting(master_key)
    if not waiting.exists():
        return False
    with _opened(keys) as store:
        if not store.exists():
            return False
        with suppress(FileNotFoundError):
            with suppress(KeyringUnavailable):
                old = read_master_key(master_key)
                if store.read(lambda rows: opens(rows, old)):
                    return False
            new = read_master_key(waiting)
            if not store.read(lambda rows: opens(rows, new)):
                return False
            _take_place(waiting, master_key)
    return True


def rewrap(keys: Path | KeyStore, old: bytes, new: bytes, probe: Probe = lambda _: None) -> int:
    """Wrap every key of a keyring by ``new``, all or none; how many patients'. Nothing where it is so already.

    A patient's key that was altered opens nothing, and stays what it is. Raises KeyringUnavailable where neither master
    key is that of the keyring, and StoreLocked where somebody else uses it.
    """
    with _opened(keys) as store:
        with store.replacing() as rows:
            count = _rewrapped(rows, old, new, probe)
        # Elsewhere than in a file what was replaced would still stand where it stood.
        store.overwrite_destroyed()
    return count


def _rewrapped(rows: KeyRows, old: bytes, new: bytes, probe: Probe) -> int:
    before, after = wrapping_cipher(old), wrapping_cipher(new)
    if not opens(rows, old):
        if opens(rows, new):
            return _count(rows)
        raise KeyringUnavailable("This is not the master key of this log.")
    own, former = log_keys(rows, old), former_masters(rows, old)
    for statement in ROTATED:
        rows.execute(statement)
    for name, key in own.items():
        rows.execute(
            "INSERT INTO log_keys (name, wrapped) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET wrapped = excluded.wrapped",
            (name, wrapped(after, key, b"log key " + name.encode())),
        )
    rows.execute("DELETE FROM former_masters")
    for key in (*reversed(former), old):
        rows.execute("INSERT INTO former_masters (wrapped) VALUES (?)", (wrapped(after, key, b"former master"),))
    held = rows.execute("SELECT patient_id, wrapped FROM patient_keys WHERE wrapped IS NOT NULL").fetchall()
    for start in range(0, len(held), WRAPPED_AT_ONCE):
        probe("rewrapping")
        fresh = []
        for patient_id, key in held[start : start + WRAPPED_AT_ONCE]:
            with suppress(InvalidTag, TypeError, ValueError):
                again = wrapped(after, unwrapped(before, key, patient_id.encode()), patient_id.encode())
                fresh.append((again, patient_id))
        rows.execute_many("UPDATE patient_keys SET wrapped = ? WHERE patient_id = ?", fresh)
    rows.execute("UPDATE master_check SET sealed = ?", (wrapped(after, CHECK, b"check"),))
    probe("before commit")
    return _count(rows)


def former_keys(keys: Path | KeyStore, master_key: Path | MasterKey) -> list[bytes]:
    """The master keys that were replaced, the last first. Raises KeyringUnavailable."""
    with _opened(keys) as store:
        current = read_master_key(master_key)
        if not store.read(lambda rows: opens(rows, current)):
            raise KeyringUnavailable("This is not the master key of this log.")
        found: list[bytes] = store.read(lambda rows: former_masters(rows, current))
    return found


@contextmanager
def _opened(keys: Path | KeyStore) -> Iterator[KeyStore]:
    """The keyring's own place, or a file that is closed afterwards."""
    if not isinstance(keys, Path):
        yield keys
        return
    with closing(KeysFile(keys, LOCK_SECONDS)) as file:
        yield file


def _count(rows: KeyRows) -> int:
    count: int = rows.execute("SELECT count(*) FROM patient_keys WHERE wrapped IS NOT NULL").fetchone()[0]
    return count


def _waiting(master_key: Path) -> Path:
    return master_key.with_name(f"{master_key.name}.next")


def _take_place(waiting: Path, master_key: Path) -> None:
    """Put the new key in the old one's place, and overwrite the old one's file, unless it has a second name."""
    try:
        # A second name is that of a copy, perhaps; it is looked for before the place is taken.
        sole = master_key.exists() and master_key.stat().st_nlink == 1
        handle = os.open(master_key, os.O_WRONLY) if sole else None
        try:
            with suppress(FileNotFoundError):
                waiting.replace(master_key)
                _sync(master_key.parent)
                if handle is not None:
                    os.pwrite(handle, bytes(os.fstat(handle).st_size), 0)
                    os.fsync(handle)
        finally:
            if handle is not None:
                os.close(handle)
    except OSError:
        raise StoreUnavailable("The new master key cannot take the place of the old one.") from None


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
