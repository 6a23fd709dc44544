"""The patient's name, home and day of birth: as told of oneself or of whom somebody speaks for, put right, "
"taken back."""

from __future__ import annotations

import pytest

from domain.ages import BIRTH_DATE
from domain.speaking_for import GENDER, NAME, RESIDENCE
from extraction.reading.people.person_details import COUNTRY_OF_ORIGIN
from tests.extraction.test_what_the_record_settles import after


def told(text: str, concept_id: str, *known: dict[str, object]) -> list[object]:
    """What stands on record of one detail of the person after ``text``."""
    return [one.content.value for one in after(text, *known) if one.content.concept.concept_id == concept_id]


def on_record(name: str, value: str) -> dict[str, object]:
    return {"slot": "demographics", "name": name, "value": value}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hello, I'm Rosalind, 52, and I've had gout for a year", "Rosalind"),
        ("Kwame here, 41, my knee again", "Kwame"),
        ("This is Niamh O'Hara, I am on ramipril 5 mg", "Niamh O'Hara"),
        ("my name's aoife and im on the pill", "Aoife"),
        ("Sir, myself Deepak, 39 yrs male, sugar since 2019", "Deepak"),
        ("Please call me Grace.", "Grace"),
        ("Harold Finch-Jones, 77, retired miner, short of breath", "Harold Finch-Jones"),
        ("It's Yusuf again, the rash is worse", "Yusuf"),
        ("The new tablets make me dizzy in the morning. - Petra", "Petra"),
        ("안녕하세요 저는 윤미경이에요 혈압약 먹어요", "윤미경"),
        ("강동현입니다. 당뇨 있습니다.", "강동현"),
        ("제 이름은 홍서진이고 천식이 있어요", "홍서진"),
        ("은주라고 불러 주세요", "은주"),
        ("조은별이라고 합니다. 편두통이 있어요", "조은별"),
        ("허리가 아파요 - 오정희", "오정희"),
        ("Good morning, I am Mama Adaeze, 66, from Owerri", "Adaeze"),
        ("hey im jo, 28f, on the pill", "Jo"),
    ],
)
def test_a_name_that_somebody_gives_is_kept_as_told(text: str, name: str) -> None:
    assert told(text, NAME) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "I'm tired and I'm Diabetic",
        "I'm Scottish, 61",
        "I'm Type 2 since 2012",
        "I'm Ann's daughter",
        "Dr Patel here told me to stop",
        "Xarelto here, one at night",
        "Nurse, 34, back pain after lifting",
        "Widow, 70, sleeping badly",
        "My name is on the label of the metformin box",
        "Call me back when you know",
        "My doctor is called Susan Webb",
        "My neighbour Martin takes warfarin",
        "저는 당뇨예요",
        "간호사입니다 34살",
        "전업주부예요",
        "제 이름이 뭐예요?",
        "아버지 연세엔 혈압이 높은 건가요?",
        "My wife Joan and I both take statins",
        "약 이름은 노바스크예요",
        "우리 의사 선생님은 김철민이라고 해요 그런데 약을 안 줘요?",
    ],
)
def test_states_trades_peoples_medicines_and_others_are_no_name(text: str) -> None:
    assert told(text, NAME) == []


@pytest.mark.parametrize(
    ("text", "name", "sex"),
    [
        ("Ruth here, Mrs Calloway's carer. She is 84 and on apixaban 5 mg.", "Calloway", "female"),
        ("my dad Seamus is 79 and takes bisoprolol 5 mg", "Seamus", "male"),
        ("I'm Helen, my son Ravi, 9, has asthma and uses salbutamol", "Ravi", "male"),
        ("우리 아들 도윤이가 5살인데 열이 나서 타이레놀 먹였어요", "도윤", "male"),
        ("엄마 성함은 박말숙이고 78세세요. 와파린 드세요", "박말숙", "female"),
    ],
)
def test_of_whom_somebody_speaks_for_name_and_sex_are_kept(text: str, name: str, sex: str) -> None:
    assert told(text, NAME) == [name]
    assert told(text, GENDER) == [sex]


