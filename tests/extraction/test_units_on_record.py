"""A bare value of a test is in the unit in which the test was told before, where it can be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Content
from tests.shipped import reader
from training.playing import ZONE

NOW = datetime(2026, 1, 5, 3, tzinfo=UTC)


def told(text: str, *known: Content) -> list[Content]:
    """The values of tests that ``text`` tells beside what is known."""
    read = reader().read(text, said_at=NOW, time_zone=ZONE, spoken_of=known)
    return [one.content for one in read.proposals if one.content is not None and one.content.slot.value == "labs"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("vitamin D came back 21 nmol/L", "sorry, vitamin D was 24 not 21"),
        ("비타민D 21 nmol/L 나왔어요", "비타민D 21이 아니라 24였어요"),
    ],
)
def test_a_bare_correction_is_in_the_unit_on_record(first: str, then: str) -> None:
    found = told(then, *told(first))
    assert [(one.value, one.value_stated, one.unit_stated) for one in found] == [(9.61, "24", "nmol/L")]


def test_a_number_far_off_is_in_the_unit_of_the_test() -> None:
    (found,) = told("my glucose is 118 today", *told("glucose was 6.2 mmol/L"))
    assert (found.value, found.unit_stated) == (118.0, None)


def test_what_was_told_in_the_unit_of_the_test_changes_none() -> None:
    (found,) = told("vitamin D is 24 now", *told("vitamin D was 21 ng/mL"))
    assert found.value == 24.0
