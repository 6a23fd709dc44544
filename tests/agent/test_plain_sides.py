"""Plain questions that name nothing are answered by the side their form asks for, of what was just told."""

from __future__ import annotations

import pytest

from agent.answers.asking.plain_sides import sides_in
from agent.skills.ports import Draft, Language
from domain.values import Content
from retrieval.cards import shipped_cards
from tests.agent.conversation import Conversation, age, card_reader, condition, medicine, states

ALENDRONATE = medicine("alendronate", "70mg", "QW")
AMLODIPINE = medicine("amlodipine", "5mg", "QD")
IRON = medicine("ferrous_sulfate", "200mg", "QD")
POX = condition("varicella")
SHINGLES = condition("herpes_zoster")
FIBRILLATION = condition("atrial_fibrillation")
TOLD = {"en": "The doctor told me this today", "ko": "오늘 병원에서 들었어요"}


def after(language: Language, told: Content, asks: str) -> Draft:
    """The answer to a question behind a turn that told one thing."""
    talk = Conversation(language, cards=card_reader()).knows(age(34))
    talk.said(TOLD[language], [states(told)])
    return talk.said(asks)


def sides(draft: Draft) -> list[tuple[str, str]]:
    cards = (shipped_cards().by_id.get(one) for one in draft.document_ids)
    return [(card.kind, card.concepts[0]) for card in cards if card is not None]


@pytest.mark.parametrize(
    ("language", "told", "asks", "side"),
    [
        ("en", ALENDRONATE, "How exactly do I take it?", "timing"),
        ("en", ALENDRONATE, "whats the right way to take this", "timing"),
        ("ko", ALENDRONATE, "어떻게 먹어야 하나요?", "timing"),
        ("ko", IRON, "복용법 좀 알려주세요", "timing"),
        ("en", AMLODIPINE, "why did they put me on this", "purpose"),
        ("en", IRON, "What does it actually do?", "purpose"),
        ("ko", AMLODIPINE, "이 약은 뭐하는 약이에요", "purpose"),
        ("en", AMLODIPINE, "How long do I have to take it for?", "duration"),
        ("ko", IRON, "언제까지 먹어야 해요?", "duration"),
        ("en", IRON, "when will i notice a difference", "onset"),
        ("ko", AMLODIPINE, "어제 빼먹었는데 두개 먹어야되나요", "missed_dose"),
        ("ko", IRON, "깜빡하면 어떡해요?", "missed_dose"),
        ("en", medicine("warfarin", "3mg", "QD"), "how often should i be checked on this", "monitoring"),
        ("ko", medicine("warfarin", "3mg", "QD"), "검사는 얼마나 자주 받아야 하나요", "monitoring"),
        ("en", POX, "will i pass it on", "contagion"),
        ("ko", POX, "유치원 언제부터 갈수 있어요?", "contagion"),
        ("ko", POX, "저절로 낫나요", "outlook"),
        ("ko", SHINGLES, "언제 나아요?", "outlook"),
        ("en", FIBRILLATION, "why did i get it", "cause"),
        ("ko", FIBRILLATION, "왜 생겼을까요", "cause"),
        ("en", FIBRILLATION, "What is that in plain words?", "meaning"),
        ("ko", FIBRILLATION, "어떤 증상이면 위험한가요", "warning_signs"),
        ("ko", condition("gout"), "뭐 먹으면 돼요?", "food"),
    ],
)
def test_the_form_of_a_question_settles_its_side(language: Language, told: Content, asks: str, side: str) -> None:
    assert [kind for kind, _ in sides(after(language, told, asks))] == [side]


@pytest.mark.parametrize(
    ("language", "told", "asks", "wanted"),
    [
        ("en", POX, "what can i put on it for the itch and when can he go back to nursery", ["self_care", "contagion"]),
        (
            "ko",
            condition("hand_foot_mouth_disease"),
            "유치원 언제부터 갈수 있어요? 뭘 먹여야 할지",
            ["contagion", "food"],
        ),
        (
            "en",
            condition("plantar_fasciitis"),
            "what can i do for it and how long does it last",
            ["self_care", "outlook"],
        ),
        ("en", IRON, "How do I take it? And how soon does it kick in?", ["timing", "onset"]),
    ],
)
def test_two_plain_questions_are_both_answered(language: Language, told: Content, asks: str, wanted: list[str]) -> None:
    assert [kind for kind, _ in sides(after(language, told, asks))] == wanted


def test_an_illness_told_explains_the_complaint_that_is_asked_about() -> None:
    assert sides(after("en", POX, "what can i do about the itching?")) == [("self_care", "varicella")]
    assert all(
        subject != "gout" for _, subject in sides(after("en", condition("gout"), "what can i do about the itching?"))
    )


def test_what_it_is_for_beside_a_pregnancy_is_told() -> None:
    talk = Conversation("ko", cards=card_reader()).knows(condition("pregnancy", value=8.0, unit="wk"))
    talk.said("엽산 400 먹으래요", [states(medicine("folic_acid", "400mcg", None))])
    text = talk.said("엽산은 왜 먹는거예요? 언제까지 먹어요").text
    assert "신경관" in text and "12주" in text, text


def test_the_weeks_of_a_pregnancy_are_no_course() -> None:
    talk = Conversation("en", cards=card_reader())
    told = "I'm 8 weeks pregnant and they told me folic acid 400"
    talk.said(told, [states(medicine("folic_acid", "400mcg", None))])
    assert "left" not in talk.said("How long do I take it for?").text


@pytest.mark.parametrize(
    "said",
    [
        "How long have I been taking it?",
        "How much did you say I take?",
        "What is my blood pressure?",
        "언제부터 먹었죠?",
        "약을 얼마나 먹고 있죠?",
        "I went back to work on Monday.",
        "오늘부터 유치원 다시 가요",
        "I forgot my umbrella at the clinic.",
        "What did you say it was?",
    ],
)
def test_what_is_told_or_asked_of_the_record_has_no_side(said: str) -> None:
    assert not sides_in(said)


def test_the_second_of_a_list_is_no_side_of_anything() -> None:
    talk = Conversation("en", cards=card_reader()).knows(AMLODIPINE, IRON)
    talk.said("What do I take?")
    assert "Ferrous sulfate" in talk.said("How do I take the second one?").text
