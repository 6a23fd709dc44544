"""How many values are to be put side by side is no value of the test."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after

TOLD = "My LDL was 64 in September 2016 and 90 in September 2019."


@pytest.mark.parametrize(
    "asks",
    [
        "Put my last two LDL values next to each other, please.",
        "Write down the last 2 LDL readings, did it rise?",
        "Note both LDL results for me.",
        "Mark the two LDLs: higher or lower?",
        "최근 LDL 두 개를 나란히 적어 주세요",
    ],
)
def test_a_count_of_values_is_no_value(asks: str) -> None:
    assert sorted(one.content.value for one in after(TOLD, asks) if one.content.value is not None) == [64.0, 90.0]


@pytest.mark.parametrize(
    ("says", "value"), [("Write down that my weight is 80 kg, please.", 80.0), ("Please note: LDL 12.5", 12.5)]
)
def test_a_value_that_is_to_be_noted_is_one(says: str, value: float) -> None:
    assert value in [one.content.value_stated and float(one.content.value_stated) for one in after(says)]
