"""When more may be given after a dose whose hour was told, and a warning's reason in plainer words than the warning."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, age, condition, medicine, vital

WEIGHT = vital("body_weight", 16, "kg", "2024-05-02")


@pytest.mark.parametrize(
    ("language", "first", "asked", "words"),
    [
        (
            "ko",
            "아들한테 아세트아미노펜 시럽 몇 미리 먹여요?",
            "8시반에 5미리 먹였어요. 새벽에 또 열나면 몇시부터 먹여도 되나요",
            ("오전 8시 30분", "오후 12시 30분", "24시간에 5번"),
        ),
        (
            "en",
            "How much paracetamol can my son have?",
            "gave him 5 ml at half past eight. from when may he have more if the fever comes back?",
            ("8:30 am", "12:30 pm", "in 24 hours"),
        ),
        (
            "en",
            "How much paracetamol can my son have?",
            "he had it at quarter to nine, when can he have more if the fever is back?",
            ("8:45 am", "12:45 pm"),
        ),
    ],
)
def test_the_next_dose_is_counted_from_the_hour_told_though_a_fever_is_named(
    language: Language, first: str, asked: str, words: tuple[str, ...]
) -> None:
    patient = Conversation(language).knows(age(4), WEIGHT)
    patient.said(first)
    said = patient.said(asked).text
    assert all(one in said for one in words), said


@pytest.mark.parametrize(
    ("language", "asked"), [("ko", "또 열나면 병원 언제 가요?"), ("en", "if the fever is back, when do we go in?")]
)
def test_when_to_be_seen_is_no_question_for_a_dose(language: Language, asked: str) -> None:
    patient = Conversation(language).knows(age(4), WEIGHT)
    patient.said("아세트아미노펜 몇 미리 먹여요?" if language == "ko" else "How much paracetamol can my son have?")
    patient.said(asked)
    assert patient.intent is not None and patient.intent.name != "dose"


@pytest.mark.parametrize(
    ("language", "first", "asked", "plain"),
    [
        ("ko", "종합감기약 먹어도 됩니까?", "왜 그런지 더 쉽게 설명해 주시겠습니까", "방광"),
        ("en", "can I take a cold medicine?", "why? put that more simply please", "outlet of the bladder"),
    ],
)
def test_a_warning_explained_more_simply_is_put_in_other_words(
    language: Language, first: str, asked: str, plain: str
) -> None:
    prostate = condition("benign_prostatic_hyperplasia", language)
    patient = Conversation(language).knows(age(73), prostate, medicine("tamsulosin", "0.2mg", "QD"))
    warned = patient.said(first).text
    said = patient.said(asked).text
    assert plain in said and plain not in warned
    assert not set(warned.splitlines()) & set(said.splitlines())
