"""What was stopped: which medicines, until when, why as it was told, and what was taken before another."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Status
from tests.agent.conversation import Conversation, changes, medicine


def patient(language: Language) -> Conversation:
    return Conversation(language).knows(
        medicine("metformin", "500mg", "BID"),
        medicine("losartan", "50mg", "QD"),
        medicine("simvastatin", "20mg", "QHS", status=Status.STOPPED, valid_to="2021"),
        medicine("lisinopril", "10mg", "QD", status=Status.STOPPED, valid_to="2024-03-02"),
    )


@pytest.mark.parametrize(
    ("language", "question", "says", "never"),
    [
        (
            "ko",
            "제가 끊은 약이 뭐뭐예요?",
            ("심바스타틴", "2021년", "리시노프릴", "3월 2일"),
            ("메트포르민", "로사르탄"),
        ),
        ("ko", "지금은 안 먹는 약을 알려 주세요", ("심바스타틴", "리시노프릴"), ("메트포르민",)),
        ("ko", "리시노프릴은 언제 끊었죠?", ("2024년 3월 2일",), ("심바스타틴",)),
        ("ko", "로사르탄 전에는 뭘 먹었어요?", ("리시노프릴",), ("심바스타틴",)),
        ("ko", "메트포르민 언제 끊었죠?", ("지금 드시는 약",), ("심바스타틴",)),
        ("en", "Which medicines have I stopped?", ("Simvastatin", "2021", "Lisinopril"), ("Metformin", "Losartan")),
        (
            "en",
            "Which medicines did I used to take but no longer do?",
            ("Simvastatin",),
            ("Losartan",),
        ),
        ("en", "When did I stop the lisinopril?", ("2 Mar 2024",), ("Simvastatin",)),
        ("en", "What was I on before losartan?", ("Lisinopril",), ("Simvastatin",)),
        ("en", "When did I stop the warfarin?", ("not on your record",), ("Simvastatin", "Metformin")),
    ],
)
def test_what_was_stopped_is_told(
    language: Language, question: str, says: tuple[str, ...], never: tuple[str, ...]
) -> None:
    text = patient(language).said(question).text
    assert all(one in text for one in says), text
    assert not any(one in text for one in never), text


@pytest.mark.parametrize(
    ("language", "told", "question", "reason"),
    [
        ("ko", "로사르탄은 어지러워서 끊었어요.", "로사르탄을 왜 끊었죠?", "어지러워서"),
        ("en", "I stopped the losartan because it made me dizzy.", "Why did I stop the losartan?", "made me dizzy"),
    ],
)
def test_the_reason_is_what_the_patient_said(language: Language, told: str, question: str, reason: str) -> None:
    talk = patient(language)
    stopped = changes(medicine("losartan", "50mg", "QD", status=Status.STOPPED))
    talk.said(told, [type(stopped)(operation=stopped.operation, content=stopped.content, quote=told)])
    assert reason in talk.said(question).text


@pytest.mark.parametrize(
    ("language", "question"),
    [("ko", "끊은 약은 빼고 지금 먹는 약만 알려 주세요"), ("en", "List my medicines, but not the ones I stopped.")],
)
def test_what_is_left_out_is_not_listed(language: Language, question: str) -> None:
    text = patient(language).said(question).text
    assert "50mg" in text and "2021" not in text


@pytest.mark.parametrize(
    ("language", "question"), [("ko", "로사르탄 끊어도 돼요?"), ("en", "Should I stop the losartan?")]
)
def test_leave_to_stop_is_no_question_of_the_record(language: Language, question: str) -> None:
    text = patient(language).said(question).text
    assert "기록되어 있지 않고" not in text and "still among" not in text


@pytest.mark.parametrize(
    ("language", "question", "says"),
    [
        ("ko", "끊은 약이 뭐고 지금 먹는 약은 뭐예요?", ("심바스타틴", "메트포르민")),
        ("en", "Which medicines have I stopped, and which do I take now?", ("Simvastatin", "Metformin")),
    ],
)
def test_stopped_and_present_medicines_are_told_apart(language: Language, question: str, says: tuple[str, str]) -> None:
    text = patient(language).said(question).text
    assert 0 <= text.find(says[0]) < text.find(says[1]), text
