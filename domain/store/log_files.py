"""Whether the log that is open is still the one that its path names.

SQLite writes on into a file that was removed or replaced, and says nothing; whoever opens the path then sees another
log. So every save is held against what the files were when the log was opened.
"""

from __future__ import annotations

import os
from pathlib import Path

from domain.errors import LogReplaced

SUFFIXES = ("", "-wal", "-shm")
"""The database, its journal and the index of the journal, in which the locks are: none is made anew while it is open.
"""


class LogFiles:
    """The files of one open log; made after its first read, when SQLite has made all of them."""

    def __init__(self, database: str) -> None:
        paths = (f"{Path(database).absolute()}{suffix}" for suffix in SUFFIXES)
        self._opened = tuple((path, found) for path in paths if (found := _identity(path)) is not None)

    def check(self) -> None:
        """Raises LogReplaced where a path names no file any more, or another one."""
        for path, opened in self._opened:
            if _identity(path) != opened:
                raise LogReplaced


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_dev
