"""How urgent words are heard to be: ordinary complaints are not, however many are named; quiet dangers are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.safety.heard import FOR_TODAY
from domain.values import Concept, Content, SlotKind, Status
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.linear import load_models
from extraction.reading.learned.urgency import Urgency
from extraction.reading.understanding import Understanding
from server.composition import Knowledge
from tests.shipped import reader, vocabulary


def understood(text: str) -> Understanding:
    read = reader().read(text, said_at=datetime(2026, 1, 5, 3, tzinfo=UTC), time_zone="Asia/Seoul")
    assert read.understanding is not None
    return read.understanding


@pytest.mark.parametrize(
    "text",
    [
        "sore throat and a cough since monday, what will help",
        "runny nose and a bit of a headache, kids brought it home from nursery",
        "my back and knees ache after the garden, same as every spring",
        "감기 기운이 있어서 목이 칼칼하고 콧물이 나요",
        "어제 등산했더니 무릎이랑 종아리가 뻐근해요",
    ],
)
def test_ordinary_complaints_are_not_urgent(text: str) -> None:
    assert not understood(text).red_flag


@pytest.mark.parametrize(
    "text",
    [
        "my chest feels tight and my left arm is heavy since breakfast",
        "he went stiff and his eyes rolled back, he is still not waking properly",
        "숨이 너무 차서 누워서 못 자고 입술이 파래요",
    ],
)
def test_quiet_dangers_are(text: str) -> None:
    found = understood(text)
    assert found.red_flag and found.at_once > FOR_TODAY


def test_the_service_hears_with_the_ear(knowledge: Knowledge) -> None:
    assert isinstance(knowledge.extractor, LearnedExtractor)
    assert knowledge.extractor.ear is not None


class AttentiveTo:
    """An ear that notes what it listens to."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def read(self, text: str, named: tuple[str, ...]) -> Urgency:
        """Nothing is urgent."""
        self.heard.append(text)
        return Urgency(-1.0, -1.0)


def test_parts_that_are_read_again_are_not_listened_to_again() -> None:
    ear = AttentiveTo()
    shipped = vocabulary()
    extractor = LearnedExtractor(shipped.lexicon, shipped.recogniser, load_models(), load_evidence_reader(), ear)
    allopurinol = Concept(concept_id="allopurinol", name="Allopurinol")
    taken = Content(slot=SlotKind.MEDICATIONS, concept=allopurinol, dose="100mg", status=Status.ACTIVE)
    text = "Doc put the allopurinol up to 200. What should my uric acid be?"

    said_at, zone = datetime(2026, 1, 5, 3, tzinfo=UTC), "Europe/London"
    read = extractor.read(text, said_at=said_at, time_zone=zone, spoken_of=(taken,))

    assert ear.heard == [text]
    assert read.understanding is not None and read.understanding.urgency == -1.0
    assert read.proposals == reader().read(text, said_at=said_at, time_zone=zone, spoken_of=(taken,)).proposals != ()
