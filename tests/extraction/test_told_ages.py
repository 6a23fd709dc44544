"""Ages in months, weeks and days, and Korean years without a counter; spans that are none; whose they are."""

from __future__ import annotations

import pytest

from domain.ages import DAYS, MONTHS, WEEKS, YEARS, years_of
from domain.values import SlotKind
from extraction.reading.people.told_ages import told_ages
from tests.extraction.test_what_the_record_settles import after


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("우리 아기 이제 7개월 반이에요. 이유식은 시작했어요", 7.5, MONTHS),
        ("애가 19개월인데 어제부터 기침해요", 19, MONTHS),
        ("4살 2개월 여아, 아토피가 있어요", 50, MONTHS),
        ("신생아 2주 3일 됐어요. 황달이 있어요", 17, DAYS),
        ("우리 애기 6주인데 열이 나요", 6, WEEKS),
        ("My grandson is 11 months old and has eczema", 11, MONTHS),
        ("our little one is 9 weeks and keeps vomiting", 9, WEEKS),
        ("일흔셋이우다. 무릎이 아픕니다", 73, YEARS),
        ("저는 마흔둘이고 당뇨가 있어요", 42, YEARS),
        ("고혈압 있습니다. 예순다섯.", 65, YEARS),
        ("저 열일곱인데 여드름 약 먹어도 되나요?", 17, YEARS),
        ("The little one has a cough, she's two, wheezing since Monday", 2, YEARS),
        ("My baby Finn is 13 weeks and keeps vomiting", 13, WEEKS),
        ("My particulars: Suresh, male, 58 yrs completed, known diabetic", 58, YEARS),
    ],
)
def test_an_age_is_heard_in_its_own_unit(text: str, value: float, unit: str) -> None:
    ages = [one.content for one in after(text) if one.content.concept.concept_id == "age"]
    assert [(one.value, one.unit) for one in ages] == [(value, unit)]
    assert ages[0].slot is SlotKind.DEMOGRAPHICS


@pytest.mark.parametrize(
    "text",
    [
        "아기 낳은 지 3개월 됐어요", "임신 31주째인데 배가 뭉쳐요", "둘째는 9개월 전에 수술했어요",
        "my prescription is 2 months old", "my son left 3 weeks ago", "서른 계단만 올라도 숨차요",
        "하루 마흔 개비쯤 피워요", "손주가 스물이에요", "열이에요 38도", "아기 6개월 때부터 아토피였어요",
    ],
)  # fmt: skip
def test_other_spans_and_counts_are_no_ages(text: str) -> None:
    assert told_ages(text) == ()


def test_what_a_small_child_has_is_the_patients() -> None:
    facts = {one.content.concept.concept_id: one.content for one in after("My son is 14 months old and has a fever")}
    assert facts["fever"].slot is SlotKind.SYMPTOMS
    assert facts["fever"].subject == "patient"
    assert years_of(facts["age"]) == pytest.approx(14 / 12)
