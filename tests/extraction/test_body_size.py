"""Heights as people say them, and what only looks like one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.values.body_size import heights, pounds_and_ounces
from tests.shipped import reader


@pytest.mark.parametrize(
    ("text", "centimetres"),
    [
        ("1 m 68", [168.0]), ("a metre and 68", [168.0]), ("1.76 m tall", [176.0]), ("키는 1.6미터예요", [160.0]),
        ("i am 52 and tired", []),
        ("fell six feet", []), ("six feet away from me", []),
        ("am 61 now", []), ("0.5 m away", []), ("took 1.5 mg", []),
    ],
)  # fmt: skip
def test_a_height_in_metres_is_told_with_its_unit(text: str, centimetres: list[float]) -> None:
    assert [one.value for one in heights(text)] == centimetres


def test_the_years_behind_i_am_are_an_age_and_no_height() -> None:
    reading = reader().read(
        "Hello, I am 52 and have high blood pressure.",
        said_at=datetime(2026, 3, 4, 3, tzinfo=UTC), time_zone="Europe/London",
    )  # fmt: skip
    told = {one.content.concept.concept_id: one.content.value for one in reading.proposals if one.content is not None}
    assert told == {"age": 52.0, "hypertension": None}


@pytest.mark.parametrize(
    ("text", "pounds"),
    [
        ("7lb 4oz", [7.25]), ("8 pounds and 8 ounces", [8.5]), ("6 lbs, 12.8 oz", [6.8]), ("lost 7 lb", []),
        ("took 4 oz of meat", []), ("2 lb of apples", []),
    ],
)  # fmt: skip
def test_pounds_and_ounces_are_one_weight(text: str, pounds: list[float]) -> None:
    assert [one.value for one in pounds_and_ounces(text)] == pytest.approx(pounds)


def told(text: str) -> dict[str, object]:
    reading = reader().read(text, said_at=datetime(2026, 3, 4, 3, tzinfo=UTC), time_zone="Europe/London")
    return {one.content.concept.concept_id: one.content.value for one in reading.proposals if one.content is not None}


@pytest.mark.parametrize(
    ("text", "concept_id", "value"),
    [
        ("I'm 158 cm tall.", "body_height", 158.0),
        ("I am about 181 cm tall", "body_height", 181.0),
        ("i'm six foot tall", "body_height", 182.88),
        ("I'm five foot nine", "body_height", 175.26),
        ("baby boy arrived yesterday, 6lb 8oz", "birth_weight", 2.95),
        ("Put down that I weigh 66 kg, please.", "body_weight", 66.0),
        ("Could you record my weight as 91.2 kg?", "body_weight", 91.2),
        ("Please log that my fasting sugar was 121", "glucose", 121.0),
        ("Please save my height as 5'6", "body_height", 167.64),
    ],
)
def test_a_measure_of_the_speaker_is_recorded_however_it_is_told(text: str, concept_id: str, value: float) -> None:
    assert told(text)[concept_id] == value


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [
        ("the fence is six foot tall", "body_height"),
        ("the cupboard is 164 cm tall", "body_height"),
        ("I keep six feet away from the heater", "body_height"),
        ("should I write down my weight of 80 kg?", "body_weight"),
        ("write down my last weight", "body_weight"),
        ("Hi, 31 f, 5'4 tall, 140 lbs", "body_temperature"),
    ],
)
def test_what_is_no_measure_of_the_speaker_is_not(text: str, concept_id: str) -> None:
    assert concept_id not in told(text)
