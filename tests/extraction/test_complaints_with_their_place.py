"""A complaint keeps its place, what is not said of anything is none, and an inhaler goes by its colour."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Content, Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def _told(learned: LearnedExtractor, text: str, slot: SlotKind) -> list[Content]:
    found = learned.read(text, said_at=_AT, time_zone="UTC").proposals
    told = (one.content for one in found if one.content is not None)
    return [one for one in told if one.slot is slot and one.polarity is Polarity.AFFIRMED]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("sharp pain under my heel first thing in the morning", {"foot_pain"}),
        ("ache under my ribs", {"rib_pain"}),
        ("my thighs and shoulders ache", {"leg_pain", "shoulder_pain"}),
        ("knees and hips are sore", {"knee_pain", "hip_pain"}),
        ("양쪽 허벅지랑 종아리가 뻐근해요", {"leg_pain", "calf_pain"}),
        ("어깨랑 목이 아파요", {"shoulder_pain", "neck_pain"}),
        ("목이 아파요", {"sore_throat"}),
        ("face and lips swollen", {"lip_tongue_swelling"}),
        ("눈앞이 노랗게 보여요", {"visual_disturbance"}),
        ("everything looks yellow", {"visual_disturbance"}),
    ],
)
def test_a_complaint_keeps_its_place(learned: LearnedExtractor, text: str, names: set[str]) -> None:
    assert {one.concept.concept_id for one in _told(learned, text, SlotKind.SYMPTOMS)} == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the freckle on my arm has gone bumpy", "freckle on my arm has gone bumpy"),
        ("the skin on my shin has gone shiny", "skin on my shin has gone shiny"),
        ("my ear went all crackly", "ear went all crackly"),
    ],
)
def test_own_words_are_kept_as_a_whole(learned: LearnedExtractor, text: str, words: str) -> None:
    assert [one.concept.name for one in _told(learned, text, SlotKind.SYMPTOMS)] == [words]


@pytest.mark.parametrize(
    "text",
    [
        "42 yr old woman in Perth, fair skin, got burnt heaps as a kid",
        "피임약 머시론 먹는데 어제 밤 10시에 먹을거를 깜빡했어요",
        "i forgot my tablet",
        "가장자리가 울퉁불퉁해졌어요",
    ],
)
def test_acts_fragments_and_childhood_are_no_complaints(learned: LearnedExtractor, text: str) -> None:
    assert not _told(learned, text, SlotKind.SYMPTOMS)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("i have a blue inhaler and a brown one", {"albuterol_inhaler", "inhaled_corticosteroid"}),
        (
            "asthma, use the purple one twice a day and the blue one when needed",
            {"fluticasone_salmeterol_inhaler", "albuterol_inhaler"},
        ),
        ("천식 있어서 파란색 흡입기랑 갈색 흡입기 써요", {"albuterol_inhaler", "inhaled_corticosteroid"}),
        ("천식인데 파란 거 하루 네 번 썼어요", {"albuterol_inhaler"}),
        ("i take a blue one and a white one for my heart", set()),
        ("the brown one is my purse", set()),
    ],
)
def test_an_inhaler_goes_by_its_colour(learned: LearnedExtractor, text: str, names: set[str]) -> None:
    assert {one.concept.concept_id for one in _told(learned, text, SlotKind.MEDICATIONS)} == names


def test_a_chest_infection_is_no_pneumonia(learned: LearnedExtractor) -> None:
    (told,) = _told(learned, "i have a chest infection", SlotKind.CONDITIONS)
    assert told.concept.concept_id == "lower_respiratory_infection"
