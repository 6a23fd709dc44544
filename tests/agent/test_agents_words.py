"""What another agent or a screen said last is gone on about as an answer of this service would be."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from agent.skills.ports import Language
from agent.turns import TurnRequest
from domain.commands import RegisterPatient
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, AgentBench, Heard


async def answer_to(bench: AgentBench, said: str, text: str, *told: str, language: Language = "ko") -> str:
    """What is answered to ``text``, said to the words ``said`` of another agent, after the turns ``told``."""
    patient_id = str(uuid.uuid4())
    bench.records.execute(
        RegisterPatient(
            request_id=str(uuid.uuid4()), patient_id=patient_id, now=NOW, tenant="test", locale=language,
            time_zone="Asia/Seoul",
        )
    )  # fmt: skip
    for turn in told:
        await bench.runner.run(TurnRequest(str(uuid.uuid4()), patient_id, "c", turn, bench.clock(), language), Heard())
    heard = Heard()
    await bench.runner.run(
        TurnRequest(str(uuid.uuid4()), patient_id, "c", text, bench.clock(), language, agent_said=said or None), heard
    )
    return heard.answer


@pytest.fixture
def bench(tmp_path: Path, knowledge: Knowledge) -> AgentBench:
    return AgentBench(tmp_path, knowledge)


async def test_words_of_another_agent_are_said_again(bench: AgentBench) -> None:
    said = "Antibiotics do not help a cold. Rest and drink enough. See a doctor if the fever lasts three days."
    assert await answer_to(bench, said, "Sorry, can you say that again?", language="en") == said
    assert await answer_to(bench, said, "say that again but shorter", language="en") == (
        "Antibiotics do not help a cold. See a doctor if the fever lasts three days."
    )


async def test_a_question_without_a_name_is_of_what_those_words_name(bench: AgentBench) -> None:
    told = ("크레아티닌 1.4 나왔어요, 2025년 10월 15일에요", "크레아티닌 2026년 1월 22일에는 1.6이었어요")
    answer = await answer_to(bench, "최근 크레아티닌은 1.6입니다.", "저번보다 나빠진 건가요?", *told)
    assert "1.4" in answer and "1.6" in answer


async def test_what_those_words_rest_on_is_told_from_the_record_or_not_at_all(bench: AgentBench) -> None:
    told = ("메트포르민 1000mg 먹고 있어요",)
    answer = await answer_to(bench, "메트포르민을 줄이는 것이 좋겠습니다.", "왜 그렇게 말하죠? 근거가 뭐예요?", *told)
    assert "메트포르민" in answer and "1000" in answer
    answer = await answer_to(bench, "혈압은 잘 조절되고 있습니다.", "왜 그렇게 말하죠? 근거가 뭐예요?")
    assert "확인되지 않습니다" in answer


async def test_a_question_of_another_agent_is_answered_and_not_said_again(bench: AgentBench) -> None:
    answer = await answer_to(bench, "혈압약은 하루 몇 번 드시나요?", "아침에 한 번이요", "암로디핀 5mg 먹어요")
    assert "드시나요" not in answer


async def test_why_behind_a_warning_is_what_on_record_stands_against_it(bench: AgentBench) -> None:
    told = ("I take warfarin 4 mg every day.",)
    answer = await answer_to(bench, "I would not take naproxen.", "why do you say that?", *told, language="en")
    assert "warfarin" in answer.casefold() and "bleeding" in answer.casefold()


async def test_another_agents_words_become_a_list(bench: AgentBench) -> None:
    said = "Eat small meals, keep fat and fibre low, and walk after eating."
    answer = await answer_to(bench, said, "can you say that again as a list?", language="en")
    assert answer.splitlines() == ["- Eat small meals", "- keep fat and fibre low", "- walk after eating."]


@pytest.mark.parametrize("text", ["What are you basing the gout on?", "Who put the gout on my record, and when?"])
async def test_a_fact_on_record_is_traced_to_the_words_that_told_it(bench: AgentBench, text: str) -> None:
    answer = await answer_to(bench, "", text, "I have gout and I take allopurinol 100 mg once a day.", language="en")
    assert "gout" in answer.casefold() and "your" in answer and "words" in answer
    assert any(word in answer for word in ("recorded from your words of", "“I have gout"))
