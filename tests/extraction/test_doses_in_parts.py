"""Doses that differ by day or time, as they change on record; and numbers that are no dose of what is on record."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extraction.test_told_by_parts import dose

LEVETIRACETAM = {"slot": "medications", "name": "Levetiracetam", "dose": "500mg"}
LAMOTRIGINE = {"slot": "medications", "name": "Lamotrigine", "dose": "100mg"}
WARFARIN = {"slot": "medications", "name": "Warfarin", "dose": "5mg"}
FLUOXETINE = {"slot": "medications", "name": "Fluoxetine", "dose": "20mg"}
TACROLIMUS = {"slot": "medications", "name": "Tacrolimus", "dose": "3mg morning, 2mg evening"}
GABAPENTIN = {"slot": "medications", "name": "Gabapentin", "dose": "300mg"}
GLUCOSE = {"slot": "labs", "name": "Glucose", "value": 140, "unit": "mg/dL"}


@pytest.mark.parametrize(
    ("text", "known", "name", "expected"),
    [
        ("라믹탈을 아침 100 저녁 200으로 올려주셨어요", LAMOTRIGINE, "lamotrigine", "100mg morning, 200mg evening"),
        ("라믹탈이 임신하면 준대서 아침 100 저녁 200으로 올렸어요", LAMOTRIGINE, "lamotrigine",
         "100mg morning, 200mg evening"),
        ("Mornings 500, nights 1000 now", LEVETIRACETAM, "levetiracetam", "500mg morning, 1000mg night"),
        ("케프라 저녁 것만 1000으로 올렸어요, 아침은 500 그대로", LEVETIRACETAM, "levetiracetam",
         "500mg morning, 1000mg evening"),
        ("Five on weekdays and six on Sat and Sun from now on", WARFARIN, "warfarin", "5mg weekdays, 6mg weekends"),
        ("와파린 월수금은 5 나머진 4로 바꿨어요", WARFARIN, "warfarin", "5mg Mon/Wed/Fri, 4mg other days"),
        ("They put it up to 4 and 3 now", TACROLIMUS, "tacrolimus", "4mg morning, 3mg evening"),
    ],
)  # fmt: skip
def test_a_dose_in_parts_is_changed_as_a_whole(text: str, known: dict[str, Any], name: str, expected: str) -> None:
    assert dose(text, name, known) == expected


def test_a_dose_may_be_told_in_the_sentence_after_the_name() -> None:
    assert dose("I am on carbamazepine now. 200 in the morning, 400 at night.", "carbamazepine") == (
        "200mg morning, 400mg night"
    )


@pytest.mark.parametrize(
    ("text", "known", "name"),
    [
        ("Mornings 110, nights 150 is what my sugar does", GABAPENTIN, "gabapentin"),
        ("Mornings 130, nights 170 lately", GLUCOSE, "gabapentin"),
        ("ok talked 2 her, daily again since monday", FLUOXETINE, "fluoxetine"),
        ("Fluoxetine stays as it is. Physio round three is next week", FLUOXETINE, "fluoxetine"),
    ],
)
def test_numbers_of_something_else_change_no_dose(text: str, known: dict[str, Any], name: str) -> None:
    assert dose(text, name, known) in (None, known.get("dose"))


def test_what_is_measured_in_the_next_sentence_is_no_schedule() -> None:
    told = dose("가바펜틴 먹어요. 아침 110 저녁 150 나와요", "gabapentin", GABAPENTIN)
    assert told != "110mg morning, 150mg evening"


def test_as_many_tablets_as_somebody_may_have_taken_stay_tablets() -> None:
    assert dose("서랍에 타이레놀 쉰 알이 있었어요", "acetaminophen") in (None, "50 tab")
    assert dose("I'm on Evorel 50 patches", "estradiol_patch") in (None, "50mcg")
