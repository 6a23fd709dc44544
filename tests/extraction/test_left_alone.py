"""What words that put one thing right leave alone."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

AGE = {"slot": "demographics", "name": "age", "value": 75, "unit": "years"}
HEIGHT = {"slot": "vitals", "name": "Body height", "value": 175, "unit": "cm"}
PSORIASIS = {"slot": "conditions", "name": "Psoriasis"}


def test_a_value_put_right_without_its_name_moves_no_fact_that_it_is_far_from() -> None:
    found = {
        one.content.concept.concept_id: one.content.value
        for one in after(
            "no hang on i had it right first time round, 57. 75 is me dad's age", AGE, PSORIASIS, HEIGHT,
            agent="Updated, your age is now 75.",
        )
    }  # fmt: skip
    assert found["body_height"] == 175
    assert "psoriasis" in found


def test_putting_one_value_right_takes_nothing_else_back() -> None:
    potassium = {"slot": "labs", "name": "Potassium", "value": 5.6, "date": "2025-12-20"}
    found = {
        one.content.concept.concept_id: one.content
        for one in after("칼륨은 5.6이 아니라 4.6이에요", potassium, PSORIASIS)
    }
    assert found["potassium"].value == 4.6
    assert "psoriasis" in found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("혈당을 지난주 쟀을 때 197 mg/dL, 어제 쟀더니 148 mg/dL가 나왔습니다.", [144, 197, 148]),
        ("목표는 LDL 100 mg/dL 미만인데 이번에 130 mg/dL 나왔어요", [144, 130]),
        ("My glucose was 180 mg/dL yesterday, target is under 130 mg/dL", [144, 180]),
        ("glucose 150 mg/dL, HDL 45 mg/dL", [144, 150, 45]),
    ],
)
def test_the_numbers_behind_a_named_test_are_that_tests(text: str, values: list[float]) -> None:
    ldl = {"slot": "labs", "name": "LDL cholesterol", "value": 144, "unit": "mg/dL", "date": "2025-11-02"}
    found = [one.content.value for one in after(text, ldl) if one.content.slot.value == "labs"]
    assert found == values
