"""Where the patient comes from, and the year of birth: told in fixed forms, and of the patient alone."""

from __future__ import annotations

import pytest

from domain.ages import BIRTH_YEAR
from extraction.reading.people.person_details import COUNTRY_OF_ORIGIN
from tests.extraction.test_what_the_record_settles import after


def _told(text: str, concept_id: str) -> list[object]:
    return [one.content.value for one in after(text) if one.content.concept.concept_id == concept_id]


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("저는 캄보디아에서 왔고 천식이 있어요", "Cambodia"),
        ("몽골 사람이에요. 고혈압 있어요.", "Mongolia"),
        ("탈북한 지 팔 년 됐습니다. 결핵을 앓았어요.", "North Korea"),
        ("I'm originally from Ghana, type 2 diabetes since 2015", "Ghana"),
        ("I am Sri Lankan and I have asthma.", "Sri Lanka"),
        ("I was born in Poland and take levothyroxine 50 mcg daily", "Poland"),
    ],
)
def test_the_country_somebody_comes_from_is_told(text: str, country: str) -> None:
    assert _told(text, COUNTRY_OF_ORIGIN) == [country]


@pytest.mark.parametrize(
    "text",
    [
        "베트남 여행 다녀와서 설사를 해요",
        "중국 사람들은 이 약을 차로 마신대요",
        "일본에서 온 택배 영양제를 먹어도 되나요?",
        "We came back from Thailand on Sunday and I have had a fever since",
        "My neighbour was born in Italy and swears by olive oil",
        "Is it true that Chinese women get more lung cancer?",
    ],
)
def test_journeys_goods_and_other_peoples_countries_are_none(text: str) -> None:
    assert _told(text, COUNTRY_OF_ORIGIN) == []


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("58년생이고 당뇨약 먹어요", 1958.0),
        ("저는 1983년생입니다. 갑상선암 수술했어요.", 1983.0),
        ("I was born in 1952 and have had COPD for ten years", 1952.0),
        ("My mum was born in 1947 and takes amlodipine 5 mg daily", 1947.0),
    ],
)
def test_the_year_of_birth_is_told(text: str, year: float) -> None:
    assert _told(text, BIRTH_YEAR) == [year]


@pytest.mark.parametrize(
    "text", ["My son was born in 2010 and I have had back pain since", "올해 미생물 검사를 했어요"]
)
def test_another_persons_year_of_birth_is_none(text: str) -> None:
    assert _told(text, BIRTH_YEAR) == []
