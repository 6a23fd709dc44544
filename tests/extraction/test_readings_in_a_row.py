"""Several values of one test in one message, each with its own day and circumstance, and the next ones of a talk."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.extraction.conversing import after

TODAY, NEXT = "2026-06-16", "2026-06-17"


def _values(concept_id: str, *texts: str, hours: float = 24) -> list[tuple[str | None, str | None, str]]:
    """What stands of a test, each value as it was told, under which circumstance and of which day, in order."""
    facts = [one for one in after(*texts, apart=timedelta(hours=hours)) if one.content.concept.concept_id == concept_id]
    return [(one.content.value_stated, one.content.qualifier, one.clinical_day) for one in facts]


MEALS = [
    ("fasting {a}, two hours after dinner {b}", "fasting", "postprandial"),
    ("{a} fasting / {b} after lunch", "fasting", "postprandial"),
    ("glucose before breakfast {a} and after my tea {b}", "fasting", "postprandial"),
    ("blood sugar was {a} fasting this morning, then {b} 1 hour after breakfast", "fasting", "postprandial"),
    ("after breakfast {b}, fasting {a}", "fasting", "postprandial"),
    ("공복 {a}, 저녁 먹고 두 시간 뒤 {b}", "fasting", "postprandial"),
    ("혈당 공복 {a} / 점심 식후 {b}", "fasting", "postprandial"),
    ("아침 먹기 전 혈당 {a}, 아침 먹고 나서 {b}", "fasting", "postprandial"),
    ("오늘 공복혈당은 {a}이고 식후 2시간은 {b}이에요", "fasting", "postprandial"),
]


@pytest.mark.parametrize(("frame", "first", "second"), MEALS)
@pytest.mark.parametrize(("fasting", "fed"), [("96", "151"), ("5.4", "9.7")])
def test_each_sugar_keeps_its_own_meal(frame: str, first: str, second: str, fasting: str, fed: str) -> None:
    told = {value: mark for value, mark, _ in _values("glucose", frame.format(a=fasting, b=fed))}
    assert told == {fasting: first, fed: second}


SPOKEN = [
    (
        "sugars today five point eight before breakfast and nine point six after my lunch",
        {"5.8": "fasting", "9.6": "postprandial"},
    ),
    ("sugar six point four fasting, eight point one two hours after supper", {"6.4": "fasting", "8.1": "postprandial"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), SPOKEN)
def test_spoken_sugars_are_heard_with_their_meals(text: str, told: dict[str, str]) -> None:
    assert {value: mark for value, mark, _ in _values("glucose", text)} == told


GOING_ON = [
    ("glucose", "my glucose was 6.4 this morning", "6.2 this morning then 11.8 at bedtime", ["6.2", "11.8"]),
    ("glucose", "혈당 131 나왔어요", "아침 7시 124, 밤 11시 178", ["124", "178"]),
    (
        "oxygen_saturation",
        "oxygen saturation 95 this morning",
        "90 after the stairs then 94 after a rest",
        ["90", "94"],
    ),
    ("oxygen_saturation", "산소포화도 95예요", "계단 오르고 90까지 떨어졌다가 쉬니까 94", ["90", "94"]),
    ("body_weight", "weight 70.1 kg today", "70.6", ["70.6"]),
    ("body_weight", "오늘 체중 70.1kg", "70.6이요, 발이 좀 부었어요", ["70.6"]),
    ("peak_expiratory_flow", "peak flow 310 today", "340 :)", ["340"]),
    ("peak_expiratory_flow", "peak flow 310 today", "280 after the bonfire, 2 puffs", ["280"]),
    ("glucose", "당뇨 있어요. 공복혈당 122", "점심 먹고 두시간 뒤 171", ["171"]),
]


@pytest.mark.parametrize(("concept", "first", "then", "told"), GOING_ON)
def test_bare_numbers_go_on_with_the_test_told_before(concept: str, first: str, then: str, told: list[str]) -> None:
    next_day = [value for value, _, day in _values(concept, first, then) if day == NEXT]
    assert next_day == told


FORMER = [
    ("hba1c", "HbA1c 7.1. Last October it was 8.0", {"7.1": TODAY, "8": "2025-10"}),
    ("inr", "INR 2.4 today. The one before was 1.9 on 3 June", {"2.4": TODAY, "1.9": "2026-06-03"}),
    ("inr", "INR 2.2 나왔어요. 그 전엔 1.7이었고 6월 2일이에요", {"2.2": TODAY, "1.7": "2026-06-02"}),
    ("body_weight", "weight at the clinic 90.5 kg, in January I was 97", {"90.5": TODAY, "97": "2026-01"}),
    ("body_weight", "몸무게 82.4kg, 1월엔 88이었어요", {"82.4": TODAY, "88": "2026-01"}),
    ("ferritin", "ferritin 24 now, was 8 in February", {"24": TODAY, "8": "2026-02"}),
    ("hba1c", "hba1c was 8.6 in January, 7.7 in April and 7.0 now", {"8.6": "2026-01", "7.7": "2026-04", "7": TODAY}),
    ("body_weight", "weight 81.5. In March I was 86 stone, sorry, 86 kilos", {"81.5": TODAY, "86": "2026-03"}),
]


@pytest.mark.parametrize(("concept", "text", "told"), FORMER)
def test_a_value_of_now_and_one_of_then_keep_their_days(concept: str, text: str, told: dict[str, str]) -> None:
    assert {value: day for value, _, day in _values(concept, text)} == told


UNDATED = [
    ("creatinine", "creatinine 1.4, last time 1.2", ("1.4", "1.2")),
    ("creatinine", "크레아티닌 1.4 나왔고 지난번엔 1.2였어요", ("1.4", "1.2")),
    ("ferritin", "페리틴이 8이었는데 지금은 24", ("24", "8")),
]


@pytest.mark.parametrize(("concept", "text", "told"), UNDATED)
def test_what_was_without_a_day_is_marked_as_former(concept: str, text: str, told: tuple[str, str]) -> None:
    marks = {value: mark for value, mark, _ in _values(concept, text)}
    assert marks == {told[0]: None, told[1]: "before"}


ROWS = [
    ("eGFR 44, potassium 5.0. In March they were 50 and 4.4", "2026-03", ("44", "50"), ("5", "4.4")),
    ("eGFR 51, 칼륨 4.9. 2월에는 56이랑 4.3이었어요", "2026-02", ("51", "56"), ("4.9", "4.3")),
]


@pytest.mark.parametrize(("text", "month", "first", "second"), ROWS)
def test_former_values_of_several_tests_go_in_their_order(
    text: str, month: str, first: tuple[str, str], second: tuple[str, str]
) -> None:
    for concept, (now, was) in (("egfr", first), ("potassium", second)):
        assert {value: day for value, _, day in _values(concept, text)} == {now: TODAY, was: month}


@pytest.mark.parametrize(
    ("first", "then"),
    [("temp 38.9 this morning", "38.2"), ("체온 38.9예요", "38.2"), ("temperature was 39.4", "38.6, a bit better")],
)
def test_a_later_reading_of_a_day_corrects_nothing(first: str, then: str) -> None:
    (fact,) = [
        one
        for one in after(first, then, apart=timedelta(hours=5))
        if one.content.concept.concept_id == "body_temperature"
    ]
    assert (fact.content.value_stated, fact.reason) == (then[:4], "")
    assert fact.supersedes


def test_a_second_sugar_of_a_day_is_no_contradiction() -> None:
    facts = after("glucose 8.1 this morning", "glucose 12.4", apart=timedelta(hours=6))
    assert [(one.content.value_stated, one.disputed) for one in facts] == [("12.4", False)]


def test_the_last_of_a_day_is_the_one_of_the_latest_hour() -> None:
    told = _values("peak_expiratory_flow", "peak flow 310 today", "380 tonight. 350 this morning")
    assert {value: mark for value, mark, day in told if day == NEXT} == {"380": None, "350": "morning"}


def test_a_personal_best_is_no_reading_of_the_day() -> None:
    told = _values("peak_expiratory_flow", "peak flow 320 this am, my best is 440")
    assert {value: mark for value, mark, _ in told} == {"320": None, "440": "best"}


LOOK_ALIKES = [
    ("glucose", "glucose 7.2, my goal is 6.5", ["7.2"]),
    ("inr", "INR 2.5, range 2 to 3", ["2.5"]),
    ("glucose", "glucose 9.1, took 12 units before dinner", ["9.1"]),
    ("glucose", "took 2 metformin this morning and 1 tonight, sugar 9.1", ["9.1"]),
    ("tsh", "TSH 4월에 8.2, 오늘 5.1. 씬지로이드 50에서 75로 오늘부터 올림", ["8.2", "5.1"]),
    ("glucose", "혈당 188, 아니 168이에요", ["168"]),
    ("body_weight", "weight 80.2, lost 3.1 since May", ["80.2"]),
    ("body_weight", "체중 80.2, 3.1 빠졌어요", ["80.2"]),
    ("potassium", "three potassium tests, the last was 4.4 today", ["4.4"]),
    ("glucose", "my mum's fasting was 9.4 and after lunch 14", []),
]


@pytest.mark.parametrize(("concept", "text", "told"), LOOK_ALIKES)
def test_what_is_no_value_stays_out_of_the_row(concept: str, text: str, told: list[str]) -> None:
    assert [value for value, _, _ in _values(concept, text)] == told


STRAY = [
    ("weight 70.1 kg today", "took my tablets at 8 then 6 tonight"),
    ("glucose 6.4 this morning", "walked 7 miles then 5 more after lunch"),
    ("혈당 131 나왔어요", "점심에 120그램 먹고 저녁엔 150그램 먹었어요"),
    ("INR 2.4 today", "slept 2 hours then 3 hours"),
]


@pytest.mark.parametrize(("first", "then"), STRAY)
def test_numbers_of_something_else_go_on_with_nothing(first: str, then: str) -> None:
    own = ("body_weight", "glucose", "inr")
    facts = after(first, then, apart=timedelta(days=1))
    assert [one.clinical_day for one in facts if one.content.concept.concept_id in own] == [TODAY]
