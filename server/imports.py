"""Records that are read in: in threads of their own, and one of a patient at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from server.work import WorkPool

T = TypeVar("T")


class Imports:
    """Runs imports beside everything else, so that however many come, turns and reads have their threads.

    A second import of a patient waits without holding a thread: the first would only keep it from deciding.
    """

    def __init__(self, threads: int, max_entries: int) -> None:
        """``max_entries`` is the number of entries of a record that are read at once."""
        self.max_entries = max_entries
        self._work = WorkPool(threads, "import")
        self._patients: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, patient_id: str, task: Callable[[], T]) -> T:
        """The result of ``task``, or its exception."""
        lock = self._patients.setdefault(patient_id, asyncio.Lock())
        async with lock:
            return await self._work(task)

    def close(self) -> None:
        """Let what runs end, and drop what waits."""
        self._work.close()
