"""An allergy that is told in so many words is on record, and what somebody cannot have is no denial of one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import PATIENT, Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _allergies(learned: LearnedExtractor, text: str, patient_called: str = "") -> set[str]:
    age = content_of({"slot": "demographics", "name": "age", "value": 6}, vocabulary().lexicon, "en")
    known = (age,) if patient_called else ()
    reading = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known, patient_called=patient_called)
    told = [one.content for one in reading.proposals if one.content is not None]
    found = (one for one in told if one.slot is SlotKind.ALLERGIES and one.subject == PATIENT)
    return {one.concept.name for one in found if one.polarity is Polarity.AFFIRMED}


@pytest.mark.parametrize(
    ("text", "called", "name"),
    [
        ("My son is 6, has a peanut allergy", "", "Peanuts"),
        ("my daughter has a penicillin allergy", "", "Penicillin"),
        ("My daughter has a penicillin allergy by the way", "my daughter", "Penicillin"),
        ("우리 아들 페니실린 알레르기 있어요", "아들", "Penicillin"),
        ("He can't have penicillin, comes out in hives", "my son", "Penicillin"),
    ],
)
def test_it_is_on_record(learned: LearnedExtractor, text: str, called: str, name: str) -> None:
    assert _allergies(learned, text, called) == {name}


@pytest.mark.parametrize(
    "text",
    [
        "my son had allergy tests, no peanut allergy",
        "does my son have a peanut allergy?",
        "my daughter has a peanut allergy, I take metformin and I'm 45",
        "my son has hay fever and takes cetirizine",
    ],
)
def test_what_is_denied_asked_or_anothers_is_not(learned: LearnedExtractor, text: str) -> None:
    assert not _allergies(learned, text)
