"""On which side of the body something is: told, told later, put right, and where "right" is no side."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation
from domain.values import Content
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 6, 10, 9, tzinfo=UTC)


def _known(slot: str, name: str, side: str | None = None) -> Content:
    return content_of({"slot": slot, "name": name, "qualifier": side}, vocabulary().lexicon, "en")


def _sides(learned: LearnedExtractor, text: str) -> dict[str, str | None]:
    read = learned.read(text, said_at=_AT, time_zone="UTC").proposals
    return {one.content.concept.name: one.content.qualifier for one in read if one.content is not None}


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("I had my left hip replaced in 2019", {"Hip replacement": "left"}),
        ("I'm deaf in the right ear and have cataract in my left eye", {"Hearing loss": "right", "Cataract": "left"}),
        ("L knee replaced 2019, R hip 2021", {"Knee replacement": "left", "Hip replacement": "right"}),
        ("ache in both knees", {"knee pain": "both"}),
        ("오른쪽 무릎 인공관절 수술 2017년에 했어요", {"Knee replacement": "right"}),
        ("왼쪽 다리 부종, 오른쪽 신장 결석", {"swelling of legs": "left", "Kidney stone": "right"}),
        ("백내장은 왼쪽이고 녹내장은 양쪽이에요", {"Cataract": "left", "Glaucoma": "both"}),
    ],
)
def test_the_side_that_is_told_is_the_findings_own(learned: LearnedExtractor, text: str, sides: dict[str, str]) -> None:
    found = _sides(learned, text)
    assert {name: found.get(name) for name in sides} == sides


@pytest.mark.parametrize(
    "text",
    [
        "right now I have a headache and I'm left with nausea",
        "that's right, I have asthma",
        "my doctor left a message about my knee pain",
        "올바른 자세가 아니라서 허리가 아파요",
    ],
)
def test_what_only_sounds_like_a_side_is_none(learned: LearnedExtractor, text: str) -> None:
    found = _sides(learned, text)
    assert found
    assert set(found.values()) == {None}


@pytest.mark.parametrize(
    ("text", "known", "agent_said", "side"),
    [
        ("It was the left hip they did, not the right one.", ("procedures", "Hip replacement", "right"), "", "left"),
        ("sorry right eye, not left", ("conditions", "Cataract", "left"), "", "right"),
        ("He's deaf in the left, love, not the right. The right he just ignores me with.",
         ("conditions", "Hearing loss", "right"), "", "left"),
        ("The other wrist, my writing hand, left", ("conditions", "Ganglion cyst", "right"),
         "Is the ganglion on the right wrist?", "left"),
        ("무릎 수술 오른쪽 아니고 왼쪽이네 사진 보니까", ("procedures", "Knee replacement", "right"), "", "left"),
        ("양짝이라고 했제? 아녀 왼짝은 아적 안 했어. 바른짝만 혔제",
         ("procedures", "Knee replacement", "both"), "", "right"),
    ],
)  # fmt: skip
def test_a_side_put_right_is_a_correction_of_the_one_fact_meant(
    learned: LearnedExtractor, text: str, known: tuple[str, str, str], agent_said: str, side: str
) -> None:
    fact = _known(*known)
    read = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(fact,), agent_said=agent_said).proposals
    (moved,) = (one for one in read if one.content is not None and one.content.concept == fact.concept)
    assert moved.operation is Operation.CORRECT
    assert moved.content is not None
    assert moved.content == fact.with_fields(qualifier=side)
    assert moved.target is not None
    assert moved.target.old == fact.qualifier


@pytest.mark.parametrize(
    "text",
    [
        "마지막으로 2월 14일에 오른쪽 엉덩이에 맞았고 김 간호사가 놔 줬어요.",
        "비타민 B12 주사를 오른쪽 엉덩이에 맞았어요",
        "I slept on my right side again",
        "was it the right arm?",
    ],
)
def test_a_side_of_something_else_puts_nothing_right(learned: LearnedExtractor, text: str) -> None:
    known = _known("procedures", "Influenza vaccination", "left")
    read = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(known,)).proposals
    assert not [one for one in read if one.operation is Operation.CORRECT]


def test_of_two_sides_on_record_only_the_one_that_is_told_is_moved(learned: LearnedExtractor) -> None:
    known = (_known("symptoms", "knee pain", "left"), _known("symptoms", "knee pain", "right"))
    read = learned.read("The left knee pain has gone", said_at=_AT, time_zone="UTC", spoken_of=known).proposals
    assert [one.content.qualifier for one in read if one.content is not None] == ["left"]


def test_an_operation_put_right_in_its_year_keeps_its_side(learned: LearnedExtractor) -> None:
    known = _known("procedures", "Hip replacement", "right")
    text = "that's not right, the hip was done in 2012"
    (moved,) = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=(known,)).proposals
    assert moved.content is not None
    assert moved.content.qualifier in (None, "right")
    assert moved.content.valid_from == "2012"


def test_sides_that_were_mixed_up_are_exchanged(learned: LearnedExtractor) -> None:
    known = (_known("conditions", "Cataract", "right"), _known("conditions", "Glaucoma", "left"))
    text = "You've got my eyes the wrong way round, dear."
    read = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=known).proposals
    moved = {
        one.content.concept.name: one.content.qualifier
        for one in read
        if one.operation is Operation.CORRECT and one.content
    }
    assert moved == {"Cataract": "left", "Glaucoma": "right"}
