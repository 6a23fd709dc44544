"""The openai package behind our port: retries within the time given, named failures, no request left behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import numpy as np
import pytest

from agent.llm import ChatRequest, Completion, Message
from agent.llm_client import Endpoint, OpenAIModel
from agent.llm_failures import (
    ModelFailure,
    ModelTimeout,
    ModelUnavailable,
    ModelUnreachable,
    OutputCutOff,
    OutputRefused,
    OutputUnusable,
    QuotaUsedUp,
    RateLimited,
    RequestRejected,
)
from tests.llm_server import LlmServer, Reply, cut, hangs, refuses, says, status
from tests.llm_server.replies import SECRET_ECHO

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
ASKED = ChatRequest("answer", "m", (Message("user", "안녕하세요"),), max_tokens=50, temperature=0.3, schema=SCHEMA)
ENOUGH = 30.0


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


@asynccontextmanager
async def model_at(server: LlmServer, **fields: Any) -> AsyncIterator[OpenAIModel]:
    model = OpenAIModel(Endpoint(server.base_url, "sk-key", **fields))
    try:
        yield model
    finally:
        await model.close()


def in_turn(server: LlmServer, *replies: Reply) -> None:
    left: Iterator[Reply] = iter(replies)
    server.script = lambda request: next(left)


@pytest.mark.parametrize("stream", [True, False])
async def test_an_answer_comes_whole_with_the_services_own_count(server: LlmServer, stream: bool) -> None:
    server.script = lambda request: says("한 문장이 여러 조각으로 나뉘어 옵니다. " * 5, usage=(31, 17))
    async with model_at(server, stream=stream) as model:
        assert await model.chat(ASKED, ENOUGH) == Completion("한 문장이 여러 조각으로 나뉘어 옵니다. " * 5, 31, 17)
    sent = server.received[0]
    assert sent.headers["authorization"] == "Bearer sk-key"
    assert sent.body["messages"] == [{"role": "user", "content": "안녕하세요"}]
    assert (sent.body["model"], sent.body["temperature"], sent.body["max_tokens"]) == ("m", 0.3, 50)
    assert sent.body["response_format"]["json_schema"] == {"name": "answer", "schema": SCHEMA, "strict": True}


@pytest.mark.parametrize("usage", [None, (-9_000_000, -1)])
@pytest.mark.parametrize("stream", [True, False])
async def test_a_service_that_counts_nothing_is_not_guessed_for(
    server: LlmServer, stream: bool, usage: tuple[int, int] | None
) -> None:
    server.script = lambda request: says("네", usage=usage)
    async with model_at(server, stream=stream) as model:
        assert await model.chat(ASKED, ENOUGH) == Completion("네", None, None)


@pytest.mark.parametrize(("structure", "sent"), [("json_object", {"type": "json_object"}), ("text", None)])
async def test_a_server_that_knows_less_is_asked_for_less(
    server: LlmServer, structure: Any, sent: Mapping[str, str] | None
) -> None:
    server.script = lambda request: says("{}")
    async with model_at(server, structure=structure) as model:
        await model.chat(ASKED, ENOUGH)
    assert server.received[0].body.get("response_format") == sent


@pytest.mark.every_case
@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    "busy",
    [
        status(429, retry_after_ms="1"),
        status(503, retry_after="0.01"),
        status(500, retry_after=format_datetime(datetime.now(UTC) - timedelta(seconds=1))),
        cut("이 글은 끝까지 오지 않습니다. 연결이 끊어집니다."),
    ],
)
async def test_what_may_pass_is_tried_again(server: LlmServer, busy: Reply, stream: bool) -> None:
    in_turn(server, busy, busy, says("됐습니다"))
    async with model_at(server, stream=stream) as model:
        assert (await model.chat(ASKED, ENOUGH)).text == "됐습니다"
    assert len(server.received) == 3


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("reply", "failure", "attempts"),
    [
        (status(429, retry_after_ms="1"), RateLimited, 3),
        (status(502, retry_after_ms="1"), ModelUnavailable, 3),
        (status(429, retry_after="3600"), RateLimited, 1),
        (status(429, "insufficient_quota", retry_after_ms="1"), QuotaUsedUp, 1),
        (status(400), RequestRejected, 1),
        (status(401), RequestRejected, 1),
        (status(404), RequestRejected, 1),
        (refuses(), OutputRefused, 1),
        (says("", finish="content_filter"), OutputRefused, 1),
        (says("half", finish="length"), OutputCutOff, 1),
    ],
)
async def test_a_failure_has_a_name_and_tells_nothing_else(
    server: LlmServer, reply: Reply, failure: type[ModelFailure], attempts: int
) -> None:
    server.script = lambda request: reply
    async with model_at(server) as model:
        with pytest.raises(failure) as raised:
            await model.chat(ASKED, ENOUGH)
    assert len(server.received) == attempts
    assert SECRET_ECHO not in f"{raised.value!r} {raised.value.__cause__} {raised.value.args}"
    assert raised.value.__suppress_context__ or raised.value.__context__ is None
    assert raised.value.status == (reply.status if reply.status != 200 else 0)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("reply", [says("half", finish="length"), says("", finish="stop"), refuses()])
async def test_what_was_counted_for_an_answer_that_is_no_use_is_told(
    server: LlmServer, reply: Reply, stream: bool
) -> None:
    server.script = lambda request: replace(reply, usage=(900, 1500))
    async with model_at(server, stream=stream) as model:
        with pytest.raises(ModelFailure) as raised:
            await model.chat(ASKED, ENOUGH)
    assert raised.value.counted == (900, 1500)


async def test_a_stream_that_knows_no_limit_is_left(server: LlmServer) -> None:
    server.script = lambda request: says("끝없이 " * 20_000)
    async with model_at(server) as model:
        with pytest.raises(OutputCutOff):
            await model.chat(ASKED, ENOUGH)


async def test_a_parameter_that_a_model_does_not_take_is_left_out_from_then_on(server: LlmServer) -> None:
    def reasoning(request: Mapping[str, Any]) -> Reply:
        for name in ("temperature", "response_format", "stream_options"):
            if name in request:
                return status(400, "unsupported_parameter", param=name)
        return says("네")

    server.script = reasoning
    async with model_at(server) as model:
        assert (await model.chat(ASKED, ENOUGH)).text == "네"
        assert len(server.received) == 4
        await model.chat(ASKED, ENOUGH)
        assert len(server.received) == 5
        server.script = lambda request: status(400, param="messages")
        with pytest.raises(RequestRejected):
            await model.chat(ASKED, ENOUGH)
        assert len(server.received) == 6


@pytest.mark.parametrize("stream", [True, False])
async def test_how_likely_an_answer_was_is_asked_only_where_it_is_wanted(server: LlmServer, stream: bool) -> None:
    server.script = lambda request: says("네", log_probabilities=(-0.5, -1.5, -1.0))
    async with model_at(server, stream=stream) as model:
        assert (await model.chat(ASKED, ENOUGH)).log_probability is None
    async with model_at(server, stream=stream, log_probabilities=True) as model:
        assert (await model.chat(ASKED, ENOUGH)).log_probability == pytest.approx(-1.0)
        server.script = lambda request: says("네")
        assert (await model.chat(ASKED, ENOUGH)).log_probability is None
        server.script = lambda request: status(400, param="logprobs") if "logprobs" in request else says("네")
        assert (await model.chat(ASKED, ENOUGH)).text == "네"
        sent = len(server.received)
        assert (await model.chat(ASKED, ENOUGH)).text == "네" and len(server.received) == sent + 1
    assert "logprobs" not in server.received[0].body and server.received[1].body["logprobs"] is True


async def test_no_answer_in_time_ends_the_request_on_the_wire(server: LlmServer) -> None:
    in_turn(server, says("the connection is open"), hangs())
    async with model_at(server) as model:
        await model.chat(ASKED, ENOUGH)
        with pytest.raises(ModelTimeout):
            await model.chat(ASKED, 0.5)
        async with asyncio.timeout(ENOUGH):
            await server.hung_up.wait()
    assert len(server.received) == 2


async def test_cancelling_a_call_ends_the_request_on_the_wire(server: LlmServer) -> None:
    asked = asyncio.Event()

    def script(request: Mapping[str, Any]) -> Reply:
        asked.set()
        return hangs()

    server.script = script
    async with model_at(server) as model, asyncio.timeout(ENOUGH):
        call = asyncio.create_task(model.chat(ASKED, ENOUGH))
        await asked.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await server.hung_up.wait()


async def test_nobody_listening_is_unreachable(server: LlmServer) -> None:
    model = OpenAIModel(Endpoint("http://127.0.0.1:9/v1", "", attempts=1))
    with pytest.raises(ModelUnreachable):
        await model.chat(ASKED, ENOUGH)
    await model.close()


async def test_vectors_are_of_length_one_and_in_the_order_of_the_texts(server: LlmServer) -> None:
    server.script = lambda request: Reply(embeddings=((3.0, 4.0), (0.0, 2.0)))
    async with model_at(server) as model:
        found = await model.embed("e", ["가", "나"], ENOUGH)
    assert np.allclose(found.vectors, [[0.6, 0.8], [0.0, 1.0]])
    assert found.tokens == 7
    assert server.received[0].body["input"] == ["가", "나"]


async def test_vectors_that_are_missing_or_no_numbers_are_refused(server: LlmServer) -> None:
    async with model_at(server) as model:
        for vectors in (((1.0, 2.0),), ((1.0, 2.0), (float("nan"), 1.0)), ((1.0,), (1.0, 2.0))):
            in_turn(server, Reply(embeddings=vectors))
            with pytest.raises(OutputUnusable):
                await model.embed("e", ["가", "나"], ENOUGH)


async def test_a_server_of_one_slot_gets_one_call_at_a_time(server: LlmServer) -> None:
    asked = asyncio.Event()

    def script(request: Mapping[str, Any]) -> Reply:
        asked.set()
        return hangs()

    server.script = script
    async with model_at(server, parallel=1) as model, asyncio.timeout(ENOUGH):
        first = asyncio.create_task(model.chat(ASKED, ENOUGH))
        await asked.wait()
        with pytest.raises(ModelTimeout):
            await model.chat(ASKED, 0.2)
        assert len(server.received) == 1
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        server.script = lambda request: says("free again")
        assert (await model.chat(ASKED, ENOUGH)).text == "free again"
