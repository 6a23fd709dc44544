"""Doses that were thought of and not taken leave the record; those that were taken up change it."""

from __future__ import annotations

import pytest

from tests.extraction.test_told_by_parts import dose


@pytest.mark.parametrize(
    ("text", "known", "name"),
    [
        ("my GP talked about putting the citalopram up to 40 but we haven't", "20mg", "citalopram"),
        ("She suggested going to 75 of the venlafaxine but I said no", "37.5mg", "venlafaxine"),
        ("they thought about cutting my bisoprolol to 2.5 but decided to wait", "5mg", "bisoprolol"),
        ("토피라메이트 100으로 올리자고 하셨는데 아직 50이에요", "50mg", "topiramate"),
        ("리피토 40으로 올릴까 했는데 그냥 그대로 먹기로 했어요", "20mg", "atorvastatin"),
        ("리리카를 150으로 늘리자는데 어지러워서 망설이고 있어요", "75mg", "pregabalin"),
    ],
)
def test_a_dose_that_was_only_thought_of_changes_nothing(text: str, known: str, name: str) -> None:
    assert dose(text, name, {"slot": "medications", "name": name.capitalize(), "dose": known}) == known


@pytest.mark.parametrize(
    ("text", "known", "name", "expected"),
    [
        ("we talked about it and put the citalopram up to 40", "20mg", "citalopram", "40mg"),
        ("토피라메이트 100으로 올렸어요", "50mg", "topiramate", "100mg"),
        ("She raised my bisoprolol to 5 and I feel fine so far", "2.5mg", "bisoprolol", "5mg"),
        ("리피토 40으로 올리자고 해서 올렸어요", "20mg", "atorvastatin", "40mg"),
    ],
)
def test_a_dose_that_was_taken_up_changes_it(text: str, known: str, name: str, expected: str) -> None:
    assert dose(text, name, {"slot": "medications", "name": name.capitalize(), "dose": known}) == expected
