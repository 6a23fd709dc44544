"""Group commit: saves that wait for the disk together share one transaction.

Whoever comes first writes for all who came meanwhile; nobody waits for anyone who has not come yet, so a single writer
loses nothing. The others sleep until their save is settled or until it is their turn to write: sixty-four threads that
queue for one lock would be woken at every transaction, only to find that they were not in it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from domain.store.mapper import LogRow

MAX_SAVES = 64
"""Saves in one transaction."""


def _held() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True, eq=False)
class Save:
    """Rows that are written together or not at all, and what became of them."""

    rows: Sequence[LogRow]
    positions: list[int] | None = None
    error: Exception | None = None
    called: threading.Lock = field(default_factory=_held)
    """Let go when the save is settled, or when it is the turn of whoever waits for it to write."""

    @property
    def settled(self) -> bool:
        """Whether the rows were written or refused."""
        return self.positions is not None or self.error is not None


class GroupCommit:
    """Gathers the saves of all threads; ``write`` commits a batch and settles each save of it, or raises for all."""

    def __init__(self, write: Callable[[Sequence[Save]], None]) -> None:
        self._write = write
        self._waiting: list[Save] = []
        self._writer: Save | None = None
        self._queue = threading.Lock()
        self.max_saves = MAX_SAVES
        """Saves in one transaction; 1 gives each its own."""

    def submit(self, rows: Sequence[LogRow]) -> list[int]:
        """The positions of ``rows`` once they are durable; raises what their save failed with.

        When it is interrupted before anybody began to write the rows, they are withdrawn.
        """
        save = Save(rows)
        try:
            with self._queue:
                self._waiting.append(save)
                if self._writer is None:
                    self._call_next()
            # Never asked for before the call: a save is settled while its transaction is still being written.
            save.called.acquire()
            if self._writer is save:
                self._write_next(save)
        finally:
            if not save.settled:
                self._withdraw(save)
        if save.error is not None:
            raise save.error
        assert save.positions is not None
        return save.positions

    def _write_next(self, own: Save) -> None:
        batch: list[Save] = []
        try:
            with self._queue:
                batch, self._waiting = self._waiting[: self.max_saves], self._waiting[self.max_saves :]
            self._write(batch)
        except Exception as error:
            for save in batch:
                save.positions, save.error = None, error
        finally:
            try:
                self._hand_over(batch, own)
            except BaseException:
                # Interrupted here of all places: the others must still be called.
                self._hand_over(batch, own)
                raise

    def _hand_over(self, batch: Sequence[Save], own: Save) -> None:
        """Call the next writer and everybody whose save is settled; may be done twice."""
        with self._queue:
            if self._writer is own:
                # An interrupt is the writer's alone: the others try again.
                left = [save for save in batch if not save.settled and save is not own and save not in self._waiting]
                self._waiting[:0] = left
                self._call_next()
            elif self._writer is not None:
                # Named before the interrupt, and perhaps not called: nobody else would.
                _call(self._writer)
            for save in batch:
                if save.settled:
                    _call(save)

    def _call_next(self) -> None:
        self._writer = self._waiting[0] if self._waiting else None
        if self._writer is not None:
            _call(self._writer)

    def _withdraw(self, save: Save) -> None:
        with self._queue:
            if save in self._waiting:
                self._waiting.remove(save)
            if self._writer is save:
                self._call_next()


def _call(save: Save) -> None:
    """Wake whoever waits for the save; done while the queue is held, for more than one writer may have had it."""
    if save.called.locked():
        save.called.release()
