"""A dose and how often, put right in one breath without the name; and what only looks like it."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

_KNOWN = (
    ("Metformin", "500mg", "1000", "1000mg"),
    ("Losartan", "50mg", "100", "100mg"),
    ("Gabapentin", "300mg", "600", "600mg"),
)
_FRAMES = (
    "sorry, wrong. it's {} twice a day",
    "no wait, it's {} mg twice a day",
    "hang on, my husband says no, it's {} twice a day. I read the wrong box",
    "I got that wrong, it's {} twice a day",
    "correction: {} mg twice daily",
    "it's {} twice a day actually",
)


def taken(text: str, name: str, dose: str) -> list[tuple[str | None, str | None]]:
    known = {"slot": "medications", "name": name, "dose": dose, "frequency": "QD"}
    found = after(text, known)
    return [(one.content.dose, one.content.frequency) for one in found if one.content.concept.name == name]


@pytest.mark.parametrize("frame", _FRAMES)
@pytest.mark.parametrize(("name", "old", "said", "new"), _KNOWN)
def test_both_are_put_right_together(frame: str, name: str, old: str, said: str, new: str) -> None:
    assert taken(frame.format(said), name, old) == [(new, "BID")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it's twice a day, sorry", ("500mg", "BID")),
        ("wait no, 1000 mg", ("1000mg", "QD")),
        ("I checked my sugar twice a day, sorry", ("500mg", "QD")),
        ("sorry, should it be 1000 twice a day?", ("500mg", "QD")),
        ("actually I drink 2 coffees a day", ("500mg", "QD")),
    ],
)
def test_half_of_it_or_something_else_changes_no_more_than_is_told(text: str, expected: tuple[str, str]) -> None:
    assert taken(text, "Metformin", "500mg") == [expected]
