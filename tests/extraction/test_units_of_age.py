"""An age is put right by its unit; a span of something else, and another unit, are left alone."""

from __future__ import annotations

import pytest

from domain.ages import DAYS, MONTHS, WEEKS, YEARS
from tests.extraction.test_what_the_record_settles import after

_SIX_MONTHS = {"slot": "demographics", "name": "age", "value": 6.0, "unit": MONTHS}
_THREE_YEARS = {"slot": "demographics", "name": "age", "value": 3.0, "unit": YEARS}


def _age(text: str, known: dict[str, object]) -> list[tuple[object, str | None]]:
    facts = [one.content for one in after(text, known) if one.content.concept.concept_id == "age"]
    return [(one.value, one.unit) for one in facts]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("sorry typo, 6 WEEKS not months", 6, WEEKS),
        ("weeks not months, sorry!", 6, WEEKS),
        ("not 6 months, 6 weeks", 6, WEEKS),
        ("oops, 6 weeks", 6, WEEKS),
        ("I meant 6 days not 6 months", 6, DAYS),
        ("six weeks not months I mean", 6, WEEKS),
        ("개월이 아니라 6주예요", 6, WEEKS),
        ("앗 6주예요 개월 말고", 6, WEEKS),
        ("6개월 말고 6주요", 6, WEEKS),
        ("오타예요. 6주입니다", 6, WEEKS),
    ],
)
def test_the_age_on_record_takes_the_unit_that_is_put_right(text: str, value: float, unit: str) -> None:
    assert _age(text, _SIX_MONTHS) == [(value, unit)]


def test_a_number_that_is_put_right_with_the_unit_is_taken_too() -> None:
    assert _age("he's 4 months old not 3 years, sorry", _THREE_YEARS) == [(4, MONTHS)]


@pytest.mark.parametrize(
    "text",
    [
        "the cough has been 3 weeks not months",
        "sorry, the fever began 2 days ago",
        "weeks not months, the cough",
        "I've had the rash weeks not months",
        "sorry I was 2 weeks late with the jab",
        "기침은 3주가 아니라 3일째예요",
        "앗 2주 뒤에 예약이에요",
    ],
)
def test_the_span_of_something_else_leaves_the_age_alone(text: str) -> None:
    assert _age(text, _SIX_MONTHS) == [(6, MONTHS)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("정확히는 생후 170일이에요", 170, DAYS),
        ("아기가 오늘로 25주예요", 25, WEEKS),
        ("to be exact he's 25 weeks", 25, WEEKS),
    ],
)
def test_the_same_age_told_closer_takes_its_place(text: str, value: float, unit: str) -> None:
    assert _age(text, _SIX_MONTHS) == [(value, unit)]


def test_another_age_in_a_smaller_unit_stands_beside_the_one_on_record() -> None:
    assert len(_age("아기가 생후 40일이에요", _SIX_MONTHS)) == 2
