"""A dose or a number of times that is moved in few words is moved; the medicine goes on."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.extraction.test_what_the_record_settles import after

GLIMEPIRIDE: Final = {"slot": "medications", "name": "Glimepiride", "dose": "2mg", "frequency": "QD"}
METFORMIN: Final = {"slot": "medications", "name": "Metformin", "dose": "500mg", "frequency": "BID"}


def _taken(text: str, *known: dict[str, Any]) -> dict[str, tuple[str | None, str | None, str]]:
    return {
        one.content.concept.concept_id: (one.content.dose, one.content.frequency, str(one.content.status))
        for one in after(text, *known)
        if one.content.slot.value == "medications"
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("메트포르민 이제 세 번으로 늘렸습니다", ("500mg", "TID", "active")),
        ("메트포르민 한 번으로 줄였어요", ("500mg", "QD", "active")),
        ("They upped the metformin to three times", ("500mg", "TID", "active")),
    ],
)
def test_how_often_is_moved(text: str, expected: tuple[str, str, str]) -> None:
    assert _taken(text, METFORMIN)["metformin"] == expected


def test_a_lowered_dose_stops_nothing() -> None:
    found = _taken("글리메피리드 그거 의사가 일미리로 줄이랬어", GLIMEPIRIDE)
    assert found["glimepiride"] == ("1mg", "QD", "active")


def test_what_is_stopped_beside_something_moved_is_stopped() -> None:
    found = _taken("글리메피리드는 끊고 메트포르민은 하루 세 번으로 늘렸어요", GLIMEPIRIDE, METFORMIN)
    assert found["glimepiride"][2] == "stopped"
    assert found["metformin"][1] == "TID"


def test_what_is_taken_off_the_list_is_not_lowered() -> None:
    found = _taken("글리메피리드는 3주 넘게 손도 안 댔으니 목록에서 내려 주세요", GLIMEPIRIDE)
    # Whether it has ended may be asked; it is moved to no other dose.
    assert found.get("glimepiride", ("2mg", "", ""))[0] == "2mg"
