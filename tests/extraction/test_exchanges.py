"""One medicine in place of another: the new one is taken and the old one has ended, unless it is only asked."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after, medicines

AMLODIPINE = {"slot": "medications", "name": "Amlodipine", "dose": "5mg", "frequency": "QD"}
AMOXICILLIN = {"slot": "medications", "name": "Amoxicillin", "dose": "500mg", "frequency": "TID"}
FOLIC_ACID = {"slot": "medications", "name": "Folic acid", "dose": "5mg"}


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("the doctor changed amlodipine to lisinopril 10 mg once a day", "Lisinopril"),
        ("She swapped my amlodipine for candesartan 8", "Candesartan"),
        ("암로디핀에서 텔미사르탄 40으로 바꿨어요", "Telmisartan"),
        ("노바스크를 올메텍으로 바꿔 주셨어요", "Olmesartan"),
    ],
)
def test_what_is_exchanged_has_ended(text: str, new: str) -> None:
    assert medicines(after(text, AMLODIPINE)) == {"Amlodipine": "stopped", new: "active"}


@pytest.mark.parametrize(
    "text", ["GP switched it to cefalexin, that should be ok", "they changed it to doxycycline 100"]
)
def test_what_is_left_unnamed_is_the_one_of_its_kind(text: str) -> None:
    found = medicines(after(text, AMOXICILLIN, FOLIC_ACID))
    assert (found["Amoxicillin"], found["Folic acid"]) == ("stopped", "active")


@pytest.mark.parametrize(
    "text",
    [
        "should I be switched from amlodipine to candesartan?",
        "they might change amlodipine to candesartan",
        "암로디핀을 10mg으로 바꿨어요",
        "암로디핀을 칸데사르탄으로 바꿔도 될까요",
    ],
)
def test_an_exchange_that_is_asked_meant_or_of_a_dose_ends_nothing(text: str) -> None:
    assert medicines(after(text, AMLODIPINE))["Amlodipine"] == "active"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("You were right, they gave me cefalexin 500 three times a day for 3 days", "2026-01-07"),
        ("아목시실린 시럽 하루 두번 7일 받았어요", "2026-01-11"),
        ("세파클러 시럽 5일 처방 받았어요", "2026-01-09"),
    ],
)
def test_a_course_of_so_many_days_has_its_last_one(text: str, last: str) -> None:
    (fact,) = [one.content for one in after(text) if one.content.slot.value == "medications"]
    assert (fact.valid_from, fact.valid_to) == (None, last)


def test_days_that_have_passed_are_no_end() -> None:
    (fact,) = [one.content for one in after("I've been on amoxicillin for 5 days") if one.content.dose is None]
    assert fact.valid_to is None
