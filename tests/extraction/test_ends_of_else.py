"""What is given up is a medicine only where nothing else stands as its object."""

from __future__ import annotations

import pytest

from extraction.reading.medicines.ends_of_else import ends_something_else


@pytest.mark.parametrize(
    "text",
    [
        "quit my job last week",
        "stopped eating meat yesterday",
        "gave up running two weeks ago",
        "my periods stopped two months ago",
        "gave up sugar in april",
        "the bleeding stopped on monday",
        "고기를 끊었어요",
        "회사 그만뒀어요",
        "지난달에 운동을 그만뒀어요",
    ],
)
def test_an_object_of_its_own_is_no_medicine(text: str) -> None:
    assert ends_something_else(text, habit=False)


@pytest.mark.parametrize(
    "text",
    [
        "stopped it two days ago",
        "i stopped because it made my ankles swell",
        "i've stopped",
        "doctor stopped it in may",
        "stopped my tablets on friday",
        "came off them in march",
        "quit taking that on monday",
        "그거 끊었어요",
        "이틀 전에 끊었어요",
        "약을 끊었어요",
    ],
)
def test_a_pronoun_a_time_or_a_tablet_is_one(text: str) -> None:
    assert not ends_something_else(text, habit=False)


@pytest.mark.parametrize("text", ["담배 끊은 지 이틀이에요", "stopped vaping a week ago", "커피 사흘 전에 끊었어요"])
def test_a_habit_takes_the_end(text: str) -> None:
    assert ends_something_else(text, habit=True)


def test_a_tablet_beside_a_habit_is_ended_too() -> None:
    assert not ends_something_else("quit drinking and stopped my tablets on friday", habit=True)
