"""Days of the month told by their number alone are days of their own, and a rhythm or a span stays one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.values.dates import find_dates

SAID = datetime(2026, 6, 15, 1, tzinfo=UTC)


def days(text: str) -> list[str]:
    return [one.value for one in find_dates(text, SAID, "Asia/Seoul")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("혈압 9일 141에 87, 10일 135에 83", ["2026-06-09", "2026-06-10"]),
        ("11일 148/91. 오늘 133/81", ["2026-06-11", "2026-06-15"]),
        ("12일 아침 141/87, 13일 저녁 135/83", ["2026-06-12", "2026-06-13"]),
        ("29일 144/92, 2일 139/88", ["2026-05-29", "2026-06-02"]),
        ("공복혈당 8일 131, 9일 126, 12일 140", ["2026-06-08", "2026-06-09", "2026-06-12"]),
        ("6월 1일 2알, 3일 1알 먹었어요", ["2026-06-01", "2026-06-03"]),
        ("5월 28일에 한 알, 30일에 두 알 먹음", ["2026-05-28", "2026-05-30"]),
        ("두통약 2일 1알, 5일 2알, 9일 1알", ["2026-06-02", "2026-06-05", "2026-06-09"]),
        ("4일도 2알 먹었고 6일도 두 알", ["2026-06-04", "2026-06-06"]),
        ("타이레놀 2일, 5일, 9일에 먹었어요", ["2026-06-02", "2026-06-05", "2026-06-09"]),
        ("설사 3일 4번, 4일 2번", ["2026-06-03", "2026-06-04"]),
    ],
)
def test_a_day_told_by_its_number_is_that_day(text: str, told: list[str]) -> None:
    assert days(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "아목시실린 1일 2알 먹어요",
        "1일 3회 2알씩 먹어요",
        "1일 2알 3일 6알 받았어요",
        "3일에 한 알 먹어요",
        "3일 2알씩 먹었어요",
        "약 30일 60정 받았어요",
        "1일 2회 5일 3회",
        "7일 14알 처방",
        "3일에 한 알, 5일에 한 알 먹으래요",
    ],
)
def test_a_rhythm_or_a_span_names_no_day(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize("text", ["6월 1일부터 3일 2알씩 먹었어요", "6월 1일에 처방받아 3일 먹었어요"])
def test_how_long_it_was_taken_from_a_day_on_is_no_day(text: str) -> None:
    assert days(text) == ["2026-06-01"]
