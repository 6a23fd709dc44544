"""Complaints and illnesses in a family's words, and the same words where they tell none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Certainty, Content, SlotKind
from tests.shipped import reader

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


def told(text: str, *known: Content) -> dict[str, Content]:
    """What is recorded of ``text``, by concept."""
    reading = reader().read(text, said_at=NOW, time_zone="Europe/London", spoken_of=known)
    return {one.content.concept.concept_id: one.content for one in reading.proposals if one.content is not None}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("My tummy is in ribbons since breakfast", "abdominal_pain"),
        ("Belly is at me all day", "abdominal_pain"),
        ("Those capsules are upsetting her stomach", "indigestion"),
        ("I can't get off the toilet today", "diarrhea"),
        ("Dinner went straight through me", "diarrhea"),
        ("Gut is sore and I'm back and forth to the bathroom", "diarrhea"),
        ("Her toilet has turned nearly black", "melena"),
        ("His motions became blackish", "melena"),
        ("My chest felt kind of tight on the hill", "chest_tightness"),
        ("가슴 한가운데가 자꾸 조여요", "chest_tightness"),
        ("My periods have been really heavy", "heavy_menstrual_bleeding"),
        ("Her words were coming out all garbled", "slurred_speech"),
        ("The bit under her ribs sucks in with every breath", "chest_retractions"),
        ("숨 쉴 때 갈비뼈 사이가 푹푹 꺼져요", "chest_retractions"),
        ("Left knee sore and stiff after the match", "knee_pain"),
        ("big toe is at me again", "toe_pain"),
        ("왼쪽 무릎 안쪽이 욱신거려요", "knee_pain"),
        ("My sleep is shot", "insomnia"),
    ],
)
def test_a_state_of_the_body_in_everyday_words_is_a_complaint(text: str, concept: str) -> None:
    assert concept in told(text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("The toilet is black marble", "melena"),
        ("We are running to the bathroom shop", "diarrhea"),
        ("The bus goes straight through town", "diarrhea"),
        ("How heavy should periods be?", "heavy_menstrual_bleeding"),
        ("I put it in the chest of drawers", "chest_tightness"),
        ("The lyrics were all mixed up", "slurred_speech"),
    ],
)
def test_the_same_words_of_something_else_are_none(text: str, concept: str) -> None:
    assert concept not in told(text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("I've got arthritis, and blood pressure", "hypertension"),
        ("She has sugar and pressure", "hypertension"),
        ("I have asthma, gout and cholesterol", "hypercholesterolemia"),
        ("amlodipine 5 once a day for my pressure", "hypertension"),
        ("I also have ulcer so no painkillers", "peptic_ulcer"),
        ("He's 79 with AF and ropey kidneys", "kidney_disease"),
        ("my thyroid isn't great", "thyroid_disease"),
        ("I'm a type 2 diabetic", "type_2_diabetes"),
        ("저는 혈압이랑 통풍이 있어요", "hypertension"),
    ],
)
def test_a_bare_name_that_somebody_has_is_an_illness(text: str, concept: str) -> None:
    assert concept in told(text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("I have my blood pressure checked on Monday", "hypertension"),
        ("I had blood pressure of 118 over 70", "hypertension"),
        ("I've got blood pressure tablets here", "hypertension"),
        ("what brings my pressure down", "hypertension"),
        ("I have an ulcer in my mouth", "peptic_ulcer"),
        ("I have sugar in my tea", "diabetes_mellitus"),
        ("혈압이 118 나왔어요", "hypertension"),
        ("갑상선 검사를 했어요", "thyroid_disease"),
    ],
)
def test_a_reading_or_a_part_is_no_illness(text: str, concept: str) -> None:
    assert concept not in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "This is about my husband, he's 68 and has COPD and gout",
        "For my gran, she is 84 and has COPD",
        "코가 막혀요, 감기가 들어서요",
    ],
)
def test_a_diagnosis_that_is_plainly_told_is_confirmed(text: str) -> None:
    found = [one for one in told(text).values() if one.slot is SlotKind.CONDITIONS]

    assert found
    assert {one.certainty for one in found} == {Certainty.CONFIRMED}


@pytest.mark.parametrize("text", ["She might have gout and asthma", "I think he has COPD", "통풍이 있는 것 같아요"])
def test_one_that_is_supposed_stays_in_doubt(text: str) -> None:
    found = [one for one in told(text).values() if one.slot is SlotKind.CONDITIONS]

    assert {one.certainty for one in found} <= {Certainty.UNCERTAIN}
