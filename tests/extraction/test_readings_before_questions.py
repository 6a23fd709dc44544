"""A reading that opens a question about it is on record, as is a sugar that only its meter names."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.extraction.conversing import after

_DAY = timedelta(days=1)


def values(*texts: str, test: str) -> list[float]:
    """The values of one test after these utterances, a day apart, the oldest first."""
    return [
        one.content.value
        for one in after(*texts, apart=_DAY)
        if one.content.concept.concept_id == test and isinstance(one.content.value, float)
    ]


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        ("체중 82.4로 시작합니다", "야 오늘 79.8이다 시작할때 몇이었지?", [82.4, 79.8]),
        ("몸무게 90이에요", "지금 88.2인데 며칠동안 몇 키로 뺀 거예요?", [90.0, 88.2]),
        ("체중 71kg", "방금 72.6 찍혔네 처음보다 얼마나 늘었어?", [71.0, 72.6]),
        ("my weight is 62 kg", "58 this morning, how much have I lost since booking?", [62.0, 58.0]),
        ("I weigh 75kg", "scale says 73.2 this morning. how much is that down since I started?", [75.0, 73.2]),
        ("weight was 95 kg", "hit 91.4! what was i at the beginning", [95.0, 91.4]),
        ("체중 82.4kg", "80 되면 얼마나 뺀거야?", [82.4]),
        ("체중 82kg", "75 찍으면 몇 키로 뺀 거야?", [82.0]),
        ("체중 82kg", "14일동안 얼마 뺀거야?", [82.0]),
        ("my weight is 82.4 kg", "how much would I have lost at 79?", [82.4]),
        ("my weight is 75kg", "I'm 72, is my weight ok?", [75.0]),
        ("my weight is 75kg", "it was 79 before, how much have I lost?", [75.0]),
    ],
)
def test_a_weight_before_a_question_is_todays(first: str, then: str, expected: list[float]) -> None:
    assert values(first, then, test="body_weight") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("혈당기 찍으니 오십팔이래", [58.0]), ("혈당기로 쟀더니 백이십삼이라네요", [123.0]),
        ("meter says fifty eight", [58.0]),
        ("my glucose meter reads one hundred and forty", [140.0]), ("finger prick came up as sixty two", [62.0]),
        ("the meter showed two twenty this morning", [220.0]), ("혈당기 가격이 오만원이래", []),
        ("the meter cost fifty eight pounds", []), ("the electric meter reads one hundred and forty", []),
        ("blew into the peak flow, meter says 320", []), ("the parking meter says 40", []),
    ],
)  # fmt: skip
def test_a_meter_names_a_sugar(text: str, expected: list[float]) -> None:
    assert values(text, test="glucose") == expected


def test_a_meter_of_somebody_with_asthma_may_be_of_breath() -> None:
    assert values("I have asthma", "meter says 350", test="glucose") == []


@pytest.mark.parametrize(
    ("text", "was", "now"),
    [
        ("was 62kg at booking, 58 this morn", 62.0, 58.0), ("started at 82kg, now 79", 82.0, 79.0),
        ("82kg로 시작해서 지금 79", 82.0, 79.0), ("처음에 82kg였고 지금 79예요", 82.0, 79.0),
    ],
)  # fmt: skip
def test_what_it_was_is_not_of_today(text: str, was: float, now: float) -> None:
    days = {one.content.value: one.content.valid_from for one in after(text) if one.content.unit == "kg"}
    assert days == {was: None, now: "2026-06-15"}
