"""A refusal waits for the first message of a stream.

A client that is still sending when its call ends reports a broken send, not the refusal: gRPC for asyncio puts an
INTERNAL of its own in the place of the status that came. So what is refused before it was read is read first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from domain.errors import AnamnesisError

WAIT_SECONDS = 0.5
"""How long a refusal waits for a stream that says nothing; one that speaks sends its first message with its call."""


class Requests:
    """The messages of a stream, and whether any was asked for."""

    def __init__(self, messages: AsyncIterator[Any]) -> None:
        self._messages = messages
        self._asked = False

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        self._asked = True
        return await anext(self._messages)

    async def first_heard(self) -> None:
        """Return when a first message was asked for, has come, or does not come."""
        if self._asked:
            return
        with suppress(TimeoutError, StopAsyncIteration):
            async with asyncio.timeout(WAIT_SECONDS):
                await anext(self)


@asynccontextmanager
async def refusing_what_was_heard(requests: Requests) -> AsyncIterator[None]:
    """Around a call: a refusal leaves it once the stream's first message was heard."""
    try:
        yield
    except AnamnesisError:
        await requests.first_heard()
        raise
