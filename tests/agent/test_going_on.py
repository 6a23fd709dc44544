"""What goes on about the turn before in a few words: something else instead, what was said, whether it is bad."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import Conversation, allergy, condition, lab, medicine, states


def talked(language: Language, known: tuple[Content, ...], *turns: str) -> str:
    talk = Conversation(language).knows(*known)
    return [talk.said(turn).text for turn in turns][-1]


@pytest.mark.parametrize(
    ("language", "asked", "then", "says"),
    [
        ("en", "Can I take naproxen?", "what can I take instead?", "acetaminophen"),
        ("en", "Can I take ibuprofen?", "what then?", "acetaminophen"),
        ("ko", "이부프로펜 먹어도 되나요?", "그럼 뭐 먹어요?", "아세트아미노펜"),
    ],
)
def test_what_is_used_instead_of_what_was_advised_against(language: Language, asked: str, then: str, says: str) -> None:
    said = talked(language, (medicine("warfarin", "3mg", "QD"),), asked, then)
    assert says in said and "Caution" not in said and "주의:" not in said


def test_nothing_is_proposed_that_the_record_speaks_against() -> None:
    known = (medicine("warfarin", "3mg", "QD"), allergy("acetaminophen"))
    said = talked("en", known, "Can I take naproxen?", "what can I take instead?")
    assert "usual choice is acetaminophen" not in said


@pytest.mark.parametrize(("language", "asked"), [("en", "What did I just tell you?"), ("ko", "방금 제가 뭐라고 했죠?")])
def test_the_last_words_are_told_back_with_what_was_recorded(language: Language, asked: str) -> None:
    talk = Conversation(language)
    talk.said("아스피린 먹어요", [states(medicine("aspirin", "100mg", "QD"))])
    said = talk.said(asked).text
    assert "아스피린 먹어요" in said and "100mg" in said
    first = Conversation(language).said(asked).text
    assert ("You have said nothing before this" if language == "en" else "하신 말씀이 없습니다") in first


@pytest.mark.parametrize(("language", "asked"), [("en", "is that dangerous"), ("ko", "그거 위험한 건가요?")])
def test_a_value_just_told_is_what_is_judged(language: Language, asked: str) -> None:
    talk = Conversation(language)
    talk.said("칼륨 5.4", [states(lab("potassium", 5.4, "mmol/L", "2024-05-01"))])
    assert "5.0 mmol/L" in talk.said(asked).text


@pytest.mark.parametrize(
    ("language", "asked"), [("en", "When is my next appointment?"), ("ko", "예약 언제라고 했지요?")]
)
def test_no_appointment_is_kept_and_that_is_said(language: Language, asked: str) -> None:
    said = talked(language, (condition("hypertension"),), asked)
    assert ("I keep no appointments" in said) or ("제 기록에 없습니다" in said)


def test_the_weeks_of_a_pregnancy_are_asked_without_naming_it() -> None:
    known = (condition("pregnancy", "en", value=22.0, unit="wk"),)
    assert "22 weeks" in talked("en", known, "How many weeks am I?")
    assert "22주" in talked("ko", known, "지금 몇 주예요?")


def test_the_lowest_value_is_no_question_of_the_medicine_just_spoken_of() -> None:
    known = (
        lab("glucose", 64, "mg/dL", "2024-05-01"),
        lab("glucose", 140, "mg/dL", "2024-04-20"),
        medicine("lisinopril", "20mg", "QD"),
    )
    assert "64" in talked("en", known, "How much lisinopril do I take?", "What was my lowest sugar?")


def test_shorter_puts_the_last_answer_in_short_at_once() -> None:
    known = (medicine("warfarin", "3mg", "QD"), medicine("losartan", "50mg", "QD"))
    said = talked("ko", known, "내 약 알려 주세요", "좀 더 짧게 말해줘요")
    assert "와파린" in said
    assert "와파린" not in talked("ko", known, "내 약 알려 주세요", "앞으로는 짧게 말해줘요")


def test_a_reaction_is_named_in_the_language_of_the_answer() -> None:
    known = (allergy("penicillin", reaction="swelling of lips or tongue"),)
    assert "입술·혀 부종" in talked("ko", known, "알레르기 뭐 있어요?")
