"""A low sugar that was treated is no emergency: it is told what was right, what comes next and what is behind it."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, condition, lab, medicine, states

DAY = "2024-05-02"
LOW = states(lab("glucose", 61, "mg/dL", DAY))


@pytest.mark.parametrize(
    ("language", "says", "expected"),
    [
        ("en", "felt shaky and sweaty, meter says 61. had some orange juice, feeling ok now", "fast sugar was right"),
        ("en", "sugar 61, took glucose tabs and I'm grand", "fast sugar was right"),
        ("ko", "손이 떨려서 재니 61, 주스 마셨더니 지금은 괜찮아요", "잘하셨습니다"),
        ("en", "my meter shows 61", "take 15 to 20 g"),
        ("ko", "혈당이 61이에요", "15~20g"),
    ],
)
def test_a_low_sugar_is_told_of_without_an_ambulance(language: Language, says: str, expected: str) -> None:
    talk = Conversation(language).knows(medicine("glipizide", "5mg", "QD"), condition("type_2_diabetes", language))
    text = talk.said(says, [LOW]).text
    assert expected in text
    assert ("Glipizide" if language == "en" else "글리피지드") in text
    assert "may be an emergency" not in text and "응급일 수" not in text


def test_one_below_the_limit_stays_an_emergency() -> None:
    talk = Conversation("en").knows(medicine("glipizide", "5mg", "QD"))
    told = [states(lab("glucose", 41, "mg/dL", DAY))]
    assert "may be an emergency" in talk.said("meter says 41, had some juice", told).text


def test_who_has_no_diabetes_is_told_nothing_of_it() -> None:
    assert "fast sugar" not in Conversation("en").said("glucose 61 on my blood test", [LOW]).text
