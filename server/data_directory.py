"""The files of one service, and the lock that keeps a second server away from them."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.errors import StoreLocked, StoreReadOnly


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """Where the log, the kept views and the retrieval indexes stand.

    The kept views and the index of the shipped corpus can be deleted at any time; an index of one's own is built again
    from its documents.
    """

    path: Path

    @property
    def log(self) -> Path:
        """The event log."""
        return self.path / "log.db"

    @property
    def views(self) -> Path:
        """The kept views."""
        return self.path / "views.db"

    @property
    def index(self) -> Path:
        """The retrieval index of the shipped corpus."""
        return self.path / "index"

    @property
    def corpus(self) -> Path:
        """The index of the operator's own corpus, where one was built."""
        return self.path / "corpus"

    def prepare(self) -> None:
        """Make the directory. Raises StoreReadOnly where that is not allowed."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise StoreReadOnly("The data directory cannot be made.") from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the directory for one server; the lock ends with the process, however it ends.

        Raises StoreLocked when another server holds it and StoreReadOnly when it cannot be written.
        """
        self.prepare()
        try:
            handle = (self.path / "lock").open("a")
        except OSError:
            raise StoreReadOnly("The data directory cannot be written.") from None
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreLocked("Another server runs on this data directory.") from None
            yield
