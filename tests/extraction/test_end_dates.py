"""The day since when a medicine is not taken any more is its last day, and that since when it was taken its first."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Status
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of


@pytest.mark.parametrize(
    ("text", "status", "first", "last"),
    [
        ("싱귤레어 먹고 악몽 꿔서 병원에 말했더니 끊으래서 그저께부터 안먹어", Status.STOPPED, None, "2026-05-06"),
        ("끊으래서 그저께부터 안 먹어요", Status.STOPPED, None, "2026-05-06"),
        ("싱귤레어 3월부터 안 먹고 있어요", Status.STOPPED, None, "2026-03"),
        ("singulair: haven't had any since sunday", Status.STOPPED, None, "2026-05-03"),
        ("I've been off singulair since the 3rd", Status.STOPPED, None, "2026-05-03"),
        ("stopped taking singulair, which i had been on since 2019", Status.STOPPED, "2019", None),
        ("2019년부터 먹던 싱귤레어 끊었어요", Status.STOPPED, "2019", None),
        ("싱귤레어 3월부터 먹고 있어요", Status.ACTIVE, "2026-03", None),
        ("I've been taking singulair since march", Status.ACTIVE, "2026-03", None),
    ],
)
def test_since_is_the_first_day_or_the_last(
    learned: LearnedExtractor, text: str, status: Status, first: str | None, last: str | None
) -> None:
    on_record = {"slot": "medications", "name": "Montelukast", "dose": "10mg", "frequency": "QHS", "status": "active"}
    known = content_of(on_record, vocabulary().lexicon, "en")
    reading = learned.read(
        text, said_at=datetime(2026, 5, 8, 13, tzinfo=UTC), time_zone="Asia/Seoul", spoken_of=(known,)
    )
    [told] = [one.content for one in reading.proposals if one.content and one.content.concept.name == "Montelukast"]
    assert (told.status, told.valid_from, told.valid_to) == (status, first, last)


@pytest.mark.parametrize("text", ["어제부터 안 먹어도 될까요?", "should I be off it since it makes me dizzy?"])
def test_what_is_asked_ends_nothing(learned: LearnedExtractor, text: str) -> None:
    on_record = {"slot": "medications", "name": "Montelukast", "dose": "10mg", "frequency": "QHS", "status": "active"}
    known = content_of(on_record, vocabulary().lexicon, "en")
    reading = learned.read(
        text, said_at=datetime(2026, 5, 8, 13, tzinfo=UTC), time_zone="Asia/Seoul", spoken_of=(known,)
    )
    assert not any(one.content and one.content.status is Status.STOPPED for one in reading.proposals)
