"""Which worker a patient belongs to: one at a time, the same again and again, and another only where it is gone."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


def owner_of(patient_id: str, numbers: Collection[int]) -> int:
    """The worker of a patient among ``numbers``: that of the highest hash (rendezvous hashing, Thaler 1996).

    When one is gone only its own patients move, and they move back when it is there again.
    """
    return max(numbers, key=lambda number: hashlib.blake2b(f"{number}:{patient_id}".encode(), digest_size=8).digest())


class Owners(Generic[T]):
    """Whom the calls of a patient go to now. To be used on one event loop."""

    def __init__(self) -> None:
        self._serving: dict[int, T] = {}
        self._open: dict[str, tuple[int, T, int]] = {}
        self._turn = 0

    def serves(self, number: int, worker: T) -> None:
        """A worker takes calls from now on."""
        self._serving[number] = worker

    def gone(self, number: int, worker: T) -> None:
        """It takes none any more."""
        if self._serving.get(number) == worker:
            del self._serving[number]

    @property
    def serving(self) -> tuple[T, ...]:
        """Who takes calls now."""
        return tuple(self._serving.values())

    @contextmanager
    def of(self, patient_id: str) -> Iterator[T | None]:
        """The owner for one call; None where nobody serves. A call without a patient goes to each in turn.

        As long as a call of a patient is open, the others go where it went: a patient who moves back to a worker that
        was gone does so between two calls.
        """
        if not self._serving:
            yield None
            return
        if not patient_id:
            self._turn += 1
            yield self.serving[self._turn % len(self._serving)]
            return
        number, owner, calls = self._open.get(patient_id) or (0, None, 0)
        if owner is None or self._serving.get(number) != owner:
            number, calls = owner_of(patient_id, self._serving), 0
            owner = self._serving[number]
        self._open[patient_id] = number, owner, calls + 1
        try:
            yield owner
        finally:
            self._close(patient_id, owner)

    def _close(self, patient_id: str, owner: T) -> None:
        number, now, calls = self._open.get(patient_id) or (0, None, 0)
        if now != owner or now is None:
            return
        if calls > 1:
            self._open[patient_id] = number, now, calls - 1
        else:
            del self._open[patient_id]
