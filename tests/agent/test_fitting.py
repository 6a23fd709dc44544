"""Passages are weighed against an ask by what relates them; what answers comes before what only shares a word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.answers.knowledge.fitting import FEATURES, FitReader
from extraction.reading.learned.fit import load_fit
from retrieval.cards import shipped_cards
from tests.agent.conversation import Conversation, card_reader, medicine


def reader() -> FitReader:
    fits = card_reader().fits
    assert fits is not None
    return fits


def test_the_model_knows_every_shipped_passage_and_every_feature() -> None:
    model = load_fit()
    shipped = shipped_cards().by_id
    assert {one for places in model.passages.values() for one in places.ids} == set(shipped)
    assert all(shipped[one].language == language for language, places in model.passages.items() for one in places.ids)
    assert model.names == FEATURES


@pytest.mark.parametrize(
    ("language", "before", "ask", "about"),
    [
        ("en", "I take simvastatin", "is it true I have to give up grapefruit now?", "grapefruit"),
        ("en", "", "my toddler put a bead up her nose, what do i do", "nose"),
        ("en", "had my wisdom tooth out on tuesday", "socket is grey and stinks and throbs, normal?", "tooth"),
        ("en", "on levothyroxine for years", "can i have it with my morning coffee", "levo"),
        ("en", "mum has shingles on her back", "is she catching, im 12 weeks pregnant", "shingles"),
        ("ko", "로수바스타틴 먹어요", "근육이 뻐근한데 이 약 때문일 수 있나요?", "statin"),
        ("ko", "아이가 수족구래요", "어린이집은 언제부터 보내도 되나요?", "hand-foot"),
        ("ko", "철분제 먹고 있어요", "변이 까맣게 나와요 괜찮은 거죠?", "iron|black"),
        ("ko", "갑상선기능저하증이에요", "미역국 먹어도 되나요?", "thyroid"),
    ],
)
def test_what_answers_an_ask_is_weighed_first(language: str, before: str, ask: str, about: str) -> None:
    best = reader().weighed(ask, before, language)[0]
    assert any(one in best.document_id for one in about.split("|")), best
    assert best.probability >= 0.5


@pytest.mark.parametrize(
    ("language", "ask"),
    [
        ("en", "what did I tell you my last potassium was?"),
        ("en", "list my tablets for the dentist please"),
        ("ko", "지난번에 말한 약 이름이 뭐였지?"),
        ("ko", "제 혈압 기록 좀 보여주세요"),
    ],
)
def test_what_the_record_holds_is_answered_by_no_passage(language: str, ask: str) -> None:
    assert reader().weighed(ask, "I take losartan 50 and metformin 500", language)[0].probability < 0.3


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["en", "ko"]))
def test_no_text_raises_and_the_likeliest_comes_first(text: str, language: str) -> None:
    found = reader().weighed(text, "", language)
    likely = [one.probability for one in found]
    assert likely == sorted(likely, reverse=True)
    assert all(0 <= one <= 1 for one in likely)
    assert found == reader().weighed(text, "", language)


def test_a_passage_of_another_road_is_weighed_as_well() -> None:
    other = "en-card-statin-timing"
    found = {
        one.document_id: one.probability for one in reader().weighed("is gout catching?", "", "en", among=(other,))
    }
    assert found[other] < 0.1


def test_a_language_without_passages_has_none() -> None:
    assert reader().weighed("est-ce contagieux?", "", "fr") == ()


@pytest.mark.parametrize(
    ("language", "ask"),
    [
        ("en", "which floor is radiology on"),
        ("en", "is the chemist open on a sunday"),
        ("en", "who is on duty tonight?"),
        ("en", "can I change my appointment to friday"),
        ("ko", "병원 앞에 버스 서나요?"),
        ("ko", "보험 처리 되나요?"),
        ("ko", "영상의학과 몇 층이에요?"),
    ],
)
def test_what_is_no_matter_of_health_is_answered_by_no_passage(language: str, ask: str) -> None:
    assert reader().weighed(ask, "", language)[0].probability < 0.35


def test_leave_for_something_new_is_answered_by_the_record_first() -> None:
    talk = Conversation("en", cards=card_reader()).knows(medicine("warfarin", "5mg", "QD"))
    said = talk.said("can I take ibuprofen for my back?").text
    assert said.startswith("No")
