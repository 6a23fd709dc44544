"""Months told by who nurses are the baby's age, and nursing is no pregnancy; an ill baby is spoken for."""

from __future__ import annotations

import pytest

from domain.values import PATIENT, SlotKind
from tests.extraction.conversing import after


def ages(text: str) -> list[object]:
    facts = [one.content for one in after(text) if one.content.subject == PATIENT]
    return [one.value for one in facts if one.slot is SlotKind.DEMOGRAPHICS and one.concept.concept_id == "age"]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("nursing my 3 month old, dont take anything else", []), ("breastfeeding my 5 month old, got a cold", []),
        ("I'm nursing a 6 week old", []), ("im 31 and breastfeeding my 4 month old", [31.0]),
        ("my 8 month old still feeds at night and i'm on sertraline", []), ("pumping for my 10 week old twins", []),
        ("nursing mum, baby is 4 months. hay fever", []), ("still breastfeeding, she's 9 months. headache", []),
        ("5개월 아기 모유수유 중이에요", []), ("모유수유 중인데 아기가 3개월이에요", []),
        ("백일 된 아기 젖 먹여요. 감기 걸렸어요", []), ("34살이고 7개월 아기 모유수유해요", [34.0]),
        ("아기 50일인데 완모 중이에요. 두통약 돼요?", []), ("수유 중이고 아기는 2개월", []),
        ("29세 수유 중, 아기 6개월, 코가 막혀요", [29.0]),
    ],
)  # fmt: skip
def test_a_nurslings_age_is_not_the_mothers(text: str, own: list[object]) -> None:
    assert ages(text) == own


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("my 3 month old has a fever", [3.0]), ("my 5 month old is breastfed and has a rash", [5.0]),
        ("my baby is 4 months, breastfed, won't feed today", [4.0]), ("3개월 아기가 열나요", [3.0]),
        ("baby is 4 months, breastfeeding well, has a fever", [4.0]), ("my 2 month old is nursing less, cough", [2.0]),
        ("I'm 29, mum of a 2 year old, sore throat", [29.0]),
        ("두 살 아들 키우는 31살 엄마인데 제가 목이 아파요", [31.0]),
    ],
)  # fmt: skip
def test_an_ill_babys_age_is_the_patients(text: str, own: list[object]) -> None:
    assert ages(text) == own


@pytest.mark.parametrize(
    ("text", "pregnant"),
    [
        ("출산 40일차 모유수유 중이에요 아기는 잘 커요", False), ("출산 두 달 됐고 완모예요 아기가 커요", False),
        ("breastfeeding, 6 weeks after the birth, big baby", False), ("nursing my newborn, he's a large baby", False),
        ("임신 20주예요 큰아이 모유수유 중", True), ("pregnant and still nursing my toddler", True),
        ("임신 32주 거대아래요", True), ("30 weeks pregnant, scan says large baby", True),
    ],
)  # fmt: skip
def test_who_nurses_is_not_pregnant_for_it(text: str, pregnant: bool) -> None:
    conditions = [one.content.concept for one in after(text) if one.content.slot is SlotKind.CONDITIONS]
    assert any("pregnancy" in (one.concept_id, *one.broader) for one in conditions) is pregnant
