"""ConversationService: one stream, many turns, one at a time; the turns of other agents; questions to memory."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

import structlog

from agent.asking import Asking
from agent.observing import Observing
from agent.state import Emit
from agent.turns import TurnRequest, TurnRunner
from agent.updates import TurnUpdate
from domain.errors import AnamnesisError, TooManyRequests, TurnInProgress
from domain.records import PatientRecords
from domain.utterance import checked_text, checked_uuid
from extraction.text.language import detect
from projections.live import LiveViews
from projections.patient_view import PatientView
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import conversation_pb2_grpc
from server import requests
from server.authentication.principal import Principal, acting
from server.callers import caller_of
from server.foreign_turns import answer_taken_message, asked_message, observed_message
from server.requests import turn_request
from server.rpc import Context
from server.settings import Settings
from server.statuses import DeadlineExceeded, ServerStopping
from server.turn_messages import TurnMessages
from server.turn_queue import TurnQueue
from server.turn_stream import LAST_STEPS, Send, TurnStream
from server.work import WorkPool

log = structlog.get_logger(__name__)


class Conversation(conversation_pb2_grpc.ConversationServiceServicer):
    """Serves turns. A turn that has begun runs to its end or its deadline, whether or not its stream lives on."""

    def __init__(
        self,
        runner: TurnRunner,
        observing: Observing,
        asking: Asking,
        records: PatientRecords,
        views: LiveViews,
        work: WorkPool,
        settings: Settings,
        clock: Callable[[], datetime],
        timed: Callable[[float, str], None] = lambda seconds, code: None,
    ) -> None:
        """``timed`` hears what each turn took, and the code that it ended with."""
        self._timed = timed
        self._runner = runner
        self._observing = observing
        self._asking = asking
        self._clock = clock
        self._records = records
        self._views = views
        self._work = work
        self._settings = settings
        self._queue = TurnQueue(settings.max_turns)
        self._turns: set[asyncio.Task[None]] = set()
        self._streams: set[TurnStream] = set()
        self._stopping = False

    async def Converse(
        self,
        request_iterator: AsyncIterator[pb.ConverseRequest],
        context: Context,
    ) -> AsyncIterator[pb.ConverseResponse]:
        """Answer the turns of one stream."""
        if self._stopping:
            raise ServerStopping
        caller = caller_of(context.peer())
        waiting: set[asyncio.Task[None]] = set()

        def begin(request: pb.ConverseRequest, send: Send) -> asyncio.Task[None]:
            turn = asyncio.create_task(self._turn(request, send, caller, waiting))
            self._turns.add(turn)
            turn.add_done_callback(self._turns.discard)
            return turn

        stream = TurnStream(begin, self._refuse, self._settings.idle_seconds)
        self._streams.add(stream)
        try:
            async for response in stream.responses(request_iterator):
                yield response
        finally:
            self._streams.discard(stream)
            # Nothing of these was acknowledged, and nobody is left who would hear of them.
            for turn in waiting:
                turn.cancel()

    async def Observe(self, request: pb.ObserveRequest, context: Context) -> pb.ObserveResponse:
        """Store and understand what was said to another agent."""
        checked = _said_by(acting(), requests.observation(request))
        async with self._queue.place(caller_of(context.peer()), checked.patient_id):
            observed = await self._observing.observe(checked)
        return await self._work(lambda: observed_message(observed))

    async def RecordAnswer(self, request: pb.RecordAnswerRequest, context: Context) -> pb.RecordAnswerResponse:
        """Take what another agent answered into the ledger."""
        checked = requests.foreign_answer(request)
        checked = replace(checked, actor=acting().actor(checked.actor))
        async with self._queue.place(caller_of(context.peer()), checked.patient_id):
            return answer_taken_message(await self._observing.record(checked))

    async def Ask(self, request: pb.AskRequest, context: Context) -> pb.AskResponse:
        """Answer a question from memory as it stood; nothing is written."""
        patient_id, moment = checked_uuid("patient_id", request.patient_id), requests.moment(request.as_of)
        text = checked_text(request.text)
        language = requests.language(request.locale) if request.locale else detect(text)

        def read() -> PatientView:
            if moment.position is not None:
                requests.within(moment, self._records.head())
            return self._views.as_of(patient_id, position=moment.position, known_at=moment.known_at)

        view = await self._work(read)
        at = moment.valid_at or self._clock()
        async with self._queue.place(caller_of(context.peer()), f"ask {uuid4()}"):
            answered = await self._asking.ask(view, text, language, at, valid_at=moment.valid_at)
        return asked_message(answered, view)

    async def drain(self, seconds: float) -> None:
        """Read no more turns, turn away those that wait, and give those that run up to ``seconds``."""
        self._stopping = True
        self._queue.refuse(ServerStopping())
        for stream in self._streams:
            stream.stop()
        if self._turns:
            await asyncio.wait(self._turns, timeout=seconds)

    async def _turn(
        self, request: pb.ConverseRequest, send: Send, caller: str, waiting: set[asyncio.Task[None]]
    ) -> None:
        """Run one turn; whatever becomes of it, the stream hears of its end once, when its place is free again."""
        # The client's own spelling of the id: by it the client tells its turns apart.
        messages = TurnMessages(request.request_id)
        last: pb.ConverseResponse | None = None
        began = time.perf_counter()
        loop, here, over = asyncio.get_running_loop(), threading.get_ident(), False

        def tell(responses: Sequence[pb.ConverseResponse]) -> None:
            if not over:
                for response in responses:
                    send(response)

        async def emit(update: TurnUpdate, position: int) -> None:
            """A turn tells from the loop, or from the thread that it runs through in."""
            nonlocal last
            responses = []
            for response in messages.of(update, position):
                if response.WhichOneof("payload") in LAST_STEPS:
                    last = response
                else:
                    responses.append(response)
            if threading.get_ident() == here:
                tell(responses)
            else:
                loop.call_soon_threadsafe(tell, responses)

        failure: AnamnesisError | None = None
        try:
            checked = _said_by(acting(), turn_request(request, self._settings.profile))
            if self._stopping:
                raise ServerStopping
            await self._run(checked, emit, caller, waiting)
        except AnamnesisError as error:
            failure = error
        except Exception as error:
            # A turn is nobody's to await: what broke it is named here, without words that may quote the patient.
            log.error("turn_broken", request_id=request.request_id, error=type(error).__name__)
            failure = AnamnesisError("The service failed.")
        # A turn past its deadline may still be on its way to the next checkpoint; its stream hears no more of it.
        over, ended_with = True, last
        if ended_with is None:
            ended_with = await self._failure(messages, failure or AnamnesisError("The service failed."))
        ended = "OK" if ended_with.WhichOneof("payload") == "turn_completed" else "INTERNAL"
        self._timed(time.perf_counter() - began, failure.status if failure else ended)
        send(ended_with)

    async def _run(self, request: TurnRequest, emit: Emit, caller: str, waiting: set[asyncio.Task[None]]) -> None:
        """Run the turn in a place of its own; waiting for the place counts towards its deadline.

        Raises DeadlineExceeded, and TooManyRequests when no place became free in time.
        """
        task = asyncio.current_task()
        assert task is not None
        waiting.add(task)
        try:
            async with asyncio.timeout(self._settings.turn_seconds), self._queue.place(caller, request.patient_id):
                waiting.discard(task)
                await self._runner.run(request, emit)
        except TimeoutError:
            if task in waiting:
                raise TooManyRequests(
                    "No place for the turn became free before its deadline.", limit=self._settings.max_turns
                ) from None
            raise DeadlineExceeded(seconds=self._settings.turn_seconds) from None
        finally:
            waiting.discard(task)

    async def _refuse(self, request: pb.ConverseRequest, send: Send) -> None:
        send(await self._failure(TurnMessages(request.request_id), TurnInProgress()))

    async def _failure(self, messages: TurnMessages, error: AnamnesisError) -> pb.ConverseResponse:
        log.info("turn_failed", request_id=messages.request_id, reason=error.reason)
        response = messages.failed(error)
        try:
            response.position = await self._work(self._records.head)
        except AnamnesisError as unreadable:
            log.warning("log_unreadable", reason=unreadable.reason)
        return response


def _said_by(principal: Principal, request: TurnRequest) -> TurnRequest:
    return replace(request, actor=principal.actor(request.actor))
