"""The words for days and times of the day, and when no time is told."""

from __future__ import annotations

import pytest

from extraction.values.times_of_day import find_times


def codes(text: str) -> list[str]:
    return list(dict.fromkeys(code for one in find_times(text.casefold()) for code in one.codes))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("one first thing in the morning", "MORN"),
        ("half a tablet at midday", "NOON"),
        ("with my evening meal", "CV"),
        ("after breakfast and lunch", "PCM PCD"),
        ("before each meal", "AC"),
        ("when i wake up", "WAKE"),
        ("last thing at night", "HS"),
        ("10 mg am and pm", "MORN EVE"),
        ("at 7.30 am and 7.30 pm", "07:30 19:30"),
        ("around 9 in the evening", "21:00"),
        ("at 21:15", "21:15"),
        ("at 4 o'clock", "16:00"),
        ("every friday", "fri"),
        ("saturday evenings", "sat EVE"),
        ("tuesdays and saturdays", "tue sat"),
        ("아침 점심 저녁 식전에", "ACM ACD ACV"),
        ("저녁 먹고 나서", "PCV"),
        ("주무시기 전에", "HS"),
        ("밤 11시에", "23:00"),
        ("오후 두 시 반에", "14:30"),
        ("토요일마다 점심에", "sat NOON"),
        ("화목토 아침 공복에", "tue thu sat ACM"),
        ("하루 세 번 식후 30분", "PC"),
    ],
)
def test_times(text: str, told: str) -> None:
    assert codes(text) == told.split()


@pytest.mark.parametrize(
    "text",
    [
        "this morning i felt better",
        "we sat in the sun",
        "since friday",
        "on monday i have a scan",
        "the day after tomorrow evening",
        "at 8 every day",
        "morning sickness",
        "night sweats",
        "어제 저녁에",
        "오늘 아침 혈당",
        "월요일에 병원 가요",
    ],
)
def test_what_happens_once_is_no_time_of_a_medicine(text: str) -> None:
    assert codes(text) == []


def test_five_in_the_morning_behind_a_name_is_an_amount() -> None:
    assert codes("bisoprolol 5 in the morning") == ["MORN"]
    assert codes("at 5 in the morning") == ["05:00"]


def test_a_weekday_alone_is_one_of_each_week_where_something_else_says_so() -> None:
    assert [one.codes for one in find_times("once a week on wednesday", weekly=True)] == [("wed",)]
