"""Values told with the name of their test in any frame, in rows by days, and pressures by their sides."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

_TESTS = ("labs", "vitals")


def told(text: str) -> list[tuple[str, object, str | None]]:
    """The tests on record after ``text``: concept, value, and the day unless it is that of speaking."""
    contents = [one.content for one in after(text) if one.content.slot.value in _TESTS]
    today = "2026-01-05"
    return [
        (one.concept.concept_id, one.value, None if one.valid_from == today else one.valid_from) for one in contents
    ]


def _pressure(upper: float, lower: float) -> list[tuple[str, object, str | None]]:
    return [("systolic_blood_pressure", upper, None), ("diastolic_blood_pressure", lower, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My blood pressure reading is 118 on top and 75 at the bottom.", _pressure(118, 75)),
        ("the higher one is 142 and the lower one is 91, for my blood pressure", _pressure(142, 91)),
        ("When I check my blood pressure I get about 114/75.", _pressure(114, 75)),
        ("As to blood pressure, you can put me down as 168 over 89.", _pressure(168, 89)),
        ("혈압 수치는 높은 쪽 181, 낮은 쪽 92입니다.", _pressure(181, 92)),
        ("혈압계에 116하고 76이라고 뜨네요.", _pressure(116, 76)),
        ("혈압계에 148 102 이렇게 떠요", _pressure(148, 102)),
        ("You may want my weight too; that would be 77.2 kg.", [("body_weight", 77.2, None)]),
        ("체중을 여쭤보신다면 98.5kg이라고 말씀드리면 되겠습니다.", [("body_weight", 98.5, None)]),
    ],
)
def test_a_value_is_its_named_tests_in_any_frame(text: str, expected: list[tuple[str, object, str | None]]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "test", "row"),
    [
        ("About my Hemoglobin: first 16.8 g/dL, that was 22 Mar 2013, and after that 12.2 g/dL, on 22 Jun 2018.",
         "hemoglobin", {"2013-03-22": 16.8, "2018-06-22": 12.2}),
        ("They took my LDL cholesterol on 21 Feb 2018, which gave one hundred five, and took it again on 10 Mar 2021, "
         "which gave 103 mg/dL.", "ldl_cholesterol", {"2018-02-21": 105, "2021-03-10": 103}),
        ("LDL cholesterol: 13 Nov 2014 sixty-seven, 16 Nov 2017 87 mg/dL",
         "ldl_cholesterol", {"2014-11-13": 67, "2017-11-16": 87}),
        ("당화혈색소가 2016-07-16 기준 5.9%, 2019-07-20 기준 5.9%로 적혀 있네요.",
         "hba1c", {"2016-07-16": 5.9, "2019-07-20": 5.9}),
        ("HbA1c수치 적어드려요. 2020년 2월 14일육점영, 그다음 2021년 2월 19일 육점 삼 프로.",
         "hba1c", {"2020-02-14": 6.0, "2021-02-19": 6.3}),
        ("My meter showed 197 mg/dL after a meal last week. Yesterday, also after eating, it showed 114 mg/dL.",
         "glucose", {"2025-12-29": 197, "2026-01-04": 114}),
    ],
)  # fmt: skip
def test_each_value_of_a_row_has_its_own_day(text: str, test: str, row: dict[str, float]) -> None:
    assert told(text) == [(test, value, day) for day, value in row.items()]


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to know whether my LDL is under 130 mg/dL. It was 88 last week",
        "LDL이 130 mg/dL 미만에 드는지 궁금해요 지난주 검사에서 88 mg/dL였어요",
        "LDL이 100 이하인지 봐 주세요. 지난주에 88 나왔어요",
    ],
)
def test_a_limit_asked_about_is_no_value(text: str) -> None:
    assert [value for _, value, _ in told(text)] == [88]


@pytest.mark.parametrize(
    "text",
    [
        "my weight should be under 77 kg", "is my weight of 77 kg too much?", "my mother's weight is 70 kg",
        "if my HbA1c were 6.1% I would worry", "몸무게가 5kg 빠졌어요", "혈압약 100mg하고 50mg 먹어요",
    ],
)  # fmt: skip
def test_what_is_aimed_at_asked_or_anothers_is_no_value(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("Would you kindly put down bee venom, eggs and shellfish under allergies for me?", 3),
        ("Could you note that I'm allergic to penicillin?", 1),
        ("알레르기 칸에 땅콩, 우유 적어 주시겠어요?", 2),
        ("should I list mould as an allergy?", 0),
        ("Do you have shellfish under my allergies?", 0),
    ],
)
def test_an_allergy_to_be_noted_is_told(text: str, noted: int) -> None:
    assert len([one for one in after(text) if one.content.slot.value == "allergies"]) == noted


@pytest.mark.parametrize(
    ("text", "years", "sex"),
    [
        ("male 59, got chronic sinusitis and obesity", 59, "male"),
        ("반갑습니다~ 고혈압을 앓고 있고요, 여성에 나이는 40세입니다.", 40, "female"),
        ("제가 고혈압, 비만을 앓고 있는 여성입니다. 나이는 78세 되었고요.", 78, "female"),
    ],
)
def test_years_and_sex_are_heard_in_any_order(text: str, years: int, sex: str) -> None:
    told_of = {one.content.concept.concept_id: one.content.value for one in after(text)}
    assert (told_of["age"], told_of["gender"]) == (years, sex)
