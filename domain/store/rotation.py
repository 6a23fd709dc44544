"""Replacing the master key: every key in the keyring is wrapped anew, and no event is touched.

The keyring changes in one transaction. The new key stands beside the old one, under a name of its own, before that
transaction, and takes its place after it; so at every moment one of the two opens the keyring, and whoever opens the
log next finishes what was interrupted. The log's own keys, which the chain and the signatures rest on, are kept:
wrapped they outlive the master key that they were derived from. So does that key, for the backups that it opens.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
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
from domain.store.keys_file import ROTATED, FileRows, connect, is_there, named_failures
from domain.store.master_key import KeyFile, MasterKey, key_source

PROBED_AT = 20
"""Keys between two moments at which a test may stop."""
Probe = Callable[[str], None]
"""Is told each moment, for tests that stop there."""


def rotate(database: Path, master_key: Path, probe: Probe = lambda _: None) -> int:
    """Replace the master key in its file by a new one; how many patients' keys are wrapped by it now.

    The keyring must be nobody else's meanwhile. Repeated after an interruption, it finishes the rotation that was
    begun, and begins no second one. Raises KeyringUnavailable, StoreLocked and StoreUnavailable.
    """
    master_key = master_key.resolve()
    waiting = _waiting(master_key)
    if finish(database, master_key):
        return _held(database)
    make_master_key(waiting)
    _sync(waiting.parent)
    probe("new key written")
    count = rewrap(database, read_master_key(master_key), read_master_key(waiting), probe)
    probe("keyring rewrapped")
    _take_place(waiting, master_key)
    probe("new key in place")
    return count


def finish(database: Path, master_key: Path | MasterKey) -> bool:
    """Put a new master key in its place that the keyring is wrapped by already; whether there was one.

    One that waits while the old one still opens the keyring is left: the next rotation takes it. A master key that
    does not come from a file has nothing that waits beside it.
    """
    source = key_source(master_key)
    if not isinstance(source, KeyFile):
        return False
    master_key = source.path.resolve()
    waiting = _waiting(master_key)
    if not waiting.exists() or not is_there(database):
        return False
    with suppress(FileNotFoundError):
        with named_failures(), closing(connect(database, LOCK_SECONDS)) as connection:
            with suppress(KeyringUnavailable):
                if opens(FileRows(connection), read_master_key(master_key)):
                    return False
            if not opens(FileRows(connection), read_master_key(waiting)):
                return False
        _take_place(waiting, master_key)
    return True


def rewrap(database: Path, old: bytes, new: bytes, probe: Probe = lambda _: None) -> int:
    """Wrap every key of a keyring by ``new``, all or none; how many patients'. Nothing where it is so already.

    A patient's key that was altered opens nothing, and stays what it is. Raises KeyringUnavailable where neither master
    key is that of the keyring.
    """
    before, after = wrapping_cipher(old), wrapping_cipher(new)
    with named_failures(), closing(connect(database, LOCK_SECONDS)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            if not opens(FileRows(connection), old):
                if opens(FileRows(connection), new):
                    return _count(connection)
                raise KeyringUnavailable("This is not the master key of this log.")
            own, former = log_keys(FileRows(connection), old), former_masters(FileRows(connection), old)
            for statement in ROTATED:
                connection.execute(statement)
            for name, key in own.items():
                held = wrapped(after, key, b"log key " + name.encode())
                connection.execute("INSERT OR REPLACE INTO log_keys VALUES (?, ?)", (name, held))
            connection.execute("DELETE FROM former_masters")
            for key in (*reversed(former), old):
                connection.execute("INSERT INTO former_masters VALUES (?)", (wrapped(after, key, b"former master"),))
            rows = connection.execute("SELECT patient_id, wrapped FROM patient_keys WHERE wrapped IS NOT NULL")
            for number, (patient_id, held) in enumerate(rows.fetchall()):
                if number % PROBED_AT == 0:
                    probe("rewrapping")
                with suppress(InvalidTag, TypeError, ValueError):
                    fresh = wrapped(after, unwrapped(before, held, patient_id.encode()), patient_id.encode())
                    connection.execute("UPDATE patient_keys SET wrapped = ? WHERE patient_id = ?", (fresh, patient_id))
            connection.execute("UPDATE master_check SET sealed = ?", (wrapped(after, CHECK, b"check"),))
            count = _count(connection)
            probe("before commit")
            connection.commit()
        finally:
            if connection.in_transaction:
                connection.rollback()
    return count


def former_keys(database: Path, master_key: Path | MasterKey) -> list[bytes]:
    """The master keys that were replaced, the last first. Raises KeyringUnavailable."""
    with named_failures(), closing(connect(database, LOCK_SECONDS)) as connection:
        current = read_master_key(master_key)
        if not opens(FileRows(connection), current):
            raise KeyringUnavailable("This is not the master key of this log.")
        return former_masters(FileRows(connection), current)


def _held(database: Path) -> int:
    with named_failures(), closing(connect(database, LOCK_SECONDS)) as connection:
        return _count(connection)


def _count(connection: sqlite3.Connection) -> int:
    query = "SELECT count(*) FROM patient_keys WHERE wrapped IS NOT NULL"
    count: int = connection.execute(query).fetchone()[0]
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
