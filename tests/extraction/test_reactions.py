"""A medicine behind the reaction that it brought on is not borne; it is none that is taken."""

from __future__ import annotations

import pytest

from tests.extraction.test_what_the_record_settles import after


def _slots(text: str) -> dict[str, str]:
    return {one.content.concept.concept_id: one.content.slot.value for one in after(text)}


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("No allergies I know of, oh wait, she came out in hives with trimethoprim years ago", "trimethoprim"),
        ("He swelled up after ibuprofen once", "ibuprofen"),
        ("My face puffed up with aspirin when I was a boy", "aspirin"),
        ("I get itchy all over with morphine", "morphine"),
        ("I broke out in welts from taking cefaclor", "cefaclor"),
    ],
)
def test_what_brought_a_reaction_on_is_an_allergy(text: str, medicine: str) -> None:
    assert _slots(text)[medicine] == "allergies"


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I had a rash, so I took cetirizine for it", "cetirizine"),
        ("Rash on my arm, and I'm on amlodipine 5 mg", "amlodipine"),
        ("I've hives from stress and use hydrocortisone cream", "hydrocortisone_cream"),
    ],
)
def test_what_is_taken_beside_a_rash_accuses_nobody(text: str, medicine: str) -> None:
    assert _slots(text).get(medicine) != "allergies"


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("아목시실린에 알레르기가 있어요", "amoxicillin"),
        ("세파클러에 알러지 있대요", "cefaclor"),
        ("아스피린 먹고 숨이 막힌 적 있어요", "aspirin"),
        ("이부프로펜 먹고 얼굴이 퉁퉁 부었어요", "ibuprofen"),
        ("I have an allergy to amoxicillin", "amoxicillin"),
        ("I'm allergic to naproxen", "naproxen"),
        ("ive had asthma since i was 7 and im allergic to cats", "cat_dander"),
    ],
)
def test_what_is_called_an_allergy_is_one(text: str, medicine: str) -> None:
    assert _slots(text)[medicine] == "allergies"


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("아목시실린 알레르기 있나요?", "amoxicillin"),
        ("타이레놀 먹고 열이 내렸어요", "acetaminophen"),
        ("두드러기 났을 때 세티리진 먹었어요", "cetirizine"),
        ("am I allergic to amoxicillin?", "amoxicillin"),
        ("my dad is allergic to aspirin", "aspirin"),
    ],
)
def test_what_is_asked_or_another_bears_ill_is_no_allergy(text: str, medicine: str) -> None:
    assert _slots(text).get(medicine) != "allergies"
