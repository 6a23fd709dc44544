"""An agent of the user's own, over the wire: what it hears is understood, what it answers is in the ledger."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest

from clients import (
    AlreadyExists,
    AnamnesisClient,
    AsyncAnamnesisClient,
    FailedPrecondition,
    InvalidRequest,
    NotFound,
    as_of,
)
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import fact_pb2
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from tests.server.conftest import Server
from tests.server.running import CARD

SAID = {
    "en": "I also take amlodipine 5 mg once a day.",
    "ko": "암로디핀 5mg도 하루 한 번 먹어요.",
}
ANSWERED = {
    "en": "Your HbA1c fell from 7.8% to 7.2%. Keep taking amlodipine and metformin.",
    "ko": "당화혈색소가 7.8%에서 7.2%로 내려갔습니다. 암로디핀과 메트포르민을 계속 드세요.",
}
CORRECTED = {
    "en": "Sorry, my latest HbA1c was 6.9%, not 7.2%.",
    "ko": "죄송해요, 최근 당화혈색소는 7.2%가 아니라 6.9%였어요.",
}
ASKED = {"en": "What is my latest HbA1c?", "ko": "최근 당화혈색소가 얼마였죠?"}
SECOND = {
    "en": ("What is the second medicine for?", "etformin"),
    "ko": ("두 번째 약은 뭐에 쓰는 약이에요?", "메트포르민"),
}
LANGUAGES = pytest.mark.parametrize("language", ["en", "ko"])


def _patient(client: AnamnesisClient, language: str = "en") -> str:
    patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
    client.import_card(patient, CARD)
    return patient


def _payloads(client: AnamnesisClient, patient: str, event: str) -> list[dict[str, Any]]:
    topic = f"anamnesis.Patient.{event}.v1"
    return [json.loads(one.payload_json) for one in client.events(patient, topics=[topic])]


def _facts(client: AnamnesisClient, patient: str) -> dict[tuple[str, float], str]:
    return {(fact.name, fact.number): fact.fact_id for fact in client.profile(patient, include_history=True).facts}


@LANGUAGES
def test_what_is_observed_is_understood_and_not_answered(client: AnamnesisClient, language: str) -> None:
    patient = _patient(client, language)
    observed = client.observe(patient, SAID[language], agent_said="Which medicines do you take?")

    [event] = observed.slot_events
    assert (event.kind, event.fact.name, event.fact.dose) == (
        fact_pb2.SLOT_EVENT_KIND_RECORDED,
        "Amlodipine",
        "5mg",
    )
    assert event.fact.evidence.turn_number == observed.turn_number == 1
    assert (observed.version, observed.position) == (
        client.profile(patient).version,
        client.profile(patient).position,
    )
    [said] = _payloads(client, patient, "UtteranceReceived")
    assert (said["agent_said"], said["observed"]) == ("Which medicines do you take?", True)
    assert _payloads(client, patient, "AnswerGiven") == []


def test_an_observation_is_one_turn_however_often_it_is_sent(client: AnamnesisClient) -> None:
    patient, request_id = _patient(client), str(uuid4())
    first, again = (client.observe(patient, SAID["en"], request_id=request_id) for _ in range(2))

    assert first.slot_events and "state" in first.understood.acts
    # The words are read once: what they were understood as is told with the first response only.
    assert not again.HasField("understood")
    first.ClearField("understood")
    assert first == again
    assert len(_payloads(client, patient, "UtteranceReceived")) == 1
    for text, agent_said in (("I have asthma.", None), (SAID["en"], "And?")):
        with pytest.raises(AlreadyExists) as raised:
            client.observe(patient, text, agent_said=agent_said, request_id=request_id)
        assert raised.value.reason == "REQUEST_ID_REUSED"
    steps = list(client.converse(patient, SAID["en"], request_id=request_id))
    assert steps[-1].turn_failed.reason == "REQUEST_ID_REUSED"


@LANGUAGES
def test_an_answer_of_ones_own_rests_on_what_its_text_states_in_its_order(
    client: AnamnesisClient, language: str
) -> None:
    patient = _patient(client, language)
    turn = client.observe(patient, SAID[language]).turn_number
    facts = _facts(client, patient)
    penicillin = facts["Penicillin", 0.0]
    recorded = client.record_answer(
        patient,
        turn,
        ANSWERED[language],
        model="gpt-own",
        fact_ids=[penicillin],
        documents=[pb.Citation(document_id="guide-1", title="A guide", quote="some words", source="us")],
    )

    values, medicines = [facts["HbA1c", 7.8], facts["HbA1c", 7.2]], [facts["Amlodipine", 0.0], facts["Metformin", 0.0]]
    assert list(recorded.facts_used) == [*values, *medicines, penicillin]
    assert not recorded.warnings
    [given] = _payloads(client, patient, "AnswerGiven")
    assert (given["author"], given["text"], given["document_ids"]) == ("gpt-own", ANSWERED[language], ["guide-1"])
    assert given["spoke_of"] == [
        {"kind": "measurement", "concept_id": "hba1c", "fact_ids": values},
        {"kind": "medications", "fact_ids": medicines},
    ]
    question, medicine = SECOND[language]
    assert medicine in client.say(patient, question).text


@LANGUAGES
def test_a_correction_reaches_the_answers_of_ones_own(client: AnamnesisClient, language: str) -> None:
    patient = _patient(client, language)
    recorded = client.record_answer(patient, client.observe(patient, SAID[language]).turn_number, ANSWERED[language])
    before = client.explain(patient, 1)
    corrected = client.observe(patient, CORRECTED[language])
    after, context = client.explain(patient, 1), client.context(patient, ASKED[language])

    [stale] = corrected.invalidated
    assert (stale.turn_number, stale.answer_event_id) == (1, recorded.answer_event_id)
    assert before.verified and after.verified, (before.discrepancies, after.discrepancies)
    assert not before.HasField("invalidated") and after.invalidated.reason.startswith("corrected")
    assert {fact.fact.fact_id for fact in after.facts if fact.used} == set(recorded.facts_used)
    assert [fact.fact.number for fact in after.facts if not fact.still_current] == [7.2]
    [warning] = [line for line in context.lines if line.section == "warning"]
    assert recorded.answer_event_id in warning.event_ids
    assert ANSWERED[language] not in context.text


STALE = {
    "by name": "Your last HbA1c of 7.2% is a little high.",
    "without a name": "Thank you, so it was 7.2%.",
    "in Korean": "최근 당화혈색소는 7.2%로 조금 높습니다.",
}


@pytest.mark.parametrize("text", STALE.values(), ids=STALE)
def test_an_answer_that_states_a_corrected_value_is_stale_at_once(client: AnamnesisClient, text: str) -> None:
    patient = _patient(client)
    turn = client.observe(patient, CORRECTED["en"]).turn_number
    recorded = client.record_answer(patient, turn, text)

    assert [warning.code for warning in recorded.warnings] == ["ANSWER_WITHDRAWN"]
    [stale] = _payloads(client, patient, "AnswerInvalidated")
    assert (stale["answer_event_id"], stale["reason"]) == (recorded.answer_event_id, "corrected")
    assert client.explain(patient, turn).verified


def test_an_answer_that_tells_of_a_correction_is_not_stale(client: AnamnesisClient) -> None:
    patient = _patient(client)
    turn = client.observe(patient, CORRECTED["en"]).turn_number
    recorded = client.record_answer(patient, turn, "Noted: your HbA1c was 6.9%, not 7.2%.")

    assert not recorded.warnings
    assert list(recorded.facts_used) == [_facts(client, patient)["HbA1c", 6.9]]


def test_an_answer_with_a_dose_of_yesterday_is_warned_of(client: AnamnesisClient) -> None:
    patient = _patient(client)
    turn = client.observe(patient, "My doctor raised my metformin to 1000 mg twice a day last week.").turn_number
    old = client.record_answer(patient, turn, "Keep taking metformin 500 mg.")
    turn = client.observe(patient, "Thanks.").turn_number
    new = client.record_answer(patient, turn, "I meant metformin 1000 mg, up from 500 mg.")

    assert [warning.code for warning in old.warnings] == ["ANSWER_OUTDATED"]
    assert not new.warnings
    assert _payloads(client, patient, "AnswerInvalidated") == []


def test_a_recorded_answer_is_given_once(client: AnamnesisClient) -> None:
    patient, request_id = _patient(client), str(uuid4())
    turn = client.observe(patient, SAID["en"]).turn_number
    first, again = (client.record_answer(patient, turn, ANSWERED["en"], request_id=request_id) for _ in range(2))

    assert first == again
    with pytest.raises(AlreadyExists) as raised:
        client.record_answer(patient, turn, ANSWERED["en"])
    assert raised.value.reason == "TURN_ANSWERED"
    with pytest.raises(AlreadyExists) as raised:
        client.record_answer(patient, turn, "Something else.", request_id=request_id)
    assert raised.value.reason == "REQUEST_ID_REUSED"
    client.say(patient, "What are my diagnoses?")
    with pytest.raises(FailedPrecondition) as refused:
        client.record_answer(patient, 2, "Diabetes.")
    assert refused.value.reason == "TURN_NOT_OBSERVED"
    with pytest.raises(NotFound):
        client.record_answer(patient, 9, "Diabetes.")
    assert len(_payloads(client, patient, "AnswerGiven")) == 2


BAD_ANSWERS: dict[str, tuple[dict[str, Any], type[Exception]]] = {
    "no text": ({"text": "  "}, InvalidRequest),
    "over-long text": ({"text": "a" * 16_001}, InvalidRequest),
    "a control character": ({"text": "a\x00"}, InvalidRequest),
    "turn 0": ({"turn_number": 0}, InvalidRequest),
    "no UUID": ({"fact_ids": ["x"]}, InvalidRequest),
    "an unknown fact": ({"fact_ids": [str(uuid4())]}, NotFound),
    "a nameless document": ({"documents": [pb.Citation(title="t")]}, InvalidRequest),
    "too many documents": ({"documents": [pb.Citation(document_id="d")] * 201}, InvalidRequest),
    "an over-long model": ({"model": "m" * 129}, InvalidRequest),
    "nobody": ({"patient_id": str(uuid4())}, NotFound),
}


@pytest.mark.parametrize(("fields", "error"), BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_a_bad_answer_is_refused_by_name(
    client: AnamnesisClient, patient: str, fields: dict[str, Any], error: type[Exception]
) -> None:
    turn = client.observe(patient, SAID["en"]).turn_number
    arguments: dict[str, Any] = {"patient_id": patient, "turn_number": turn, "text": "Yes."} | fields
    with pytest.raises(error):
        client.record_answer(**arguments)
    assert _payloads(client, patient, "AnswerGiven") == []


BAD_OBSERVATIONS = ({"text": " "}, {"text": "a" * 4_001}, {"agent_said": "a" * 16_001}, {"locale": "fr"})


@pytest.mark.parametrize("fields", BAD_OBSERVATIONS, ids=lambda fields: next(iter(fields)))
def test_a_bad_observation_is_refused_and_nothing_is_stored(
    client: AnamnesisClient, patient: str, fields: dict[str, str]
) -> None:
    arguments: dict[str, Any] = {"patient_id": patient, "text": SAID["en"]} | fields
    with pytest.raises(InvalidRequest):
        client.observe(**arguments)
    assert client.profile(patient).version == 1


def test_a_context_holds_answers_of_ones_own_and_none_of_this_service(client: AnamnesisClient) -> None:
    patient = _patient(client)
    ours = client.say(patient, ASKED["en"]).text
    turn = client.observe(patient, "I feel dizzy when I stand up.").turn_number
    client.record_answer(patient, turn, "Please sit down slowly and tell me more.", model="gpt-own")
    client.record(patient, [fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=7.9, unit="%",
                                          valid_from="2025-03-03")])  # fmt: skip
    context = client.context(patient, "dizzy", token_budget=2_000)
    sections = {line.section for line in context.lines}

    assert "Please sit down slowly" in context.text
    assert ours not in context.text
    assert sections == {"fact", "question", "conversation"}
    assert "7.9" in next(line.text for line in context.lines if line.section == "question")
    assert all(line.event_ids for line in context.lines)
    assert context.text == "\n".join(line.text for line in context.lines)


@LANGUAGES
def test_a_context_says_what_changed_and_what_may_be_an_emergency(client: AnamnesisClient, language: str) -> None:
    patient = _patient(client, language)
    client.observe(patient, CORRECTED[language])
    client.observe(
        patient, {"en": "I have crushing chest pain right now.", "ko": "지금 가슴이 쥐어짜듯 아파요."}[language]
    )
    lines = client.context(patient, "help").lines

    [change] = [line.text for line in lines if line.section == "change"]
    assert "7.2" in change and "6.9" in change and "[corrected" in change
    [alarm] = [line.text for line in lines if line.section == "warning"]
    assert "119" in alarm


def test_what_was_asked_back_is_open_until_the_next_turn(client: AnamnesisClient) -> None:
    patient = _patient(client)
    client.observe(patient, "My HbA1c was 72% last week.")
    [question] = [line for line in client.context(patient, "x").lines if line.section == "question"]
    client.observe(patient, "I meant 7.2%.")

    assert "72" in question.text
    assert not [line for line in client.context(patient, "x").lines if line.section == "question"]


def test_five_turns_of_ones_own_agent_are_summarised(client: AnamnesisClient) -> None:
    patient = _patient(client)
    for text in (SAID["en"], "My knees hurt.", "I smoke.", CORRECTED["en"], "I have asthma."):
        turn = client.observe(patient, text).turn_number
        client.record_answer(patient, turn, "I see.")

    [summary] = _payloads(client, patient, "TurnsSummarised")
    assert (summary["first_turn"], summary["last_turn"]) == (1, 5)
    assert "Amlodipine" in summary["text"]
    assert client.explain(patient, 5).verified


@LANGUAGES
def test_a_question_is_answered_from_any_past_and_writes_nothing(client: AnamnesisClient, language: str) -> None:
    patient = _patient(client, language)
    imported = client.profile(patient).position
    client.observe(patient, CORRECTED[language])
    head = client.profile(patient)
    events = len(list(client.events(patient)))
    now = client.ask(patient, ASKED[language])
    known = client.ask(patient, ASKED[language], as_of=as_of(position=imported))
    valid = client.ask(patient, ASKED[language], as_of=as_of(valid_at=datetime(2025, 1, 15, tzinfo=UTC)))

    assert "6.9" in now.answer.text and "7.2" not in now.answer.text
    assert "7.2" in known.answer.text and known.position == imported
    assert "7.8" in valid.answer.text and "6.9" not in valid.answer.text
    assert list(now.answer.facts_used) == [_facts(client, patient)["HbA1c", 6.9]]
    assert client.ask(patient, ASKED[language]).answer.text == now.answer.text
    assert client.profile(patient).fingerprint == head.fingerprint
    assert len(list(client.events(patient))) == events


def test_what_a_question_states_is_not_taken_over(client: AnamnesisClient, patient: str) -> None:
    client.ask(patient, "I am allergic to aspirin. What are my allergies?")

    assert client.profile(patient).version == 1


@pytest.mark.parametrize("fields", [{"text": ""}, {"text": "x" * 4_001}, {"locale": "fr"}])
def test_a_bad_question_is_refused(client: AnamnesisClient, patient: str, fields: dict[str, str]) -> None:
    arguments: dict[str, Any] = {"patient_id": patient, "text": "Why?"} | fields
    with pytest.raises(InvalidRequest):
        client.ask(**arguments)
    with pytest.raises(InvalidRequest):
        client.ask(patient, "Why?", as_of=as_of(position=10**9))
    with pytest.raises(NotFound):
        client.ask(str(uuid4()), "Why?")


def test_patients_are_listed_by_tenant_page_by_page_and_never_when_erased(
    client: AnamnesisClient, server: Server
) -> None:
    tenant = f"clinic-{uuid4()}"
    made = [client.register_patient(locale="en", time_zone="UTC", tenant=tenant) for _ in range(3)]
    client.observe(made[1], SAID["en"])
    client.erase(made[2])
    listed = list(client.patients(tenant=tenant))

    assert [one.patient_id for one in listed] == made[:2]
    assert {one.tenant for one in listed} == {tenant} and {one.locale for one in listed} == {"en"}
    assert [one.version for one in listed] == [1, client.profile(made[1]).version]
    assert listed[1].last_recorded_at.ToDatetime() > listed[0].last_recorded_at.ToDatetime()
    assert set(made[:2]) < {one.patient_id for one in client.patients()}
    assert list(client.patients(tenant="nobody's")) == []
    assert _pages(server.address, tenant) == [made[:1], made[1:2], []]


def _pages(address: str, tenant: str) -> list[list[str]]:
    from protos.anamnesis.v1 import memory_pb2
    from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub

    pages: list[list[str]] = []
    request = memory_pb2.ListPatientsRequest(tenant=tenant, page_size=1)
    with grpc.insecure_channel(address) as channel:
        while True:
            page = MemoryServiceStub(channel).ListPatients(request)
            pages.append([one.patient_id for one in page.patients])
            if not page.next_page_token:
                return pages
            request.page_token = page.next_page_token


async def test_the_asyncio_client_does_the_same(server: Server) -> None:
    async with AsyncAnamnesisClient(server.address) as client:
        patient = await client.register_patient(locale="en", time_zone="UTC", tenant="aio")
        observed = await client.observe(patient, SAID["en"])
        recorded = await client.record_answer(patient, observed.turn_number, "You take amlodipine 5 mg.")
        asked = await client.ask(patient, "Which medicines do I take?")
        listed = [one.patient_id async for one in client.patients(tenant="aio")]

    assert list(recorded.facts_used) == list(asked.answer.facts_used) == [observed.slot_events[0].fact.fact_id]
    assert listed == [patient]


@pytest.fixture
def raw(server: Server) -> Iterator[Any]:
    with grpc.insecure_channel(server.address) as channel:
        yield ConversationServiceStub(channel)


def test_what_the_agent_said_is_kept_with_a_turn_of_this_service_too(
    raw: Any, client: AnamnesisClient, patient: str
) -> None:
    list(client.converse(patient, "Yes, twice a day.", agent_said="Do you take metformin?"))

    [said] = _payloads(client, patient, "UtteranceReceived")
    assert said["agent_said"] == "Do you take metformin?" and "observed" not in said


def test_the_example_runs_and_hears_of_its_stale_answer(server: Server) -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, str(root / "examples" / "own_agent.py")],
        env={**os.environ, "ANAMNESIS_ADDRESS": server.address, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert told.returncode == 0, told.stderr
    assert "(what I said in turn 1 no longer holds: corrected: INR 2.4" in told.stdout
    assert "INR 3.4" in told.stdout and "[rests on 2 facts]" in told.stdout
