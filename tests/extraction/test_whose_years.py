"""Of two ages that one who speaks for another tells, the patient's; and years that a name or a letter introduces."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from domain.values import PATIENT, Content, SlotKind
from tests.agent.conversation import ZONE
from tests.shipped import reader

MORNING = datetime(2026, 1, 5, 9, tzinfo=UTC)


def told(said: str, called: str = "") -> list[Content]:
    """What an utterance tells; ``called`` is what whoever speaks calls the patient, "" where nothing is known."""
    found = reader().read(said, said_at=MORNING, time_zone=ZONE, patient_called=called).proposals
    return [one.content for one in found if one.content is not None]


def years(said: str, called: str = "") -> list[Any]:
    """The ages that go on the patient's record."""
    return [
        one.value
        for one in told(said, called)
        if one.slot is SlotKind.DEMOGRAPHICS and one.concept.concept_id == "age" and one.subject == PATIENT
    ]


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("My name's Colm, 58, from Cork. I'm setting this up for my father Pat, he's 86. Gout, heart failure.", 86),
        ("I'm Meera, 44, writing for my dad who is 77. He has COPD and takes tiotropium.", 77),
        ("I'm Tess, 33, it's about my daughter Ivy she's 4 and has eczema", 4),
        ("I'm Vikram, 39. I look after my mother, she is 66, sugar patient, on metformin 500", 66),
        ("Carer here (I'm 64), husband is 71 with Parkinson's, on Sinemet 25/100 three times a day", 71),
        ("I'm 30, my daughter Mia is 6 and has a temp of 38.9. what can I give her", 6),
        ("I am Arun 36 years, keeping this record for my father-in-law, 69 years, on ecosprin 75", 69),
        ("I'm writing for my husband 64 yrs has BP, he takes telmisartan 40", 64),
        ("저는 52살 딸이고요, 아버지 약 관리하려고요. 올해 82세시고 당뇨 있으세요", 82),
        ("저는 36살 엄마고요 아들이 8살인데 천식 있어서 풀미코트 써요", 8),
        ("아내 약 정리하려고요. 아내는 61세 고혈압, 저는 64세예요", 61),
        ("엄마 대신 여쭤봐요 저 28이고 엄마는 59세 당뇨세요", 59),
    ],
)
def test_the_years_are_those_of_whom_the_record_is_kept_for(said: str, age: int) -> None:
    assert years(said) == [age]
    assert not [one for one in told(said) if one.slot is SlotKind.FAMILY_HISTORY]


def test_years_of_the_speaker_alone_are_nobodys() -> None:
    assert years("I'm Joyce, 47, asking for my mum who has diabetes") == []
    assert years("그리고 저는 44살이에요", called="어머니") == []


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("I'm 57, diabetic. My mother, 84, has Alzheimer's", 57),
        ("My mum is 79 with dementia and I'm 48, I have asthma and use a blue inhaler", 48),
        ("I'm 43, my mother is 78 with dementia. Am I at risk?", 43),
        ("I'm 31 and pregnant, my son is 3 and has chickenpox", 31),
        ("Donna, 30, mum of a 4 yr old son. Asthma, on Symbicort.", 30),
        ("39살 여자, 다섯살 아들 하나 있어요. 기침이 나요", 39),
        ("저는 47살이고 아버지가 71세에 당뇨 진단받으셨어요. 저도 걸릴까요?", 47),
    ],
)
def test_whoever_tells_of_oneself_is_the_patient(said: str, age: int) -> None:
    assert years(said) == [age]


@pytest.mark.parametrize(
    ("said", "called", "age"),
    [
        ("Mum is 84 by the way", "my mother", 84),
        ("I'm 55 and she's 82", "my mother", 82),
        ("아버지는 83세시고 형은 54세예요", "아버지", 83),
    ],
)
def test_a_known_patients_years_are_told_of_that_one(said: str, called: str, age: int) -> None:
    assert years(said, called) == [age]


@pytest.mark.parametrize("said", ["mum weighs 83", "her sugar is 83 today", "her brother is 50 and has diabetes"])
def test_other_numbers_are_no_years_of_the_patient(said: str) -> None:
    assert years(said, "my mother") == []
    assert not [one for one in told(said, "my mother") if one.value == "male"]


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("36 남. 통풍. 요산 8.9 나옴", 36), ("여 43, 편두통", 43), ("68 여. 고혈압", 68), ("남/37 통풍", 37),
        ("gday, robbo here 52, drive trucks. got high blood pressure", 52), ("mick here, 61. diabetes type 2", 61),
    ],
)  # fmt: skip
def test_years_beside_a_letter_of_a_sex_or_a_name(said: str, age: int) -> None:
    assert years(said) == [age]


@pytest.mark.parametrize(
    "said", ["my husband 3 years ago had a stroke", "my mother 5 years on dialysis", "my son, 2 years of eczema now"]
)
def test_a_span_behind_a_relative_is_nobodys_years(said: str) -> None:
    assert years(said) == []


@pytest.mark.parametrize("said", ["체중 70 남.", "my bp here 150 and rising", "pain here 60 out of 100"])
def test_measures_beside_such_words_are_no_years(said: str) -> None:
    assert years(said) == []


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("아버지가 앉았다 일어나실때 어지럽다고 하세요", "아버지"),
        ("Dad gets dizzy when he stands up", "my dad"),
    ],
)
def test_what_the_patient_feels_is_no_illness_of_the_family(said: str, called: str) -> None:
    assert {one.slot for one in told(said, called)} >= {SlotKind.SYMPTOMS}
    assert SlotKind.FAMILY_HISTORY not in {one.slot for one in told(said, called)}


def test_what_is_anothers_stays_in_the_family() -> None:
    assert ("family_history", "father") in {
        (one.slot.value, one.subject) for one in told("her dad stands up and goes dizzy", "mother")
    }


def test_the_own_tablets_of_whoever_speaks_for_a_child_are_not_the_childs() -> None:
    said = "참 저는 철분제 하루 한 알 먹어요 빈혈이 있어서요. 아이가 먹으면 위험해요?"
    assert told(said, "여아 child") == []
    assert {one.slot for one in told(said)} == {SlotKind.MEDICATIONS, SlotKind.CONDITIONS}


def test_what_follows_about_the_patient_is_told() -> None:
    assert [one.concept.concept_id for one in told("I'm on warfarin, she's on apixaban 5 twice a day", "my wife")] == [
        "apixaban"
    ]


def test_years_of_life_are_no_time_for_which_a_medicine_is_taken() -> None:
    told_so = told("I am Arun, keeping this record for my father-in-law, 69 years, bypass in 2018, on ecosprin 75")
    assert [one.valid_from for one in told_so if one.slot is SlotKind.MEDICATIONS] == [None]
    since = told("I am 69 years old and have been on aspirin 75 for 8 years")
    assert [one.valid_from for one in since if one.slot is SlotKind.MEDICATIONS] == ["2018"]
