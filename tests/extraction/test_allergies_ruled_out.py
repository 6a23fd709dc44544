"""What a test has ruled out is taken off the record, and what did the same as an allergy is one, and no medicine."""

from __future__ import annotations

import pytest

from domain.values import Polarity, SlotKind
from tests.extraction.conversing import after


def held(*texts: str) -> tuple[set[str], set[str]]:
    """The substances on record as allergies that the patient has, and those on record as medicines."""
    facts = [one.content for one in after(*texts) if one.content.polarity is Polarity.AFFIRMED]
    allergies = {one.concept.concept_id for one in facts if one.slot is SlotKind.ALLERGIES}
    return allergies, {one.concept.concept_id for one in facts if one.slot is SlotKind.MEDICATIONS}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not allergic to penicillin after all", "was tested, not allergic to penicillin after all",
        "allergist did the skin test and had me take amoxicillin. not allergic, she took it off my chart",
        "skin test for penicillin came back negative so they removed the allergy",
        "penicillin allergy was ruled out last week", "they delabelled my penicillin allergy",
        "turns out I'm not allergic, they tested me", "the allergy clinic cleared me for penicillin",
        "had amoxicillin under supervision with no reaction, so no longer allergic to penicillin",
        "검사해보니 페니실린 알레르기 아니래요", "알레르기 검사 했는데 음성이라고 알레르기 지웠어요",
        "페니실린 알레르기 없다고 나왔어요", "병원에서 아목시실린 먹여보고 알레르기 아니라고 기록에서 뺐어요",
        "페니실린 알레르기 이제 아니에요",
    ],
)  # fmt: skip
def test_an_allergy_that_is_ruled_out_is_held_no_more(text: str) -> None:
    allergies, medicines = held("페니실린 알레르기 있어요" if text[0] > "z" else "Allergic to penicillin", text)
    assert not allergies
    assert not medicines


@pytest.mark.parametrize(
    "text",
    [
        "not allergic to latex", "skin test for penicillin is next week", "allergy test for pollen was negative",
        "no other allergies", "covid test negative", "if the test is negative will they take it off my chart?",
        "the doctor says I'm not allergic to latex", "am I not allergic if the skin test is negative?",
        "라텍스 알레르기는 없어요", "페니실린 검사 받아볼까요?", "코로나 검사 음성이에요", "다른 알레르기는 없어요",
        "꽃가루 알레르기 검사는 음성이래요", "다음 주에 알레르기 검사해서 음성이면 지운대요",
    ],
)  # fmt: skip
def test_a_test_of_something_else_or_to_come_takes_nothing_off(text: str) -> None:
    allergies, _ = held("페니실린 알레르기 있어요" if text[0] > "z" else "Allergic to penicillin", text)
    assert "penicillin" in allergies


@pytest.mark.parametrize(
    ("text", "expected", "taken"),
    [
        ("페니실린은 동생이고 저는 아스피린 먹고 그랬던 거래요", {"aspirin"}, set()),
        ("페니실린은 누나고 저는 이부프로펜 먹고 그런 거였어요", {"ibuprofen"}, set()),
        ("알고보니 페니실린이 아니라 세파클러 먹고 그랬대요", {"cefaclor"}, set()),
        ("페니실린은 형이 그렇고 저는 나프록센이래요", {"naproxen"}, set()),
        ("아스피린 먹고도 그랬어요", {"penicillin", "aspirin"}, set()),
        ("이부프로펜 먹어도 똑같이 그래요", {"penicillin", "ibuprofen"}, set()),
        ("저는 아스피린 먹고 있어요", {"penicillin"}, {"aspirin"}),
        ("동생은 아스피린 먹고 그랬대요", {"penicillin"}, set()),
        ("아스피린 먹고는 안 그랬어요", {"penicillin"}, None),
        ("mum says penicillin was my brother, it was aspirin that did it to me", {"aspirin"}, set()),
        ("turns out penicillin was my sister. mine was ibuprofen", {"ibuprofen"}, set()),
        ("actually it happened to me after taking aspirin, penicillin is my dad's", {"aspirin"}, set()),
        ("had the same from aspirin once", {"penicillin", "aspirin"}, set()),
        ("same thing happened with naproxen", {"penicillin", "naproxen"}, set()),
        ("I take aspirin 75mg daily", {"penicillin"}, {"aspirin"}),
        ("my brother got that from aspirin", {"penicillin"}, set()),
        ("didn't get the same from aspirin", {"penicillin"}, None),
    ],
)
def test_what_did_the_same_is_an_allergy_too(text: str, expected: set[str], taken: set[str] | None) -> None:
    korean = any("가" <= one <= "힣" for one in text)
    opening = "페니실린 알레르기 있어요 두드러기 났었어요" if korean else "I'm allergic to penicillin, got hives"
    allergies, medicines = held(opening, text)
    assert allergies == expected
    assert taken is None or medicines == taken
