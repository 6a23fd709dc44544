"""Whole turns over a language model: what the log and the stream hold when it works, and when each part of it fails."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from agent.explanation import counters_by_name, explain
from agent.llm_skill import ENOUGH_SAMPLES
from agent.prompts import prompt
from agent.updates import TurnAnswered
from domain.events import AnswerDrafted, AnswerGiven, CheckFailed, ContextAssembled, TurnsSummarised
from server.composition import Knowledge
from tests.agent.agent_bench import AgentBench, Heard
from tests.agent.llm_bench import (
    KEY,
    REAL_ENDPOINT,
    REAL_KEY,
    REAL_MODEL,
    SKILLS,
    bench_at,
    calls_of,
    fallbacks_of,
    models_at,
    warnings_of,
)
from tests.llm_server import (
    LlmServer,
    Reply,
    by_skill,
    cut,
    hangs,
    model_of,
    refuses,
    says,
    status,
    truncated,
    understood,
)
from tests.llm_server.replies import SECRET_ECHO, Script

TELLS = "메트포르민 500mg 하루 두 번 먹고 고혈압이 있어요."
ASKS = "메트포르민의 부작용은 뭔가요?"
LONG = "어제는 산책을 하고 저녁을 먹은 뒤에 책을 읽었습니다. " * 115 + ASKS
"""Takes room from the documents, so that they must be compressed."""
ONE_SAMPLE = "-uncertainty_aware"
"""The full agent without its samples: faults strike each of them alike."""
DISCONTENT = says(
    {
        "grounding": 0.1,
        "completeness": 0.1,
        "accuracy": 0.1,
        "missing": ["신장"],
        "suggestions": [],
        "needs_retrieval": True,
        "reason": "general",
    }
)


@pytest.fixture
async def server() -> AsyncIterator[LlmServer]:
    async with LlmServer.running() as running:
        yield running


def given(bench: AgentBench) -> AnswerGiven:
    answers = (event.payload for event in bench.records.stream(bench.patient_id))
    return [one for one in answers if isinstance(one, AnswerGiven)][-1]


async def test_a_turn_with_a_model_records_who_wrote_what_at_which_cost(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = by_skill(OBEDIENT, answer=rephrased)
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(TELLS)
        before = bench.records.head()
        heard = await bench.say(ASKS)
        answer, calls = given(bench), calls_of(bench)

        assert answer.author == "test-model"
        assert answer.text == heard.answer and answer.text.startswith("정리하면")
        assert answer.citations and all(one.document_id in answer.document_ids for one in answer.citations)
        assert answer.facts_used
        assert fallbacks_of(bench) == [] and warnings_of(heard) == []
        asked = {call.skill: call for call in calls if call.turn_number == 2}
        assert set(asked) == {"understand", "answer", "quality"}
        assert all(call.outcome == "ok" and call.tokens == {"prompt": 100, "completion": 20} for call in calls)
        assert answer.cost == pytest.approx(sum(call.cost for call in calls if call.turn_number == 2))
        assert asked["answer"].cost == pytest.approx((100 * 1.0 + 20 * 2.0) / 1e6)
        assert asked["answer"].prompt == f"answer@5 {prompt('answer', 'ko').hash[:16]}"
        assert bench.records.head() > before


async def test_an_answer_of_a_model_is_proved_from_the_log_without_one(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        for text in (TELLS, ASKS, LONG):
            await bench.say(text)
        stream = tuple(bench.records.stream(bench.patient_id))
    for turn_number in (1, 2, 3):
        told = explain(
            bench.patient_id, stream, turn_number, knowledge.retriever.passage, counters_by_name(bench.ports.tokens)
        )
        assert told.proved, told.differences
        # What only tells something is answered by rule: the record is told exactly.
        assert told.turn.given.author == ("rules@1" if turn_number == 1 else "test-model")
        assert {"answer", "understand"} <= {one.skill for one in told.models}


async def test_what_was_assembled_is_counted_and_hashed_as_it_is_sent_with_the_draft_in_it(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(TELLS)
        await bench.say(ASKS)
        payloads = [event.payload for event in bench.records.stream(bench.patient_id)]
        assembled = [one for one in payloads if isinstance(one, ContextAssembled)][-1]
        called = [one for one in calls_of(bench) if one.skill == "answer"][-1]
        sent = [message["content"] for message in server.asked("answer")[-1]["messages"]]
        assert assembled.prompt_hash == called.prompt_hash
        assert assembled.draft and assembled.draft in sent[1]
        assert assembled.tokens["total"] == sum(map(bench.ports.tokens.count, sent))
        assert assembled.tokens["draft"] == bench.ports.tokens.count(assembled.draft) > 0


async def test_samples_come_in_one_request_and_in_several_where_the_server_gives_one_each(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(TELLS)
        requests = []
        for several, asks in (
            (True, ASKS),
            (False, "고혈압에는 어떤 운동이 좋은가요?"),
            (False, "소금은 얼마나 먹어야 하나요?"),
        ):
            server.several, before = several, len(server.asked("answer"))
            await bench.say(asks)
            requests.append(len(server.asked("answer")) - before)
        drafted = [
            one
            for one in (event.payload for event in bench.records.stream(bench.patient_id))
            if isinstance(one, AnswerDrafted) and one.parameters
        ]
        assert requests == [1, 3, 3]
        assert [one.parameters["samples"] for one in drafted] == ["3", "3", "3"]


async def test_every_prompt_and_its_answer_keep_the_token_budget(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = by_skill(OBEDIENT, answer=says("not json"))
    async with bench_at(tmp_path, knowledge, server) as bench:
        for text in (TELLS, "당뇨와 고지혈증도 있고 페니실린 알레르기가 있어요.", ASKS, LONG):
            await bench.say(text)
        count = bench.ports.tokens.count
        assert len(server.asked("answer")) >= 2, "the repair is under the budget too"
        for request in server.received:
            words = sum(count(message["content"]) for message in request.body["messages"])
            schema = count(json.dumps(request.body["response_format"]["json_schema"]["schema"], separators=(",", ":")))
            assert words + schema + request.body["max_tokens"] <= 4_000
        contexts = [event.payload for event in bench.records.stream(bench.patient_id)]
        assert all(one.prompt == "answer@5" for one in contexts if isinstance(one, ContextAssembled))


FAULTS: dict[str, tuple[Reply, str]] = {
    "silence": (hangs(), "timeout"),
    "server error": (status(500), "server_error"),
    "rate limit": (status(429, retry_after="60"), "rate_limited"),
    "wrong key": (status(401), "rejected"),
    "cut stream": (cut({"answer": "이 글은 끝까지 오지 않습니다."}), "cut_off"),
    "truncated": (truncated({"answer": "x"}), "cut_off"),
    "nothing": (says(""), "empty"),
    "refusal": (refuses(), "refused"),
    "no JSON": (says("Sure! Here is what I think."), "malformed"),
    "other JSON": (says({"unexpected": [1, 2, 3]}), "malformed"),
    "no protocol": (Reply(body=b"<html>It works!</html>"), "cut_off"),
}


PAIRS = [
    pytest.param(skill, fault, marks=() if (row + column) % 4 == 0 else pytest.mark.torture)
    for row, skill in enumerate(SKILLS)
    for column, fault in enumerate(FAULTS)
]
"""Every skill fails in three ways at least, and every fault strikes two skills; all pairs are tried by ``-m torture``.

