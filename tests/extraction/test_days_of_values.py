"""The days of values told in lists and rows, and what stands beside a value: given words, when read, then facts."""

from __future__ import annotations

from typing import Any

import pytest

from domain.values import Polarity, Status
from tests.extraction.test_what_the_record_settles import ATORVASTATIN, METHIMAZOLE, POTASSIUM, after


def _values(text: str, *known: dict[str, Any]) -> list[tuple[str, Any, str | None]]:
    return [
        (one.content.concept.concept_id, one.content.value, one.content.valid_from)
        for one in after(text, *known)
        if one.content.slot.value in ("labs", "vitals")
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12/13 피검 Cr 1.6 / eGFR 54 / K 5.3",
         [("creatinine", 1.6, "2025-12-13"), ("egfr", 54.0, "2025-12-13"), ("potassium", 5.3, "2025-12-13")]),
        ("신장이식 2021년 8월에 받았어요. 최근 피검 1/2: Cr 1.3, K 4.6",
         [("creatinine", 1.3, "2026-01-02"), ("potassium", 4.6, "2026-01-02")]),
        ("Labs from 3 January: K 5.1, creatinine 1.2",
         [("potassium", 5.1, "2026-01-03"), ("creatinine", 1.2, "2026-01-03")]),
        ("체중 1월 1일 64.2kg, 3일 65.4kg, 오늘 5일 66.5kg",
         [("body_weight", 64.2, "2026-01-01"), ("body_weight", 65.4, "2026-01-03"),
          ("body_weight", 66.5, "2026-01-05")]),
        ("weight 81.2 on the 1st, 80.9 on the 2nd, 80.4 today",
         [("body_weight", 81.2, "2026-01-01"), ("body_weight", 80.9, "2026-01-02"),
          ("body_weight", 80.4, "2026-01-05")]),
        ("ANC 180 today", [("neutrophils", 0.18, "2026-01-05")]),
    ],
)  # fmt: skip
def test_values_of_a_list_have_the_day_at_its_head(text: str, values: list[tuple[str, Any, str]]) -> None:
    assert _values(text) == values


@pytest.mark.parametrize("text", ["엑스포지 5/10 반 알 먹어요", "1/2 알씩 먹어요", "I ran a 5 K 3 times"])
def test_strengths_shares_and_runs_are_no_days_and_no_tests(text: str) -> None:
    assert [one for one in after(text) if one.content.slot.value == "labs"] == []
    assert all(one.content.valid_from is None for one in after(text))


def test_a_day_to_come_is_of_this_year() -> None:
    (surgery,) = after("Surgery is booked for 20 January")
    assert surgery.content.valid_from == "2026-01-20"


def test_what_is_to_be_kept_is_a_goal() -> None:
    assert _values("INR was 2.9 on 3 January, the nurse says keep it between 2.5 and 3.5") == [
        ("inr", 2.9, "2026-01-03")
    ]


def test_a_year_beside_a_correction_is_no_dose_and_a_count_of_corrections_no_value() -> None:
    facts = after("Told you wrong. The valve was 2016 not 2014. And atorvastatin's 10.", ATORVASTATIN)
    assert [(one.content.dose, one.disputed) for one in facts if one.content.slot.value == "medications"] == [
        ("10mg", False)
    ]
    facts = after("정정 2건. 메티마졸은 10 아니고 5예요", METHIMAZOLE, POTASSIUM)
    assert {one.content.concept.concept_id: one.content.dose or one.content.value for one in facts} == {
        "methimazole": "5mg", "potassium": 5.6
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "클래리 먹지 말라 하고 아목시실린 625 하루 세 번 7일로 바꿔줬어요",
        "They told me not to take the clarithromycin and gave me amoxicillin 625 three times a day",
    ],
)
def test_what_was_advised_against_is_not_taken(text: str) -> None:
    told = [one.content for one in after(text, ATORVASTATIN)]
    facts = {
        one.concept.concept_id: one for one in told if one.polarity is Polarity.AFFIRMED and one.status is Status.ACTIVE
    }
    assert facts.keys() == {"atorvastatin", "amoxicillin"}
    assert facts["atorvastatin"].dose == "20mg"
    assert facts["amoxicillin"].dose == "625mg"


def test_years_behind_aged_are_told_and_those_of_a_beginning_are_not() -> None:
    facts = after("I am a clerk aged 31 years, with epilepsy since the age of 16.")
    assert [one.content.value for one in facts if one.content.concept.concept_id == "age"] == [31.0]


def test_a_bare_number_has_the_unit_of_its_row() -> None:
    weights = [value for name, value, _ in _values("she weighs 44 pounds right now, last week it was 41")]
    assert weights and all(value < 21 for value in weights)


@pytest.mark.parametrize(
    "text",
    [
        "His weight: 2nd was 77.9, 3rd 78.0, today 78.1.",
        "On January 2 it was 77.9 kg, on January 3 78 kg and today 78.1 kg",
        "1월 2일에 77.9kg, 3일에 78kg, 오늘은 78.1kg",
    ],
)
def test_each_weight_has_the_day_right_before_it(text: str) -> None:
    told = {one.content.valid_from: one.content.value for one in after(text)}
    assert told == {"2026-01-02": 77.9, "2026-01-03": 78.0, "2026-01-05": 78.1}
