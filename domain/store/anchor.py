"""The head anchor: where the log ended after the last save, kept outside the database.

A database cut short is whole in itself; only something beside it can say that more was there. The file holds two
records of fixed length that are overwritten in turn, so that a torn write leaves the other. Each is authenticated.
"""

from __future__ import annotations

import fcntl
import hmac
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import StoreUnavailable
from domain.store.chain import Head

_LINE = 20 + 1 + 64 + 1 + 64 + 1
"""Position in decimal, digest and authentication in hexadecimal, each ended by a space or a line break."""


class Anchor:
    """The anchor of one log. Writers of several processes may share it: it never goes back."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._key = key

    def exists(self) -> bool:
        """Whether the file is there."""
        return self._path.exists()

    def read(self) -> tuple[Head | None, int]:
        """The latest head that can be read, and how many of the records are damaged."""
        try:
            with self._path.open("rb") as file:
                # Held against a writer: half of a record that is being overwritten is no damage.
                fcntl.flock(file, fcntl.LOCK_SH)
                return self._latest(file.read())
        except OSError:
            return None, 0

    def write(self, head: Head) -> None:
        """Note ``head`` durably, unless a later one stands there already. Raises StoreUnavailable."""
        with self._held() as handle:
            latest, _ = self._latest(os.pread(handle, 2 * _LINE, 0))
            if latest is not None and latest.position >= head.position:
                return
            self._put(handle, head, self._slot(handle, latest))

    def reset(self, head: Head) -> None:
        """Begin anew with ``head``, whatever stood there: for a new, restored or accepted log."""
        with self._held() as handle:
            os.ftruncate(handle, 0)
            self._put(handle, head, 0)

    def _slot(self, handle: int, latest: Head | None) -> int:
        first = self._parse(os.pread(handle, _LINE, 0))
        return 1 if first is not None and first == latest else 0

    def _put(self, handle: int, head: Head, slot: int) -> None:
        body = f"{head.position:020d} {head.digest.hex()}"
        proof = hmac.digest(self._key, body.encode(), "sha256").hex()
        os.pwrite(handle, f"{body} {proof}\n".encode(), slot * _LINE)
        os.fdatasync(handle)

    def _latest(self, content: bytes) -> tuple[Head | None, int]:
        records = [content[start : start + _LINE] for start in range(0, len(content), _LINE)]
        heads = [self._parse(record) for record in records]
        readable = [head for head in heads if head is not None]
        return max(readable, key=lambda head: head.position, default=None), len(heads) - len(readable)

    def _parse(self, record: bytes) -> Head | None:
        try:
            position, digest, proof = record.decode("ascii").split()
            body = f"{position} {digest}"
            if not hmac.compare_digest(hmac.digest(self._key, body.encode(), "sha256").hex(), proof):
                return None
            return Head(int(position), bytes.fromhex(digest))
        except ValueError:
            return None

    @contextmanager
    def _held(self) -> Iterator[int]:
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                yield handle
            finally:
                os.close(handle)
        except OSError:
            raise StoreUnavailable("The head anchor cannot be written.") from None
