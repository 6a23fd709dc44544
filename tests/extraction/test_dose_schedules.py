"""A dose that differs by weekday or time of day is kept whole, and one part of it can change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.values.dose_schedules import (
    DAYS,
    OTHER_DAYS,
    DoseSchedule,
    ScheduledDose,
    most_of_day,
    schedule_of,
    total_of_day,
    total_of_week,
    with_part,
)
from tests.extraction.test_what_the_record_settles import after

LANTUS = {
    "slot": "medications", "name": "Insulin glargine", "dose": "12U morning, 10U night", "frequency": "BID",
    "status": "active",
}  # fmt: skip
WEEKLY = {"slot": "medications", "name": "Warfarin", "dose": "5mg Mon/Wed/Fri, 4mg other days", "status": "active"}
DAILY = {"slot": "medications", "name": "Warfarin", "dose": "3mg", "frequency": "QD", "status": "active"}


def taken(text: str, *known: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    """Name, dose and frequency of each medicine after the words."""
    return [
        (one.content.concept.name, one.content.dose, one.content.frequency)
        for one in after(text, *known)
        if one.content.slot.value == "medications"
    ]


@pytest.mark.parametrize(
    ("text", "name", "dose", "frequency"),
    [
        ("I take warfarin, 6 mg Mondays and Thursdays and 4 mg the rest of the week.", "Warfarin",
         "6mg Mon/Thu, 4mg other days", None),
        ("My Coumadin is 2 and a half mg except Saturdays when it's 5", "Warfarin", "5mg Sat, 2.5mg other days", None),
        ("levothyroxine 88 mcg on weekdays and 100 on weekends", "Levothyroxine", "88mcg weekdays, 100mcg weekends",
         None),
        ("warfarin 5 mg Monday to Friday and 4 mg Sat/Sun", "Warfarin", "5mg weekdays, 4mg weekends", None),
        ("와파린 월~금 3mg 토일 2mg 먹어요", "Warfarin", "3mg weekdays, 2mg weekends", None),
        ("와파린은 화목토 3mg, 나머지 요일은 2mg 먹고 있어요", "Warfarin", "3mg Tue/Thu/Sat, 2mg other days", None),
        ("와파린 2미리 반 먹는데 일요일만 5미리 먹어요", "Warfarin", "5mg Sun, 2.5mg other days", None),
        ("와파린 하루는 2mg 하루는 3mg 번갈아 먹어요", "Warfarin", "2mg one day, 3mg next day", None),
        ("Levemir 18 units am and 22 units pm", "Insulin detemir", "18U morning, 22U night", "BID"),
        ("노보래피드 아침 6 점심 8 저녁 7단위 맞아요", "Insulin aspart", "6U morning, 8U noon, 7U evening", "TID"),
        ("Mixtard 30 units am and 16 units pm", "Insulin human 70/30", "30U morning, 16U night", "BID"),
        ("I'm on prednisolone, 20 mg in the morning and 5 mg at bedtime", "Prednisolone",
         "20mg morning, 5mg bedtime", "BID"),
    ],
)  # fmt: skip
def test_no_one_amount_stands_for_a_dose_that_differs(text: str, name: str, dose: str, frequency: str | None) -> None:
    assert taken(text) == [(name, dose, frequency)]


@pytest.mark.parametrize(
    ("text", "known", "dose"),
    [
        ("밤 란투스를 8단위로 줄였어요", LANTUS, "12U morning, 8U night"),
        ("I cut the night dose of Lantus down to 8", LANTUS, "12U morning, 8U night"),
        ("란투스 아침 12 말고 14단위예요", LANTUS, "14U morning, 10U night"),
        ("the Lantus isn't 10 at night, it's 11", LANTUS, "12U morning, 11U night"),
        ("인슐린 아침 14단위로 올렸어요", LANTUS, "14U morning, 10U night"),
        ("warfarin: 5 on Sundays as well now", WEEKLY, "5mg Mon/Wed/Fri/Sun, 4mg other days"),
        ("Warfarin is now 3 mg every day", WEEKLY, "3mg"),
        ("와파린 이제 매일 4mg로 통일했어요", WEEKLY, "4mg"),
        ("와파린 화목 4mg 나머지 3mg로 바꿨어요", DAILY, "4mg Tue/Thu, 3mg other days"),
        ("4 mg on weekdays and 3 mg on weekends now", DAILY, "4mg weekdays, 3mg weekends"),
    ],
)
def test_a_change_of_one_part_leaves_the_others(text: str, known: dict[str, Any], dose: str) -> None:
    assert [one[1] for one in taken(text, known)] == [dose]


@pytest.mark.parametrize(
    "text", ["혈당이 아침 120 저녁 150 나왔어요", "My blood pressure was 140 in the morning and 130 at night."]
)
def test_values_by_time_of_day_are_no_doses(text: str) -> None:
    assert taken(text, LANTUS) == [("Insulin glargine", "12U morning, 10U night", "BID")]


amounts = st.integers(1, 400).map(lambda quarter: quarter / 4)
days = st.permutations(DAYS).flatmap(
    lambda order: st.integers(1, 6).map(lambda cut: ("/".join(order[:cut]), OTHER_DAYS))
)
times = st.sampled_from([("morning", "night"), ("morning", "noon", "evening"), ("one day", "next day")])


@given(st.one_of(days, times), st.data(), st.sampled_from(["mg", "mcg", "U", "%", " tab", ""]))
def test_what_is_written_is_read_again(whens: tuple[str, ...], data: st.DataObject, unit: str) -> None:
    parts = tuple(ScheduledDose(data.draw(amounts), unit, when) for when in whens)
    assert schedule_of(DoseSchedule(parts, 0, 0).written()) == parts


@given(days, amounts, amounts, amounts, st.sampled_from(DAYS))
def test_one_day_changes_a_week_by_its_difference(
    whens: tuple[str, str], first: float, rest: float, now: float, day: str
) -> None:
    known = (ScheduledDose(first, "mg", whens[0]), ScheduledDose(rest, "mg", whens[1]))
    before = first if day in whens[0].split("/") else rest
    changed = with_part(known, day, now)
    assert changed is not None
    parts = schedule_of(changed)
    week = total_of_week(parts) if parts else 7 * float(changed.removesuffix("mg"))
    assert week == pytest.approx((total_of_week(known) or 0.0) - before + now)


def test_a_day_adds_up_where_it_differs_by_time_alone() -> None:
    assert total_of_day(schedule_of("12U morning, 10U night")) == 22
    assert total_of_day(schedule_of("5mg Mon, 4mg other days")) is None
    assert most_of_day(schedule_of("5mg Mon, 4mg other days")) == 5
    assert schedule_of("10mg/5mg") == schedule_of("500mg") == schedule_of(None) == ()


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("페브릭 40 먹던 거 80 됐어요", "80mg"),
        ("아리셉트 10미리 드시다가 자꾸 토하셔서 5로 도로 내렸어요", "5mg"),
        ("로사르탄 50 먹는데 혈압이 130으로 나와요", "50mg"),
    ],
)
def test_the_dose_of_before_gives_way_to_that_of_now(text: str, dose: str) -> None:
    assert [one[1] for one in taken(text)] == [dose]
