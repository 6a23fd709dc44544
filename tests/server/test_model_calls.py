"""`doctor --model`: each kind of call is tried once, and one that fails says what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from server.cli.model_calls import Finding, asked_models
from server.settings import Settings
from tests.llm_server import LlmServer, Reply, model_of, says, status, truncated

SKILLS = ("understand", "answer", "quality", "rewrite", "summary")


async def found(server: LlmServer, **settings: Any) -> list[Finding]:
    chosen: dict[str, Any] = {"llm_base_url": server.base_url, "llm_model": "test-model", "llm_attempts": 1, **settings}
    return await asyncio.to_thread(lambda: list(asked_models(Settings(**chosen))))


async def test_a_model_that_does_all_is_said_to() -> None:
    async with LlmServer.running() as server:
        findings = await found(server)
    assert [(what, state) for what, state, _ in findings] == [(f"model call: {skill}", "ok") for skill in SKILLS]
    assert len(server.received) == len(SKILLS)


@pytest.mark.parametrize(
    ("reply", "advice"),
    [
        (status(404), "LLM_MODEL"),
        (status(401), "another key"),
        (status(400), "LLM_STRUCTURE"),
        (truncated({"query": "x"}), "LLM_THINKING_TOKENS"),
        (says("Sure! Here is your query."), "LLM_STRUCTURE"),
    ],
)
async def test_a_call_that_fails_names_the_setting_that_mends_it(reply: Reply, advice: str) -> None:
    def script(request: Mapping[str, Any]) -> Reply:
        named = request.get("response_format", {}).get("json_schema", {}).get("name")
        return reply if named in ("rewrite", None) else model_of(request)

    async with LlmServer.running(script) as server:
        findings = {what: (state, told) for what, state, told in await found(server)}
    state, told = findings.pop("model call: rewrite")
    assert state == "wrong"
    assert advice in told
    assert {state for state, _ in findings.values()} == {"ok"}


async def test_each_kind_that_has_a_model_is_called_and_no_other() -> None:
    async with LlmServer.running() as server:
        findings = await found(server, llm_models={"compression": "test-model", "summary": ""})
    kinds = {what.removeprefix("model call: ") for what, _, _ in findings}
    assert kinds == {*SKILLS, "compression"} - {"summary"}


async def test_a_turn_without_time_for_a_call_names_the_setting() -> None:
    async with LlmServer.running() as server:
        findings = await found(server, turn_seconds=0.01)
    assert all(state == "wrong" and "TURN_SECONDS" in told for _, state, told in findings)
    assert server.received == []


async def test_without_a_model_nothing_is_called() -> None:
    assert [state for _, state, _ in await asyncio.to_thread(lambda: list(asked_models(Settings())))] == ["note"]


async def test_room_for_answers_and_for_thinking_is_what_the_settings_say() -> None:
    async with LlmServer.running() as server:
        await found(server, llm_tokens={"answer": 700}, llm_thinking_tokens=1000, llm_temperatures={"answer": 1.0})
        (answer,), (rewrite,) = server.asked("answer"), server.asked("rewrite")
    assert (answer["max_tokens"], answer["temperature"]) == (1700, 1.0)
    assert rewrite["max_tokens"] == 1200
