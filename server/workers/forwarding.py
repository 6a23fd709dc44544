"""Calls at the front: each goes, as the bytes that it is, to the worker of its patient, and what comes back with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

import grpc

from domain.errors import AnamnesisError
from server.rpc import Context, Handler
from server.turn_stream import StreamIdle
from server.workers.behind import CERTIFICATE, PEER, RESERVED
from server.workers.messages import patient_of, shapes
from server.workers.owners import Owners

REFLECTION = "/grpc.reflection."
_DETAILS = "grpc-status-details-bin"
_OWN = ("grpc-", "user-agent", "te", "content-type", ":")
"""Metadata of one connection, which the next one makes anew."""


if TYPE_CHECKING:
    _GenericHandler = grpc.GenericRpcHandler[Any, Any]
else:
    _GenericHandler = grpc.GenericRpcHandler


class WorkerLost(AnamnesisError):
    """The worker of this patient has ended, and its place is being taken."""

    status = "UNAVAILABLE"
    reason = "WORKER_LOST"
    advice = "Retry with the same request id: what was acknowledged is kept, and what was saved is not saved again."
    retry_seconds = 0.5


class Worker(Protocol):
    """Who takes calls."""

    @property
    def number(self) -> int:
        """Which of them it is."""

    @property
    def channel(self) -> Any:
        """The way to it, a gRPC channel; what passes is bytes, which its types do not know."""


class Forwarding(_GenericHandler):
    """Handlers for all that is served, and for reflection: every worker tells the same."""

    def __init__(self, owners: Owners[Any], idle_seconds: float, reflection: bool) -> None:
        """``idle_seconds`` is how long a stream may stay without its first message."""
        self._owners = owners
        self._idle_seconds = idle_seconds
        self._reflection = reflection
        self._shapes = shapes()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a call; None for what nobody serves."""
        method = str(handler_call_details.method)
        shape = self._shapes.get(method)
        if shape is None:
            if self._reflection and method.startswith(REFLECTION):
                return grpc.stream_stream_rpc_method_handler(self._talk(method, 0))
            return None
        if shape.streams_requests:
            return grpc.stream_stream_rpc_method_handler(self._talk(method, shape.patient_field))
        if shape.streams_responses:
            return grpc.unary_stream_rpc_method_handler(self._stream(method, shape.patient_field))
        return grpc.unary_unary_rpc_method_handler(self._answer(method, shape.patient_field))

    def _answer(self, method: str, field: int) -> Any:
        async def respond(request: bytes, context: Context) -> bytes:
            with self._owners.of(patient_of(request, field)) as worker:
                call = _reached(worker).channel.unary_unary(method, None, None)(
                    request, metadata=_forwarded(context), timeout=context.time_remaining()
                )
                try:
                    with _told_of_its_end():
                        response: bytes = await call
                except grpc.aio.AioRpcError as error:
                    self._leave_if_lost(error, worker)
                    await _end(context, error)
                    raise
                return response

        return respond

    def _stream(self, method: str, field: int) -> Any:
        async def stream(request: bytes, context: Context) -> AsyncIterator[bytes]:
            with self._owners.of(patient_of(request, field)) as worker:
                call = _reached(worker).channel.unary_stream(method, None, None)(
                    request, metadata=_forwarded(context), timeout=context.time_remaining()
                )
                try:
                    with _told_of_its_end():
                        async for response in call:
                            yield response
                except grpc.aio.AioRpcError as error:
                    self._leave_if_lost(error, worker)
                    await _end(context, error)
                finally:
                    call.cancel()

        return stream

    def _talk(self, method: str, field: int) -> Any:
        async def talk(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[bytes]:
            conversation = _Talk(self._owners, method, field, context, self._idle_seconds)
            try:
                async for response in conversation.responses(requests):
                    yield response
            except grpc.aio.AioRpcError as error:
                self._leave_if_lost(error, conversation.last)
                await _end(context, error)

        return talk

    def _leave_if_lost(self, error: grpc.aio.AioRpcError, worker: Worker | None) -> None:
        """A worker that cannot be reached gets no more calls, before anybody says that it has ended.

        One that can after all is served again as soon as its health is heard.
        """
        if worker is not None and _lost(error):
            self._owners.gone(worker.number, worker)


class _Talk:
    """One stream of a caller, and the stream to each worker whose patients it speaks of: nearly always that is one.

    The caller's stream ends as that of the worker does that was spoken to last. Another, which was left idle and ends
    for that, is opened anew when it is needed.
    """

    def __init__(self, owners: Owners[Any], method: str, field: int, context: Context, idle_seconds: float) -> None:
        self._owners = owners
        self._method = method
        self._field = field
        self._context = context
        self._idle_seconds = idle_seconds
        self._calls: dict[Any, grpc.aio.StreamStreamCall[Any, Any]] = {}
        self.last: Any = None
        """The worker that was spoken to last."""
        self._said_all = self._over = False
        self._heard: asyncio.Queue[bytes | BaseException | None] = asyncio.Queue(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._patients: dict[str, Any] = {}
        self._owned = ExitStack()

    async def responses(self, requests: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """What the workers say. Raises AioRpcError as the last one ends, WorkerLost, and StreamIdle."""
        self._run(self._read(requests))
        try:
            while (heard := await self._heard.get()) is not None:
                if isinstance(heard, BaseException):
                    raise heard
                yield heard
        finally:
            self._over = True
            self._owned.close()
            for task in tuple(self._tasks):
                task.cancel()
            for call in self._calls.values():
                call.cancel()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, requests: AsyncIterator[bytes]) -> None:
        """Pass each message on; at the end of the caller's words, say so to all."""
        try:
            async with asyncio.timeout(self._idle_seconds) as limit:
                async for request in requests:
                    limit.reschedule(None)
                    await self._pass_on(request)
        except TimeoutError:
            await self._put(StreamIdle(seconds=self._idle_seconds))
        except AnamnesisError as error:
            await self._put(error)
        else:
            self._said_all = True
            for call in tuple(self._calls.values()):
                with suppress(WorkerLost), _told_of_its_end():
                    await call.done_writing()
            await self._end_if_all_have()

    async def _pass_on(self, request: bytes) -> None:
        worker = self.last
        if worker is None or self._field:
            worker = self._owner(patient_of(request, self._field))
        self.last = worker
        call = self._calls.get(worker)
        if call is None:
            call = self._calls[worker] = _reached(worker).channel.stream_stream(self._method, None, None)(
                None, metadata=_forwarded(self._context), timeout=self._context.time_remaining()
            )
            self._run(self._hear(worker, call))
        # One that has ended is heard of, and that ends the caller's stream.
        with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError, WorkerLost), _told_of_its_end():
            await call.write(request)

    def _owner(self, patient_id: str) -> Any:
        """Held to the end of the stream: meanwhile the patient's other calls go where this one goes."""
        owner = self._patients.get(patient_id)
        if owner is None or owner not in self._owners.serving:
            owner = self._patients[patient_id] = self._owned.enter_context(self._owners.of(patient_id))
        return owner

    async def _hear(self, worker: Any, call: grpc.aio.StreamStreamCall[Any, Any]) -> None:
        try:
            with _told_of_its_end():
                async for response in call:
                    await self._put(response)
        except (grpc.aio.AioRpcError, WorkerLost) as error:
            if worker is self.last:
                await self._put(error)
        self._calls.pop(worker, None)
        await self._end_if_all_have()

    async def _put(self, heard: bytes | BaseException | None) -> None:
        # gRPC keeps a cancellation to itself where its call has ended: nobody would ever take what is put then.
        if not self._over:
            await self._heard.put(heard)

    async def _end_if_all_have(self) -> None:
        if self._said_all and not self._calls:
            await self._put(None)


def _reached(worker: Any) -> Worker:
    if worker is None:
        raise WorkerLost
    reached: Worker = worker
    return reached


@contextmanager
def _told_of_its_end() -> Iterator[None]:
    """Raise WorkerLost where the way to a worker was closed under a call.

    gRPC cancels what waits on a channel that is closed, and a server tells the caller of a cancelled call nothing.
    """
    try:
        yield
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            # It is the caller who has left.
            raise
        raise WorkerLost from None


def _forwarded(context: Context) -> tuple[tuple[str, Any], ...]:
    """What the caller sent, and who it is; nothing that the caller may not say."""
    sent = [(str(key), value) for key, value in context.invocation_metadata() or ()]
    shown: Any = context.auth_context() or {}
    names = [(name, one) for kind, name in CERTIFICATE.items() for one in shown.get(kind, ())]
    return (
        *((key, value) for key, value in sent if not key.startswith((*_OWN, RESERVED)) or key == "grpc-trace-bin"),
        (PEER, context.peer()),
        *names,
    )


async def _end(context: Context, error: grpc.aio.AioRpcError) -> None:
    """End the caller's call as the worker's ended. Raises WorkerLost where it did not end but was lost."""
    if _lost(error):
        raise WorkerLost from None
    await context.abort(error.code(), error.details() or "", _told(error))


def _lost(error: grpc.aio.AioRpcError) -> bool:
    """Whether it is the connection that failed: what a worker fails with has its details."""
    return error.code() is grpc.StatusCode.UNAVAILABLE and not any(key == _DETAILS for key, _ in _told(error))


def _told(error: grpc.aio.AioRpcError) -> tuple[tuple[str, Any], ...]:
    trailing: Any = error.trailing_metadata() or ()
    return tuple((str(key), value) for key, value in trailing)
