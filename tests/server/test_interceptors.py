"""Errors, limits and deadlines around all four call shapes, seen from a real client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from structlog.testing import capture_logs

from domain.errors import AnamnesisError, LogReplaced, PatientNotFound, StoreFull, StoreReadOnly, all_errors
from server.callers import CallLimits
from server.gate import Gate
from server.interceptors import interceptors
from server.private_files import NotPrivate

CANARY = "홍길동 takes a secret medicine"
SHAPES = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")
Work = Callable[[bytes], Any]


def _handlers(work: Work, taken_in: list[bytes]) -> grpc.GenericRpcHandler[Any, Any]:
    async def one(request: bytes, context: object) -> bytes:
        return bytes(await work(request))

    async def many(request: bytes, context: object) -> AsyncIterator[bytes]:
        yield await work(request)

    async def of_all(requests: AsyncIterator[bytes], context: object) -> bytes:
        return bytes([await work(request) async for request in requests][-1])

    async def each(requests: AsyncIterator[bytes], context: object) -> AsyncIterator[bytes]:
        async for request in requests:
            yield await work(request)

    def decode(data: bytes) -> bytes:
        data.decode("utf-8")
        taken_in.append(data)
        return data

    behaviours = dict(zip(SHAPES, (one, many, of_all, each), strict=True))
    return grpc.method_handlers_generic_handler(
        "anamnesis.v1.TestService",
        {
            name: getattr(grpc, f"{name}_rpc_method_handler")(behaviour, decode)
            for name, behaviour in behaviours.items()
        },
    )


@asynccontextmanager
async def _serving_channel(
    work: Work,
    *,
    max_calls: int = 8,
    call_seconds: float = 60.0,
    gate: Gate | None = None,
    taken_in: list[bytes] | None = None,
) -> AsyncIterator[Any]:
    around = interceptors(CallLimits(max_calls, max_calls, max_calls), call_seconds)
    server = grpc.aio.server(interceptors=((gate, *around) if gate else around))
    server.add_generic_rpc_handlers((_handlers(work, [] if taken_in is None else taken_in),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    await server.stop(None)


@asynccontextmanager
async def _serving(work: Work, **how: Any) -> Any:
    async with _serving_channel(work, **how) as channel:
        yield lambda shape, *messages: _call(channel, shape, messages or (b"hello",))


async def _call(channel: Any, shape: str, messages: tuple[bytes, ...]) -> bytes:
    method = getattr(channel, shape)(f"/anamnesis.v1.TestService/{shape}")
    call = method(iter(messages)) if shape.startswith("stream") else method(messages[0])
    if shape.endswith("unary"):
        return bytes(await call)
    return bytes([message async for message in call][-1])


def _info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo:
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return info


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_call_that_succeeds_is_left_alone(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        return request.upper()

    async with _serving(work) as call:
        assert await call(shape) == b"HELLO"


@pytest.mark.parametrize("shape", SHAPES)
async def test_an_unnamed_failure_tells_a_client_and_the_log_nothing_of_its_words(
    shape: str,
) -> None:
    async def work(request: bytes) -> bytes:
        raise RuntimeError(CANARY)

    with capture_logs() as lines:
        async with _serving(work) as call:
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await call(shape)

    assert raised.value.code() is grpc.StatusCode.INTERNAL
    assert _info(raised.value).reason == "INTERNAL"
    assert CANARY not in f"{raised.value} {raised.value.trailing_metadata()} {lines}"
    assert [line["error"] for line in lines] == ["RuntimeError"]


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_named_failure_carries_its_reason_and_advice(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        raise PatientNotFound(patient_id="p")

    async with _serving(work) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape)

    info = _info(raised.value)
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
    assert (info.reason, info.domain) == ("PATIENT_NOT_FOUND", "anamnesis.v1")
    assert info.metadata["patient_id"] == "p"
    assert "RegisterPatient" in info.metadata["advice"]


@pytest.mark.parametrize("shape", SHAPES)
async def test_bytes_that_are_no_message_are_refused_by_name(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        return request

    async with _serving(work) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape, b"\xff\xfe")

    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert _info(raised.value).reason == "MALFORMED_MESSAGE"


@pytest.mark.parametrize("shape", SHAPES)
async def test_calls_over_the_limit_are_refused_and_the_limit_recovers(shape: str) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(request: bytes) -> bytes:
        begun.set()
        await go_on.wait()
        return request

    async with _serving(work, max_calls=1) as call:
        first = asyncio.create_task(call(shape))
        await begun.wait()
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape)
        go_on.set()

        assert _info(raised.value).reason == "TOO_MANY_REQUESTS"
        assert await first == b"hello"
        assert await call(shape) == b"hello"


@pytest.mark.parametrize("shape", ["unary_unary", "stream_unary"])
async def test_a_unary_answer_that_takes_too_long_ends_with_a_reason(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        await asyncio.Event().wait()
        return request

    async with _serving(work, call_seconds=0.05) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape)

    assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert _info(raised.value).reason == "DEADLINE_EXCEEDED"


@pytest.mark.parametrize("shape", SHAPES)
async def test_before_the_service_is_ready_callers_are_told_to_come_again(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        return request

    gate = Gate()
    async with _serving(work, gate=gate) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape)
        gate.admit()

        assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
        assert _info(raised.value).reason == "SERVER_STARTING"
        assert await call(shape) == b"hello"


@pytest.mark.parametrize("shape", ["stream_unary", "stream_stream"])
async def test_what_a_refused_stream_sent_is_taken_in_before_it_ends(shape: str) -> None:
    async def work(request: bytes) -> bytes:
        return request

    taken_in: list[bytes] = []
    async with _serving(work, max_calls=0, taken_in=taken_in) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call(shape, b"hello")

    # A call that ends while its client sends is INTERNAL to the client, whatever the server said.
    assert taken_in == [b"hello"]
    assert _info(raised.value).reason == "TOO_MANY_REQUESTS"


@pytest.mark.parametrize("limit", [0, 8])
async def test_a_stream_that_says_nothing_is_refused_all_the_same(limit: int) -> None:
    async def work(request: bytes) -> bytes:
        return request

    gate = Gate()
    if not limit:
        gate.admit()
    async with _serving_channel(work, max_calls=limit, gate=gate) as channel:
        call = channel.stream_stream("/anamnesis.v1.TestService/stream_stream")()
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call.read()

    assert _info(raised.value).reason == ("SERVER_STARTING" if limit else "TOO_MANY_REQUESTS")


@pytest.mark.parametrize("error", all_errors(), ids=lambda error: error.__name__)
def test_every_named_failure_has_a_status_a_stable_reason_and_advice(error: type[AnamnesisError]) -> None:
    assert error.status in grpc.StatusCode.__members__
    assert error.reason == error.reason.upper()
    assert len(error.reason) <= 63
    assert error.advice


@pytest.mark.parametrize(
    ("error", "mends_itself"), [(StoreFull, True), (StoreReadOnly, False), (LogReplaced, False), (NotPrivate, False)]
)
async def test_only_what_may_mend_itself_says_when_to_come_again(
    error: type[AnamnesisError], mends_itself: bool
) -> None:
    async def work(request: bytes) -> bytes:
        raise error

    async with _serving(work) as call:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await call("unary_unary")

    status: Any = rpc_status.from_call(raised.value)  # type: ignore[arg-type]
    assert any(one.Is(error_details_pb2.RetryInfo.DESCRIPTOR) for one in status.details) is mends_itself
