"""Several people laid out in one message: what each one has stays that one's, with the years."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.values import PATIENT, Content, SlotKind
from tests.shipped import reader

ZONE = "Europe/London"
EVENING = datetime(2026, 7, 15, 20, 0, tzinfo=ZoneInfo(ZONE))


def told(said: str) -> list[Content]:
    language = "ko" if any("가" <= one <= "힣" for one in said) else "en"
    found = reader().read(said, said_at=EVENING, time_zone=ZONE, language=language).proposals  # type: ignore[arg-type]
    return [one.content for one in found if one.content is not None]


def held(said: str) -> dict[str, str]:
    """Each medicine, illness and allergy with whose it is."""
    kept = (SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.FAMILY_HISTORY, SlotKind.ALLERGIES)
    return {one.concept.concept_id: one.subject for one in told(said) if one.slot in kept}


def years(said: str) -> dict[str, object]:
    return {one.subject: one.value for one in told(said) if one.concept.concept_id == "age"}


LAID_OUT = [
    (
        "Gran 90, digoxin 125 mcg, heart failure. I'm 33 and on sertraline 50 mg.",
        {"digoxin": "grandmother", "heart_failure": "grandmother", "sertraline": PATIENT},
        {"grandmother": 90.0, PATIENT: 33.0},
    ),
    (
        "Wife (58) - type 2 diabetes, metformin 1 g twice daily. Me (60) - gout, allopurinol 300 mg.",
        {"type_2_diabetes": "wife", "metformin": "wife", "gout": PATIENT, "allopurinol": PATIENT},
        {"wife": 58.0, PATIENT: 60.0},
    ),
    (
        "I'm 45, asthma, salbutamol when needed. My mother, 77: osteoporosis, alendronic acid 70 mg on Sundays, "
        "allergic to penicillin.",
        {"asthma": PATIENT, "osteoporosis": "mother", "alendronate": "mother", "penicillin_allergy": "mother"},
        {PATIENT: 45.0, "mother": 77.0},
    ),
    (
        "Sister 41, epilepsy, lamotrigine 100 mg bd; me 39, migraine, propranolol 80 mg.",
        {"epilepsy": "sister", "lamotrigine": "sister", "migraine": PATIENT, "propranolol": PATIENT},
        {"sister": 41.0, PATIENT: 39.0},
    ),
    (
        "Dad: 74, COPD, tiotropium. Mum: 72, glaucoma, latanoprost drops at night.",
        {"copd": "father", "glaucoma": "mother", "latanoprost": "mother"},
        {"father": 74.0, "mother": 72.0},
    ),
    (
        "남편: 66세, 류마티스 관절염, 메토트렉세이트 월요일 15mg. 저: 61세, 고혈압, 암로디핀 5mg.",
        {"rheumatoid_arthritis": "husband", "methotrexate": "husband", "hypertension": PATIENT, "amlodipine": PATIENT},
        {"husband": 66.0, PATIENT: 61.0},
    ),
    (
        "저는 45세 천식 있고 벤토린 씁니다. 어머니는 77세 골다공증, 포사맥스 일요일마다, 페니실린 알레르기 있으세요.",
        {"asthma": PATIENT, "osteoporosis": "mother", "alendronate": "mother", "penicillin_allergy": "mother"},
        {PATIENT: 45.0, "mother": 77.0},
    ),
    (
        "장모님 80, 파킨슨, 시네메트 하루 세 번 / 저 55, 통풍, 알로푸리놀 100",
        {"parkinsons_disease": "mother_in_law", "gout": PATIENT, "allopurinol": PATIENT},
        {"mother_in_law": 80.0, PATIENT: 55.0},
    ),
    (
        "남편: 70세, 간질, 테그레톨 200 하루 두번, 페니실린 알레르기. 저: 66세, 통풍, 알로푸리놀 100.",
        {"epilepsy": "husband", "carbamazepine": "husband", "penicillin_allergy": "husband", "gout": PATIENT},
        {"husband": 70.0, PATIENT: 66.0},
    ),
]


@pytest.mark.parametrize(("said", "whose", "ages"), LAID_OUT)
def test_each_ones_things_and_years_are_that_ones(said: str, whose: dict[str, str], ages: dict[str, float]) -> None:
    found = held(said)
    assert {key: found.get(key) for key in whose} == whose
    assert years(said) == ages


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("My dad is 80 and he reminded me to take my statin. I take atorvastatin 20 mg.", {"atorvastatin": PATIENT}),
        ("I'm 66 and my father had a stroke at 62. I take aspirin 75 mg.", {"aspirin": PATIENT, "stroke": "father"}),
        ("My mother is 79 and I am 52. I have high blood pressure.", {"hypertension": PATIENT}),
        ("저 52세 고혈압이고 아버지가 70세에 뇌졸중 오셨어요.", {"hypertension": PATIENT, "stroke": "father"}),
    ],
)
def test_what_lays_out_nobody_stays_as_it_is(said: str, own: dict[str, str]) -> None:
    found = held(said)
    assert {key: found.get(key) for key in own} == own


@pytest.mark.parametrize(
    "said",
    [
        "I'm Nadia, 38. I look after my mother, she is 69, sugar patient, on gliclazide 40",
        "Carer here (I'm 58), husband is 76 with Parkinson's, on Sinemet 25/100 three times a day",
    ],
)
def test_who_only_says_who_that_is_leaves_the_record_to_the_other(said: str) -> None:
    assert set(held(said).values()) == {PATIENT}
    assert not any(one.slot is SlotKind.LABS for one in told(said))


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("BP home: 158/84 for Dad, 134/86 for me. he's 77 and I'm 51", 134.0),
        ("tonight's pressure 148/90 mum, 126/80 me", 126.0),
        ("혈압 152/84 아버지, 124/78 저", 124.0),
    ],
)
def test_who_stands_behind_each_reading_is_its_owner(said: str, own: float) -> None:
    upper = [one.value for one in told(said) if "systolic" in one.concept.concept_id and one.subject == PATIENT]
    assert upper == [own]
