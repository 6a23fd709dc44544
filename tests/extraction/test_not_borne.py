"""Allergies told by what the body did are on record, and what is feared, asked or somebody else's is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import PATIENT, Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _told(learned: LearnedExtractor, text: str, slot: SlotKind, polarity: Polarity) -> set[str]:
    reading = learned.read(text, said_at=_AT, time_zone="UTC")
    told = (one.content for one in reading.proposals if one.content is not None)
    return {one.concept.name for one in told if (one.slot, one.subject, one.polarity) == (slot, PATIENT, polarity)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I cannot have aspirin, my lips swell", "Aspirin"),
        ("my body does not accept sulfa, serious itching", "Sulfonamide"),
        ("If paracetamol is taken even in small quantity my face is getting swollen", "Acetaminophen"),
        ("i carry an epipen because of sesame", "Sesame"),
        ("got a proper rash off penicillin as a kid so they never give it me now", "Penicillin"),
        ("my lips puff up if i eat kiwi", "Kiwi"),
        ("nsaids are a no-go for me, face blows up", "NSAIDs"),
        ("steer clear of nsaids for me please, they set off wheezing", "NSAIDs"),
        ("peanut came up positive on the skin prick, been told to avoid", "Peanuts"),
        ("not allowed cephalosporins after i had anaphylaxis", "Cephalosporin"),
        ("last time i had amoxicillin i ended up in hospital, couldn't breathe", "Amoxicillin"),
        ("I'm not able to tolerate aspirin, it triggers wheezing", "Aspirin"),
        ("아스피린 안 돼요. 먹으면 숨 못 쉬어요", "Aspirin"),
        ("세팔로스포린에 과민반응 있으니 참고해주세요", "Cephalosporin"),
        ("항생제 반응검사에서 페니실린 양성이라 쓰지 말래요", "Penicillin"),
        ("페니실린계는 피해야 돼요 예전에 발진이 심하게 났어요", "Penicillin"),
        ("견과류는 입에도 못 대요 호흡곤란 와서", "Tree nuts"),
        ("아스피린이 몸에 안 받아요 먹으면 두드러기 나요", "Aspirin"),
    ],
)
def test_what_the_body_did_to_it_is_an_allergy(learned: LearnedExtractor, text: str, name: str) -> None:
    assert name in _told(learned, text, SlotKind.ALLERGIES, Polarity.AFFIRMED)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I cannot have aspirin or ibuprofen, my lips swell", {"Aspirin", "Ibuprofen"}),
        ("록소프로펜이랑 나프록센 둘 다 먹으면 입술 부어요", {"Loxoprofen", "Naproxen"}),
    ],
)
def test_all_that_is_listed_is_not_borne(learned: LearnedExtractor, text: str, names: set[str]) -> None:
    assert _told(learned, text, SlotKind.ALLERGIES, Polarity.AFFIRMED) == names
    assert not _told(learned, text, SlotKind.MEDICATIONS, Polarity.AFFIRMED)


@pytest.mark.parametrize(
    "text",
    [
        "i read that amoxicillin can cause hives",
        "i'm scared amoxicillin will give me a rash",
        "my friend gets hives from penicillin",
        "can penicillin cause a rash",
        "i have hives so i take cetirizine",
        "i took paracetamol and the swelling went down",
        "amlodipine makes my ankles swell",
        "i cant have ibuprofen because of my kidneys. my skin is itchy",
        "ended up in hospital after taking too much paracetamol",
        "i had an asthma attack and took salbutamol, ended up in a&e",
        "페니실린 맞고 두드러기 날까봐 무서워요",
        "친구가 페니실린 맞고 쇼크 왔대요",
        "아스피린 먹으면 두드러기 날 수 있나요?",
        "페니실린 맞아도 두드러기 안 나요",
        "항생제 먹고 두드러기가 가라앉았어요",
        "암로디핀 먹고 발목이 부어요",
        "이부프로펜은 신장 때문에 못 먹어요 그리고 몸이 가려워요",
        "혈압약 먹고 어지러워서 쓰러졌어요",
    ],
)
def test_what_has_not_been_or_is_no_sign_of_one_is_none(learned: LearnedExtractor, text: str) -> None:
    assert not _told(learned, text, SlotKind.ALLERGIES, Polarity.AFFIRMED)


@pytest.mark.parametrize(
    "text", ["설파제 쓰면 온몸이 가렵고 물집 잡혀요", "latex gloves make my hands itch and blister"]
)
def test_what_the_body_does_whenever_it_is_had_is_no_complaint(learned: LearnedExtractor, text: str) -> None:
    assert _told(learned, text, SlotKind.ALLERGIES, Polarity.AFFIRMED)
    assert not _told(learned, text, SlotKind.SYMPTOMS, Polarity.AFFIRMED)


@pytest.mark.parametrize("text", ["i can't do dairy, it wrecks me", "i cant take statins, my legs ache"])
def test_what_cannot_be_had_is_no_denial_of_an_allergy(learned: LearnedExtractor, text: str) -> None:
    assert not _told(learned, text, SlotKind.ALLERGIES, Polarity.NEGATED)
