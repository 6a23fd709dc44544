"""A household listed in one breath: each name and age stays with its person, and whoever speaks is the patient."""

from __future__ import annotations

import pytest

from tests.extraction.conversing import after

_Told = dict[str, dict[str, str | float]]


def told(text: str) -> _Told:
    """Name and age by whom they are told of: the patient, or kinship and name."""
    found: _Told = {}
    for fact in after(text):
        content = fact.content
        if content.concept.concept_id in ("name", "age") and content.value is not None:
            whose = " ".join(one for one in (content.subject, content.qualifier) if one)
            found.setdefault(whose, {})[content.concept.concept_id] = content.value
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three of us: me (Amir), wife Noor, Zayd 4",
         {"patient": {"name": "Amir"}, "wife Noor": {"name": "Noor"}, "child Zayd": {"name": "Zayd", "age": 4.0}}),
        ("I'm Dave, 41. wife Sue 39, kids Tom 7 and Lily 3",
         {"patient": {"name": "Dave", "age": 41.0}, "wife Sue": {"name": "Sue", "age": 39.0},
          "child Tom": {"name": "Tom", "age": 7.0}, "child Lily": {"name": "Lily", "age": 3.0}}),
        ("there's me, Anna, 36, my husband Mark 40, and our boys Leo 5 and Max 2",
         {"patient": {"name": "Anna", "age": 36.0}, "husband Mark": {"name": "Mark", "age": 40.0},
          "son Leo": {"name": "Leo", "age": 5.0}, "son Max": {"name": "Max", "age": 2.0}}),
        ("family: Jo (me, 33), partner Sam 35, baby Ned 8 months",
         {"patient": {"name": "Jo", "age": 33.0}, "spouse Sam": {"name": "Sam", "age": 35.0},
          "child Ned": {"name": "Ned", "age": 8.0}}),
        ("mum here (Kate), two kids: Ruby 6, Alfie 18 months",
         {"patient": {"name": "Kate"}, "child Ruby": {"name": "Ruby", "age": 6.0},
          "child Alfie": {"name": "Alfie", "age": 18.0}}),
        ("저(김민수) 45, 아내 이지은 42, 큰애 서준 9살, 막내 하린 3살이에요",
         {"patient": {"name": "김민수", "age": 45.0}, "wife 이지은": {"name": "이지은", "age": 42.0},
          "child 서준": {"name": "서준", "age": 9.0}, "child 하린": {"name": "하린", "age": 3.0}}),
        ("우리집 네식구예요 나 39, 남편 41, 딸 지우 7살, 아들 도윤 20개월",
         {"patient": {"age": 39.0}, "husband": {"age": 41.0}, "daughter 지우": {"name": "지우", "age": 7.0},
          "son 도윤": {"name": "도윤", "age": 20.0}}),
        ("큰애 민준이 6살 둘째 서연이 3살 저는 38이요",
         {"patient": {"age": 38.0}, "child 민준": {"name": "민준", "age": 6.0},
          "child 서연": {"name": "서연", "age": 3.0}}),
    ],
)  # fmt: skip
def test_each_name_and_age_of_a_household_stays_with_its_person(text: str, expected: _Told) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "name", "age"),
    [
        ("Tom here, 34. Amlodipine 5 and Ramipril 10", "Tom", 34.0),
        ("I'm Tom, 41, I take metformin 500 and ramipril 5", "Tom", 41.0),
        ("I'm 52, dad died of heart attack at 60, mum had a stroke at 72", None, 52.0),
        ("저 52살이고 아버지 60에 심근경색, 어머니 72에 뇌졸중", None, 52.0),
        ("writing for my mum Betty, 80. I'm Ann, 52", "Betty", 80.0),
    ],
)
def test_medicines_and_the_years_of_an_illness_are_no_household(text: str, name: str | None, age: float) -> None:
    found = told(text)
    assert found["patient"].get("name") == name
    assert found["patient"].get("age") == age
    assert list(found) == ["patient"]


def test_an_illness_beside_one_of_a_household_is_that_ones() -> None:
    facts = after("I'm Sam, 44. wife Jess 43 has asthma, kids Poppy 8 and Otis 3")
    assert [one.content.subject for one in facts if one.content.concept.concept_id == "asthma"] == ["wife"]
