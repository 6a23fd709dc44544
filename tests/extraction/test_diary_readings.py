"""Entries of a diary on record: a bare number is this day's reading, and a day that is named has its own put right."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.values import SERIES_SLOTS, SlotKind
from tests.extraction.conversing import after

DAY = timedelta(days=1)


def readings(*texts: str, of: str) -> dict[str, float]:
    found = after(*texts, apart=DAY)
    return {
        one.clinical_day: round(float(one.content.value), 2)
        for one in found
        if one.content.slot in SERIES_SLOTS
        and one.content.concept.concept_id == of
        and isinstance(one.content.value, float)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "test", "values"),
    [
        (("my weight is 78.4 kg", "79.1", "80 and my rings are tight"), "body_weight", [78.4, 79.1, 80]),
        (("오늘 체중 61.2", "61.9", "62.5요 발등이 부었어요"), "body_weight", [61.2, 61.9, 62.5]),
        (("아기 시온이 몸무게 6.3kg", "6.4", "6.55 잘 먹어요"), "body_weight", [6.3, 6.4, 6.55]),
        (("peak flow 410", "380, 4 puffs", "350. woke up twice"), "peak_expiratory_flow", [410, 380, 350]),
        (("fasting sugar 9.6", "8.9", "11.3 this morning"), "glucose", [172.95, 160.34, 203.58]),
        (("공복혈당 151", "144", "138 좀 내렸네요"), "glucose", [151, 144, 138]),
        (("bp 150/92", "146/90", "today 141/88 how far is that down?"), "systolic_blood_pressure", [150, 146, 141]),
        (("weighed in at 11st 6", "11st 8", "11 stone 9, shoes tight"), "body_weight", [72.57, 73.48, 73.94]),
        (("Weight was 206 this morning, heart failure", "209"), "body_weight", [93.44, 94.8]),
        (("새벽에 저혈당 54", "아침 66"), "glucose", [54, 66]),
    ],
)  # fmt: skip
def test_the_number_that_opens_an_entry_is_the_reading_of_its_day(
    texts: tuple[str, ...], test: str, values: list[float]
) -> None:
    assert sorted(readings(*texts, of=test).items()) == [
        (f"2026-06-{16 + place}", value) for place, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("then", "test"),
    [
        ("2 puffs of the blue one", "body_weight"),
        ("8 hours sleep", "body_weight"),
        ("75 years old today", "body_weight"),
        ("79번 버스 탔어요", "body_weight"),
        ("80점 맞았어요", "body_weight"),
        ("78/50 on the old machine", "body_weight"),
        ("300", "body_weight"),
    ],
)
def test_a_number_that_counts_something_is_no_reading(then: str, test: str) -> None:
    assert list(readings("my weight is 78.4 kg", then, of=test).values()) == [78.4]


@pytest.mark.parametrize(
    ("texts", "test", "values"),
    [
        (("my weight is 78.4 kg", "79.1", "80.2", "17 June was 79.6, I misread it"), "body_weight", [78.4, 79.6, 80.2]),
        (("체온 37.9", "38.4", "17일은 38.4가 아니라 38.1이었어요. 오늘 38.6"), "body_temperature", [37.9, 38.1, 38.6]),
        (("체중 61.2", "61.9", "62.5 그런데 6월 17일은 61.7이었네 잘못 적음"), "body_weight", [61.2, 61.7, 62.5]),
        (
            ("bp 150/92", "146/90", "152/94", "Wednesday's was 144/90, wrong line"),
            "systolic_blood_pressure",
            [150, 144, 152],
        ),
        (("공복혈당 151", "144", "138", "17일은 144 아니고 154"), "glucose", [151, 154, 138]),
    ],
)  # fmt: skip
def test_a_reading_is_put_right_by_its_day_and_no_other_for_it(
    texts: tuple[str, ...], test: str, values: list[float]
) -> None:
    assert [value for _, value in sorted(readings(*texts, of=test).items())] == values


@pytest.mark.parametrize(
    ("texts", "dose"),
    [
        (("무릎 통증 7점 타이레놀 두알", "오늘 5점 타이레놀 두알"), "2 tab"),
        (("my pain is 7/10, took 2 paracetamol", "5, took 2 paracetamol"), "2 tab"),
    ],
)
def test_a_score_is_no_dose(texts: tuple[str, ...], dose: str) -> None:
    found = after(*texts, apart=DAY)
    assert [one.content.dose for one in found if one.content.slot is SlotKind.MEDICATIONS] == [dose]


def test_how_often_somebody_got_up_moves_no_rhythm() -> None:
    found = after("탐스로신 하루 한 번 시작했어요", "두번 일어날때 어질 한번", apart=DAY)
    assert [one.content.frequency for one in found if one.content.slot is SlotKind.MEDICATIONS] == ["QD"]


@pytest.mark.parametrize(
    ("told", "asks", "test", "values"),
    [
        (
            "LDL 콜레스테롤이 2025년 9월에 81이었고 2026년 3월에 105였어요",
            "81 mg/dL에서 105 mg/dL로 바뀌었으면 LDL이 는 건가요?",
            "ldl_cholesterol",
            [81, 105],
        ),
        (
            "당화혈색소가 작년 9월에 6.1, 올해 3월에 6.6이었어요",
            "6.1보다 6.6이면 당화혈색소가 오른 거죠?",
            "hba1c",
            [6.1, 6.6],
        ),
        (
            "My LDL was 81 in September 2025 and 105 in March 2026",
            "81 to 105, is my LDL up or down?",
            "ldl_cholesterol",
            [81, 105],
        ),
    ],
)
def test_the_first_of_two_that_are_compared_is_no_reading(told: str, asks: str, test: str, values: list[float]) -> None:
    assert sorted(readings(told, asks, of=test).values()) == values


def test_values_that_changed_exchange_no_doses() -> None:
    found = after(
        "플루티카손 흡입제 44mcg, 살부타몰 흡입제 90mcg 써요. LDL 콜레스테롤은 2025년 9월에 81, 2026년 3월에 105였어요",
        "81 mg/dL에서 105 mg/dL로 바뀌었으면 LDL 콜레스테롤이 늘어난 건지 봐 주세요",
        apart=DAY,
    )
    doses = {one.content.concept.concept_id: one.content.dose for one in found if one.content.dose}
    assert doses == {"fluticasone_inhaler": "44mcg", "albuterol_inhaler": "90mcg"}
