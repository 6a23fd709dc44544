"""What runs through in one thread: its tasks where it runs, its end where nobody waits any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from itertools import count

import pytest

from domain.cancellation import cancellable
from server.statuses import ServerStopping
from server.work import WorkPool

_said: ContextVar[str] = ContextVar("said", default="")


@pytest.fixture
def pool() -> Iterator[WorkPool]:
    pool = WorkPool(1)
    yield pool
    pool.close()


async def test_its_tasks_run_in_its_one_thread_with_what_the_caller_knows(pool: WorkPool) -> None:
    async def walk() -> list[tuple[str, str]]:
        def seen() -> tuple[str, str]:
            return threading.current_thread().name, _said.get()

        return [seen(), await pool(seen), await pool(seen)]

    _said.set("by the caller")
    found = await pool.through(walk)

    assert len(set(found)) == 1
    assert found[0][0] != threading.current_thread().name
    assert found[0][1] == "by the caller"


async def test_a_short_task_does_not_wait_for_it(pool: WorkPool) -> None:
    begun, read = threading.Event(), threading.Event()

    async def walk() -> bool:
        begun.set()
        return read.wait(30)

    walking = asyncio.create_task(pool.through(walk))
    await asyncio.to_thread(begun.wait, 30)
    await pool(read.set)

    assert await walking


async def test_what_nobody_waits_for_begins_no_further_task(pool: WorkPool) -> None:
    begun, left, ended = threading.Event(), threading.Event(), threading.Event()
    saved: list[str] = []

    async def walk() -> None:
        try:
            begun.set()
            left.wait(30)
            await pool(lambda: saved.append("after nobody waited"))
        finally:
            ended.set()

    walking = asyncio.create_task(pool.through(walk))
    await asyncio.to_thread(begun.wait, 30)
    walking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await walking
    left.set()
    await asyncio.to_thread(ended.wait, 30)

    assert saved == []


async def test_a_failure_and_a_closing_pool_are_told_as_of_any_task(pool: WorkPool) -> None:
    async def broken() -> None:
        await pool(lambda: int("no number"))

    async def endless() -> None:
        begun.set()
        for _ in cancellable(count()):
            pass

    with pytest.raises(ValueError, match="no number"):
        await pool.through(broken)
    begun = threading.Event()
    walking = asyncio.create_task(pool.through(endless))
    await asyncio.to_thread(begun.wait, 30)
    await asyncio.to_thread(pool.close)
    with pytest.raises(ServerStopping):
        await walking


async def test_what_waits_for_anything_else_is_refused(pool: WorkPool) -> None:
    with pytest.raises(RuntimeError, match="waits for something"):
        await pool.through(lambda: asyncio.sleep(0))