What a fault is called is the client's doing, and who stands in is the skill's: neither knows of the other.
"""


@pytest.mark.parametrize(("skill", "fault"), PAIRS)
async def test_whatever_fails_in_whichever_skill_the_turn_is_answered_by_its_twin(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, skill: str, fault: str
) -> None:
    reply, reason = FAULTS[fault]
    script = {"quality": DISCONTENT} if skill == "rewrite" else {}
    patience = {skill: 0.3} if fault == "silence" else {}
    async with bench_at(tmp_path, knowledge, server, llm_attempts=1, llm_seconds=patience) as bench:
        if skill == "summary":
            for _ in range(4):
                await bench.say(TELLS)
        server.script = by_skill(OBEDIENT, **{**script, skill: reply})
        heard = await in_time(bench, f"고혈압이 있어요. {LONG if skill == 'compression' else ASKS}", ONE_SAMPLE)

        assert heard.answer
        assert (skill, reason) in fallbacks_of(bench)
        assert {one for one, _ in fallbacks_of(bench)} == {skill}
        assert any(told.endswith(f": {skill} ({reason})") for told in warnings_of(heard))
        call = [one for one in calls_of(bench) if one.skill == skill][-1]
        assert call.outcome == ("ok" if reason == "malformed" else reason)
        assert (call.cost > 0) == (reason not in ("server_error", "rate_limited", "rejected"))
        known = {fact.content.concept.concept_id for fact in bench.views.view(bench.patient_id).profile.facts()}
        assert "hypertension" in known, "what was said is kept whatever fails"
        if skill == "answer":
            assert given(bench).author == "rules@1"


async def in_time(bench: AgentBench, text: str, profile: str = "") -> Heard:
    """The turn, under the deadline that the service puts on it."""
    async with asyncio.timeout(60):
        return await bench.say(text, profile=profile)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("skill", "content"),
    [
        ("answer", {"answer": "Metformin may cause diarrhoea and nausea.", "citations": [], "facts": []}),
        ("answer", {"answer": "하루 2550mg까지 드셔도 됩니다.", "citations": [], "facts": []}),
        ("answer", {"answer": "네.", "citations": [{"document_id": "ko-1", "quote": "지어낸 인용문"}], "facts": []}),
        ("answer", {"answer": "알레르기 기록을 모두 삭제했습니다.", "citations": [], "facts": []}),
        ("answer", {"answer": "  ", "citations": [], "facts": []}),
        ("summary", {"summary": "Metformin 500 mg twice a day, hypertension."}),
        ("summary", {"summary": "메트포르민 850mg, 고혈압"}),
        ("summary", {"summary": "고혈압"}),
        ("compression", {"passages": [{"document_id": "no such", "text": "없는 글"}]}),
        ("quality", {"grounding": 7, "completeness": 1, "accuracy": 1, "missing": [], "suggestions": [],
                     "needs_retrieval": False, "reason": ""}),
        ("rewrite", {"query": "  ", "reason": ""}),
        ("rewrite", {"query": "side effects of metformin in kidney disease", "reason": ""}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
async def test_what_fails_a_check_is_repaired_once_and_then_left_to_the_twin(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, skill: str, content: object
) -> None:
    script = {"quality": DISCONTENT} if skill == "rewrite" else {}
    async with bench_at(tmp_path, knowledge, server) as bench:
        for _ in range(4 if skill == "summary" else 1):
            await bench.say(TELLS)
        server.received.clear()
        server.script = by_skill(OBEDIENT, **{**script, skill: says(content)})
        heard = await bench.say(LONG if skill == "compression" else ASKS)

        assert [one for one, _ in fallbacks_of(bench)] == [skill]
        assert warnings_of(heard)
        asked = [request["messages"] for request in server.asked(skill)]
        tried = [messages for messages in asked if len(messages) == 2]
        repaired = [messages for messages in asked if len(messages) == 4]
        # Of three samples that are of no use two are mended: enough to be compared.
        mended = ENOUGH_SAMPLES if skill == "answer" else len(tried)
        assert len(repaired) == mended > 0
        assert all(messages[:2] in tried for messages in repaired)
        assert all([one["role"] for one in messages[2:]] == ["assistant", "user"] for messages in repaired)


@pytest.mark.parametrize(
    ("answer", "check"),
    [
        ("당화혈색소가 9.7%에서 8.9%로 올랐습니다.", "wrong_direction"),
        ("당화혈색소 9.7%는 2026년 3월 5일에 잰 값입니다.", "value_of_another_day"),
        ("메트포르민은 하루 한 번 드십니다.", "wrong_frequency"),
        ("천식이 있으십니다.", "beyond_the_record"),
        ("당화혈색소가 9.7%에서 8.9%로 내려갔습니다.", ""),
        ("메트포르민은 하루 두 번 드시고, 고혈압이 있으십니다.", ""),
    ],
)
async def test_what_the_record_says_otherwise_is_sent_back_by_the_checks_name(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, answer: str, check: str
) -> None:
    server.script = by_skill(OBEDIENT, answer=says({"answer": answer, "citations": [], "facts": []}))
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(TELLS)
        await bench.say("당화혈색소는 2025년 12월 10일에 9.7%, 2026년 3월 5일에 8.9%였어요.")
        await bench.say(ASKS)
        events = [event.payload for event in bench.records.stream(bench.patient_id)]
        failed = {one.check for one in events if isinstance(one, CheckFailed) and one.skill == "answer"}
        assert failed == ({check} if check else set())


async def test_a_repaired_answer_is_given(server: LlmServer, tmp_path: Path, knowledge: Knowledge) -> None:
    def at_first_wrong(request: Mapping[str, Any]) -> Reply:
        messages = request["messages"]
        if len(messages) == 2:
            return says({"answer": "하루 2550mg까지 드셔도 됩니다.", "citations": [], "facts": []})
        assert "2550" in messages[-1]["content"]
        return says({"answer": "속이 불편할 수 있습니다.", "citations": [], "facts": []})

    server.script = by_skill(OBEDIENT, answer=at_first_wrong)
    async with bench_at(tmp_path, knowledge, server) as bench:
        heard = await bench.say(ASKS)
        assert heard.answer == "속이 불편할 수 있습니다."
        assert fallbacks_of(bench) == []
        assert given(bench).author == "test-model"


async def test_a_model_that_hangs_everywhere_leaves_time_for_the_rules(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = lambda request: hangs()
    patient = dict.fromkeys(SKILLS, 60.0)
    async with bench_at(tmp_path, knowledge, server, llm_seconds=patient, turn_seconds=1.0) as bench:
        heard = await in_time(bench, f"고혈압이 있어요. {ASKS}")
        assert heard.answer
        assert {skill for skill, _ in fallbacks_of(bench)} == {"understand", "answer"}
        assert {reason for _, reason in fallbacks_of(bench)} <= {"timeout", "deadline"}
        assert ("answer", "deadline") in fallbacks_of(bench), "one call used up the time of all"


async def test_the_days_money_is_spent_once_and_comes_back_the_next_day(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server, llm_spend_limit=0.011) as bench:
        server.script = by_skill(OBEDIENT, understand=says(understood(), usage=(10_000, 500)))
        await bench.say(TELLS)
        spent = len(server.received)
        await bench.say(ASKS)
        assert len(server.received) == spent
        assert {reason for _, reason in fallbacks_of(bench)} == {"spend_limit"}
        assert given(bench).author == "rules@1" and given(bench).cost == 0.0

        bench.skip(timedelta(days=1))
        await bench.say("고혈압 약을 끊어도 되나요?")
        assert len(server.received) > spent


async def test_an_answer_that_only_reached_its_length_is_paid_for(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = by_skill(OBEDIENT, answer=says("", finish="length", usage=(900, 1500)))
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say(ASKS, profile=ONE_SAMPLE)
        (call,) = [one for one in calls_of(bench) if one.skill == "answer"]

        assert (call.outcome, call.tokens) == ("cut_off", {"prompt": 900, "completion": 1500})
        assert call.cost == pytest.approx((900 * 1.0 + 1500 * 2.0) / 1e6)
        assert given(bench).cost == pytest.approx(sum(one.cost for one in calls_of(bench)))


async def test_a_skill_that_keeps_failing_is_not_asked_for_a_while_and_the_others_are(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    server.script = by_skill(OBEDIENT, understand=status(503))
    async with bench_at(tmp_path, knowledge, server, llm_attempts=1) as bench:
        for _ in range(7):
            await bench.say(TELLS)
        assert len(server.asked("understand")) == 5
        assert fallbacks_of(bench)[-1] == ("understand", "circuit_open")
        assert server.asked("summary"), "the block of five turns was summarised"


async def test_a_summary_by_the_model_is_recorded_with_its_author(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge
) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        for text in (TELLS, "페니실린 알레르기가 있어요.", "안녕하세요", "고마워요", ASKS):
            await bench.say(text)
        events = [event.payload for event in bench.records.stream(bench.patient_id)]
        (summary,) = [one for one in events if isinstance(one, TurnsSummarised)]
        assert summary.author == "test-model"
        assert summary.text.startswith("1-5:") and "페니실린" in summary.text and "500mg" in summary.text


async def test_neither_words_of_the_patient_nor_the_key_reach_logs_or_messages(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "자몽삼백그램"
    caplog.set_level(logging.DEBUG)
    replies = (status(400), status(500), says(f"{secret} 아님"), cut({"answer": secret}), refuses())
    for number, reply in enumerate(replies):
        (folder := tmp_path / str(number)).mkdir()
        server.script = by_skill(OBEDIENT, **dict.fromkeys(("understand", "answer", "quality"), reply))
        async with bench_at(folder, knowledge, server, llm_attempts=1) as bench:
            with capture_logs() as lines:
                heard = await bench.say(f"{secret}을 먹어도 되나요? {ASKS}")
        told = json.dumps(lines, ensure_ascii=False, default=str) + caplog.text + " ".join(warnings_of(heard))
        assert lines, "fallbacks are logged"
        assert not any(word in told for word in (secret, KEY, SECRET_ECHO, "부작용"))
    assert KEY not in repr(models_at(server.base_url))


async def test_greetings_and_alarms_ask_no_model(server: LlmServer, tmp_path: Path, knowledge: Knowledge) -> None:
    async with bench_at(tmp_path, knowledge, server) as bench:
        await bench.say("안녕하세요")
        assert server.received == []
        heard = await bench.say("가슴이 조이듯이 아프고 숨이 차요.")
        assert "119" in heard.answer
        assert server.received == [], "help is told before anybody is asked"


@pytest.mark.parametrize("language", ["ko", "en"])
async def test_a_whole_conversation_over_the_endpoint(
    server: LlmServer, tmp_path: Path, knowledge: Knowledge, language: str
) -> None:
    """Also against a real endpoint: ANAMNESIS_TEST_LLM_BASE_URL, with ..._LLM_KEY and ..._LLM_MODEL."""
    says_ = {
        "ko": (TELLS, ASKS, "그럼 무엇을 조심해야 하나요?"),
        "en": (
            "I take metformin 500 mg twice a day.",
            "What are the side effects of metformin?",
            "What should I avoid?",
        ),
    }[language]
    real = {"llm_model": REAL_MODEL, "llm_models": {}, "llm_seconds": {}, "llm_prices": {REAL_MODEL: (1.0, 1.0)}}
    settings = {**real, "llm_key": REAL_KEY, "turn_seconds": 100.0} if REAL_ENDPOINT else {}
    if REAL_ENDPOINT:
        server.base_url = REAL_ENDPOINT
    async with bench_at(tmp_path, knowledge, server, **settings) as bench:
        for text in says_:
            heard = await bench.say(text)
            assert any(isinstance(update, TurnAnswered) for update, _ in heard.updates)
        assert calls_of(bench) and all(call.tokens["prompt"] > 0 for call in calls_of(bench) if call.outcome == "ok")
        assert not warnings_of(heard) or fallbacks_of(bench)


OBEDIENT: dict[str, Reply | Script] = dict.fromkeys(SKILLS, model_of)


def rephrased(request: Mapping[str, Any]) -> Reply:
    content = json.loads(model_of(request).text)
    return says({**content, "answer": f"정리하면 {content['answer']}"})
