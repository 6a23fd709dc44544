"""Lists of medicines by lines and numbers: each item keeps its dose and time, and its number multiplies nothing."""

from __future__ import annotations

from typing import Any

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after


def regimens(text: str) -> dict[str, tuple[str | None, str | None]]:
    told = [one.content for one in after(text) if one.content.slot is SlotKind.MEDICATIONS]
    return {one.concept.name: (one.dose, one.timing) for one in told}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "1. metformin 500 mg twice a day 2. atorvastatin 20 3. aspirin 75 4. ramipril 5",
            {"Metformin": "500mg", "Atorvastatin": "20mg", "Aspirin": "75mg", "Ramipril": "5mg"},
        ),
        (
            "my list: 1) bisoprolol 2.5 2) atorvastatin 40 3) apixaban 5",
            {"Bisoprolol": "2.5mg", "Atorvastatin": "40mg", "Apixaban": "5mg"},
        ),
        (
            "1. 메트포르민 500 2. 리피토 20 3. 아스피린 100",
            {"Metformin": "500mg", "Atorvastatin": "20mg", "Aspirin": "100mg"},
        ),
    ],
)
def test_the_number_of_an_item_multiplies_no_dose(text: str, expected: dict[str, str]) -> None:
    assert {name: dose for name, (dose, _) in regimens(text).items()} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "복용약 목록\n- 로수바스타틴 10mg 저녁\n- 아스피린 100mg 아침\n- 텔미사르탄 40mg",
            {"Rosuvastatin": "EVE", "Aspirin": "MORN", "Telmisartan": None},
        ),
        (
            "my tablets\n- simvastatin 20 mg in the evening\n- amlodipine 5 mg in the morning\n- losartan 50 mg",
            {"Simvastatin": "EVE", "Amlodipine": "MORN", "Losartan": None},
        ),
    ],
)
def test_a_time_stays_on_its_line(text: str, expected: dict[str, Any]) -> None:
    assert {name: timing for name, (_, timing) in regimens(text).items()} == expected


def test_the_number_of_an_item_is_no_dose_that_is_put_right() -> None:
    known = [
        {"slot": "medications", "name": "Bisoprolol", "dose": "2.5mg"},
        {"slot": "medications", "name": "Ramipril", "dose": "5mg", "status": "stopped", "temporality": "past"},
        {"slot": "medications", "name": "Candesartan", "dose": "8mg"},
    ]
    told = {one.content.concept.name: one.content for one in after("Actually number 5 should be 3.75 not 2.5", *known)}
    assert (told["Bisoprolol"].dose, str(told["Ramipril"].status)) == ("3.75mg", "stopped")
