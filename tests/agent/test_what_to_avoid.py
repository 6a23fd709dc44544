"""What to avoid, why, shorter and for somebody else, behind a warning, a card, a value, a list and a receipt."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, card_reader, medicine, states, symptom
from tests.agent.pointing_talks import RECORDS

AVOID = {"en": "What should I avoid?", "ko": "그럼 뭘 피해야 해요?"}
MUM = {"en": ("And for my mum?", "What about my sister?"), "ko": ("우리 엄마는요?", "그럼 저희 누나는요?")}


def talk_of(language: Language) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(*RECORDS["heart"]())


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "What are the side effects of amlodipine?", "rapefruit"),
        ("en", "Is my blood pressure too high?", "salt"),
        ("en", "Can I take ibuprofen for my back?", "Ibuprofen"),
        ("ko", "암로디핀 부작용은 뭐예요?", "자몽"),
        ("ko", "이부프로펜 먹어도 되나요?", "이부프로펜"),
    ],
)
def test_what_to_avoid_is_of_what_was_spoken_of_last(language: Language, asks: str, says: str) -> None:
    talk = talk_of(language)
    talk.said(asks)
    text = talk.said(AVOID[language]).text
    assert says in text and "HbA1c" not in text and "당화혈색소" not in text, text


@pytest.mark.parametrize(
    ("language", "asks"),
    [("en", "What should I avoid with atorvastatin?"), ("ko", "아토르바스타틴 먹을 때 뭘 피해야 해요?")],
)
def test_what_to_avoid_with_a_medicine_that_is_named(language: Language, asks: str) -> None:
    text = talk_of(language).said(asks).text
    assert "rapefruit" in text or "자몽" in text, text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_was_told_in_general_holds_for_others_as_that(language: Language) -> None:
    talk = talk_of(language)
    talk.said("What are the side effects of amlodipine?" if language == "en" else "암로디핀 부작용은 뭐예요?")
    text = talk.said(MUM[language][0]).text
    assert ("In general" in text and "ankles" in text) or ("일반적으로" in text and "발목" in text), text


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("at", [0, 1])
def test_what_rested_on_the_record_is_not_carried_to_somebody_else(language: Language, at: int) -> None:
    talk = talk_of(language)
    talk.said("Can I take ibuprofen?" if language == "en" else "이부프로펜 먹어도 되나요?")
    text = talk.said(MUM[language][at]).text
    assert "your own record" in text or "본인의 기록" in text, text


@pytest.mark.parametrize("said", ["My mum has diabetes", "우리 엄마는 당뇨예요", "Does my mum need a test?"])
def test_who_tells_or_asks_more_of_a_relative_asks_no_such_thing(said: str) -> None:
    talk = talk_of("ko" if said[0] > "z" else "en")
    talk.said("Can I take ibuprofen?")
    text = talk.said(said).text
    assert "your own record, and" not in text and "본인의 기록을 보고" not in text, text


@pytest.mark.parametrize(("language", "why"), [("en", "Why?"), ("ko", "왜요?")])
def test_why_behind_a_receipt_is_what_the_medicine_is_for(language: Language, why: str) -> None:
    talk = talk_of(language)
    new = states(medicine("bisoprolol", "2.5mg", "QD"))
    talk.said("I started bisoprolol today" if language == "en" else "오늘 비소프롤롤 시작했어요", [new])
    text = talk.said(why).text
    assert "blood pressure" in text or "혈압" in text, text
    assert "tiredness" not in text and "피로" not in text, text


@pytest.mark.parametrize(("language", "why"), [("en", "Why?"), ("ko", "왜요?")])
def test_why_behind_a_card_is_no_origin_of_a_fact_and_no_document(language: Language, why: str) -> None:
    talk = talk_of(language)
    talk.said("What are the side effects of amlodipine?" if language == "en" else "암로디핀 부작용은 뭐예요?")
    text = talk.said(why).text
    assert ("ankles" in text or "발목" in text) and "card-" not in text and "기록에 입력" not in text, text


def test_shorter_keeps_what_to_do_about_a_value() -> None:
    talk = talk_of("en")
    first = talk.said("Is my blood pressure too high?").text
    text = talk.said("Shorter please").text
    assert len(text) < len(first) and "measure again" in text and "criterion" not in text, text


def test_an_alarm_more_simply_speaks_of_no_side_effects() -> None:
    talk = talk_of("en")
    talk.said("I have crushing chest pain going down my arm", [states(symptom("chest_pain"))])
    text = talk.said("Can you put it more simply?").text
    assert "emergency" in text and "bruising" not in text, text
