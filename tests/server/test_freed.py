"""What was freed goes back to the system."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import pytest

from server.freed import keep_returning, return_freed


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in use from Linux's /proc")
def test_what_lies_free_between_what_is_held_goes_back() -> None:
    pieces = [bytearray(64_000) for _ in range(2_000)]
    held = pieces[::50]
    before = _resident()
    del pieces

    return_freed()

    assert len(held) == 40
    assert _resident() < before - 60_000_000


def test_it_is_handed_back_again_and_again() -> None:
    returned: list[Callable[[], None]] = []

    async def run(task: Callable[[], None]) -> None:
        task()
        returned.append(task)
        if len(returned) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(keep_returning(run, seconds=0))

    assert len(returned) == 3


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
