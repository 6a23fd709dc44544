"""Weeks of a pregnancy that are told by themselves, and weeks of everything else."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after

_SO_FAR = {"slot": "conditions", "name": "Pregnancy", "value": 20, "unit": "wk"}


def _weeks(text: str) -> list[object]:
    return [one.content.value for one in after(text) if one.content.concept.concept_id == "pregnancy"]


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("the midwife reckons im 22 weeks too so note that", 22),
        ("I'm 18 weeks", 18),
        ("im 31 weeks now, can i take ibuprofen?", 31),
        ("I'm 14+3 and still being sick", 14),
        ("I am nearly 37 weeks and my ankles are huge", 37),
        ("26 weeks here, itching all over", 26),
        ("I'm in my 28th week", 28),
        ("the sonographer dated me at 12 weeks", 12),
        ("expecting, 16 weeks along", 16),
        ("24 weeks with twins", 24),
        ("30 weeks and my waters broke", 30),
        ("조산원에서 22주래요", 22),
        ("저 18주차예요", 18),
        ("산부인과에서 12주라고 하네요", 12),
        ("막달이에요 37주", 37),
        ("첫 임신이고 15주예요", 15),
    ],
)
def test_weeks_of_an_unborn_child_are_a_pregnancy(text: str, weeks: int) -> None:
    assert _weeks(text) == [weeks]


@pytest.mark.parametrize(
    "text",
    [
        "I'm 22 weeks sober",
        "I'm 6 weeks post op",
        "i am 12 weeks out from surgery",
        "I'm 6 weeks late with my rent",
        "I'm 8 weeks postpartum",
        "I've been off work 22 weeks",
        "what if i'm 22 weeks?",
        "my wife is 30 weeks",
        "my sister is 30 weeks and I'm on sertraline",
        "my first baby came at 36 weeks",
        "the midwife visits every 4 weeks",
        "the midwife says rest for 2 weeks",
        "my baby is 22 weeks and has a cough",
        "깁스 6주래요",
        "수술한 지 6주예요",
        "아내가 30주예요",
        "산부인과에서 2주 뒤에 오래요",
    ],
)
def test_weeks_of_anything_or_anybody_else_are_none(text: str) -> None:
    assert _weeks(text) == []


def test_weeks_told_anew_change_those_on_record() -> None:
    facts = after("im 22 weeks", _SO_FAR)
    assert [one.content.value for one in facts if one.content.concept.concept_id == "pregnancy"] == [22]


def test_a_span_of_a_complaint_beside_a_pregnancy_is_not_how_far_it_is() -> None:
    assert _weeks("pregnant, 3 weeks of heartburn") == [None]


def test_a_man_is_no_weeks_along() -> None:
    facts = after("I'm 22 weeks", {"slot": "demographics", "name": "gender", "value": "male"})
    assert not any(one.content.concept.concept_id == "pregnancy" for one in facts)
