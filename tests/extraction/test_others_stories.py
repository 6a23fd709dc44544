"""What somebody else had is not the patient's, however late in the sentence it was found out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import PATIENT, Content
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def extractor() -> LearnedExtractor:
    vocabulary = load_vocabulary()
    return LearnedExtractor(vocabulary.lexicon, vocabulary.recogniser)


def _patients(extractor: LearnedExtractor, text: str, years: float = 34, patient_called: str = "") -> set[str]:
    fact: Content = content_of({"slot": "demographics", "name": "age", "value": years}, load_vocabulary().lexicon, "en")
    reading = extractor.read(
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
def test_the_story_of_another_leaves_the_patient_alone(extractor: LearnedExtractor, text: str) -> None:
    assert not _patients(extractor, text)


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
def test_what_another_saw_of_the_patient_stays(extractor: LearnedExtractor, text: str, name: str) -> None:
    assert name in _patients(extractor, text)


def test_the_one_whom_the_record_is_of_is_no_other(extractor: LearnedExtractor) -> None:
    text = "mum was dizzy this morning so we went in, it's vertigo"
    assert "vertigo" in _patients(extractor, text, 81, patient_called="my mum")
    assert "vertigo" in _patients(extractor, text, 81)
    assert "vertigo" not in _patients(extractor, text, 23)
    assert "vertigo" not in _patients(extractor, text.replace("mum", "my son"), 40)
    assert "vertigo" in _patients(extractor, text.replace("mum", "my son"), 7)
