"""The pools in which everything that blocks runs: SQLite, Kiwi, MedCAT and the index."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from domain.cancellation import Cancellation, WorkCancelled
from server.statuses import ServerStopping

T = TypeVar("T")


class WorkPool:
    """Runs blocking tasks in a bounded number of threads, so that the event loop never waits for one.

    A task whose caller is cancelled, by its deadline above all, ends at its next checkpoint and frees its thread; one
    that saves runs on until the save is whole.
    """

    def __init__(self, threads: int, name: str = "work") -> None:
        self._executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=f"anamnesis-{name}")
        self._running: set[Cancellation] = set()

    async def __call__(self, task: Callable[[], T]) -> T:
        """The result of ``task``, or its exception. Raises ServerStopping when the pool is closed meanwhile."""
        cancellation = Cancellation()
        self._running.add(cancellation)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, lambda: cancellation.run(task))
        except asyncio.CancelledError:
            cancellation.cancel()
            raise
        except WorkCancelled:
            raise ServerStopping from None
        finally:
            self._running.discard(cancellation)

    def close(self) -> None:
        """Let what runs end at its next checkpoint, wait for it, and drop what waits."""
        for cancellation in tuple(self._running):
            cancellation.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
