"""What somebody was ill with of late, beside the lists that are named; and a list that is named and no more."""

from __future__ import annotations

import pytest

from agent.answers.complaints.ill_lately_asked import asks_ill_lately, span_meant
from agent.skills.ports import Language
from domain.values import Status
from tests.agent.conversation import Conversation, age, allergy, condition, medicine, states, symptom


def child(language: Language) -> Conversation:
    return Conversation(language).knows(
        age(5),
        condition("asthma"),
        condition("otitis_media", valid_from="2024-05-01", status=Status.RESOLVED),
        condition("pneumonia", valid_from="2024-01-10", status=Status.RESOLVED),
        symptom("vomiting", valid_from="2024-05-02"),
        allergy("eggs"),
        medicine("amoxicillin", "5mL", "TID"),
    )


@pytest.mark.parametrize(
    ("language", "asks", "says", "never"),
    [
        (
            "en",
            "Nursery needs his allergies and what he was ill with this month",
            ("Eggs", "Otitis"),
            ("Pneu", "Asthma"),
        ),
        ("en", "What has she been ill with lately?", ("Otitis", "vomiting"), ("Pneu", "Eggs")),
        ("ko", "어린이집에 낼 건데 알레르기랑 이번 달 아팠던 거 정리해 주세요", ("계란", "중이염"), ("폐렴", "천식")),
        ("ko", "요즘 앓은 병 뭐 있었죠?", ("중이염",), ("폐렴", "계란")),
    ],
)
def test_what_was_had_of_late_stands_beside_the_list_that_is_named(
    language: Language, asks: str, says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = child(language).said(asks).text
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


@pytest.mark.parametrize(
    "said",
    ["What am I allergic to?", "배가 아팠던 게 나았어요", "He is ill with a cold", "How was my sugar this month?"],
)
def test_other_words_ask_for_no_such_list(said: str) -> None:
    assert not asks_ill_lately(said)


@pytest.mark.parametrize(
    ("said", "span"),
    [
        ("이번 달", ("2024-05-01", "2024-05-20")),
        ("last month", ("2024-04-01", "2024-04-30")),
        ("지난 주", ("2024-05-13", "2024-05-20")),
        ("lately", ("2024-04-20", "2024-05-20")),
    ],
)
def test_the_time_that_is_meant(said: str, span: tuple[str, str]) -> None:
    assert span_meant(said, "2024-05-20") == span


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("ko", "병원에서 아목시실린을 줄였어요. 지금 먹는 약 다시 정리해 주세요"),
        ("en", "The GP changed the dose today. Can you write me the list of his medicines again?"),
    ],
)
def test_who_names_a_list_gets_that_and_no_more(language: Language, asks: str) -> None:
    text = child(language).said(asks, [states(medicine("amoxicillin", "4mL", "TID"))]).text
    assert "4mL" in text and "Eggs" not in text and "계란" not in text, text
