"""What the body does not bear, and what is only thought of, is no medicine in use."""

from __future__ import annotations

from datetime import datetime

import pytest

from domain.values import Content, SlotKind, Status
from extraction.rules.pipeline import Extractor
from tests.extraction.test_what_the_record_settles import after

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def stated(extractor: Extractor, text: str) -> list[Content]:
    reading = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
    return [one.content for one in reading.proposals if one.content is not None]


@pytest.mark.parametrize(
    ("text", "reaction"),
    [
        ("트라마돌 먹으면 토해요.", "vomiting"),
        ("트라마돌만 먹으면 토해서 못 먹겠어요.", "vomiting"),
        ("트라마돌은 제 몸에 안 받아요.", None),
        ("Tramadol makes me sick.", None),
        ("Tramadol makes me throw up.", "vomiting"),
        ("I can't tolerate tramadol.", None),
    ],
)
def test_a_medicine_that_is_not_borne_is_an_allergy_and_not_taken(
    extractor: Extractor, text: str, reaction: str | None
) -> None:
    (content,) = stated(extractor, text)
    assert (content.slot, content.concept.concept_id, content.polarity) == ("allergies", "tramadol", "affirmed")
    assert content.reaction == reaction


@pytest.mark.parametrize(
    "text", ["트라마돌을 하루 두 번 먹는데 먹으면 토해요.", "I take tramadol twice a day and it makes me throw up."]
)
def test_one_that_is_taken_in_spite_of_it_is_a_medicine(extractor: Extractor, text: str) -> None:
    contents = {content.slot: content for content in stated(extractor, text)}
    assert contents[SlotKind.MEDICATIONS].status is Status.ACTIVE
    assert contents[SlotKind.SYMPTOMS].concept.concept_id == "vomiting"


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to naproxen, not aspirin.",
        "It wasn't aspirin, it was naproxen I'm allergic to.",
        "아스피린이 아니라 나프록센에 알레르기가 있어요.",
    ],
)
def test_a_corrected_allergen_is_no_medicine(extractor: Extractor, text: str) -> None:
    (content,) = stated(extractor, text)
    assert (content.slot, content.concept.concept_id) == ("allergies", "naproxen")


@pytest.mark.parametrize(
    "text",
    [
        "My doctor may start me on warfarin.",
        "I might need warfarin.",
        "They're thinking about putting me on warfarin.",
        "와파린을 먹어야 할 수도 있대요.",
        "와파린을 시작할지도 모른대요.",
    ],
)
def test_what_may_come_is_planned_and_unsure(extractor: Extractor, text: str) -> None:
    (content,) = stated(extractor, text)
    assert (content.status, content.certainty) == ("planned", "uncertain")


@pytest.mark.parametrize(
    "text",
    [
        "Don't take warfarin if I have an ulcer, right?",
        "I should stop warfarin, right?",
        "She was told she might need warfarin.",
        "He has gout.",
        "Do not stop warfarin.",
    ],
)
def test_tag_questions_prohibitions_and_unnamed_people_state_nothing(extractor: Extractor, text: str) -> None:
    assert stated(extractor, text) == []


@pytest.mark.parametrize("text", ["He put me on warfarin.", "She said I have gout.", "She started me on warfarin."])
def test_somebody_who_only_treats_owns_nothing(extractor: Extractor, text: str) -> None:
    (content,) = stated(extractor, text)
    assert content.subject == "patient"


@pytest.mark.parametrize(
    ("text", "substance"),
    [
        (
            "One pressure tablet last year, enalapril, my lips and tongue swell up and they took me to hospital.",
            "enalapril",
        ),
        ("years ago perindopril, my tongue got swollen, ended up in ER", "perindopril"),
        ("with captopril my lips swell", "captopril"),
        ("One time aspirin, my eyes swell and close", "aspirin"),
        ("lisinopril, my throat closed and I was in the ER", "lisinopril"),
    ],
)
def test_what_made_lips_and_throat_swell_once_is_not_borne(text: str, substance: str) -> None:
    told = {(one.content.slot.value, one.content.concept.concept_id) for one in after(text)}
    assert ("allergies", substance) in told
    assert ("medications", substance) not in told


@pytest.mark.parametrize(
    "text",
    [
        "my lips are swollen, I took ibuprofen this morning",
        "last year I took prednisone when my lips swelled",
        "I have taken losartan since last year, my ankles swell",
        "can lisinopril make my tongue swell?",
    ],
)
def test_a_swelling_of_now_or_beside_it_is_laid_to_no_medicine(text: str) -> None:
    assert "allergies" not in {one.content.slot.value for one in after(text)}
