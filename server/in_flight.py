"""The calls that a stopping server lets come to their end: those that write, and reads that are answered in one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.interceptors import OURS, Around, Call

CONVERSE = f"{OURS}ConversationService/Converse"


class InFlight(Around):
    """Counts them. Streams of reading are not among them: their clients go on from where they stood."""

    def __init__(self) -> None:
        self._open = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Count the call until its last message is handed over."""
        if call.streams_response and call.method != CONVERSE:
            yield
            return
        self._open += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._idle.set()

    async def wait(self, seconds: float) -> bool:
        """Wait until none is open; False after ``seconds``."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True
