"""The six-turn protocol on data of our own, through a real server, in Korean and in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from clients import AnamnesisClient, as_of
from protos.anamnesis.v1 import conversation_pb2, fact_pb2
from server.composition import Knowledge
from tests.server.running import running_server

CARD = {
    "as_of": "2025-09-01",
    "age": 66,
    "gender": "Female",
    "diagnosis": ["Hypertension", "Hypothyroidism"],
    "medications": [
        {"name": "Losartan", "dosage": "50mg", "frequency": "QD"},
        {"name": "Levothyroxine", "dosage": "75mcg", "frequency": "QD"},
    ],
    "allergy": "없음",
    "lab_results": [
        {"date": "2025-02-10", "test": "LDL cholesterol", "value": 151, "unit": "mg/dL", "loinc": "18262-6"},
        {"date": "2025-08-20", "test": "LDL cholesterol", "value": 138, "unit": "mg/dL", "loinc": "18262-6"},
    ],
    "vitals": [],
}
TURNS = {
    "ko": (
        "제 진단명과 지금 먹는 약, 알레르기를 알려 주세요.",
        "LDL 콜레스테롤이 지난번과 비교해서 어떻게 됐나요?",
        "방금 말한 그 두 값이랑 차이를 한 문장으로 다시요.",
        "지금 치료를 이어 가도 되나요? 근거를 들어 주세요.",
        "잠깐, 최근 LDL은 138이 아니라 118이었어요. 그럼 판단이 바뀌나요?",
        "제 약과 최근 LDL을 넣어 이번 주 할 일을 세 단계로 정리해 주세요.",
    ),
    "en": (
        "What are my diagnoses, my current medicines and my allergies?",
        "How has my LDL cholesterol changed since the last test?",
        "Say those two values and the difference again in one sentence.",
        "Should I keep my current treatment? Please give evidence.",
        "Wait, my latest LDL was 118, not 138. Does that change the conclusion?",
        "Include my medicines and latest LDL, and give me three steps for this week.",
    ),
}


@dataclass
class Conversation:
    """The six turns as they came over the stream."""

    patient: str
    turns: list[list[conversation_pb2.ConverseResponse]] = field(default_factory=list)

    def answer(self, turn: int) -> str:
        return next(one.answer.text for one in self.turns[turn - 1] if one.WhichOneof("payload") == "answer")

    def kinds(self, turn: int) -> list[str]:
        return [one.WhichOneof("payload") or "" for one in self.turns[turn - 1]]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[AnamnesisClient]:
    data: Path = tmp_path_factory.mktemp("six_turns")
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        yield client


@pytest.fixture(scope="module", params=["ko", "en"])
def talk(client: AnamnesisClient, request: pytest.FixtureRequest) -> Conversation:
    language: str = request.param
    patient = client.register_patient(locale=language, time_zone="Asia/Seoul")
    client.import_card(patient, json.dumps(CARD, ensure_ascii=False))
    talk = Conversation(patient)
    said_at = datetime.fromisoformat("2025-09-01T10:00:00+09:00")
    for place, text in enumerate(TURNS[language]):
        talk.turns.append(list(client.converse(patient, text, said_at=said_at + timedelta(minutes=2 * place))))
    return talk


def test_every_turn_is_accepted_answered_and_completed_in_this_order(talk: Conversation) -> None:
    for turn in range(1, 7):
        kinds = talk.kinds(turn)
        assert kinds[0] == "turn_accepted"
        assert kinds[-1] == "turn_completed"
        assert kinds.index("answer_delta") < kinds.index("answer")
        deltas = [one.answer_delta.text for one in talk.turns[turn - 1] if one.WhichOneof("payload") == "answer_delta"]
        assert "".join(deltas) == talk.answer(turn)


def test_facts_are_listed_and_nothing_else(talk: Conversation) -> None:
    text = talk.answer(1)
    for word in ("Hypertension", "Hypothyroidism", "Losartan", "50mg", "Levothyroxine", "75mcg"):
        assert word in text
    assert re.search("없음|none", text)
    assert "LDL" not in text
    assert "66" not in text


def test_numbers_are_compared_and_nothing_nobody_asked_for_is_recited(talk: Conversation) -> None:
    text = talk.answer(2)
    for number in ("151", "138", "13"):
        assert number in text
    for other in ("Losartan", "로사르탄", "Hypertension", "고혈압", "알레르기", "llerg"):
        assert other not in text


def test_that_value_is_the_one_last_spoken_of(talk: Conversation) -> None:
    text = talk.answer(3)
    assert {"151", "138", "13"} <= set(re.findall(r"\d+", text))
    assert "LDL" in text
    assert "\n" not in text


def test_the_plan_quotes_passages_that_it_cites(talk: Conversation) -> None:
    answer = next(one.answer for one in talk.turns[3] if one.WhichOneof("payload") == "answer")
    documents = {
        document.document_id
        for one in talk.turns[3]
        if one.WhichOneof("payload") == "documents_retrieved"
        for document in one.documents_retrieved.documents
    }
    assert answer.citations
    assert "138" in answer.text
    for citation in answer.citations:
        assert citation.quote in answer.text
        assert citation.document_id in documents
        assert citation.source


def test_a_correction_supersedes_says_so_and_marks_the_answers_that_rested_on_it(talk: Conversation) -> None:
    events = [one.slot_event for one in talk.turns[4] if one.WhichOneof("payload") == "slot_event"]
    (corrected,) = [event for event in events if event.kind == fact_pb2.SLOT_EVENT_KIND_CORRECTED]
    assert (corrected.previous.number, corrected.fact.number) == (138, 118)
    marked = {one.invalidated.turn_number for one in talk.turns[4] if one.WhichOneof("payload") == "invalidated"}
    assert marked == {2, 3, 4}
    assert "118" in talk.answer(5)


def test_the_corrected_value_never_comes_back(talk: Conversation, client: AnamnesisClient) -> None:
    text = talk.answer(6)
    assert "118" in text
    assert "138" not in text
    assert len(re.findall(r"(?m)^[123]\. ", text)) == 3
    values = [fact.number for fact in client.profile(talk.patient).facts if "LDL" in fact.name]
    assert sorted(values) == [118, 151]


def test_what_was_known_before_the_correction_can_still_be_asked(talk: Conversation, client: AnamnesisClient) -> None:
    then = client.profile(talk.patient, as_of=as_of(position=client.position_of_turn(talk.patient, 4)))
    assert sorted(fact.number for fact in then.facts if "LDL" in fact.name) == [138, 151]


def test_every_view_rebuilds_from_the_log_byte_for_byte(talk: Conversation, client: AnamnesisClient) -> None:
    done = [step for step in client.rebuild(verify_only=True) if step.done]
    assert done
    assert all(step.identical for step in done)
