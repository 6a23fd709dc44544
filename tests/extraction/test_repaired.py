"""A number that is put right in the same breath was never meant; two numbers that are both told stay two."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after


def told(text: str) -> list[tuple[str, object]]:
    measured = (SlotKind.LABS, SlotKind.VITALS)
    return sorted(
        (one.content.concept.concept_id, one.content.value) for one in after(text) if one.content.slot in measured
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My sugar was 130, no wait, 140.", 140),
        ("My blood sugar was 130, sorry, 140.", 140),
        ("fasting sugar 101... hang on, 110", 110),
        ("공복혈당이 130, 아니 140이었어요", 140),
        ("혈당 118 아 아니다 128이요", 128),
    ],
)
def test_the_number_that_was_meant_is_kept_alone(text: str, value: float) -> None:
    assert [number for _, number in told(text)] == [value]


def test_a_pressure_is_put_right_by_both_its_numbers() -> None:
    assert told("BP 130/80, sorry, 140/90") == [("diastolic_blood_pressure", 90), ("systolic_blood_pressure", 140)]


def test_a_dose_is_put_right_where_it_stands() -> None:
    facts = after("I take metoprolol 25, no, 50 mg twice a day")
    assert [(one.content.concept.concept_id, one.content.dose) for one in facts] == [("metoprolol", "50mg")]


def test_two_numbers_that_are_both_told_stay_two() -> None:
    assert [number for _, number in told("My sugar was 130 before breakfast and 180 after")] == [130, 180]
