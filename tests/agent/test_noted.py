"""What was recorded is told in the rules' words, whoever writes the rest of the answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.events import AnswerGiven, CheckFailed, SlotRecorded
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.agent.llm_bench import bench_at
from tests.llm_server import LlmServer, Reply, model_of, says, understood
from tests.llm_server.replies import fenced, skill_of

SAID = {
    "로사르탄 50mg을 지난주부터 먹고 있어요. 고혈압이면 소금을 얼마나 먹는 게 좋은가요?": (
        "기록했습니다: 로사르탄(Losartan) 50mg (2026년 3월 3일부터).\n로사르탄(Losartan)은 하루에 몇 번 드시나요?",
        "소금은 적게 드시는 것이 좋습니다.",
    ),
    "My potassium was 4.6 mmol/L yesterday. How much salt is good with high blood pressure?": (
        "Recorded: potassium 4.6 mmol/L (9 Mar 2026).",
        "Eat little salt.",
    ),
}


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


def writes(answer: str) -> Any:
    def script(request: Mapping[str, Any]) -> Reply:
        if skill_of(request) == "understand":
            return says(understood(kind="knowledge"))
        if skill_of(request) == "answer":
            return says({"answer": answer, "citations": [], "facts": []})
        return model_of(request)

    return script


async def given(bench: AgentBench, text: str) -> AnswerGiven:
    await bench.say(text)
    [answer] = [one.payload for one in bench.records.stream(bench.patient_id) if isinstance(one.payload, AnswerGiven)]
    return answer


@pytest.mark.parametrize("text", SAID)
async def test_what_was_recorded_stands_before_a_models_answer(
    text: str, server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    noted, written = SAID[text]
    server.script = writes(written)
    async with bench_at(tmp_path, knowledge, server) as bench:
        answer = await given(bench, text)
        payloads = [one.payload for one in bench.records.stream(bench.patient_id)]
        [recorded] = [one.fact_id for one in payloads if isinstance(one, SlotRecorded)]
    assert answer.text == f"{noted}\n{written}"
    assert answer.author == "test-model"
    assert recorded in answer.facts_used, "an answer that tells of a fact is stale when that fact is corrected"
    assert not [one for one in payloads if isinstance(one, CheckFailed)], "a question of ours is not asked of a model"


@pytest.mark.parametrize("text", SAID)
async def test_the_model_is_shown_the_draft_without_it(
    text: str, server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    noted, written = SAID[text]
    server.script = writes(written)
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(text)
    for request in server.asked("answer"):
        assert noted not in fenced(request["messages"][1]["content"], "draft")
