"""One Converse stream: its turns are read one at a time, and it ends when nothing moves on it any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from domain.errors import AnamnesisError
from protos.anamnesis.v1 import conversation_pb2 as pb
from server.statuses import ServerStopping

LAST_STEPS = ("turn_completed", "turn_failed")

OUTBOX_MESSAGES = 64
"""Messages of one stream that wait for a slow reader; then no further turn is read."""

Send = Callable[[pb.ConverseResponse], None]
Begin = Callable[[pb.ConverseRequest, Send], asyncio.Task[None]]
"""Starts the turn of a request; the task's last message is one of :data:`LAST_STEPS`."""
Refuse = Callable[[pb.ConverseRequest, Send], Awaitable[None]]
"""Refuses a request that came while a turn of its stream runs."""


class StreamIdle(AnamnesisError):
    """Nothing was said on the stream, or nothing of it read, for too long."""

    status = "DEADLINE_EXCEEDED"
    reason = "STREAM_IDLE"
    advice = "Open a new stream for the next turn; nothing that was acknowledged is lost."


class Outbox:
    """What a stream has yet to send. Nobody waits to send: a turn must not be held up by a reader who is slow."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[pb.ConverseResponse | None] = asyncio.Queue()
        self._room = asyncio.Event()
        self._room.set()
        self._gone = False
        self._delivering = False

    @property
    def unread(self) -> bool:
        """Whether the client has not taken everything that was sent."""
        return self._delivering or not self._messages.empty()

    def send(self, response: pb.ConverseResponse | None) -> None:
        """Queue a message; None ends the stream. Once the reader is gone, messages are dropped."""
        if self._gone:
            return
        self._messages.put_nowait(response)
        if self._messages.qsize() >= OUTBOX_MESSAGES:
            self._room.clear()

    async def room(self) -> None:
        """Wait until few enough messages wait."""
        await self._room.wait()

    async def messages(self) -> AsyncIterator[pb.ConverseResponse]:
        """The messages until the end."""
        while (response := await self._messages.get()) is not None:
            if self._messages.qsize() < OUTBOX_MESSAGES:
                self._room.set()
            self._delivering = True
            yield response
            self._delivering = False

    def abandon(self) -> None:
        """The reader is gone."""
        self._gone = True
        self._room.set()


class TurnStream:
    """Reads the turns of one stream and sends what becomes of them.

    The stream ends when its client half-closes and its turn is told, when its client breaks the protocol, when the
    server stops, and when for ``idle_seconds`` no turn runs and no message moves in either direction.
    """

    def __init__(self, begin: Begin, refuse: Refuse, idle_seconds: float) -> None:
        self._begin = begin
        self._refuse = refuse
        self._idle_seconds = idle_seconds
        self._outbox = Outbox()
        self._limit: asyncio.Timeout | None = None
        self._reader: asyncio.Task[None] | None = None
        self._turn: asyncio.Task[None] | None = None
        self._telling = False
        self._stopped = False

    async def responses(self, requests: AsyncIterator[pb.ConverseRequest]) -> AsyncIterator[pb.ConverseResponse]:
        """What the stream sends. Raises StreamIdle and ServerStopping."""
        handler = asyncio.current_task()
        assert handler is not None
        self._reader = asyncio.create_task(self._read(requests, handler))
        self._reader.add_done_callback(_heard_of)
        try:
            async for response in self._outbox.messages():
                yield response
                self._stir()
            await asyncio.wait((self._reader,))
            if self._reader.cancelled():
                raise ServerStopping
            self._reader.result()
        finally:
            self._outbox.abandon()
            self._reader.cancel()

    def stop(self) -> None:
        """Read no more turns; the stream ends when the one that runs is told."""
        self._stopped = True
        if self._limit is not None and self._reader is not None:
            self._reader.cancel()

    async def _read(self, requests: AsyncIterator[pb.ConverseRequest], handler: asyncio.Task[None]) -> None:
        """Start a turn for each message; closing the sending side, or breaking the protocol, lets it complete."""
        try:
            if self._stopped:
                raise ServerStopping
            async with asyncio.timeout(self._idle_seconds) as self._limit:
                async for request in requests:
                    await self._take(request)
                    await self._outbox.room()
        except TimeoutError:
            if self._outbox.unread:
                # It waits for its client to read, and only so is it told.
                handler.cancel()
            raise StreamIdle(seconds=self._idle_seconds) from None
        finally:
            # From here on the reader must not be cancelled: it ends the stream.
            self._limit = None
            if self._turn is not None:
                await asyncio.wait((self._turn,))
            self._outbox.send(None)

    async def _take(self, request: pb.ConverseRequest) -> None:
        if self._telling:
            await self._refuse(request, self._outbox.send)
            return
        self._telling = True
        self._turn = self._begin(request, self._send)
        self._stir()

    def _send(self, response: pb.ConverseResponse) -> None:
        if response.WhichOneof("payload") in LAST_STEPS:
            # Whoever reads this message may send the next turn at once.
            self._telling = False
        self._outbox.send(response)
        self._stir()

    def _stir(self) -> None:
        """Something moves: idle time begins anew, and not before the turn is told."""
        if self._limit is not None and not self._limit.expired():
            now = asyncio.get_running_loop().time()
            self._limit.reschedule(None if self._telling else now + self._idle_seconds)


def _heard_of(reader: asyncio.Task[None]) -> None:
    """Whoever reads a stream that its client has left fails unheard, and that is no fault to report."""
    if not reader.cancelled():
        reader.exception()
