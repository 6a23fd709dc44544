"""What cannot wait is said by rule before any model or search, and never refined."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.events import AnswerGiven, DocumentsRetrieved, QueryRewritten
from server.composition import Knowledge
from tests.agent.llm_bench import bench_at, calls_of
from tests.llm_server import LlmServer, hangs


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


@pytest.mark.parametrize(
    "text",
    ["지금 가슴이 쥐어짜듯 아프고 식은땀이 나요", "요즘은 자다가 그대로 안 깨어났으면 좋겠다 싶어요"],
)
async def test_an_emergency_asks_no_model_and_searches_nothing(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, text: str
) -> None:
    server.script = lambda request: hangs()
    async with bench_at(tmp_path, knowledge, server) as bench:
        heard = await bench.say(text)
        events = [event.payload for event in bench.records.stream(bench.patient_id)]
        assert server.received == [] and calls_of(bench) == []
        assert "119" in heard.answer.splitlines()[0]
        given = next(one for one in reversed(events) if isinstance(one, AnswerGiven))
        assert given.author.startswith("rules") and "red_flag" in given.warnings
        assert not any(isinstance(one, DocumentsRetrieved | QueryRewritten) for one in events)


async def test_the_same_emergency_told_again_is_answered_anew(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = lambda request: hangs()
    # Told again, the words are given to the model as well, for as long as it is waited for.
    async with bench_at(tmp_path, knowledge, server, llm_seconds={"understand": 0.3}) as bench:
        await bench.say("숨을 못 쉬겠어요")
        again = await bench.say("숨을 못 쉬겠어요")
        answers = [
            event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)
        ]
        assert "119" in again.answer
        assert all(one.cached_from is None for one in answers)
