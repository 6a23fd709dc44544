"""Heights as people say them, and what only looks like one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.values.body_size import heights
from tests.shipped import reader


@pytest.mark.parametrize(
    ("text", "centimetres"),
    [
        ("1 m 68", [168.0]), ("a metre and 68", [168.0]), ("1.76 m tall", [176.0]), ("키는 1.6미터예요", [160.0]),
        ("i am 52 and tired", []), ("am 61 now", []), ("0.5 m away", []), ("took 1.5 mg", []),
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
