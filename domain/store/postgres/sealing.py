"""The seal of a log in PostgreSQL: its keyring stands beside it, the evidence of its end with each server."""

from __future__ import annotations

from pathlib import Path

from domain.errors import KeyringUnavailable, LogNotSealed
from domain.store.anchor import Anchor
from domain.store.checkpoints import Checkpoints
from domain.store.keyring import LOCK_SECONDS, Keyring, make_master_key, read_master_key
from domain.store.master_key import KeyFile, MasterKey, key_source
from domain.store.postgres.connections import connect, postgres_errors, rows_of
from domain.store.postgres.keys import DatabaseKeys
from domain.store.rotation import finish
from domain.store.seal import Seal


def open_database_seal(
    url: str,
    master_key: Path | MasterKey,
    checkpoints: Path,
    anchor: Path | None,
    *,
    lock_seconds: float = LOCK_SECONDS,
) -> Seal:
    """The seal of the log at ``url``; for a log that is not there yet, the keyring is made.

    So is a master key that comes from a file; any other must be there before, and so must that of a log which is there
    already: every server needs the same. ``anchor`` and ``checkpoints`` are files of this server alone: each notices a
    loss of what it has seen. Raises KeyringUnavailable when master key or keyring are missing or do not belong
    together, LogNotSealed for a log in the clear, and DatabaseUnavailable.
    """
    keys = DatabaseKeys(url, lock_seconds)
    try:
        if not keys.exists():
            _check_new(url, lock_seconds)
            if isinstance(source := key_source(master_key), KeyFile):
                make_master_key(source.path)
        # A rotation that was interrupted after the keyring had been wrapped anew.
        finish(keys, master_key)
        keyring = Keyring(keys, read_master_key(master_key), lock_seconds)
    except BaseException:
        keys.close()
        raise
    return Seal(
        keyring,
        Checkpoints(checkpoints, keyring.signing_key),
        Anchor(anchor, keyring.anchor_key) if anchor is not None else None,
    )


def _check_new(url: str, lock_seconds: float) -> None:
    """Raises LogNotSealed and KeyringUnavailable where there are events, but no keyring."""
    with postgres_errors(), connect(url, lock_seconds) as connection:
        if rows_of(connection, "SELECT to_regclass('stored_events') IS NOT NULL") != [(True,)]:
            return
        if rows_of(connection, "SELECT 1 FROM stored_events LIMIT 1"):
            if rows_of(connection, "SELECT 1 FROM log_head WHERE sealed"):
                raise KeyringUnavailable("The keyring of this log is missing.")
            raise LogNotSealed