@pytest.mark.parametrize(
    ("text", "before", "name"),
    [
        ("it's spelled Caoimhe", "Keeva", "Caoimhe"),
        ("not Marie, Maria", "Marie", "Maria"),
        ("it's Stephen, not Steven", "Steven Hale", "Stephen Hale"),
        ("my name is spelt J-A-N-Y-N", "Janine", "Janyn"),
        ("이름이 순자가 아니라 선자예요", "김순자", "김선자"),
        ("최영수 아니고 최영우예요", "최영수", "최영우"),
        ("My name is Maria Lopez", "Maria", "Maria Lopez"),
    ],
)
def test_a_name_is_put_right(text: str, before: str, name: str) -> None:
    assert told(text, NAME, on_record("name", before)) == [name]


@pytest.mark.parametrize("text", ["please forget my name", "제 이름은 지워 주세요", "이름 지워 주세요"])
def test_a_name_is_taken_back(text: str) -> None:
    assert told(text, NAME, on_record("name", "Maria")) == []


def test_what_is_put_right_of_a_medicine_leaves_the_name_alone() -> None:
    name = on_record("name", "Maria")
    assert told("not metformin, gliclazide", NAME, name) == ["Maria"]


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("hi I'm Tamsin, 34, from Leeds", "Leeds"),
        ("I live in Galway with my dog", "Galway"),
        ("She lives alone in Swansea", "Swansea"),
        ("전주 살아요", "전주"),
        ("강원도 태백에서 식당 하는 쉰 살이에요", "강원도 태백"),
    ],
)
def test_where_somebody_lives_is_told(text: str, home: str) -> None:
    assert told(text, RESIDENCE) == [home]


def test_a_town_that_is_a_fish_is_no_allergy() -> None:
    assert [one.content.concept.concept_id for one in after("대구 살아요")] == [RESIDENCE]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("I turned 40 yesterday", 40.0),
        ("his birthday has passed, he's seven now", 7.0),
        ("아이가 이제 여덟 살이에요", 8.0),
    ],
)
def test_a_birthday_tells_the_age(text: str, years: float) -> None:
    assert told(text, "age") == [years]


def test_a_number_that_turned_is_no_age() -> None:
    assert told("my pressure turned 140 yesterday", "age") == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm back from Paris with a fever",
        "I got the letter from Leeds General",
        "My sister lives in Cork",
        "I live in hope of a cure",
        "친구가 부산 살아요",
        "혼자 살아요",
        "부산 여행 갔다 왔어요",
    ],
)
def test_journeys_letters_and_others_homes_are_none(text: str) -> None:
    assert told(text, RESIDENCE) == []


def test_who_moves_lives_elsewhere_from_then_on() -> None:
    assert told("I've moved to York", RESIDENCE, on_record("residence", "Leeds")) == ["York"]


def test_a_country_somebody_is_from_is_no_home() -> None:
    assert told("I'm an au pair from Brazil, 20", RESIDENCE) == []
    assert told("I'm an au pair from Brazil, 20", COUNTRY_OF_ORIGIN) == ["Brazil"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("born 8 April 1958, on warfarin", "1958-04-08"),
        ("DOB 23/09/1961", "1961-09-23"),
        ("my date of birth is March 3rd, 1990", "1990-03-03"),
        ("58년 4월 8일생이에요", "1958-04-08"),
        ("생년월일은 1971.12.1 이에요", "1971-12-01"),
        ("my birthday is 5 June", "--06-05"),
    ],
)
def test_a_day_of_birth_is_told(text: str, day: str) -> None:
    assert told(text, BIRTH_DATE) == [day]


@pytest.mark.parametrize(
    "text", ["My son was born on 8 April 2010 and I have had back pain since", "58년 4월 8일에 수술했어요"]
)
def test_a_childs_birth_and_another_day_are_none(text: str) -> None:
    assert told(text, BIRTH_DATE) == []
