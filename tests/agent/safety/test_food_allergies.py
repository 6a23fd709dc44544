"""Who asks to eat what an allergy on record is to hears no, also for a dish that it is picked out of."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, allergy, lab, medicine


@pytest.mark.parametrize(
    ("language", "food", "says", "expected"),
    [
        ("ko", "shrimp", "파스타 시켰는데 새우만 골라내고 먹으면 되겠지?", "골라내는 것으로는"),
        ("ko", "peanuts", "땅콩 조금은 먹어도 되나요?", "드시지 마세요"),
        ("en", "peanuts", "Can I have the noodles if they pick the peanuts out?", "Do not eat the dish"),
        ("en", "shrimp", "Is it ok to eat around the prawns?", "Do not eat the dish"),
    ],
)
def test_a_food_of_an_allergy_is_left_out_whole(language: Language, food: str, says: str, expected: str) -> None:
    assert expected in Conversation(language).knows(allergy(food)).said(says).text
    assert expected not in Conversation(language).said(says).text


@pytest.mark.parametrize(
    "says", ["Which allergies do I have, shrimp?", "My son ate shrimp yesterday", "Can I have milk?"]
)
def test_other_words_of_food_are_none(says: str) -> None:
    assert "Do not eat the dish" not in Conversation("en").knows(allergy("shrimp")).said(says).text


def test_raised_liver_values_are_heeded_before_acetaminophen() -> None:
    talk = Conversation("ko").knows(lab("alt", 94, "U/L", "2024-05-01"))
    assert "2g 이하" in talk.said("타이레놀 먹어도 되나 간때문에").text
    assert (
        "2g 이하" not in Conversation("ko").knows(lab("alt", 45, "U/L", "2024-05-01")).said("타이레놀 먹어도 되나").text
    )


def test_a_mild_caution_of_what_is_taken_stops_nothing() -> None:
    talk = Conversation("en").knows(medicine("sertraline", "50mg", "QD"), medicine("sumatriptan", "50mg", None))
    assert "Neither go on" not in talk.said("Took a sumatriptan an hour ago, can I take another one yet?").text
