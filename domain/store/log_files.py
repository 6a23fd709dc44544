"""Whether the log that is open is still the one that its path names.

SQLite writes on into a file that was removed or replaced, and says nothing; whoever opens the path then sees another
log. So every save is held against what the files were when the log was opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from domain.errors import LogReplaced

SUFFIXES = ("", "-wal", "-shm")
"""The database, its journal and the index of the journal, in which the locks are: none is made anew while it is open.
"""


class LogFiles:
    """The files of one open log; made after its first read, when SQLite has made all of them."""

    def __init__(self, database: str) -> None:
        self._paths = tuple(f"{Path(database).absolute()}{suffix}" for suffix in SUFFIXES)
        self._opened = tuple(self._now())

    def check(self) -> None:
        """Raises LogReplaced where a path names no file any more, or another one."""
        for opened, now in zip(self._opened, self._now(), strict=True):
            if opened is not None and opened != now:
                raise LogReplaced

    def _now(self) -> Iterator[tuple[int, int] | None]:
        for path in self._paths:
            try:
                status = os.stat(path)
            except FileNotFoundError:
                yield None
            else:
                yield status.st_dev, status.st_ino
