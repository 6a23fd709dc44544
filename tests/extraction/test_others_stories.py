"""What somebody else had is not the patient's, however late in the sentence it was found out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import PATIENT, Content
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _patients(learned: LearnedExtractor, text: str, years: float = 34, patient_called: str = "") -> set[str]:
    fact: Content = content_of({"slot": "demographics", "name": "age", "value": years}, vocabulary().lexicon, "en")
    reading = learned.read(
        text, said_at=_AT, time_zone="UTC", spoken_of=(fact,), of_last_turn={"age"}, patient_called=patient_called
    )
    told = (one.content for one in reading.proposals if one.content is not None)
    return {one.concept.name for one in told if one.subject == PATIENT}


@pytest.mark.parametrize(
    "text",
    [
        "my husband was dizzy so we went to the doctor, it's vertigo",
        "wife had a scare last night, chest pain, it was just a panic attack",
        "so my flatmate came down with flu, fever of 39.4",
        "the guy next door ended up in hospital with pneumonia",
        "아까 울아빠가 가슴아프대서 응급실 갔는데 역류성식도염이래 ㅋㅋ",
        "남편이 어지럽다고 해서 병원 갔는데 이석증이래",
        "친구가 가슴 아프대서 응급실 따라갔는데 공황장애래요",
        "룸메가 열이 39도라는데 독감이래",
    ],
)
def test_the_story_of_another_leaves_the_patient_alone(learned: LearnedExtractor, text: str) -> None:
    assert not _patients(learned, text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my wife noticed a rash on my back", "rash"),
        ("mum took my temperature, 38.5", "Body temperature"),
        ("my son is at school. I have a headache", "headache"),
        ("아내가 혈압 재줬는데 150 나왔어요", "Systolic blood pressure"),
        ("아들이 당뇨 검사해보래서 했는데 공복혈당 130이래요", "Glucose"),
    ],
)
def test_what_another_saw_of_the_patient_stays(learned: LearnedExtractor, text: str, name: str) -> None:
    assert name in _patients(learned, text)


def test_the_one_whom_the_record_is_of_is_no_other(learned: LearnedExtractor) -> None:
    text = "mum was dizzy this morning so we went in, it's vertigo"
    assert "vertigo" in _patients(learned, text, 81, patient_called="my mum")
    assert "vertigo" in _patients(learned, text, 81)
    assert "vertigo" not in _patients(learned, text, 23)
    assert "vertigo" not in _patients(learned, text.replace("mum", "my son"), 40)
    assert "vertigo" in _patients(learned, text.replace("mum", "my son"), 7)


@pytest.mark.parametrize(
    "text",
    [
        "im josh 22, barista in ballarat. keeping track of stuff for my pop, ron, hes 86. has AF",
        "I'm Anna, 41, a nurse. this is for my mum who is 86, she has AF",
        "저는 42세 회사원이고 어머니 86세 기록하려고요 심방세동 있으세요",
    ],
)
def test_whoever_speaks_for_another_is_not_on_the_record(learned: LearnedExtractor, text: str) -> None:
    reading = learned.read(text, said_at=_AT, time_zone="UTC")
    told = [one.content for one in reading.proposals if one.content is not None]
    assert [one.value for one in told if one.concept.concept_id == "age"] == [86.0]
    assert "occupation" not in {one.concept.name for one in told}


def test_what_one_says_one_is_is_ones_own(learned: LearnedExtractor) -> None:
    reading = learned.read("I'm diabetic and my mum has COPD", said_at=_AT, time_zone="UTC")
    told = {one.content.concept.name: one.content.subject for one in reading.proposals if one.content is not None}
    assert told["Diabetes mellitus"] == PATIENT
    assert told["Chronic obstructive pulmonary disease"] == "mother"


def test_a_childs_few_years_are_an_age(learned: LearnedExtractor) -> None:
    text = "This is for my son, he is 5 and weighs 18 kg. He has asthma"
    reading = learned.read(text, said_at=_AT, time_zone="UTC")
    told = {one.content.concept.concept_id: one.content.value for one in reading.proposals if one.content is not None}
    assert (told["age"], told["body_weight"]) == (5.0, 18.0)


@pytest.mark.parametrize(
    ("text", "systolic"),
    [
        ("pulse at the visit was 58. oh and my own bp at the chemist was 128/76 haha", None),
        ("his bp was 150/90, mine was 120/70", 150.0),
        ("아버지 혈압은 140에 90이고 제 혈압은 120에 80이에요", 140.0),
    ],
)
def test_what_the_one_who_speaks_has_measured_of_himself_stays_off(
    learned: LearnedExtractor, text: str, systolic: float | None
) -> None:
    known = content_of({"slot": "demographics", "name": "age", "value": 86}, vocabulary().lexicon, "en")
    reading = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(known,), patient_called="my dad")
    told = [one.content for one in reading.proposals if one.content is not None]
    found = [one.value for one in told if one.concept.name == "Systolic blood pressure"]
    assert found == ([] if systolic is None else [systolic])
