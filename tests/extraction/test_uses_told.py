"""How often something came to be needed is no schedule; what is set by a prescriber or told as taken is one."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.extraction.test_what_the_record_settles import after

RELIEVER: Final = {"slot": "medications", "name": "Albuterol inhaler", "frequency": "PRN"}
TRIPTAN: Final = {"slot": "medications", "name": "Sumatriptan", "dose": "50mg", "frequency": "PRN"}


def _often(text: str, concept_id: str, *known: dict[str, Any]) -> set[str | None]:
    return {one.content.frequency for one in after(text, *known) if one.content.concept.concept_id == concept_id}


@pytest.mark.parametrize(
    "text",
    [
        "using my ventolin almost every day now",
        "I use the ventolin every day",
        "needing ventolin nearly daily",
        "요즘 벤토린을 거의 매일 써요",
        "벤토린을 매일 쓰다시피 해요",
    ],
)
def test_what_is_taken_as_needed_stays_so(text: str) -> None:
    assert _often(text, "albuterol_inhaler", RELIEVER) == {"PRN"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the doctor says to use the ventolin twice a day from now on", "BID"),
        ("의사가 벤토린을 하루 두 번 쓰래요", "BID"),
    ],
)
def test_what_a_prescriber_sets_is_a_schedule(text: str, expected: str) -> None:
    assert expected in _often(text, "albuterol_inhaler", RELIEVER)


def test_a_medicine_taken_daily_is_read_as_before() -> None:
    assert _often("I take omeprazole 20 mg every day", "omeprazole", TRIPTAN) == {"QD"}
    assert _often("오메프라졸 20mg 매일 먹어요", "omeprazole", TRIPTAN) == {"QD"}
