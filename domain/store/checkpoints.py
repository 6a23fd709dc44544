"""Signed checkpoints: every thousand events, and at closing, the head of the chain under an Ed25519 signature.

They are appended to a file of their own, one JSON object a line, and can be copied to where the service cannot write;
whoever has the public key can check them without the master key.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.errors import StoreUnavailable
from domain.store.chain import Head

EVERY_EVENTS = 1_000
"""Positions between two checkpoints: about a day of a small clinic, and below .1 % of the cost of the saves."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One line of the file; ``head`` is None where it cannot be read or its signature does not hold."""

    line: int
    head: Head | None


class Checkpoints:
    """The checkpoints of one log."""

    def __init__(self, path: Path, signing_key: Ed25519PrivateKey) -> None:
        self._path = path
        self._key = signing_key
        self._last = max((one.head.position for one in self.read() if one.head), default=0)

    @property
    def public_key(self) -> str:
        """The key that the signatures are checked with, in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def reached(self, head: Head) -> None:
        """Sign ``head`` when enough events have come since the last checkpoint."""
        if head.position // EVERY_EVENTS > self._last // EVERY_EVENTS:
            self.sign(head)

    def sign(self, head: Head) -> None:
        """Append a checkpoint of ``head``, unless it is the last one's. Raises StoreUnavailable."""
        if head.position <= self._last:
            return
        body = {"position": head.position, "digest": head.digest.hex()}
        line = orjson.dumps(body | {"signature": self._key.sign(_signed(head)).hex(), "public_key": self.public_key})
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                before = os.fstat(handle).st_size
                if os.write(handle, line + b"\n") != len(line) + 1:
                    # A full disk takes part of a line, and the next one would be spoilt with it.
                    os.ftruncate(handle, before)
                    raise OSError(errno.ENOSPC, "the checkpoint does not fit")
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError:
            raise StoreUnavailable("The checkpoints cannot be written.") from None
        self._last = head.position

    def read(self) -> Iterator[Checkpoint]:
        """Every checkpoint of the file, in order; a file that cannot be read is one damaged line, the 0th."""
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return
        except OSError:
            yield Checkpoint(0, None)
            return
        for number, line in enumerate(lines, start=1):
            yield Checkpoint(number, self._checked(line))

    def copy_to(self, target: Path, up_to: int) -> None:
        """Copy the checkpoints up to a position to a new file."""
        if self._path.exists():
            lines = self._path.read_bytes().splitlines(keepends=True)
            kept = [line for line in lines if (head := self._checked(line)) and head.position <= up_to]
            target.write_bytes(b"".join(kept))

    def keep(self, up_to: int) -> None:
        """Drop the checkpoints after a position, and those that are damaged: for a loss that was accepted."""
        fresh = self._path.with_name(self._path.name + ".new")
        self.copy_to(fresh, up_to)
        if fresh.exists():
            fresh.replace(self._path)
        self._last = min(self._last, up_to)

    def _checked(self, line: bytes) -> Head | None:
        try:
            data = orjson.loads(line)
            head = Head(int(data["position"]), bytes.fromhex(data["digest"]))
            self._key.public_key().verify(bytes.fromhex(data["signature"]), _signed(head))
        except (ValueError, KeyError, TypeError, InvalidSignature):
            return None
        return head


def _signed(head: Head) -> bytes:
    return f"anamnesis checkpoint {head.position} {head.digest.hex()}".encode()
