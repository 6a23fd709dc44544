"""A bare number told of a day is the next value of the one test that it fits; a terse question tells nothing."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.extraction.test_what_the_record_settles import after

GLUCOSE: Final = {"slot": "labs", "name": "Glucose", "value": 180, "unit": "mg/dL", "date": "2026-01-02"}
SMOKED: Final = {"slot": "social_history", "name": "smoking", "value": "former"}


def _sugars(text: str, *known: dict[str, Any]) -> list[object]:
    return [one.content.value for one in after(text, *known) if one.content.concept.concept_id == "glucose"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("오늘은 예순둘 나왔는데 손이 떨리네", 62.0),
        ("오늘은 124 나왔어", 124.0),
        ("today it was 132", 132.0),
        ("this morning it's 95 again", 95.0),
    ],
)
def test_a_number_told_of_a_day_is_the_next_value(text: str, value: float) -> None:
    assert _sugars(text, GLUCOSE) == [180.0, value]


@pytest.mark.parametrize(
    "text", ["오늘은 50분 걸었어요", "오늘 3시에 먹었어요", "I am 81 today", "Today I walked 90 minutes"]
)
def test_other_numbers_of_a_day_are_none(text: str) -> None:
    assert _sugars(text, GLUCOSE) == [180.0]


@pytest.mark.parametrize("text", ["나 담배 핌?", "나 당뇨임?", "나 담배 하는 걸로 돼 있음?"])
def test_a_terse_question_changes_nothing(text: str) -> None:
    assert [(one.content.concept.name, one.content.value) for one in after(text, SMOKED)] == [("smoking", "former")]


DIABETES: Final = {"slot": "conditions", "name": "Type 2 diabetes mellitus"}


@pytest.mark.parametrize(
    ("text", "value", "known"),
    [
        ("was wobbly, meter read 64.", 64.0, (DIABETES,)),
        ("my meter showed 3.4, had some sweets", 61.25, (DIABETES,)),
        ("glucometer said 58 so I ate", 58.0, ()),
        ("혈당기에 58 찍혔어요", 58.0, ()),
        ("혈당계로 재니 66 나왔어요", 66.0, ()),
    ],
)
def test_what_a_meter_shows_is_a_sugar(text: str, value: float, known: tuple[dict[str, Any], ...]) -> None:
    assert _sugars(text, *known) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "the meter is 20 metres away",
        "I bought a glucometer for 45 dollars",
        "혈당기 5년 썼어요",
        "the parking meter says 64",
    ],
)
def test_what_is_said_of_a_meter_is_none(text: str) -> None:
    assert _sugars(text) == []
