"""ConversationService: one stream, many turns, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import structlog

from agent.turns import TurnRequest, TurnRunner
from agent.updates import TurnUpdate
from domain.errors import AnamnesisError, TooManyRequests, TurnInProgress
from domain.records import PatientRecords
from projections.live import LiveViews
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import conversation_pb2_grpc
from server.requests import turn_request
from server.rpc import Context
from server.settings import Settings
from server.statuses import DeadlineExceeded, ServerStopping
from server.turn_messages import TurnMessages
from server.work import WorkPool

log = structlog.get_logger(__name__)

LAST_STEPS = ("turn_completed", "turn_failed")

OUTBOX_MESSAGES = 64
"""Messages of one stream that wait for a slow reader; then the turn waits too."""


class Outbox:
    """What a stream has yet to send. Once its reader is gone, messages are dropped and nobody waits any more."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[pb.ConverseResponse | None] = asyncio.Queue(OUTBOX_MESSAGES)
        self._gone = asyncio.Event()

    async def send(self, response: pb.ConverseResponse | None) -> None:
        """Queue a message; None ends the stream."""
        if self._gone.is_set():
            return
        put, gone = asyncio.ensure_future(self._queue.put(response)), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait((put, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            put.cancel()
            gone.cancel()

    async def messages(self) -> AsyncIterator[pb.ConverseResponse]:
        """The messages until the end."""
        while (response := await self._queue.get()) is not None:
            yield response

    def abandon(self) -> None:
        """The reader is gone."""
        self._gone.set()


class Conversation(conversation_pb2_grpc.ConversationServiceServicer):
    """Serves turns. A turn that has begun runs to its end or its deadline, whether or not its stream lives on."""

    def __init__(
        self, runner: TurnRunner, records: PatientRecords, views: LiveViews, work: WorkPool, settings: Settings
    ) -> None:
        self._runner = runner
        self._records = records
        self._views = views
        self._work = work
        self._settings = settings
        self._turns: set[asyncio.Task[None]] = set()
        self._readers: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def Converse(
        self,
        request_iterator: AsyncIterator[pb.ConverseRequest],
        context: Context,
    ) -> AsyncIterator[pb.ConverseResponse]:
        """Answer the turns of one stream."""
        outbox = Outbox()
        reader = asyncio.create_task(self._read(request_iterator, outbox))
        self._readers.add(reader)
        try:
            async for response in outbox.messages():
                yield response
            await asyncio.wait((reader,))
            if reader.cancelled():
                raise ServerStopping
            reader.result()
        finally:
            self._readers.discard(reader)
            outbox.abandon()
            reader.cancel()

    async def drain(self, seconds: float) -> None:
        """Read no more turns, wait up to ``seconds`` for those that run, and end their streams."""
        self._stopping = True
        for reader in self._readers:
            reader.cancel()
        if self._readers or self._turns:
            await asyncio.wait((*self._readers, *self._turns), timeout=seconds)

    async def _read(self, requests: AsyncIterator[pb.ConverseRequest], outbox: Outbox) -> None:
        """Start a turn for each message; closing the sending side, or breaking the protocol, lets it complete."""
        told = asyncio.Event()
        told.set()
        begun: set[asyncio.Task[None]] = set()
        try:
            async for request in requests:
                if not told.is_set():
                    await self._refuse(request.request_id, TurnInProgress(), outbox)
                    continue
                told = asyncio.Event()
                turn = await self._begin(request, outbox, told)
                if turn is not None:
                    begun.add(turn)
                    turn.add_done_callback(begun.discard)
        finally:
            task = asyncio.current_task()
            assert task is not None
            # From here on it must not be cancelled: it ends the stream.
            self._readers.discard(task)
            if begun:
                await asyncio.wait(begun)
            await outbox.send(None)

    async def _begin(
        self, request: pb.ConverseRequest, outbox: Outbox, told: asyncio.Event
    ) -> asyncio.Task[None] | None:
        """Start the turn of ``request``; None when it is refused. ``told`` is set with the turn's last message."""
        try:
            checked = turn_request(request, self._settings.profile)
            if self._stopping:
                raise ServerStopping
            if len(self._turns) >= self._settings.max_turns:
                raise TooManyRequests(limit=self._settings.max_turns)
        except AnamnesisError as error:
            told.set()
            await self._refuse(request.request_id, error, outbox)
            return None
        # The client's own spelling of the id: by it the client tells its turns apart.
        messages = TurnMessages(request.request_id)
        turn = asyncio.create_task(self._turn(checked, messages, outbox, told))
        self._turns.add(turn)
        turn.add_done_callback(self._turns.discard)
        return turn

    async def _turn(self, request: TurnRequest, messages: TurnMessages, outbox: Outbox, told: asyncio.Event) -> None:
        """Run one turn; whatever becomes of it, the stream hears of its end once."""

        async def send(response: pb.ConverseResponse) -> None:
            if response.WhichOneof("payload") in LAST_STEPS:
                # Whoever reads this message may send the next turn at once.
                told.set()
            await outbox.send(response)

        async def emit(update: TurnUpdate, position: int) -> None:
            view = await self._work(lambda: self._views.view(request.patient_id))
            for response in messages.of(update, position, view):
                await send(response)

        try:
            async with asyncio.timeout(self._settings.turn_seconds):
                await self._runner.run(request, emit)
        except TimeoutError:
            await send(await self._failure(messages, DeadlineExceeded(seconds=self._settings.turn_seconds)))
        except AnamnesisError as error:
            await send(await self._failure(messages, error))
        except Exception as error:
            # A turn is nobody's to await: what broke it is named here, without words that may quote the patient.
            log.error("turn_broken", request_id=request.request_id, error=type(error).__name__)
            await send(await self._failure(messages, AnamnesisError("The service failed.")))

    async def _refuse(self, request_id: str, error: AnamnesisError, outbox: Outbox) -> None:
        await outbox.send(await self._failure(TurnMessages(request_id), error))

    async def _failure(self, messages: TurnMessages, error: AnamnesisError) -> pb.ConverseResponse:
        log.info("turn_failed", request_id=messages.request_id, reason=error.reason)
        response = messages.failed(error)
        try:
            response.position = await self._work(self._records.head)
        except AnamnesisError as unreadable:
            log.warning("log_unreadable", reason=unreadable.reason)
        return response
