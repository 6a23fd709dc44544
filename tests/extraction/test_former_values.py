"""What a value used to be is not of the day of the one that it is told beside."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

DAY = "2026-01-05"


def _told(text: str, concept_id: str) -> list[tuple[object, str | None, str | None]]:
    return [
        (one.content.value, one.content.valid_from, one.content.qualifier)
        for one in after(text)
        if one.content.concept.concept_id == concept_id
    ]


@pytest.mark.parametrize(
    ("text", "concept_id", "was", "now"),
    [
        ("체중은 원래 74였는데 오늘 재보니 77.5예요", "body_weight", (74.0, None), 77.5),
        ("2월에 체중 90이었는데 지금은 84", "body_weight", (90.0, "2025-02"), 84.0),
        ("어제는 체중 70이었는데 오늘 69예요", "body_weight", (70.0, "2026-01-04"), 69.0),
        ("weight was 92 kg in March, now 88 kg", "body_weight", (92.0, "2025-03"), 88.0),
        ("my a1c was 8.4 in November and it's 7.3 now", "hba1c", (8.4, "2025-11"), 7.3),
        ("usually my pulse sits at 64 but today it was 98", "heart_rate", (64.0, None), 98.0),
    ],
)
def test_two_values_of_two_times(text: str, concept_id: str, was: tuple[float, str | None], now: float) -> None:
    found = _told(text, concept_id)
    assert [(value, day) for value, day, _ in found] == [was, (now, DAY)]


def test_two_values_of_one_day_stay_of_one_day() -> None:
    found = _told("오늘 아침 체중 70.2였고 저녁엔 71이에요", "body_weight")
    assert [day for _, day, _ in found] == [DAY, DAY]
