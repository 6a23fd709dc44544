"""An allergy that is called wrong is taken back where it is on record, and else denied."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Polarity, SlotKind
from extraction.reading.extractor import LearnedExtractor
from tests.shipped import vocabulary
from training.playing import content_of

_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _of_allergies(learned: LearnedExtractor, text: str, known: str = "") -> list[Proposal]:
    lexicon = vocabulary().lexicon
    facts = (content_of({"slot": "allergies", "name": known}, lexicon, "en"),) if known else ()
    found = learned.read(text, said_at=_AT, time_zone="UTC", spoken_of=facts).proposals
    return [one for one in found if (one.content or one.target).slot is SlotKind.ALLERGIES]  # type: ignore[union-attr]


_WRONG = [
    ("the penicillin allergy on my chart ain't so", "penicillin"),
    ("my notes say allergic to aspirin but thats wrong", "aspirin"),
    ("they put latex allergy down but I never had that", "latex"),
    ("i was told i had a penicillin allergy but testing showed i dont", "penicillin"),
    ("doctor says i outgrew the egg allergy", "eggs"),
    ("기록에 페니실린 알레르기라고 돼 있던데 잘못된 거예요, 저 그런 거 없거든요", "penicillin"),
    ("차트에 아스피린 알러지 있다고 나오는데 그거 아니에요", "aspirin"),
    ("누가 저 땅콩 알레르기라고 적어놨는데 아니거든예", "peanuts"),
    ("복숭아 알레르기 검사했는데 음성 나왔어요", "peach"),
]


@pytest.mark.parametrize(("text", "name"), _WRONG)
def test_an_allergy_that_is_called_wrong_is_taken_back(learned: LearnedExtractor, text: str, name: str) -> None:
    (denied,) = _of_allergies(learned, text)
    assert denied.content is not None
    assert denied.content.polarity is Polarity.NEGATED
    (taken_back,) = _of_allergies(learned, text, name)
    assert taken_back.operation is Operation.RETRACT


@pytest.mark.parametrize("text", ["페니실린 묵어도 암시랑토 안 혀", "I have had penicillin since and never reacted"])
def test_what_is_had_all_the_same_denies_the_allergy_on_record(learned: LearnedExtractor, text: str) -> None:
    (denied,) = _of_allergies(learned, text, "penicillin")
    assert denied.content is not None
    assert denied.content.polarity is Polarity.NEGATED


@pytest.mark.parametrize(
    "text",
    [
        "i'm allergic to penicillin, don't give it to me by mistake",
        "penicillin allergy, never had a test though",
        "allergic to penicillin but i never had trouble with cephalexin",
        "페니실린 알레르기 있는데 모르고 잘못 먹었어요",
        "페니실린 알레르기 있는데 지금은 증상이 없어요",
    ],
)
def test_what_goes_wrong_with_an_allergy_leaves_it(learned: LearnedExtractor, text: str) -> None:
    of_it = [
        one for one in _of_allergies(learned, text)
        if one.content is not None and one.content.concept.concept_id == "penicillin"
    ]  # fmt: skip
    assert of_it
    assert all(one.content is not None and one.content.polarity is Polarity.AFFIRMED for one in of_it)


@pytest.mark.parametrize(
    "text", ["my mum's penicillin allergy is wrong on her chart", "is my penicillin allergy wrong?"]
)
def test_nothing_is_taken_back_of_others_or_in_a_question(learned: LearnedExtractor, text: str) -> None:
    assert not [one for one in _of_allergies(learned, text, "penicillin") if one.operation is Operation.RETRACT]
