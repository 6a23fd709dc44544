"""Group commit: saves that wait for the disk together share one transaction.

Whoever comes first writes for all who came meanwhile; nobody waits for anyone who has not come yet, so a single writer
loses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eventsourcing.persistence import StoredEvent

from domain.store.mapper import LogRow

MAX_SAVES = 64
"""Saves in one transaction."""


@dataclass(slots=True, eq=False)
class Save:
    """Rows that are written together or not at all, and what became of them."""

    rows: Sequence[StoredEvent | LogRow]
    positions: list[int] | None = None
    error: Exception | None = None

    @property
    def settled(self) -> bool:
        """Whether the rows were written or refused."""
        return self.positions is not None or self.error is not None


class GroupCommit:
    """Gathers the saves of all threads; ``write`` commits a batch and settles each save of it, or raises for all."""

    def __init__(self, write: Callable[[Sequence[Save]], None]) -> None:
        self._write = write
        self._waiting: list[Save] = []
        self._queue = threading.Lock()
        self._writing = threading.Lock()

    def submit(self, rows: Sequence[StoredEvent | LogRow]) -> list[int]:
        """The positions of ``rows`` once they are durable; raises what their save failed with."""
        save = Save(rows)
        with self._queue:
            self._waiting.append(save)
        while not save.settled:
            with self._writing:
                if not save.settled:
                    self._write_next()
        if save.error is not None:
            raise save.error
        assert save.positions is not None
        return save.positions

    def _write_next(self) -> None:
        with self._queue:
            batch, self._waiting = self._waiting[:MAX_SAVES], self._waiting[MAX_SAVES:]
        try:
            self._write(batch)
        except Exception as error:
            for save in batch:
                save.positions, save.error = None, error
        except BaseException:
            # An interrupt is the writer's alone: the others try again.
            with self._queue:
                self._waiting = [save for save in batch if not save.settled] + self._waiting
            raise
