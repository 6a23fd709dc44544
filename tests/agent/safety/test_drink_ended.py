"""A heavy drinker does not stop alone and at once, and no tablet is taken for missed."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, medicine


def told(language: Language, *turns: str) -> str:
    talk = Conversation(language).knows(medicine("amlodipine", "5mg", "QD"))
    return [talk.said(turn).text for turn in turns][-1]


def warns(said: str) -> bool:
    """Whether an alarm or a counsel says so, and not both."""
    alarm = "혼자 한 번에 끊지 마세요" in said or "do not stop all at once or alone" in said
    counsel = "혼자서 갑자기 끊지 마세요" in said or "do not stop alone and at once" in said
    assert not (alarm and counsel)
    return alarm or counsel


@pytest.mark.parametrize(
    ("language", "turns"),
    [
        ("ko", ("소주 매일 두 병 마셔요", "내일부터 술 딱 끊으려는데 괜찮나요?")),
        ("ko", ("소주 매일 두 병 20년 됐소", "내일부터 딱 끊을라는데 괜찮겠소? 하루 안 먹었더니 손이 떨렸소")),
        ("ko", ("술 끊으려고요. 쉬면 헛것이 보여요",)),
        ("en", ("I drink a bottle of vodka a day", "going to stop drinking tomorrow")),
        ("en", ("whisky every night, half a bottle", "thinking of going cold turkey this weekend")),
        ("en", ("I quit drinking yesterday and I'm shaking and sweating",)),
    ],
)
def test_who_drinks_heavily_does_not_stop_alone(language: Language, turns: tuple[str, ...]) -> None:
    said = told(language, *turns)
    assert warns(said)
    assert "180/120" not in said


@pytest.mark.parametrize(
    ("language", "turns"),
    [
        ("ko", ("소주 하루 한 병 마셔요", "담배 끊으려고요")),
        ("ko", ("맥주 주말에 한 캔 마셔요", "술 끊으려고요")),
        ("en", ("8 pints of beer a day", "can I stop taking my amlodipine")),
        ("en", ("a glass of wine on sundays", "I'm giving up wine for january")),
        ("en", ("a bottle of vodka a day", "stopped smoking yesterday")),
    ],
)
def test_little_drink_and_other_ends_are_no_withdrawal(language: Language, turns: tuple[str, ...]) -> None:
    assert not warns(told(language, *turns))
