"""The pools in which everything that blocks runs: SQLite, Kiwi, MedCAT and the index."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar, cast

from domain.cancellation import Cancellation, WorkCancelled, checkpoint
from domain.tracing import traced
from server.statuses import ServerStopping

T = TypeVar("T")


class WorkPool:
    """Runs blocking tasks in a bounded number of threads, so that the event loop never waits for one.

    A task whose caller is cancelled, by its deadline above all, ends at its next checkpoint and frees its thread; one
    that saves runs on until the save is whole.
    """

    def __init__(self, threads: int, name: str = "work") -> None:
        self._executor = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=f"anamnesis-{name}")
        # What runs through takes long: short tasks, reads above all, must not wait for a thread of theirs.
        self._long = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=f"anamnesis-{name}-through")
        self._running: set[Cancellation] = set()

    async def __call__(self, task: Callable[[], T]) -> T:
        """The result of ``task``, or its exception. Raises ServerStopping when the pool is closed meanwhile."""
        if _running_through.get():
            checkpoint()
            return task()
        # Whoever traces the call is told of what its tasks do in their threads.
        return await self._run(self._executor, task, copy_context() if traced() else None)

    async def through(self, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What a coroutine gives that waits for nothing but tasks of a pool: it runs in one thread to its end.

        Its tasks run where it runs, each after a checkpoint: a hop to another thread and back costs more than most of
        them. It sees the caller's context variables. Raises ServerStopping as a task does, and RuntimeError for a
        coroutine that waits for anything else.
        """
        context = copy_context()
        context.run(_running_through.set, True)
        return await self._run(self._long, lambda: _result(begin), context)

    async def _run(self, executor: ThreadPoolExecutor, task: Callable[[], T], context: Context | None = None) -> T:
        """``task`` in a thread, under a cancellation of its own, in ``context`` or in none."""
        cancellation = Cancellation()

        def run() -> T:
            return cancellation.run(task) if context is None else context.run(cancellation.run, task)

        self._running.add(cancellation)
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, run)
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
        self._long.shutdown(wait=True, cancel_futures=True)
        self._executor.shutdown(wait=True, cancel_futures=True)


_running_through: ContextVar[bool] = ContextVar("running_through", default=False)


def _result(begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
    coroutine = begin()
    try:
        coroutine.send(None)
    except StopIteration as returned:
        return cast(T, returned.value)
    coroutine.close()
    raise RuntimeError("what runs through in one thread waits for something")
