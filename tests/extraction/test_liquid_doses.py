"""The short word for milligrams means millilitres of a syrup whose doses are never so small."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("부루펜 시럽 5미리 먹였어요", "5mL"),
        ("케프라 5밀리씩 아침저녁으로 먹어요", "5mL"),
        ("부루펜 400미리 먹었어요", "400mg"),
        ("메티마졸 5미리 먹어요", "5mg"),
        ("씽귤레어 4미리 먹여요", "4mg"),
        ("타이레놀 10밀리그램 먹였어요", "10mg"),
    ],
)
def test_the_unit_is_the_one_that_can_be_meant(text: str, dose: str) -> None:
    assert [one.content.dose for one in after(text) if one.content.slot.value == "medications"] == [dose]
