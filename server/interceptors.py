"""What surrounds every call, outermost first: named errors, limits, the deadline. One way for all four call shapes."""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import structlog
from google.protobuf.message import DecodeError

from domain.errors import AnamnesisError, NotServed, TooManyRequests
from server.callers import CallLimits, caller_of
from server.first_message import Requests, refusing_what_was_heard
from server.rpc import Behaviour, Context, Handler, Interceptor
from server.statuses import DeadlineExceeded, MalformedMessage, status_of

log = structlog.get_logger(__name__)

OURS = "/anamnesis.v1."
"""Path prefix of our services; health and reflection answer even when everything else is refused."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call as an interceptor sees it."""

    method: str
    context: Context
    streams_response: bool


class Around(Interceptor):
    """An interceptor that is an async context manager around a call; subclasses say what stands around it."""

    def around(self, call: Call) -> AbstractAsyncContextManager[None]:
        """What happens before and after, and what becomes of exceptions."""
        raise NotImplementedError

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The handler of our call, surrounded; others as they are."""
        handler = await continuation(handler_call_details)
        method = str(handler_call_details.method)
        if handler is None or not method.startswith(OURS):
            return handler
        return _with_behaviour(handler, self._surround(method, handler), handler.request_deserializer)

    def _surround(self, method: str, handler: Handler) -> Behaviour:
        inner = behaviour_of(handler)

        async def respond(request: Any, context: Context) -> Any:
            async with self.around(Call(method, context, streams_response=False)):
                return await inner(request, context)

        async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
            async with self.around(Call(method, context, streams_response=True)):
                responses = inner(request, context)
                if inspect.isawaitable(responses):
                    await responses
                    return
                async for response in responses:
                    yield response

        return stream if handler.response_streaming else respond


class NamedErrors(Around):
    """Every failure becomes a status with a reason; of an unnamed one the client learns only that it happened."""

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Turn exceptions into statuses."""
        try:
            yield
        except (grpc.aio.AbortError, asyncio.CancelledError):
            raise
        except AnamnesisError as error:
            log.info("call_refused", method=call.method, reason=error.reason)
            await _abort(call.context, error)
        except NotImplementedError:
            # How the generated servicers answer a call that no subclass serves.
            await _abort(call.context, NotServed(call=call.method.removeprefix(OURS)))
        except Exception as error:
            # The exception's words may quote the patient: only its kind and place are written down.
            log.error("call_failed", method=call.method, error=type(error).__name__, at=_place(error))
            await _abort(call.context, AnamnesisError("The service failed."))

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """As any, and messages that cannot be decoded are refused inside, where the refusal has a name."""
        handler = await super().intercept_service(continuation, handler_call_details)
        if handler is None or not str(handler_call_details.method).startswith(OURS):
            return handler
        return _with_behaviour(handler, behaviour_of(handler), _tolerant(handler.request_deserializer))

    def _surround(self, method: str, handler: Handler) -> Behaviour:
        inner = behaviour_of(handler)

        async def one(request: Any, context: Context) -> Any:
            return await inner(_decoded(request), context)

        async def many(request: Any, context: Context) -> AsyncIterator[Any]:
            async for response in inner(_decoded(request), context):
                yield response

        async def of_stream(messages: AsyncIterator[Any], context: Context) -> Any:
            requests = Requests(_decoded_all(messages))
            async with refusing_what_was_heard(requests):
                return await inner(requests, context)

        async def each_of_stream(messages: AsyncIterator[Any], context: Context) -> AsyncIterator[Any]:
            requests = Requests(_decoded_all(messages))
            async with refusing_what_was_heard(requests):
                async for response in inner(requests, context):
                    yield response

        by_shape: dict[tuple[bool, bool], Behaviour] = {
            (False, False): one,
            (False, True): many,
            (True, False): of_stream,
            (True, True): each_of_stream,
        }
        checked = by_shape[bool(handler.request_streaming), bool(handler.response_streaming)]
        return super()._surround(method, _with_behaviour(handler, checked, handler.request_deserializer))


class Limits(Around):
    """No more than so many calls at once; the next one is refused, not queued.

    Streams may stay open for long, so they never take the whole: some calls are kept for those that come and go.
    """

    def __init__(self, limits: CallLimits) -> None:
        self._limits = limits
        self._open = 0
        self._streams: Counter[str] = Counter()

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Count the call while it is open. Raises TooManyRequests."""
        if self._open >= self._limits.calls:
            raise TooManyRequests(limit=self._limits.calls)
        caller = caller_of(call.context.peer()) if call.streams_response else None
        if caller is not None:
            self._check_streams(caller)
            self._streams[caller] += 1
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1
            if caller is not None:
                self._streams[caller] -= 1
                if not self._streams[caller]:
                    del self._streams[caller]

    def _check_streams(self, caller: str) -> None:
        if self._streams.total() >= self._limits.streams:
            raise TooManyRequests("Too many streams are open.", limit=self._limits.streams)
        if self._streams[caller] >= self._limits.streams_per_caller:
            raise TooManyRequests("Too many streams of this caller are open.", limit=self._limits.streams_per_caller)


class Deadline(Around):
    """Ends unary calls that take too long. Streams have no deadline as a whole: a conversation's is per turn."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    @asynccontextmanager
    async def around(self, call: Call) -> AsyncIterator[None]:
        """Raises DeadlineExceeded."""
        if call.streams_response:
            yield
            return
        try:
            async with asyncio.timeout(self._seconds):
                yield
        except TimeoutError:
            raise DeadlineExceeded(seconds=self._seconds) from None


def interceptors(limits: CallLimits, call_seconds: float, access: Around | None = None) -> Sequence[Around]:
    """All of them, outermost first; ``access`` is who may call what."""
    inner = (access, Deadline(call_seconds)) if access is not None else (Deadline(call_seconds),)
    return (NamedErrors(), Limits(limits), *inner)


class _Undecodable:
    """Stands for a message that could not be decoded."""


def _tolerant(decode: Callable[[bytes], Any] | None) -> Callable[[bytes], Any] | None:
    if decode is None:
        return None

    def tolerant(data: bytes) -> Any:
        try:
            return decode(data)
        except (DecodeError, UnicodeDecodeError):
            return _Undecodable()

    return tolerant


def _decoded(request: Any) -> Any:
    if isinstance(request, _Undecodable):
        raise MalformedMessage
    return request


async def _decoded_all(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for request in requests:
        yield _decoded(request)


def behaviour_of(handler: Handler) -> Behaviour:
    """What a handler of any shape runs."""
    found: Any = handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
    behaviour: Behaviour = found
    return behaviour


def _with_behaviour(handler: Handler, behaviour: Behaviour, decode: Callable[[bytes], Any] | None) -> Handler:
    make: Callable[..., Handler] = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }[bool(handler.request_streaming), bool(handler.response_streaming)]
    return make(behaviour, decode, handler.response_serializer)


async def _abort(context: Context, error: AnamnesisError) -> None:
    status = status_of(error)
    await context.abort(status.code, status.details, status.trailing_metadata)


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace else "?"
