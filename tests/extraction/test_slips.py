"""The words of a slip put a value right that was told before; what was measured anew stands beside it."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

TODAY = "2026-01-05"
HEMOGLOBIN = {"slot": "labs", "name": "Hemoglobin", "value": 9.4, "date": TODAY}
UPPER = {"slot": "vitals", "name": "Systolic blood pressure", "value": 158, "unit": "mmHg", "date": TODAY}
LOWER = {"slot": "vitals", "name": "Diastolic blood pressure", "value": 82, "unit": "mmHg", "date": TODAY}


def values(text: str, *known: dict[str, object]) -> dict[str, list[object]]:
    """The values that stand after ``text`` by their test."""
    found: dict[str, list[object]] = {}
    for fact in after(text, *known):
        if fact.content.slot.value in ("labs", "vitals"):
            found.setdefault(fact.content.concept.name, []).append(fact.content.value)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "ah no wait its 10.1", "oops, 10.1, I was looking at the wrong line", "whoops haemoglobin is 10.1",
        "앗 잘못 봤어요 10.1이에요", "다시 보니 혈색소 10.1이네요", "오타예요 10.1",
    ],
)  # fmt: skip
def test_a_slip_puts_the_value_right(text: str) -> None:
    assert values(text, HEMOGLOBIN) == {"Hemoglobin": [10.1]}


@pytest.mark.parametrize(
    "text", ["no wait its 138", "oh wait, it's 138, read it wrong", "앗 다시보니 138이네요. 밑에는 82 맞아요"]
)
def test_a_half_that_is_not_named_is_the_nearer_one(text: str) -> None:
    assert values(text, UPPER, LOWER) == {"Systolic blood pressure": [138.0], "Diastolic blood pressure": [82.0]}


@pytest.mark.parametrize("text", ["bottom one is 78, I read it wrong", "앗 밑에 거는 78이에요 잘못 봤어요"])
def test_a_half_that_is_named_is_that_one(text: str) -> None:
    assert values(text, UPPER, LOWER) == {"Systolic blood pressure": [158.0], "Diastolic blood pressure": [78.0]}


@pytest.mark.parametrize(
    "text",
    ["I forgot to say, my haemoglobin was 11.2 in 2024", "앗 깜빡했는데 2024년에는 혈색소 11.2였어요"],
)
def test_what_was_forgotten_adds_to_the_record(text: str) -> None:
    assert sorted(map(str, values(text, HEMOGLOBIN)["Hemoglobin"])) == ["11.2", "9.4"]
