"""A medicine that an allergy on record meets is refused before it is taken, and marked wherever it is listed."""

from __future__ import annotations

import pytest

from agent.answers.knowledge.aspect_evidence import is_borne_out
from agent.skills.ports import Language
from domain.values import Status, Temporality
from tests.agent.conversation import Conversation, allergy, card_reader, changes, condition, medicine, states, symptom

ASKED = {
    "en": "The clinic put me on Septrin today for my bladder. Do I take it?",
    "ko": "오늘 방광염으로 셉트린 받아왔어요. 먹어야 하나요 말아야 하나요?",
}
NOT_SAFE = {"en": "do not take", "ko": "마세요"}


def septrin(status: Status) -> object:
    planned = status is Status.PLANNED
    return medicine(
        "sulfamethoxazole_trimethoprim", None, "BID", status=status,
        temporality=Temporality.FUTURE if planned else Temporality.CURRENT,
    )  # fmt: skip


@pytest.mark.parametrize("status", [Status.PLANNED, Status.ACTIVE])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_was_just_prescribed_against_an_allergy_is_not_taken(language: Language, status: Status) -> None:
    talk = Conversation(language).knows(allergy("sulfonamide"))
    text = talk.said(ASKED[language], [states(septrin(status))]).text  # type: ignore[arg-type]
    assert NOT_SAFE[language] in text
    assert "Do not stop" not in text and "스스로 끊지" not in text


def test_what_was_taken_for_long_is_not_stopped_alone() -> None:
    talk = Conversation("en").knows(
        allergy("sulfonamide"), medicine("sulfamethoxazole_trimethoprim", None, "QD", valid_from="2022-05")
    )
    text = talk.said("is it all right to go on with the Septrin I take every day?").text
    assert "do not take" not in text.casefold() and "prescriber" in text


@pytest.mark.parametrize(
    ("language", "asked", "mark"),
    [
        ("en", "which medicines am I on?", "mind: Sulfonamide allergy"),
        ("ko", "지금 먹는 약이 뭐예요?", "주의: 설폰아미드"),
    ],
)
def test_a_list_marks_what_an_allergy_meets(language: Language, asked: str, mark: str) -> None:
    talk = Conversation(language).knows(
        allergy("sulfonamide"),
        medicine("metformin", "500mg", "BID"),
        medicine("sulfamethoxazole_trimethoprim", None, "BID"),
    )
    lines = talk.said(asked).text.splitlines()
    assert [mark in line for line in lines if "etformin" in line] == [False]
    assert [mark in line for line in lines if "ulfamethoxazole" in line] == [True]


@pytest.mark.parametrize(
    ("aspect", "asked", "borne_out"),
    [
        ("alcohol", "can I have a cup of tea with it?", False),
        ("alcohol", "can I have a pint with it?", True),
        ("alcohol", "회식이 있는데 괜찮아요?", True),
        ("breast_feeding", "is that bad for the baby?", False),
        ("breast_feeding", "젖 먹이는데 괜찮나요?", True),
        ("pain_and_cold_medicine", "is that one all right with my asthma?", False),
        ("pain_and_cold_medicine", "can I have paracetamol with my asthma?", True),
        ("meaning", "what is that?", True),
    ],
)
def test_an_aspect_of_one_thing_wants_that_thing_named(aspect: str, asked: str, borne_out: bool) -> None:
    assert is_borne_out(aspect, asked, ()) is borne_out


@pytest.mark.parametrize(
    ("asked", "complaint", "card"),
    [
        ("I've got heartburn again. What can I do tonight?", "heartburn", "heartburn-self-care"),
        ("a cough since Monday, what will help?", "cough", "cough"),
    ],
)
def test_what_to_do_about_a_complaint_told_now_is_how_one_helps_oneself(asked: str, complaint: str, card: str) -> None:
    talk = Conversation("en", cards=card_reader()).knows(
        condition("hypertension", "en"), medicine("amlodipine", "5mg", "QD")
    )
    draft = talk.said(asked, [states(symptom(complaint))])
    assert card in draft.text, draft.text


def test_a_plan_for_the_weeks_ahead_stays_a_plan() -> None:
    talk = Conversation("en", cards=card_reader()).knows(
        condition("hypertension", "en"), medicine("amlodipine", "5mg", "QD")
    )
    text = talk.said("make me a plan for the week for my blood pressure").text
    assert "self-care" not in text and "1." in text


def test_a_dose_put_up_is_no_new_medicine() -> None:
    talk = Conversation("en").knows(allergy("penicillin"), medicine("metformin", "500mg", "BID"))
    text = talk.said("they put my metformin up to 1000", [changes(medicine("metformin", "1000mg", "BID"))]).text
    assert "do not take" not in text.casefold()
