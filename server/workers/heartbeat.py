"""Whether a worker still answers: one that hangs does not end, so nobody is told of it, and its callers would wait.

It is asked for its health, which it answers on the loop that takes its calls and from memory: a worker that only has
much to do is late, and one whose disk or model is slow is not. How it is does not matter here, for that is watched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

BEATS = 3
"""Questions in a row that stay without an answer where a worker hangs. Not one: the first after a pause of the whole
machine, in which nobody could answer, has run out of time as soon as the clock is read again."""


async def until_silent(channel: Any, seconds: float) -> None:
    """Ask again and again; return when nothing was answered for ``seconds``."""
    stub = health_pb2_grpc.HealthStub(channel)
    await until_unanswered(lambda pause: _answers(stub, pause), seconds)


async def until_unanswered(ask: Callable[[float], Awaitable[bool]], seconds: float) -> None:
    """``ask``, which waits so many seconds for an answer, until there was none for ``seconds``."""
    pause, unanswered = seconds / (BEATS + 1), 0
    while unanswered < BEATS:
        if await ask(pause):
            unanswered = 0
            await asyncio.sleep(pause)
        else:
            unanswered += 1


async def _answers(stub: Any, seconds: float) -> bool:
    try:
        await stub.Check(health_pb2.HealthCheckRequest(), timeout=seconds, wait_for_ready=True)
    except grpc.aio.AioRpcError as error:
        # A refusal is an answer.
        return error.code() not in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE)
    return True
