"""A medicine on record is meant by the plain word for its kind; a list of two kinds is a list."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, age, allergy, card_reader, condition, medicine

IRON = medicine("ferrous_fumarate", "210mg", "QD", valid_from="2024-03-01")


@pytest.mark.parametrize(
    ("language", "name", "asks", "says"),
    [
        ("en", "ferrous_fumarate", "What's the dose of my iron?", "Ferrous fumarate"),
        ("en", "ferrous_fumarate", "When did i start the iron?", "2024"),
        ("ko", "ferrous_fumarate", "철분제 언제부터 먹었죠?", "2024"),
        ("en", "insulin_glargine", "how much insulin am i on", "Insulin glargine"),
        ("en", "apixaban", "What's the dose of my blood thinner?", "Apixaban"),
        ("en", "furosemide", "When did I start the water tablet?", "2024"),
        ("ko", "amlodipine", "혈압약 용량이 얼마죠?", "암로디핀"),
        ("en", "atorvastatin", "What's the dose of my cholesterol tablet?", "20mg"),
        ("en", "omeprazole", "What's the dose of my stomach tablet?", "20mg"),
    ],
)
def test_the_plain_word_is_the_one_on_record(language: Language, name: str, asks: str, says: str) -> None:
    own = medicine(name, "20mg", "QD", valid_from="2024-03-01")
    talk = Conversation(language, cards=card_reader()).knows(age(50), own, medicine("cetirizine", "10mg", "QD"))
    assert says in talk.said(asks).text


def test_dose_start_and_weeks_are_told_one_after_another() -> None:
    talk = Conversation("en", cards=card_reader()).knows(IRON, condition("pregnancy", value=22.0, unit="wk"))
    text = talk.said("what's the dose of my iron and when did i start, and how far gone was i then").text
    assert "210mg" in text and "1 Mar 2024" in text and "22 weeks" in text, text


def test_of_two_of_a_kind_neither_is_taken_for_the_word() -> None:
    talk = Conversation("en", cards=card_reader()).knows(IRON, medicine("ferrous_gluconate", "300mg", "QD"))
    assert "210mg" not in talk.said("When did I start my iron?").text


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("en", "The dentist wants a list. Can you give me everything dad takes and his allergies?"),
        ("en", "Could you list all his medicines and allergies?"),
        ("ko", "치과에 낼 거라 드시는 약이랑 알레르기 다 정리해 주세요"),
    ],
)
def test_a_list_of_medicines_and_allergies_asks_leave_for_none(language: Language, asks: str) -> None:
    talk = Conversation(language, cards=card_reader()).knows(
        age(82), medicine("apixaban", "5mg", "BID"), allergy("penicillin", reaction="rash")
    )
    text = talk.said(asks).text
    assert "5mg" in text and not text.startswith(("No,", "아니요")), text


def test_leave_is_still_weighed_against_an_allergy() -> None:
    talk = Conversation("en", cards=card_reader()).knows(age(82), allergy("shrimp"))
    talk.said("Can she have ibuprofen with her shrimp allergy?")
    assert talk.intent is not None and talk.intent.name == "allergy_beside"
