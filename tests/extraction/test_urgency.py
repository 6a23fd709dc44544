"""How urgent words are heard to be: ordinary complaints are not, however many are named; quiet dangers are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extraction.reading.extractor import LearnedExtractor
from extraction.reading.understanding import Understanding
from server.composition import Knowledge
from tests.shipped import reader


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
    assert found.red_flag and found.at_once > 0


def test_the_service_hears_with_the_ear(knowledge: Knowledge) -> None:
    assert isinstance(knowledge.extractor, LearnedExtractor)
    assert knowledge.extractor.ear is not None
