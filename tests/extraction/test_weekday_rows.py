"""Weekdays told in a row run up to its last day; a day by itself is the last such day."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.values.blood_pressure import find_blood_pressure
from extraction.values.dates import find_dates

_MONDAY = datetime(2026, 6, 15, 9, tzinfo=UTC)


def _days(text: str) -> list[str]:
    return [one.value[-5:] for one in find_dates(text, _MONDAY, "UTC")]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Monday 148/92, Tuesday 144/90, Wednesday 137/86", ["06-08", "06-09", "06-10"]),
        ("monday was 148/92 and tuesday 144/90", ["06-08", "06-09"]),
        ("BP diary: Mon 148/92, Wed 144/90, Fri 137/86", ["06-08", "06-10", "06-12"]),
        ("Thu 148/92, Fri 144/90, Sat 137/86, Sun 139/84", ["06-11", "06-12", "06-13", "06-14"]),
        ("Sat 137/86 Sun 139/84 Mon 141/88", ["06-13", "06-14", "06-15"]),
        ("Wednesday 137/86, Tuesday 144/90, Monday 148/92", ["06-10", "06-09", "06-08"]),
        ("월요일 148/92 화요일 144/90 수요일 137/86", ["06-08", "06-09", "06-10"]),
        ("혈당 월욜 132, 화욜 141이었어요", ["06-08", "06-09"]),
        ("월 148/92, 화 144/90, 수 137/86", ["06-08", "06-09", "06-10"]),
        ("토요일 137/86 일요일 139/84 월요일 141/88", ["06-13", "06-14", "06-15"]),
    ],
)
def test_each_day_of_a_row_lies_before_the_next(text: str, days: list[str]) -> None:
    assert _days(text) == days


def test_a_row_longer_than_a_week_goes_on_into_the_week_before() -> None:
    row = "Sun 131/80, Mon 132/80, Tue 133/80, Wed 134/80, Thu 135/80, Fri 136/80, Sat 137/80, Sun 138/80, Mon 139/80"
    assert _days(row) == ["06-07", "06-08", "06-09", "06-10", "06-11", "06-12", "06-13", "06-14", "06-15"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("It was 148/92 on Monday", ["06-15"]),
        ("월요일 148/92", ["06-15"]),
        ("Friday 148/92 and Monday 144/90", ["06-12", "06-15"]),
        ("148/92 on Tuesday and 144/90 on Saturday", ["06-09", "06-13"]),
        ("Monday I rested. Tuesday's child sang. On Saturday 137/86", ["06-08", "06-09", "06-13"]),
        ("the sun is out, my sat 96 and mon petit 3", []),
        ("월 3회 먹고 화가 나요", []),
    ],
)
def test_days_that_make_no_row_stay_the_last_such_days(text: str, days: list[str]) -> None:
    assert _days(text) == days


@pytest.mark.parametrize("text", ["토요일 137/86 일요일 139/84", "금 142/88 토 137/86 일 139/84"])
def test_the_name_of_the_next_day_is_no_unit_of_the_pressure_before_it(text: str) -> None:
    assert (137, 86) in [pair[:2] for pair in find_blood_pressure(text)]


def test_a_fraction_of_a_month_or_of_days_is_no_pressure() -> None:
    assert find_blood_pressure("120/60 일 단위로 적어요") == ()
    assert find_blood_pressure("120/60 월") == ()
