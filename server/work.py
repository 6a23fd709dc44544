"""The pool in which everything that blocks runs: SQLite, Kiwi, MedCAT and the index."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class WorkPool:
    """Runs blocking tasks in a bounded number of threads, so that the event loop never waits for one.

    A task that has begun runs to its end even when its caller is cancelled: a save is never cut in half.
    """

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="anamnesis-work")

    async def __call__(self, task: Callable[[], T]) -> T:
        """The result of ``task``, or its exception."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, task)

    def close(self) -> None:
        """Wait for what runs and drop what waits."""
        self._executor.shutdown(wait=True, cancel_futures=True)
