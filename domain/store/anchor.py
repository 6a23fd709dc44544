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

from domain.errors import LogCorrupted, LogTruncated, StoreUnavailable
from domain.store.chain import Head

_LINE = 20 + 1 + 64 + 1 + 64 + 1
"""Position in decimal, digest and authentication in hexadecimal, each ended by a space or a line break."""


class Anchor:
    """The anchor of one log. Writers of several processes may share it: it never goes back."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._key = key
        self._left = b"", list[Head | None]()
        """What this process left in the file, and the heads that stand in it: what is unchanged needs no new proof."""

    def exists(self) -> bool:
        """Whether the file is there."""
        return self._path.exists()

    def read(self) -> tuple[Head | None, int]:
        """The latest head that can be read, and how many of the records are damaged."""
        try:
            with self._path.open("rb") as file:
                # Held against a writer: half of a record that is being overwritten is no damage.
                fcntl.flock(file, fcntl.LOCK_SH)
                heads = self._heads(file.read())
        except OSError:
            return None, 0
        return _latest(heads), heads.count(None)

    def write(self, head: Head) -> None:
        """Note ``head`` durably, unless a later one stands there already. Raises StoreUnavailable."""
        with self._held() as handle:
            content = os.pread(handle, 2 * _LINE, 0)
            heads = self._left[1] if content == self._left[0] else self._heads(content)
            latest = _latest(heads)
            if latest is not None and latest.position >= head.position:
                return
            # The other record stays whole if this write is torn.
            slot = 1 if heads and heads[0] is not None and heads[0] == latest else 0
            line = self._put(handle, head, slot)
            self._left = (
                content[: slot * _LINE] + line + content[(slot + 1) * _LINE :],
                [*heads[:slot], head, *heads[slot + 1 :]],
            )

    def hold(self, head: Head, noted: Head | None) -> None:
        """Hold the end of the log against what was noted before it was read; a new log is noted.

        Raises LogTruncated where the log ends before that, or has events and no anchor, and LogCorrupted where another
        event stands at its end.
        """
        if noted is None:
            if head.position:
                raise LogTruncated("The head anchor is missing or damaged.", head=head.position)
            self.write(head)
        elif noted.position > head.position:
            raise LogTruncated(head=head.position, noted=noted.position)
        elif noted.position == head.position and noted.digest != head.digest:
            raise LogCorrupted("The last event is not the one that was saved.", position=head.position)

    def reset(self, head: Head) -> None:
        """Begin anew with ``head``, whatever stood there: for a new, restored or accepted log."""
        with self._held() as handle:
            os.ftruncate(handle, 0)
            self._put(handle, head, 0)

    def _put(self, handle: int, head: Head, slot: int) -> bytes:
        body = f"{head.position:020d} {head.digest.hex()}"
        proof = hmac.digest(self._key, body.encode(), "sha256").hex()
        line = f"{body} {proof}\n".encode()
        os.pwrite(handle, line, slot * _LINE)
        os.fdatasync(handle)
        return line

    def _heads(self, content: bytes) -> list[Head | None]:
        """The records of the file in order, None for one that is damaged."""
        return [self._parse(content[start : start + _LINE]) for start in range(0, len(content), _LINE)]

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


def _latest(heads: list[Head | None]) -> Head | None:
    return max((head for head in heads if head is not None), key=lambda head: head.position, default=None)
