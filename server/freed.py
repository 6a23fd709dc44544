"""Memory that was freed, handed back to the system: glibc's allocator keeps the most that loading and turns took."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final

RETURN_SECONDS: Final = 5.0
"""Seconds between two returns. One takes a tenth of a millisecond, and a few where turns have freed much: a turn's
readers free twenty megabytes over and over."""


def return_freed() -> None:
    """Hand back what is free now; does nothing where the allocator is not glibc's."""
    trim = _malloc_trim()
    if trim is not None:
        trim(0)


async def keep_returning(run: Callable[[Callable[[], None]], Awaitable[None]], seconds: float = RETURN_SECONDS) -> None:
    """Hand it back every ``seconds``, in the pool that ``run`` stands for."""
    while True:
        await asyncio.sleep(seconds)
        await run(return_freed)


@cache
def _malloc_trim() -> Any:
    # musl and macOS have none.
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
