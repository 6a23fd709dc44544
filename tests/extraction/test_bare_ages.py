"""Ages that a number alone tells, and what such a number tells else; whose years they are; the sex beside them."""

from __future__ import annotations

import pytest

from domain.ages import DAYS, MONTHS, WEEKS, YEARS
from tests.extraction.test_what_the_record_settles import after


def _person(text: str, agent: str = "") -> dict[str, object]:
    facts = [one.content for one in after(text, agent=agent) if one.content.slot.value == "demographics"]
    return {one.concept.concept_id: one.value for one in facts}


def _ages(text: str) -> list[tuple[object, str | None]]:
    ages = [one.content for one in after(text) if one.content.concept.concept_id == "age"]
    return [(one.value, one.unit) for one in ages]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("citalopram 20mg for panic attacks. 31", 31),
        ("31. citalopram 20mg for panic attacks", 31),
        ("37, on the mini pill since March", 37),
        ("68 and on apixaban", 68),
        ("52 with asthma and hay fever", 52),
        ("I'm a plumber, 47", 47),
        ("retired nurse, 73, on bisoprolol", 73),
        ("ramipril 5 mg daily, 58", 58),
        ("atorvastatin 20 for high cholesterol, 66 years", 66),
        ("on warfarin 3mg, 71 yrs", 71),
        ("I am 66 years and asthmatic", 66),
        ("58, 당뇨 있어요", 58),
        ("고혈압약 먹어요. 58", 58),
        ("63이고 혈압약 먹어요", 63),
        ("72 고혈압 당뇨", 72),
        ("서른넷 임산부예요", 34),
        ("일하다 허리를 다쳤는데 쉰여섯 먹은 목수라예", 56),
    ],
)
def test_a_number_alone_beside_what_somebody_has_or_takes_is_an_age(text: str, years: int) -> None:
    assert _ages(text) == [(years, YEARS)]


@pytest.mark.parametrize(
    "text",
    [
        "sertraline, 50",
        "I take levothyroxine, 75",
        "simvastatin 20, 40",
        "warfarin 3. 5",
        "diabetes, 20 years",
        "asthma, 50 years",
        "metformin 500 twice daily, 10 years",
        "I smoked 30 a day, 40 years",
        "26, not 28",
        "cholesterol 26, on the statin",
        "bus 26, on the way to the clinic",
        "my flat is number 28, I have asthma",
        "room 44, I take aspirin",
        "My friend, 44, has gout",
        "i am 3 years sober and on sertraline",
        "he's been ill 3 years",
        "give my son 5 with food",
        "gave my son 5, then 5 more",
        "my mum 120, 80",
        "my 2 month old prescription ran out",
        "50 metformin twice a day",
        "50 m away and I am out of breath, I have asthma",
    ],
)
def test_doses_years_of_an_illness_rooms_and_other_peoples_years_are_none(text: str) -> None:
    assert _ages(text) == []


def test_a_number_that_answers_a_question_is_what_was_asked_for() -> None:
    assert "age" not in _person("28, I have asthma", agent="How many cigarettes do you smoke a week?")
    assert _person("28, I have asthma")["age"] == 28


@pytest.mark.parametrize(
    ("text", "years", "sex"),
    [
        ("levothyroxine 50, underactive thyroid, 41 f", 41, "female"),
        ("41 f, levothyroxine 50", 41, "female"),
        ("38/F with migraine", 38, "female"),
        ("M 57, gout", 57, "male"),
        ("im 41 m with gout", 41, "male"),
        ("55 year old guy in Ohio with gout", 55, "male"),
        ("33 yo gal with migraines", 33, "female"),
        ("47 year old retired bloke with back pain", 47, "male"),
        ("47/남 고지혈증", 47, "male"),
        ("여 52, 갑상선약 먹음", 52, "female"),
    ],
)
def test_the_sex_beside_the_years_is_told_with_them(text: str, years: int, sex: str) -> None:
    assert _person(text) == {"age": years, "gender": sex}


@pytest.mark.parametrize("text", ["temp 101 f this morning", "it is 41 f outside and my hands hurt"])
def test_degrees_are_nobodys_years(text: str) -> None:
    assert _person(text) == {}


@pytest.mark.parametrize(
    ("text", "years", "name"),
    [
        ("my mother 64 is diabetic, takes gliclazide 80 mg twice daily", 64, "Diabetes mellitus"),
        ("my mum 72 has copd and takes tiotropium", 72, "Chronic obstructive pulmonary disease"),
        ("my nan 88 with dementia, on donepezil 10", 88, "Dementia"),
        ("my son 6 has asthma", 6, "Asthma"),
        ("husband 58, gout, on allopurinol 100", 58, "Gout"),
        ("어머니 64 당뇨 있으세요", 64, "Diabetes mellitus"),
    ],
)
def test_years_beside_the_relative_who_is_told_of_are_the_patients(text: str, years: int, name: str) -> None:
    facts = [one.content for one in after(text)]
    assert {one.concept.concept_id: one.value for one in facts if one.slot.value == "demographics"}["age"] == years
    illness = next(one for one in facts if one.concept.name == name)
    assert (illness.subject, illness.slot.value, illness.certainty.value) == ("patient", "conditions", "confirmed")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("good evening, my pikin get fever, she be 3 years", 3, YEARS),
        ("he is 4 years and has a cough", 4, YEARS),
        ("my baby is 3 years old and has a rash", 3, YEARS),
        ("3개월 된 아기 엄마예요 정확히는 생후 78일", 78, DAYS),
        ("2개월 아기예요. 정확히는 생후 9주예요", 9, WEEKS),
        ("my baby is 3 months old, well she's 11 weeks", 11, WEEKS),
        ("my baby is 3 months old", 3, MONTHS),
        ("my 18 month old has a rash", 18, MONTHS),
        ("애기 18개월 열이 나요", 18, MONTHS),
    ],
)
def test_a_childs_age_is_heard_once_and_as_it_was_told_last(text: str, value: float, unit: str) -> None:
    assert _ages(text) == [(value, unit)]
