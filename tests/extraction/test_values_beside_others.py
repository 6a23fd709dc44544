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


ROWS = [
    ("산소포화도 97에 열 38.1", "저녁 95 / 37.8", {"oxygen_saturation": "95", "body_temperature": "37.8"}),
    ("SpO2 96, temp 38.2", "94 / 37.9", {"oxygen_saturation": "94", "body_temperature": "37.9"}),
    ("SpO2 96, temp 38.2", "37.9 and 94", {"oxygen_saturation": "94", "body_temperature": "37.9"}),
    ("혈색소 9.1 페리틴 6", "10.4 페리틴 14", {"hemoglobin": "10.4", "ferritin": "14"}),
    ("Hb 9.1 ferritin 6", "10.4 / 14", {"hemoglobin": "10.4", "ferritin": "14"}),
    ("AST 60 ALT 82", "45 / 60", {"ast": "45", "alt": "60"}),
    ("height 110 cm weight 19 kg", "111.2 / 19.4", {"body_height": "111.2", "body_weight": "19.4"}),
    ("키 120.5 몸무게 24.1", "121.2 / 24.6", {"body_height": "121.2", "body_weight": "24.6"}),
    ("potassium 5.1 creatinine 1.5", "4.7, 1.3", {"potassium": "4.7", "creatinine": "1.3"}),
]


@pytest.mark.parametrize(("first", "then", "told"), ROWS)
def test_numbers_alone_go_on_with_the_tests_in_their_order(first: str, then: str, told: dict[str, str]) -> None:
    facts = after(first, then, apart=timedelta(hours=24))
    next_day = {one.content.concept.concept_id: one.content.value_stated for one in facts if one.clinical_day > TODAY}
    assert next_day == told
    assert len(facts) == 2 * len(told)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("AST 60 ALT 82", "물 5잔 / 커피 2잔"),
        ("ast 60 alt 82", "walked 45 / 60 minutes"),
        ("산소포화도 96 체온 38", "계단 10층 / 20층 올랐어요"),
        ("키 110 몸무게 19", "오늘 약 2알 먹고 3시간 잤어요"),
    ],
)
def test_numbers_of_something_else_are_no_next_values(first: str, then: str) -> None:
    known = {one.content.concept.concept_id: one.content.value_stated for one in after(first)}
    facts = after(first, then, apart=timedelta(hours=24))
    assert {
        one.content.concept.concept_id: one.content.value_stated
        for one in facts
        if one.content.concept.concept_id in known
    } == known


SIDES = [
    ("안압 우 21 좌 19", "우 18 좌 16"),
    ("안압 오른쪽 21 왼쪽 19", "좌 16 우 18"),
    ("안압 우안 21, 좌안 19", "18 / 16"),
    ("eye pressure right 21 left 19", "R 18, L 16"),
    ("IOP 21 OD 19 OS", "18 OD 16 OS"),
]


@pytest.mark.parametrize(("first", "then"), SIDES)
def test_each_side_keeps_its_own_values(first: str, then: str) -> None:
    told = _values("intraocular_pressure", first, then)
    assert {value: side for value, (side, _) in told.items()} == {
        "21": "right",
        "19": "left",
        "18": "right",
        "16": "left",
    }


@pytest.mark.parametrize(
    ("test", "text", "newer", "older", "day"),
    [
        ("uric_acid", "요산 7.4래 5월엔 9.1이었음", "7.4", "9.1", "2026-05"),
        ("hba1c", "당화혈색소 6.8이래요 3월엔 7.9였어", "6.8", "7.9", "2026-03"),
        ("tsh", "TSH 4.2 나왔어요 1월엔 6.0이었고요", "4.2", "6", "2026-01"),
        ("uric_acid", "uric acid 7.4, in May it was 9.1", "7.4", "9.1", "2026-05"),
    ],
)
def test_a_former_value_takes_no_other_day(test: str, text: str, newer: str, older: str, day: str) -> None:
    assert {value: when for value, (_, when) in _values(test, text).items()} == {newer: TODAY, older: day}


@pytest.mark.parametrize(
    ("test", "first", "then", "told"),
    [
        ("platelets", "platelet 142000", "76000, no fever", "76000"),
        ("platelets", "platelet 142000", "today 1,12,000", "112000"),
        ("heart_rate", "pulse 88", "80 yay", "80"),
        ("heart_rate", "pulse 112", "98 phew", "98"),
    ],
)
def test_the_next_reading_is_heard_however_it_is_greeted(test: str, first: str, then: str, told: str) -> None:
    assert told in _values(test, first, then)


def test_a_day_behind_the_next_reading_is_its_own() -> None:
    told = _values("potassium", "potassium 5.4 on Jun 2", "4.7 on jun 10, they changed my tablets")
    assert {value: when for value, (_, when) in told.items()} == {"5.4": "2026-06-02", "4.7": "2026-06-10"}


def test_a_row_of_meals_under_one_head_is_after_each_of_them() -> None:
    told = _values("glucose", "식후 1시간 아침 132 점심 151 저녁 138", "아침 128 점심 144 저녁 139")
    assert {(mark or "").partition(" ")[0] for mark, _ in told.values()} == {"postprandial"}
    assert set(told) == {"132", "151", "138", "128", "144", "139"}


@pytest.mark.parametrize(
    ("first", "then"),
    [("공복 혈당 128", "140 넘은게 몇번이에요"), ("glucose 128 fasting", "140 or more, how often?")],
)
def test_a_limit_that_is_asked_of_is_no_value(first: str, then: str) -> None:
    assert set(_values("glucose", first, then)) == {"128"}


@pytest.mark.parametrize("who", ["it's about my dad, 66.", "Hiya, my mum, 66."])
def test_years_before_a_weight_are_no_weight(who: str) -> None:
    assert set(_values("body_weight", f"{who} Weight 81.2 kg. Heart failure, furosemide 40")) == {"81.2"}


def test_an_hour_of_the_clock_is_no_sugar() -> None:
    assert "8" not in _values("glucose", "sugars 8am 6.2 12pm 14.1")
    assert set(_values("glucose", "blood sugar 7am 6.1, 9pm 8.8")) == {"6.1", "8.8"}
