"""Who asks which doses were missed or late hears what was told of them, and who asks what to do hears that."""

from __future__ import annotations

import pytest

from agent.safety.mishaps.lapses_asked import asks_of_lapses, asks_of_lapses_alone
from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine

_ADVICE = ("never several", "한꺼번에", "몰아서", "missed or forgotten")


@pytest.mark.parametrize(
    ("language", "takes", "turns", "quoted"),
    [
        (
            "en",
            "ramipril",
            ("missed my ramipril on tuesday", "took it fine", "skipped it today", "how many have i missed and when"),
            ("missed my ramipril on tuesday", "skipped it today"),
        ),
        ("en", "sertraline", ("forgot it again last night", "which days did i forget it"), ("again last night",)),
        ("en", "sertraline", ("had it late, 11 instead of 8", "when was i late and by how much"), ("11 instead of 8",)),
        ("ko", "ramipril", ("그제 까묵었심더", "몇 번 안 묵었다 캤지예"), ("그제 까묵었심더",)),
        ("ko", "ramipril", ("오늘 아침약 깜빡함", "어제 저녁에도 거름", "몇번 빼먹었고 언제였죠"), ("깜빡함", "거름")),
        ("ko", "ramipril", ("어제 새벽 1시에 늦게 먹었어요", "제가 언제 늦게 먹었다고 했죠"), ("새벽 1시에",)),
    ],
)
def test_lapses_are_told_back_in_own_words(
    language: Language, takes: str, turns: tuple[str, ...], quoted: tuple[str, ...]
) -> None:
    talk = Conversation(language).knows(medicine(takes, "5mg", "QD"))
    said = [talk.said(turn).text for turn in turns][-1]
    assert all(one in said for one in quoted)
    assert not any(one in said for one in _ADVICE)


@pytest.mark.parametrize(
    "text",
    [
        "I missed this morning's one, what should I do",
        "how many days did i miss, do i just take 100 today?",
        "when i miss a dose can i take two",
        "오늘 아침 약 빼먹었는데 어떡하죠",
        "며칠 빼먹은거죠 오늘 그냥 먹어도 되나요",
        "약을 몇 번 빼먹으면 위험한가요",
    ],
)
def test_what_asks_for_advice_asks_not_for_lapses_alone(text: str) -> None:
    assert not asks_of_lapses_alone(text)


@pytest.mark.parametrize("text", ["how many do i take", "what time is my next dose", "약 언제 먹어요", "몇 번 먹나요"])
def test_a_question_for_the_regimen_asks_for_no_lapses(text: str) -> None:
    assert not asks_of_lapses(text)


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("ko", "라미프릴을 10일부터 13일까지 못 먹었어요", "4일쯤"),
        ("ko", "라미프릴 4/20~4/25 못 먹었어요", "6일쯤"),
        ("en", "i missed my ramipril from the 10th to the 13th", "about 4 days"),
    ],
)
def test_both_ends_of_a_range_are_days_of_the_lapse(language: Language, text: str, days: str) -> None:
    assert days in Conversation(language).knows(medicine("ramipril", "5mg", "QD")).said(text).text
