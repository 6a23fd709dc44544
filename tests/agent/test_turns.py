"""A turn is one turn: saved in three steps, resumed after the last, told again when it was finished."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.profiles import PROFILES, UnknownProfile
from agent.skills.ports import Draft, Situation
from agent.turns import TurnRunner
from agent.updates import MemoryUpdated, TurnAnswered, TurnEnded
from domain.commands import CorrectSlot, ReceiveUtterance
from domain.errors import InvalidText, PatientNotFound, RequestIdReused
from domain.events import AnswerGiven, AnswerInvalidated, ExtractionCompleted
from domain.values import SlotKind
from extraction.port import Reading
from extraction.rules.pipeline import Extractor
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, AgentBench, Heard

A1C = "당화혈색소는 2025년 12월 3일에 7.2%, 2026년 3월 5일에 6.9%였어요."


@pytest.fixture
def bench(tmp_path: Path, knowledge: Knowledge) -> AgentBench:
    return AgentBench(tmp_path, knowledge)


async def test_a_turn_saves_what_was_said_then_what_was_read_then_the_answer(bench: AgentBench) -> None:
    heard = await bench.say("메트포르민 500mg 하루 두 번 먹어요.")
    topics = bench.topics()[1:]
    assert topics[0] == "UtteranceReceived"
    assert topics.index("SlotRecorded") < topics.index("ExtractionCompleted") < topics.index("IntentClassified")
    assert topics[-1] == "AnswerGiven"
    assert heard.kinds()[0] == "TurnAccepted"
    assert heard.kinds()[-1] == "TurnAnswered"


async def test_updates_are_reported_at_rising_positions_and_only_once_committed(bench: AgentBench) -> None:
    heard = await bench.say("고혈압이 있고 메트포르민 500mg 하루 두 번 먹어요.")
    positions = [position for _, position in heard.updates]
    assert positions == sorted(positions)
    answered = next(position for update, position in heard.updates if isinstance(update, TurnAnswered))
    assert answered == bench.records.head()


async def test_a_finished_turn_retried_is_told_again_without_a_second_event(bench: AgentBench) -> None:
    request_id = str(uuid.uuid4())
    first = await bench.say(A1C, request_id)
    before = bench.topics()
    again = await bench.say(A1C, request_id)
    assert bench.topics() == before
    assert again.answer == first.answer
    assert again.turn_number == first.turn_number
    assert any(isinstance(update, MemoryUpdated) for update, _ in again.updates)


async def test_the_same_request_id_with_other_words_is_refused(bench: AgentBench) -> None:
    request_id = str(uuid.uuid4())
    await bench.say(A1C, request_id)
    before = bench.topics()
    with pytest.raises(RequestIdReused):
        await bench.say("다른 말입니다.", request_id)
    assert bench.topics() == before


async def test_fifty_parallel_retries_of_one_request_are_one_turn(bench: AgentBench) -> None:
    request_id = str(uuid.uuid4())
    heard = [Heard() for _ in range(50)]
    await asyncio.gather(*(bench.runner.run(bench.request(A1C, request_id), one) for one in heard))
    topics = bench.topics()
    assert topics.count("UtteranceReceived") == topics.count("AnswerGiven") == 1
    assert len({one.answer for one in heard}) == 1


async def test_a_turn_that_was_only_received_is_finished_by_its_retry(bench: AgentBench) -> None:
    request_id = str(uuid.uuid4())
    request = bench.request(A1C, request_id)
    bench.records.execute(_received(bench, request_id, A1C))
    heard = Heard()
    await bench.runner.run(request, heard)
    assert bench.topics().count("UtteranceReceived") == 1
    assert heard.kinds()[-1] == "TurnAnswered"


async def test_a_turn_that_another_caller_left_is_read_first_and_stays_that_callers_whatever_its_id(
    bench: AgentBench,
) -> None:
    request_id = str(uuid.uuid4())
    left = _received(bench, request_id, A1C).with_fields(actor="agent:ward 3")
    bench.records.execute(left)
    own = replace(bench.request("고혈압이 있어요.", request_id), actor="caregiver:daughter")
    heard, retried = Heard(), Heard()
    await bench.runner.run(own, heard)
    await bench.runner.run(replace(bench.request(A1C, request_id), actor="agent:ward 3"), retried)

    topics = bench.topics()[1:]
    assert topics.index("ExtractionCompleted") < topics.index("UtteranceReceived", 1)
    assert (heard.turn_number, retried.turn_number) == (2, 1)
    assert heard.answer != retried.answer
    answers = [one.payload for one in bench.records.stream(bench.patient_id) if isinstance(one.payload, AnswerGiven)]
    assert [(one.turn_number, one.actor) for one in answers] == [(2, "caregiver:daughter"), (1, "agent:ward 3")]


async def test_a_turn_left_unextracted_is_extracted_before_the_next_one_with_its_own_clock(bench: AgentBench) -> None:
    bench.records.execute(_received(bench, str(uuid.uuid4()), "사흘 전부터 기침이 나요."))
    await bench.say("안녕하세요")
    cough = next(
        fact for fact in bench.views.view(bench.patient_id).profile.facts() if fact.content.concept.name == "cough"
    )
    assert cough.content.valid_from == "2026-03-07"
    assert cough.evidence[0].turn_number == 1
    assert await bench.runner.extract_unfinished() == 0


async def test_unfinished_turns_are_extracted_at_start_up(bench: AgentBench) -> None:
    bench.records.execute(_received(bench, str(uuid.uuid4()), "메트포르민 500mg 하루 두 번 먹어요."))
    assert await bench.runner.extract_unfinished() == 1
    assert [fact.content.concept.name for fact in bench.views.view(bench.patient_id).profile.facts()] == ["Metformin"]
    assert "AnswerGiven" not in bench.topics()


async def test_blank_text_and_unknown_patients_store_nothing(bench: AgentBench) -> None:
    before = bench.records.head()
    with pytest.raises(InvalidText):
        await bench.say("   ")
    with pytest.raises(UnknownProfile):
        await bench.say("안녕하세요", profile="no such profile")
    with pytest.raises(PatientNotFound):
        stranger = AgentBench.request(bench, "안녕하세요")
        await bench.runner.run(type(stranger)(stranger.request_id, str(uuid.uuid4()), "c", "안녕하세요"), Heard())
    assert bench.records.head() == before


async def test_a_correction_in_the_interface_during_a_turn_marks_its_answer(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    bench = AgentBench(tmp_path, knowledge)
    await bench.say(A1C)
    answer = bench.ports.skills.answer

    class CorrectedMeanwhile:
        async def answer(self, situation: Situation) -> Draft:
            latest = list(situation.view.ledger.current(SlotKind.LABS))[-1]
            bench.records.execute(
                CorrectSlot(
                    request_id=str(uuid.uuid4()),
                    patient_id=bench.patient_id,
                    now=bench.clock(),
                    fact_id=latest.fact_id,
                    replacement=latest.content.with_fields(value=6.1),
                    reason="laboratory",
                )
            )
            return await answer.answer(situation)

    ports = replace(bench.ports, skills=replace(bench.ports.skills, answer=CorrectedMeanwhile()))
    heard = Heard()
    await TurnRunner(ports).run(bench.request("최근 두 번의 당화혈색소를 비교해 주세요."), heard)
    stream = bench.records.stream(bench.patient_id)
    given = next(event for event in reversed(stream) if isinstance(event.payload, AnswerGiven))
    marked = [event.payload for event in stream if isinstance(event.payload, AnswerInvalidated)]
    assert given.event_id in {payload.answer_event_id for payload in marked}
    assert any(update.code == "ANSWER_STALE" for update, _ in heard.updates if hasattr(update, "code"))


async def test_a_failing_skill_ends_the_turn_with_a_recorded_outcome_and_no_words_of_the_failure(
    tmp_path: Path, knowledge: Knowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        async def answer(self, situation: Situation) -> Draft:
            raise RuntimeError(f"secret {situation.question.text}")

    bench = AgentBench(tmp_path, knowledge, skills=lambda skills: replace(skills, answer=Broken()))
    request_id = str(uuid.uuid4())
    heard = await bench.say("비밀 증상은 두통이에요.", request_id)
    assert isinstance(heard.updates[-1][0], TurnEnded)
    assert bench.topics()[-1] == "TurnFailed"
    assert "SlotRecorded" in bench.topics()
    again = await bench.say("비밀 증상은 두통이에요.", request_id)
    assert isinstance(again.updates[-1][0], TurnEnded)
    said = capsys.readouterr()
    assert "두통" not in said.out + said.err


async def test_words_that_no_extractor_can_read_keep_nobody_from_being_heard_again(
    bench: AgentBench, knowledge: Knowledge, capsys: pytest.CaptureFixture[str]
) -> None:
    class Choking(Extractor):
        def read(self, text: str, **how: Any) -> Reading:
            if "체한" in text:
                raise RuntimeError(f"secret {text}")
            return super().read(text, **how)

    choking = Choking(knowledge.lexicon, knowledge.recogniser)
    runner = TurnRunner(replace(bench.ports, extractor=choking))
    bench.records.execute(_received(bench, str(uuid.uuid4()), "체한 것 같은 두통이에요."))

    assert await runner.extract_unfinished() == 1
    heard = Heard()
    await runner.run(bench.request("메트포르민 500mg 하루 두 번 먹어요."), heard)

    assert isinstance(heard.updates[-1][0], TurnAnswered)
    assert [fact.content.slot for fact in bench.views.view(bench.patient_id).profile.facts()] == [SlotKind.MEDICATIONS]
    stream = [event.payload for event in bench.records.stream(bench.patient_id)]
    assert [one.extractors for one in stream if isinstance(one, ExtractionCompleted)] == [
        {"failed": "RuntimeError"},
        choking.extractors,
    ]
    said = capsys.readouterr()
    assert "두통" not in said.out + said.err


async def test_every_named_profile_answers(tmp_path: Path, knowledge: Knowledge) -> None:
    bench = AgentBench(tmp_path, knowledge)
    for name in PROFILES:
        assert (await bench.say("혈압 관리 방법을 알려 주세요.", profile=name)).answer


async def test_five_turns_are_summarised_and_a_correction_rebuilds_the_summary(bench: AgentBench) -> None:
    for text in (A1C, "고혈압이 있어요.", "메트포르민 500mg 하루 두 번 먹어요.", "안녕하세요", "감사합니다"):
        await bench.say(text)
    await bench.say("제 약을 정리해 주세요.")
    summaries = bench.views.view(bench.patient_id).tiers.summaries
    assert list(summaries) == [1]
    assert "6.9" in summaries[1].text
    await bench.say("최근 당화혈색소는 6.9%가 아니라 6.5%였어요.")
    rebuilt = bench.views.view(bench.patient_id).tiers.summaries[1]
    assert "6.9" not in rebuilt.text
    assert "SummaryInvalidated" in bench.topics()


async def test_a_repeated_question_is_answered_from_the_log_until_a_fact_changes(bench: AgentBench) -> None:
    await bench.say("고혈압이 있어요.")
    question = "고혈압 환자는 소금을 얼마나 먹어야 하나요?"
    first = await bench.say(question)
    await bench.say(question)
    given = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)
    ]
    assert given[-1].cached_from is not None
    assert first.answer in given[-1].text
    await bench.say("페니실린 알레르기가 있어요.")
    await bench.say(question)
    given = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)
    ]
    assert given[-1].cached_from is None


async def test_what_was_told_is_no_answer_to_the_same_words_asked(bench: AgentBench) -> None:
    await bench.say("2026년 3월 5일 당화혈색소 6.8이었어요.")
    await bench.say("2026년 3월 5일 당화혈색소 6.8이었어요?")
    given = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerGiven)
    ]
    assert given[-1].cached_from is None


def _received(bench: AgentBench, request_id: str, text: str) -> ReceiveUtterance:
    return ReceiveUtterance(
        request_id=request_id, patient_id=bench.patient_id, now=NOW, conversation_id="c", text=text, language="ko"
    )
