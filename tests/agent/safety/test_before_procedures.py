"""Nobody stops what thins the blood on their own before a procedure, by whatever name; and why is told who asks."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import Conversation, medicine


def taken(concept_id: str) -> Content:
    return medicine(concept_id, "75mg", "QD")


@pytest.mark.parametrize(
    ("language", "takes", "says", "expected"),
    [
        ("ko", "clopidogrel", "모레 사랑니를 빼러 갑니다. 피 묽게 하는 약은 며칠 쉬면 되나요?", "스스로 끊지 마세요"),
        ("ko", "apixaban", "내시경 받기 전에 혈전약을 언제 끊어야 해요?", "스스로, 또는"),
        (
            "en",
            "clopidogrel",
            "Dentist on Friday for an extraction. When do I come off the blood thinner?",
            "on your own",
        ),
        (
            "en",
            "rivaroxaban",
            "I've a colonoscopy coming up, how long before do I stop my blood thinner?",
            "on your own",
        ),
        ("en", "warfarin", "Do I skip my tablets the day before the operation?", "on your own"),
    ],
)
def test_stopping_for_a_procedure_is_never_ones_own(language: Language, takes: str, says: str, expected: str) -> None:
    text = Conversation(language).knows(taken(takes)).said(says).text
    assert expected in text and "Caution" not in text and "주의:" not in text, text


@pytest.mark.parametrize(
    ("language", "says", "why", "reason"),
    [
        ("ko", "이를 뽑는데 클로피도그렐을 며칠 끊을까요?", "왜 그렇습니까? 옆집 사람은 끊고 갔다던데요", "심근경색"),
        ("en", "Tooth out next week, do I stop clopidogrel?", "Why? My neighbour stopped his", "heart attack"),
    ],
)
def test_why_gives_the_reason(language: Language, says: str, why: str, reason: str) -> None:
    talk = Conversation(language).knows(taken("clopidogrel"))
    talk.said(says)
    assert reason in talk.said(why).text


@pytest.mark.parametrize(
    "says",
    [
        "I had surgery on my knee and stopped smoking",
        "Do I stop the metformin before the operation?",
        "When is my next dentist visit?",
    ],
)
def test_other_questions_are_not_about_it(says: str) -> None:
    assert "against clots" not in Conversation("en").knows(taken("clopidogrel"), taken("metformin")).said(says).text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("ko", "제 피 묽게 하는 약이랑 타이레놀 같이 먹어도 되나요?"),
        ("en", "Can I take Tylenol with my blood thinner?"),
    ],
)
def test_a_class_word_means_ones_own_medicine(language: Language, says: str) -> None:
    text = Conversation(language).knows(taken("aspirin"), taken("clopidogrel")).said(says).text
    assert "항응고제를 지금" not in text and "anticoagulant together" not in text


def test_a_second_one_that_was_given_is_weighed() -> None:
    said = Conversation("en").knows(taken("aspirin")).said("They gave me a blood thinner as well, can I take it?").text
    assert "bleeding" in said
