"""Phrasings that a dictionary and a plain cue list get wrong: each table is one rule in several people's words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from domain.values import ANY
from extraction.__main__ import as_fact
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def facts(extractor: Extractor, text: str) -> list[dict[str, Any]]:
    reading = extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul")
    return [fact for proposal in reading.proposals if (fact := as_fact(proposal)) is not None]


def told(extractor: Extractor, text: str, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(fact.get(name) for name in names) for fact in facts(extractor, text)]


@pytest.mark.parametrize(
    "text",
    [
        "당뇨에 좋은 음식 세 가지만 알려주세요",
        "List three side effects of metformin",
        "심장병일까 봐 무서워요",
        "당뇨 합병증이 올까 봐 걱정돼요",
        "I'm worried I might have diabetes",
        "와파린 먹는 사람은 낫토 먹으면 안 된다던데요",
        "제가 간호사인데 우리 환자 중에 당뇨가 많아요",
        "며느리가 그러는데 당뇨엔 현미가 좋대요",
        "The stroke risk calculator said 12%",
        "my cousin says rest cures arthritis",
        "The pharmacist said not to take ibuprofen with warfarin",
        "의사 선생님이 혈압을 130 밑으로 유지하라고 하셨어요",
        "LDL을 70 아래로 낮춰야 한대요",
        "Doctor wants my LDL under 70",
        "My doctor says to keep my blood pressure below 130",
        "Pulse is in the 90s",
        "그 혈압 150은 어머니 거예요",
    ],
)
def test_advice_worry_and_other_people_leave_nothing(extractor: Extractor, text: str) -> None:
    assert facts(extractor, text) == []


def test_a_near_miss_is_no_fact(extractor: Extractor) -> None:
    assert told(extractor, "어지러워서 넘어질 뻔했어요", "name") == [("dizziness",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("무릎이 붓고 아파요", ["joint swelling", "knee pain"]),
        ("다리가 퉁퉁 붓고 아파요", ["swelling of legs", "leg pain"]),
        ("허리가 끊어질 것처럼 아파요", ["low back pain"]),
        ("My knees are swollen and sore", ["joint swelling", "knee pain"]),
        ("my lower back has been killing me", ["low back pain"]),
        ("머리는 안 아픈데 목이 뻐근해요", ["headache", "neck pain"]),
    ],
)
def test_a_part_of_the_body_keeps_its_complaint(extractor: Extractor, text: str, expected: list[str]) -> None:
    assert [name for (name,) in told(extractor, text, "name")] == expected


@pytest.mark.parametrize(
    ("text", "dose", "frequency"),
    [
        ("인슐린을 20단위 아침, 10단위 저녁에 맞아요", "20U morning, 10U evening", "BID"),
        ("인슐린 아침 14단위 저녁 8단위요", "14U morning, 8U evening", "BID"),
        ("Insulin 12 units before breakfast and 8 units before dinner", "12U morning, 8U evening", "BID"),
        ("Metformin 1 g with breakfast and dinner", "1g", "BID"),
        ("메트포르민 오백짜리 아침저녁으로 한 알씩이요", "500mg", "BID"),
    ],
)
def test_doses_at_times_of_day_make_a_frequency(extractor: Extractor, text: str, dose: str, frequency: str) -> None:
    assert told(extractor, text, "dose", "frequency") == [(dose, frequency)]


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("어머니하고 언니가 유방암이었어요", {"mother", "sister"}),
        ("아버지, 삼촌 두 분 다 위암으로 돌아가셨어요", {"father", "uncle"}),
        ("My mother and sister both had breast cancer", {"mother", "sister"}),
    ],
)
def test_relatives_named_together_share_the_disease(extractor: Extractor, text: str, subjects: set[str]) -> None:
    assert {(slot, who) for slot, who in told(extractor, text, "slot", "subject")} == {
        ("family_history", who) for who in subjects
    }


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("LDL이 백육십이 넘었대요", "LDL cholesterol", 160),
        ("어젯밤에 열이 삼십팔 도 오 부까지 올랐어요", "Body temperature", 38.5),
        ("열이 39도까지 올랐어요", "Body temperature", 39),
        ("간수치가 AST 45 ALT 60이래요", "AST", 45),
        ("eGFR of 48 back in December", "eGFR", 48),
    ],
)
def test_numbers_are_read_as_they_were_meant(extractor: Extractor, text: str, name: str, value: float) -> None:
    assert (name, value) in told(extractor, text, "name", "value")


def test_an_unknown_abbreviation_keeps_its_number(extractor: Extractor) -> None:
    assert told(extractor, "HR 88, ZQX 37.2", "name", "value") == [("Heart rate", 88)]


def test_a_pressure_that_is_taken_back_states_nothing(extractor: Extractor) -> None:
    assert told(extractor, "혈압 150에 95, 아 아니다 145에 95였어요", "value") == [(145,), (95,)]
    (systolic, diastolic) = told(extractor, "혈압이 150에 95가 아니라 145에 90이에요", "value", "operation")
    assert (systolic, diastolic) == ((145, "correct"), (90, "correct"))


def test_todays_pressure_is_not_the_usual_one(extractor: Extractor) -> None:
    assert told(extractor, "오늘 혈압 135에 85 나왔어요", "qualifier") == [(None,), (None,)]
    assert told(extractor, "늘 혈압이 135에 85 나와요", "qualifier") == [("usual",), ("usual",)]


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("숨은 안 차요", "negated"),
        ("수술은 무서워서 안 받았어요", "negated"),
        ("수술은 한 번도 안 해봤어요", "negated"),
        ("고지혈증은 약 안 먹어도 된대요", "affirmed"),
        ("남편이 고혈압이라 짜게 안 먹여요", "affirmed"),
        ("혈압약 하루라도 안 먹으면 힘들어요", "affirmed"),
    ],
)
def test_a_denial_reaches_its_own_predicate_only(extractor: Extractor, text: str, polarity: str) -> None:
    assert told(extractor, text, "polarity")[0] == (polarity,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("맹장 수술 했어요", [("Appendectomy", None)]),
        ("내일 백내장 수술해요", [("Cataract surgery", "planned")]),
    ],
)
def test_operations_are_named_and_dated(extractor: Extractor, text: str, expected: list[tuple[Any, ...]]) -> None:
    procedures = [fact for fact in facts(extractor, text) if fact["slot"] == "procedures"]
    assert [(fact["name"], fact.get("status")) for fact in procedures] == expected


@pytest.mark.parametrize(
    ("text", "certainty", "polarity"),
    [("NKDA", "confirmed", "negated"), ("Not sure if I'm allergic to anything", "unknown", "affirmed")],
)
def test_allergies_as_a_whole(extractor: Extractor, text: str, certainty: str, polarity: str) -> None:
    assert told(extractor, text, "slot", "name", "certainty", "polarity") == [("allergies", ANY, certainty, polarity)]


def test_one_denied_allergy_does_not_deny_the_one_named_after_it(extractor: Extractor) -> None:
    assert told(extractor, "음식 알레르기는 없고 페니실린만 있어요", "name", "polarity") == [("Penicillin", "affirmed")]


def test_the_age_before_a_gender_or_after_a_name_is_the_speakers(extractor: Extractor) -> None:
    assert told(extractor, "예순여덟 남자고요", "name", "value") == [("age", 68), ("gender", "male")]
    assert told(extractor, "Hi, I'm Karen, 61.", "value") == [(61,)]


@pytest.mark.parametrize(
    "text",
    [
        "Tell me my latest HbA1c again and give me three steps for this week.",
        "Check my creatinine and give me 2 tips.",
        "What is my potassium? I have three more questions.",
    ],
)
def test_a_number_of_things_asked_for_is_no_value_of_a_test(extractor: Extractor, text: str) -> None:
    assert facts(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("이소트레티노인 임신 계획 중인데 먹어도 돼요?", [("Pregnancy", "planned")]),
        ("임신 준비하고 있어요", [("Pregnancy", "planned")]),
        ("I'm planning to get pregnant.", [("Pregnancy", "planned")]),
        ("임신 중인데 이소트레티노인 먹어도 돼요?", [("Pregnancy", "active")]),
        ("암로디핀 임신 중에 먹어도 되나요?", []),
        ("Can I take losartan while I'm pregnant?", []),
        ("Are statins safe while breastfeeding?", []),
        ("와파린 먹고 있는데 이부프로펜 먹어도 되나요?", [("Warfarin", "active")]),
    ],
)
def test_a_planned_pregnancy_is_not_one_and_a_medicine_asked_about_is_not_taken(
    extractor: Extractor, text: str, expected: list[tuple[str, str]]
) -> None:
    assert told(extractor, text, "name", "status") == expected


@pytest.mark.parametrize(
    "text",
    [
        "The doctor says aspirin is fine.",
        "My aunt told me penicillin is good.",
        "Warfarin is dangerous.",
        "의사가 아스피린은 괜찮대요",
        "메트포르민은 부작용 없이 괜찮아요",
    ],
)
def test_a_medicine_that_is_only_judged_is_not_taken(extractor: Extractor, text: str) -> None:
    assert facts(extractor, text) == []


@pytest.mark.parametrize("text", ["Gout runs in the family.", "Gout runs in my family.", "집안에 통풍 내력이 있어요"])
def test_what_runs_in_the_family_is_the_family_s(extractor: Extractor, text: str) -> None:
    assert told(extractor, text, "slot", "name") == [("family_history", "Gout")]
