"""The seal of a log: the keyring that its payloads are encrypted with, and what gives a change of the log away."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from domain.errors import KeyringUnavailable, LogCorrupted, LogNotSealed, StoreUnavailable
from domain.store.anchor import Anchor
from domain.store.checkpoints import Checkpoints
from domain.store.keyring import LOCK_SECONDS, Keyring, make_master_key, read_master_key
from domain.store.keys_file import is_there
from domain.store.master_key import KeyFile, MasterKey, key_source
from domain.store.rotation import finish


@dataclass(frozen=True, slots=True)
class Seal:
    """Keyring and evidence of one log; without ``anchor``, a log cut short shows only back to its last checkpoint."""

    keyring: Keyring
    checkpoints: Checkpoints
    anchor: Anchor | None

    def close(self) -> None:
        """Close the keyring."""
        self.keyring.close()


def open_seal(
    log: Path,
    keys: Path,
    master_key: Path | MasterKey,
    checkpoints: Path,
    anchor: Path | None,
    *,
    lock_seconds: float = LOCK_SECONDS,
) -> Seal:
    """The seal of ``log``, kept in these files; for a log that is not there yet, the keyring is made.

    So is a master key that comes from a file; any other must be there before.

    Raises KeyringUnavailable when master key or keyring are missing or do not belong together, LogNotSealed for a log
    from before encryption, and LogCorrupted for a file that is no log: nothing is put beside it.
    """
    if not is_there(keys):
        if is_there(log) and (mode := _mode(log)) is not None:
            raise KeyringUnavailable("The keyring of this log is missing.") if mode else LogNotSealed
        if isinstance(source := key_source(master_key), KeyFile):
            make_master_key(source.path)
    # A rotation that was interrupted after the keyring had been wrapped anew.
    finish(keys, master_key)
    keyring = Keyring(keys, read_master_key(master_key), lock_seconds)
    return Seal(
        keyring,
        Checkpoints(checkpoints, keyring.signing_key),
        Anchor(anchor, keyring.anchor_key) if anchor is not None else None,
    )


def _mode(log: Path) -> int | None:
    """The ``user_version`` of a log that holds events; None for an empty one."""
    try:
        with closing(sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            if connection.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)").fetchone()[0]:
                return None
            if connection.execute("SELECT NOT EXISTS (SELECT 1 FROM stored_events)").fetchone()[0]:
                return None
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise StoreUnavailable("The log cannot be read.") from error
        raise LogCorrupted("The database file is not an Anamnesis log.") from None
    except sqlite3.DatabaseError:
        raise LogCorrupted("The database file is not an Anamnesis log, or is damaged.") from None
