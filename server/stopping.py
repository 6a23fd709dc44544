"""Running until a signal: heard at once while the service loads, and obeyed within the grace whatever runs.

What is cut short is as safe as after a power cut: nothing is acknowledged before it is durable.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT)


async def until_told(service: AbstractAsyncContextManager[T], ready: Callable[[T], None], grace_seconds: float) -> None:
    """Enter ``service``, call ``ready``, and leave it at SIGTERM or SIGINT.

    The process ends there and then, with 128 and the signal's number, when the signal comes before the service is
    ready, when leaving takes longer than ``grace_seconds``, and at a second signal.
    """
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    entered = False

    def hear(number: int) -> None:
        if not entered:
            _end(number, "stopped_while_loading")
        if told.is_set():
            _end(number, "stopped_at_the_second_signal")
        told.set()
        # A thread of its own: whatever holds up the loop must not hold up this.
        limit = threading.Timer(grace_seconds, _end, (number, "stopped_with_work_running"))
        limit.daemon = True
        limit.start()

    for number in SIGNALS:
        loop.add_signal_handler(number, hear, number)
    async with service as running:
        entered = True
        ready(running)
        await told.wait()


def _end(number: int, why: str) -> None:
    log.warning(why, signal=signal.Signals(number).name)
    sys.stderr.flush()
    # Threads that still work would be waited for by any other way out.
    os._exit(128 + number)
