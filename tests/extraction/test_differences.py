"""By how much something moved is never what it is; weight lost or gained is a finding with its amount."""

from __future__ import annotations

import pytest

from domain.values import SlotKind, Status
from tests.extraction.test_what_the_record_settles import after


def values_of(text: str) -> list[float | str | None]:
    return [one.content.value for one in after(text) if one.content.slot in (SlotKind.LABS, SlotKind.VITALS)]


@pytest.mark.parametrize(
    "text",
    [
        "LDL fell by 40 after the statin.",
        "My creatinine rose 0.2 in a month",
        "A1c dropped 0.5 points.",
        "My blood pressure is down about 10 points.",
        "혈압이 10 정도 떨어졌어요.",
        "혈당이 30이나 올랐어요.",
        "콜레스테롤이 20 내려갔어요",
        "몸무게가 두 달 만에 5kg 늘었어요.",
    ],
)
def test_by_how_much_a_value_moved_is_no_value(text: str) -> None:
    assert values_of(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("My sugar was up 240 after lunch", [240]),
        ("수치가 250까지 올랐어요, 혈당이요.", [250]),
        ("my eGFR has dropped 12 since last year, it's 48 now", [48]),
        ("체중은 72kg인데 작년보다 3kg 줄었어요", [72]),
        ("My A1c came down from 8.2 to 7.1.", [7.1]),
    ],
)
def test_what_a_value_is_stays_beside_how_it_moved(text: str, values: list[float]) -> None:
    assert values_of(text)[-1:] == values


def test_the_time_that_a_value_is_held_against_is_not_its_own() -> None:
    told = after("I weigh 180, down 12 from last year.")
    (weight,) = (one.content for one in told if one.content.value_stated == "180")
    assert weight.valid_from is None or not weight.valid_from.startswith("2025")


@pytest.mark.parametrize(
    ("text", "concept_id", "amount", "unit"),
    [
        ("I've lost 8 pounds since March.", "weight_loss", 8, "[lb_av]"),
        ("3kg 빠졌고 입맛이 없어요.", "weight_loss", 3, "kg"),
        ("살이 4킬로 쪘어요", "weight_gain", 4, "kg"),
    ],
)
def test_a_change_of_weight_is_a_finding_with_its_amount(text: str, concept_id: str, amount: float, unit: str) -> None:
    found = {one.content.concept.concept_id: one.content for one in after(text)}
    assert (found[concept_id].value, found[concept_id].unit) == (amount, unit)
    assert "body_weight" not in found


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("I got asthma in 2003.", Status.ACTIVE),
        ("천식은 2003년에 생겼어요", Status.ACTIVE),
        ("I got over my asthma in 2010.", Status.RESOLVED),
        ("I had asthma as a kid.", Status.RESOLVED),
    ],
)
def test_a_lasting_illness_that_came_once_is_still_there(text: str, status: Status) -> None:
    (fact,) = (one.content for one in after(text) if one.content.slot is SlotKind.CONDITIONS)
    assert fact.status is status


@pytest.mark.parametrize(
    "text", ["I can't put weight on it since 5 pm", "When I was ten I couldn't put weight on my leg"]
)
def test_a_leg_that_bears_no_weight_weighs_nothing(text: str) -> None:
    assert values_of(text) == []
