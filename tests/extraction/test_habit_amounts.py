"""How much of a habit is told, in the counters of both languages, and that it goes on."""

from __future__ import annotations

import pytest

from domain.values import Content, Temporality
from tests.extraction.test_what_the_record_settles import after


def habit(text: str, concept_id: str) -> Content:
    found = [one.content for one in after(text) if one.content.concept.concept_id == concept_id]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("text", "concept_id", "value", "unit", "frequency"),
    [
        ("담배는 하루 한 갑 반 피웁니다", "smoking", 1.5, "{pack}", "QD"),
        ("담배는 지금 반 갑임", "smoking", 0.5, "{pack}", None),
        ("담배는 하루 서른 개비쯤 피워요", "smoking", 30, "{cigarette}", "QD"),
        ("담배가 반 갑에서 한 갑으로 늘었어요", "smoking", 1, "{pack}", None),
        ("커피는 하루 다섯 잔 마셔요", "caffeine", 5, "{drink}", "QD"),
        ("술은 쉬는 날에만 소주 두 병이요", "alcohol", 2, "{drink}", None),
        ("I smoke about half a pack a day", "smoking", 0.5, "{pack}", "QD"),
        ("I drink 4 coffees a day", "caffeine", 4, "{drink}", "QD"),
    ],
)
def test_an_amount_is_kept_with_its_habit(
    text: str, concept_id: str, value: float, unit: str, frequency: str | None
) -> None:
    content = habit(text, concept_id)
    assert (content.value, content.unit, content.frequency) == (value, unit, frequency)


def test_each_habit_has_its_own_amount() -> None:
    text = "커피믹스는 하루 여섯 봉, 담배는 두 갑이에요"
    assert (habit(text, "caffeine").value, habit(text, "smoking").value) == (6, 2)


def test_coffee_is_no_alcohol() -> None:
    assert [one.content.concept.concept_id for one in after("I drink 4 coffees a day")] == ["caffeine"]


@pytest.mark.parametrize("text", ["담배는 하루 한 갑 피우다 작년에 끊었어요", "I smoked a pack a day but quit in 2019"])
def test_an_amount_of_before_does_not_take_the_habit_up(text: str) -> None:
    content = habit(text, "smoking")
    assert (content.value, content.temporality) == (1, Temporality.PAST)


@pytest.mark.parametrize(
    ("text", "concept_id", "value"),
    [
        ("smoke 10 a day", "smoking", 10),
        ("smoker 20/day", "smoking", 20),
        ("담배 하루 열 개 피워요", "smoking", 10),
        ("beer, about 6 per week", "alcohol", 6),
        ("drinking 3 a nite", "alcohol", 3),
    ],
)
def test_an_amount_needs_no_word_for_what_is_counted(text: str, concept_id: str, value: float) -> None:
    (habit,) = (one.content for one in after(text) if one.content.concept.concept_id == concept_id)
    assert habit.value == value


def test_what_comes_so_often_is_no_amount_of_another_habit() -> None:
    found = {
        one.content.concept.concept_id: one.content.value for one in after("I smoke, and my cough comes 10 times a day")
    }
    assert found["smoking"] == "current"
