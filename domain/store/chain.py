"""The hash chain over the log: every row carries a keyed digest of itself and of the row before it.

The digest is keyed BLAKE2b (RFC 7693; a third of the time of HMAC-SHA256 here) under a key derived from the master key.
A plain hash would let whoever can write the file compute a new, consistent chain from any row on; only signed
checkpoints would then show it, and not where.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

GENESIS = bytes(32)
"""What stands before the first row."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the chain: the last position and its digest; position 0 is that of an empty log."""

    position: int = 0
    digest: bytes = GENESIS


def link(
    key: bytes,
    before: bytes,
    position: int,
    patient_id: str,
    version: int,
    topic: str,
    event_id: str,
    recorded_at: str,
    state: bytes,
) -> bytes:
    """The digest of a row that follows ``before``; covers all that is stored of it, its position included."""
    # None of the columns before the last can hold a line break, so the parts are told apart.
    columns = f"{position}\n{patient_id}\n{version}\n{topic}\n{event_id}\n{recorded_at}\n".encode()
    return hashlib.blake2b(before + columns + state, digest_size=32, key=key).digest()
