"""Who keeps the views and who rebuilds them: one at a time, by a lock that ends with its holder however it ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import StoreReadOnly


class ProjectorRole:
    """The right to keep the views of one file. A server takes it for each catching up, a projector for its life.

    So a server stands back as soon as a projector runs, and goes on when that is gone. Were two to keep the views at
    once, neither would harm them: a page is applied only where the one before it ended.
    """

    name = "projector"

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.{self.name}")

    @contextmanager
    def taken(self) -> Iterator[bool]:
        """Hold the role meanwhile; False where another process has it."""
        try:
            handle = self._path.open("a")
        except OSError:
            raise StoreReadOnly("The data directory cannot be written.") from None
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True


class RebuildRole(ProjectorRole):
    """The right to rebuild the views of one file: two would fill the same tables, and one take them from the other."""

    name = "rebuild"
