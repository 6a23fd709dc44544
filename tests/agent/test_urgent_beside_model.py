"""What cannot wait is told before any model is asked, however it shows: by words, by a value, or told once more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent.explanation import counters_by_name, explain
from domain.events import AnswerGiven, ExtractionCompleted, SlotRecorded
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench
from tests.agent.llm_bench import SKILLS, bench_at, calls_of, fallbacks_of
from tests.llm_server import LlmServer, by_skill, hangs
from tests.llm_server.replies import model_of

TALKS = [
    ("가슴이 조이듯이 아프고 숨이 차요.", "가슴이 조이듯이 아프고 숨이 차요.", "아까 그 가슴 아직도 아파요"),
    ("갑자기 오른쪽 팔에 힘이 빠지고 말이 어눌해요", "지금도 그래요", "내일 아침에 병원 가면 안 될까요?"),
    ("혈당 재니까 38 나왔어요", "지금은 41이에요"),
    ("죽고 싶어요", "농담이에요 괜찮아요"),
    ("피를 토했어요", "이제 괜찮아진 것 같은데 그냥 잘까요?"),
    ("I have crushing chest pain and my arm is numb", "it's still there, the pressure in my chest"),
    ("My lips are swelling up after the peanuts and I can't breathe", "it's getting worse", "maybe it's just stress?"),
    ("My potassium came back 7.2 today", "should I wait for my appointment next week?"),
    ("I've had black tarry stools since yesterday and I'm on warfarin", "can I still take tonight's dose?"),
    ("half my face has dropped", "do I really have to go?", "it's still drooping", "no change"),
]
WITHOUT_AN_ALARM = [
    ("메트포르민 500mg 하루 두 번 먹어요", "메트포르민의 부작용은 뭔가요?"),
    ("My blood pressure was 128/79 this morning", "why does it matter what it is?"),
]


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        running.script = lambda request: hangs()
        yield running


def answers(bench: AgentBench) -> list[AnswerGiven]:
    payloads = (event.payload for event in bench.records.stream(bench.patient_id))
    return [one for one in payloads if isinstance(one, AnswerGiven)]


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk[0])
async def test_an_emergency_told_again_waits_for_no_model(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, talk: tuple[str, ...]
) -> None:
    async with bench_at(tmp_path, knowledge, server, llm_seconds=dict.fromkeys(SKILLS, 60.0)) as bench:
        for text in talk:
            await bench.say(text)
        given = answers(bench)
        assert server.received == [], "help is told before anybody is asked"
        assert calls_of(bench) == [] and fallbacks_of(bench) == []
        assert [one.author for one in given] == ["rules@1"] * len(talk)
        assert all(any(number in one.text for number in ("119", "109", "999", "988")) for one in given)


@pytest.mark.parametrize("talk", WITHOUT_AN_ALARM, ids=lambda talk: talk[0])
async def test_what_can_wait_is_still_given_to_the_model(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, talk: tuple[str, ...]
) -> None:
    server.script = by_skill(dict.fromkeys(SKILLS, model_of))
    async with bench_at(tmp_path, knowledge, server) as bench:
        for number, text in enumerate(talk, start=1):
            await bench.say(text)
            assert len(server.asked("understand")) == number


async def test_what_was_told_is_kept_and_the_turn_after_an_alarm_goes_its_usual_way(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server, llm_seconds=dict.fromkeys(SKILLS, 60.0)) as bench:
        await bench.say("I have crushing chest pain")
        await bench.say("it's still there and now my left arm is numb")
        server.script = by_skill(dict.fromkeys(SKILLS, model_of))
        await bench.say("I was seen at the hospital, all clear. I take bisoprolol 2.5 mg once a day now.")
        stream = tuple(bench.records.stream(bench.patient_id))
        payloads = [event.payload for event in stream]

        assert len(server.asked("understand")) == 1, "the third turn alone"
        assert sum(isinstance(one, ExtractionCompleted) for one in payloads) == 3, "each turn is read once"
        told = {one.turn_number: one.content.concept.name for one in payloads if isinstance(one, SlotRecorded)}
        assert set(told) == {1, 2, 3}
        assert told[3] == "Bisoprolol"
        assert "call 119" not in answers(bench)[-1].text
    for turn_number in (1, 2, 3):
        counters = counters_by_name(bench.ports.tokens)
        proof = explain(bench.patient_id, stream, turn_number, knowledge.retriever.passage, counters)
        assert proof.proved, proof.differences
