"""Values told beside meals, doses, sides and other tests: each keeps what is its own and takes nothing of another."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.extraction.conversing import after

TODAY, BEFORE = "2026-06-16", "2026-06-15"


def _values(concept_id: str, *texts: str) -> dict[str | None, tuple[str | None, str]]:
    """Of a test, each value as it was told, under which circumstance and of which day."""
    facts = (one for one in after(*texts, apart=timedelta(hours=24)) if one.content.concept.concept_id == concept_id)
    return {one.content.value_stated: (one.content.qualifier, one.clinical_day) for one in facts}


@pytest.mark.parametrize(
    "frame",
    [
        "어제 공복 {a} 오늘은 {b}",
        "어제는 공복 {a}이었는데 오늘은 {b}이네요",
        "공복으로 쟀는데 어제 {a} 오늘 {b}",
        "어제 아침 빈속에 {a}, 오늘 아침 {b}",
        "fasting yesterday {a}, today {b}",
        "before breakfast {a} yesterday, {b} today",
        "FBS yesterday {a}, today {b}",
        "fasting sugar yesterday {a}, this morning {b}",
    ],
)
@pytest.mark.parametrize(("a", "b"), [("118", "103"), ("94", "131")])
def test_fasting_goes_on_to_the_value_of_the_next_day(frame: str, a: str, b: str) -> None:
    assert _values("glucose", frame.format(a=a, b=b)) == {a: ("fasting", BEFORE), b: ("fasting", TODAY)}


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("어제 공복 110 지금 재보니 180", None),
        ("어제 공복 110 오늘 오후 4시 180", None),
        ("어제 공복 110 오늘 저녁 먹고 180", "postprandial"),
        ("yesterday fasting 110, right now 180", None),
        ("yesterday fasting 110, today at 4pm 180", None),
        ("fasting yesterday 110, after dinner today 180", "postprandial"),
    ],
)
def test_another_time_is_not_fasting(text: str, mark: str | None) -> None:
    assert _values("glucose", text)["180"] == (mark, TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "오늘 공복 98, 아침먹고 2시간 131",
        "공복 98, 아침 먹고 두 시간 131",
        "아침 밥 먹기 전 98, 점심 먹고 한 시간 있다가 131",
        "fasting 98 and 2h after lunch 131",
        "FBS 98, PPBS 131",
    ],
)
def test_two_meals_of_one_day_keep_their_marks(text: str) -> None:
    assert {value: mark for value, (mark, _) in _values("glucose", text).items()} == {
        "98": "fasting",
        "131": "postprandial",
    }


AGAIN = [
    ("body_temperature", "fever 39.1 at 2pm, gave tylenol 5 ml, now 38.2", "39.1", "38.2", "5mL"),
    ("body_temperature", "temp was 39.1 at 6, paracetamol 5 ml, 38.2 now", "39.1", "38.2", "5mL"),
    ("body_temperature", "she was 39.1 at 4am. gave calpol. down to 38.2 now", "39.1", "38.2", None),
    ("body_temperature", "temperature 39.1, gave paracetamol, still 38.2", "39.1", "38.2", None),
    ("body_temperature", "fever of 39.1, two hours after the calpol 38.2", "39.1", "38.2", None),
    ("body_temperature", "3시 39.1 부루펜 5cc 먹이고 지금 38.2", "39.1", "38.2", "5mL"),
    ("body_temperature", "아침에 39.1 부루펜 먹고 지금 38.2", "39.1", "38.2", None),
    ("body_temperature", "39.1도였는데 타이레놀 5미리 먹이고 나니 38.2", "39.1", "38.2", "5mL"),
    ("heart_rate", "pulse 120, took bisoprolol 2.5, now 84", "120", "84", None),
    ("heart_rate", "맥박 120 비소프롤롤 먹고 지금 84", "120", "84", None),
    ("glucose", "혈당 320이라 노보래피드 8단위 맞고 지금 210", "320", "210", "8U"),
    ("ldl_cholesterol", "LDL 150이었는데 리피토 먹고 지금 82", "150", "82", None),
    ("hba1c", "HbA1c 8.1, started metformin 500, now 7.2", "8.1", "7.2", "500mg"),
    ("body_weight", "weight 92 kg, started ozempic 0.5, now 88", "92", "88", "0.5mg"),
]


@pytest.mark.parametrize(("test", "text", "first", "second", "dose"), AGAIN)
def test_what_is_measured_after_a_dose_is_a_value(
    test: str, text: str, first: str, second: str, dose: str | None
) -> None:
    facts = after(text)
    told = {one.content.value_stated for one in facts if one.content.concept.concept_id == test}
    doses = {one.content.dose for one in facts if one.content.slot == "medications"}
    assert told == {first, second}
    assert doses == {dose}


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("INR 3.4, warfarin now 4", "4mg"),
        ("INR 2.4, warfarin 3, now 4", "4mg"),
        ("TSH 5.1. Levothyroxine from 50 to 75", "75mcg"),
        ("temp 38.5 and amoxicillin now 40", "40mg"),
        ("맥박 60 인데놀 20 먹다가 지금 40", "40mg"),
        ("혈당 130 란투스 14 맞다가 지금 16", "16U"),
        ("temp 38.9 so gave calpol 5", "5mg"),
    ],
)
def test_a_dose_that_is_changed_stays_a_dose(text: str, dose: str) -> None:
    assert {one.content.dose for one in after(text) if one.content.slot == "medications"} == {dose}
