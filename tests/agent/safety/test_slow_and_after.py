"""A slow pulse with dizziness is seen today, bleeding after the menopause within the week; both have their reasons."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, age, condition, medicine


@pytest.mark.parametrize(
    ("language", "says", "expected"),
    [
        ("en", "Her pulse is 46 and she feels a little dizzy", "seen today"),
        ("en", "BP 128/74, pulse 47. She says she's a bit dizzy. Is that ok?", "seen today"),
        ("ko", "오늘 맥박이 44인데 좀 어지러워요", "오늘 안에 진료"),
        ("en", "pulse 34 and I am dizzy", "may be an emergency"),
        ("ko", "맥박이 36이고 핑 돌아요", "응급일 수"),
    ],
)
def test_a_slow_pulse_with_dizziness_is_an_alarm_of_its_degree(language: Language, says: str, expected: str) -> None:
    assert expected in Conversation(language).said(says).text.split("\n")[0]


@pytest.mark.parametrize(
    "says", ["pulse 88, temp 37, a bit dizzy", "pulse 47, no dizziness", "맥박 72 체중 45kg 어지러워요"]
)
def test_other_numbers_are_no_slow_pulse(says: str) -> None:
    assert "slow pulse" not in Conversation("en").said(says).text


@pytest.mark.parametrize(
    ("language", "says", "expected", "why"),
    [
        ("en", "I noticed some spotting since yesterday, is my period back?", "within the week", "no period"),
        ("ko", "어제부터 속옷에 피가 조금 묻어나요", "이번 주 안에", "생리가 아니어서"),
    ],
)
def test_bleeding_after_the_menopause_is_seen_within_the_week(
    language: Language, says: str, expected: str, why: str
) -> None:
    talk = Conversation(language).knows(age(58), condition("menopause", language))
    assert expected in talk.said(says).text
    asked = "왜 꼭 가 봐야 하나요?" if language == "ko" else "Why do I have to get that seen?"
    assert why in talk.said(asked).text


def test_before_the_menopause_it_is_none() -> None:
    talk = Conversation("en").knows(age(49), condition("menopause", "en"))
    assert "after the menopause" not in talk.said("I noticed some spotting since yesterday").text


def test_a_later_day_is_no_doubt_of_what_has_a_week() -> None:
    talk = Conversation("en").knows(age(58), condition("menopause", "en"), medicine("lisinopril", "5mg", "QD"))
    talk.said("I noticed some spotting since yesterday")
    assert "What I said stands" not in talk.said("I'll ring them tomorrow").text
