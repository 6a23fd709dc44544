"""An alarming symptom of this turn comes first; a denied, past, imagined or other person's one never does."""

from __future__ import annotations

import pytest

from domain.proposals import Proposal
from domain.values import Polarity, Temporality
from tests.agent.conversation import Conversation, states, symptom, vital


@pytest.mark.parametrize(
    "text",
    [
        "지금 가슴이 너무 아파요",
        "숨이 차서 말을 못 하겠어요",
        "갑자기 오른쪽 팔에 힘이 빠졌어요",
        "피를 토했어요",
        "벼락 맞은 것처럼 벼락두통이 왔어요",
    ],
)
def test_korean_red_flags_send_to_119_first(text: str) -> None:
    draft = Conversation().said(text)
    assert "119" in draft.text.splitlines()[0]
    assert "red_flag" in draft.warnings


@pytest.mark.parametrize("text", ["I have crushing chest pain", "I can't breathe", "My face is drooping on one side"])
def test_english_red_flags_name_the_emergency_number(text: str) -> None:
    first = Conversation("en").said(text).text.splitlines()[0]
    assert "911" in first
    assert "emergency" in first


@pytest.mark.parametrize(
    "text",
    [
        "가슴 통증은 없어요",
        "작년에 가슴 통증이 있었어요",
        "가슴이 아프면 어떻게 해야 하나요?",
        "아버지가 가슴 통증으로 입원하셨어요",
    ],
)
def test_what_is_not_happening_now_to_the_patient_is_no_red_flag(text: str) -> None:
    assert Conversation().said(text).warnings == ()


def test_a_recorded_symptom_counts_by_how_it_was_recorded() -> None:
    present = [states(symptom("shortness_of_breath"))]
    denied = [states(symptom("chest_pain", polarity=Polarity.NEGATED))]
    past = [states(symptom("syncope", temporality=Temporality.PAST))]
    assert _warns(present)
    assert not _warns(denied)
    assert not _warns(past)


def test_a_crisis_reading_of_today_is_a_red_flag_and_an_old_one_is_not() -> None:
    assert _warns([states(vital("systolic_blood_pressure", 196, "mm[Hg]", "2024-05-02"))])
    assert not _warns([states(vital("systolic_blood_pressure", 196, "mm[Hg]", "2019-05-02"))])


def test_thoughts_of_suicide_bring_the_crisis_line_and_nothing_else() -> None:
    draft = Conversation().said("요즘 죽고 싶어요")
    assert "109" in draft.text
    assert len(draft.text.splitlines()) == 1


def _warns(proposals: list[Proposal]) -> bool:
    return "red_flag" in Conversation().said("오늘 상태예요.", proposals).warnings
