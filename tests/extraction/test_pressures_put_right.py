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
