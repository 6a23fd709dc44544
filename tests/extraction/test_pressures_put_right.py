"""A pressure that is called wrong is put right in both its parts; a question moves nothing."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

KNOWN = tuple(
    {"slot": "vitals", "name": f"{half} blood pressure", "value": value, "unit": "mm[Hg]", "date": "2026-01-05"}
    for half, value in (("Systolic", 128.0), ("Diastolic", 73.0))
)


def _pressures(text: str) -> list[float]:
    found = [one.content for one in after(text, *KNOWN) if "blood_pressure" in one.content.concept.concept_id]
    return sorted(one.value for one in found if isinstance(one.value, float))


@pytest.mark.parametrize(
    "text",
    [
        "혈압 오타났어요ㅠㅠ 146/91 입니다",
        "아 죄송해요 안경을 안 쓰고 봤더니 숫자를 잘못 봤어요 혈압 146에 91예요",
        "혈압 잘못 적었어요 146에 91이에요",
        "no, bp was 146/91",
        "my blood pressure is wrong on there, it's 146 over 91",
        "I misread the bp, it was 146/91",
    ],
)
def test_both_numbers_take_their_places(text: str) -> None:
    assert _pressures(text) == [91.0, 146.0]


def test_a_question_moves_nothing() -> None:
    assert _pressures("is 146/91 the right pressure or did you mix it up?") == [73.0, 128.0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it's not 128 it's 118", [73.0, 118.0]),
        ("128 아니고 118", [73.0, 118.0]),
        ("not 128, 182", [73.0, 182.0]),
        ("not 73, 93", [93.0, 128.0]),
        ("it was 83 not 73", [83.0, 128.0]),
    ],
)
def test_the_half_that_is_named_as_wrong_is_put_right(text: str, expected: list[float]) -> None:
    assert _pressures(text) == expected


@pytest.mark.parametrize(
    "text", ["ignore the BP I gave, cuff was wrong", "아까 혈압은 무시해주세요 기계 고장", "delete my bp"]
)
def test_a_pressure_that_is_taken_back_goes_with_both_numbers_and_nothing_else(text: str) -> None:
    weight = {"slot": "vitals", "name": "Body weight", "value": 80.0, "unit": "kg", "date": "2026-01-05"}
    left = [one.content.concept.concept_id for one in after(text, weight, *KNOWN)]
    assert left == ["body_weight"]
