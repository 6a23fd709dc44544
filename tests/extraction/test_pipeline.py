from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.proposals import Operation, Proposal
from domain.values import ANY
from extraction.__main__ import as_fact
from extraction.rules.claims import RULES
from extraction.rules.pipeline import Extractor

SAID_AT = datetime.fromisoformat("2025-03-10T12:00:00+09:00")


def read(extractor: Extractor, text: str) -> tuple[Proposal, ...]:
    return extractor.read(text, said_at=SAID_AT, time_zone="Asia/Seoul").proposals


def facts(extractor: Extractor, text: str) -> list[dict[str, Any]]:
    return [fact for proposal in read(extractor, text) if (fact := as_fact(proposal)) is not None]


def triples(extractor: Extractor, text: str, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(fact.get(name) for name in names) for fact in facts(extractor, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "암로디핀 5mg 하루 한 번, 메트포르민 500mg 하루 두 번 먹어요.",
            [("Amlodipine", "5mg", "QD"), ("Metformin", "500mg", "BID")],
        ),
        ("자기 전에 아토르바스타틴 이십 미리 먹어요.", [("Atorvastatin", "20mg", "QHS")]),
        ("혈압약으로 암로디핀을 먹어요.", [("Amlodipine", None, None)]),
        (
            "1000 mg of metformin twice a day and 5 mg of amlodipine.",
            [("Metformin", "1000mg", "BID"), ("Amlodipine", "5mg", None)],
        ),
        ("losartan 50", [("Losartan", "50mg", None)]),
    ],
)  # fmt: skip
def test_doses_and_frequencies_belong_to_the_right_medicine(
    extractor: Extractor, text: str, expected: list[tuple[Any, ...]]
) -> None:
    assert triples(extractor, text, "name", "dose", "frequency") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024년 5월 2일에 LDL 66, 2024년 11월 9일에 106이었어요.", [(66, "2024-05-02"), (106, "2024-11-09")]),
        (
            "LDL은 66 mg/dL(2024년 5월 2일), 106 mg/dL(2024년 11월 9일)이에요.",
            [(66, "2024-05-02"), (106, "2024-11-09")],
        ),
        ("2024년 5월 2일에 66, 11월 9일에 106이었어요, LDL이요.", [(66, "2024-05-02"), (106, "2024-11-09")]),
        ("My LDL was 66 on 2 May 2024 and 106 on 9 Nov 2024.", [(66, "2024-05-02"), (106, "2024-11-09")]),
        ("My LDL was 106, down from 120 in June.", [(106, None), (120, "2024-06")]),
        ("LDL 100 나왔는데 어제 잰 거예요.", [(100, "2025-03-09")]),
    ],
)
def test_values_take_their_dates_in_either_order(
    extractor: Extractor, text: str, expected: list[tuple[float, str | None]]
) -> None:
    assert triples(extractor, text, "value", "effective") == expected


def test_a_pressure_is_two_vitals_of_today(extractor: Extractor) -> None:
    expected = [("Systolic blood pressure", 142, "2025-03-10"), ("Diastolic blood pressure", 90, "2025-03-10")]
    for text in ("혈압 백사십이에 구십 나왔어요.", "혈얍이 142/90이에요", "My blood pressure is 142 over 90."):
        assert triples(extractor, text, "name", "value", "effective") == expected


def test_one_number_of_the_pressure_is_the_upper_one(extractor: Extractor) -> None:
    assert triples(extractor, "혈압이 150 나왔어요.", "name", "value") == [("Systolic blood pressure", 150)]


def test_units_are_normalised_and_kept_as_said(extractor: Extractor) -> None:
    (fact,) = facts(extractor, "혈당이 7.4 mmol/L이래요.")
    assert (fact["unit"], fact["value_stated"], fact["unit_stated"]) == ("mg/dL", "7.4", "mmol/L")
    assert fact["value"] == pytest.approx(133.3, abs=0.1)


def test_ranges_comparators_and_qualifiers(extractor: Extractor) -> None:
    (low,) = facts(extractor, "공복혈당이 보통 110에서 120 사이예요.")
    assert (low["value_low"], low["value_high"], low["qualifier"]) == (110, 120, "fasting")
    (over,) = facts(extractor, "My A1c is over 8.")
    assert (over["value"], over["comparator"]) == (8, ">")
    assert triples(extractor, "공복 혈당 98, 식후 혈당 155요.", "value", "qualifier") == [
        (98, "fasting"),
        (155, "postprandial"),
    ]


@pytest.mark.parametrize(
    ("text", "slot", "polarity", "certainty"),
    [
        ("지금 먹는 약은 없어요.", "medications", "negated", "confirmed"),
        ("안 먹어요, 약.", "medications", "negated", "confirmed"),
        ("처방약이든 일반약이든 복용 중인 건 없습니다.", "medications", "negated", "confirmed"),
        ("I'm not taking any medication.", "medications", "negated", "confirmed"),
        ("알레르기 같은 건 없어요.", "allergies", "negated", "confirmed"),
        ("No known allergies.", "allergies", "negated", "confirmed"),
        ("알레르기가 있는지 잘 모르겠어요.", "allergies", "affirmed", "unknown"),
        ("I don't know if I have any allergies.", "allergies", "affirmed", "unknown"),
    ],
)
def test_statements_about_a_whole_slot(
    extractor: Extractor, text: str, slot: str, polarity: str, certainty: str
) -> None:
    assert triples(extractor, text, "slot", "name", "polarity", "certainty") == [(slot, ANY, polarity, certainty)]


@pytest.mark.parametrize(
    "text", ["알레르기는 있나요? 없으면 없다고 적어 주세요.", "복용약이 없다고 했는데 깜빡했네요.", "약 효과가 없어요."]
)
def test_what_only_sounds_like_none(extractor: Extractor, text: str) -> None:
    assert facts(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "name", "reaction"),
    [
        ("페니실린 알레르기가 있어요.", "Penicillin", None),
        ("땅콩 먹으면 발진이 나요.", "Peanuts", "rash"),
        ("I'm allergic to peanuts.", "Peanuts", None),
        ("Peanuts give me a rash.", "Peanuts", "rash"),
        ("알레르기 없다고 했는데 땅콩에 있어요.", "Peanuts", None),
    ],
)
def test_allergies(extractor: Extractor, text: str, name: str, reaction: str | None) -> None:
    assert triples(extractor, text, "slot", "name", "reaction") == [("allergies", name, reaction)]


def test_a_side_effect_is_no_allergy(extractor: Extractor) -> None:
    slots = [fact["slot"] for fact in facts(extractor, "메트포르민 먹으면 설사를 해요.")]
    assert sorted(slots) == ["medications", "symptoms"]


@pytest.mark.parametrize(
    "text", ["쉰세 살 남자예요.", "53세, 남성입니다.", "저는 53살이고 남자예요.", "I'm a 53-year-old man.", "53, male."]
)
def test_age_and_gender(extractor: Extractor, text: str) -> None:
    assert triples(extractor, text, "name", "value") == [("age", 53), ("gender", "male")]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("담배는 안 피워요.", "smoking", None),
        ("담배는 작년에 끊었어요.", "smoking", "former"),
        ("담배는 하루 한 갑 피워요.", "smoking", "current"),
        ("술은 일주일에 세 번 마셔요.", "alcohol", "3/week"),
        ("I quit smoking last year.", "smoking", "former"),
        ("I drink twice a week.", "alcohol", "2/week"),
    ],
)
def test_habits(extractor: Extractor, text: str, name: str, value: str | None) -> None:
    assert triples(extractor, text, "slot", "name", "value") == [("social_history", name, value)]


@pytest.mark.parametrize(
    "text",
    [
        "당화혈색소가 2024년에는 6.2%, 2025년에는 6.1%인데 얼마나 변한 건가요?",
        "최근 LDL 콜레스테롤(89)을 고려하면 약을 바꿔야 하나요?",
        "제 나이(49세)와 동반 질환(고혈압, 비만)을 보면 약이 필요한가요?",
    ],
)
def test_what_a_question_quotes_is_a_mention(extractor: Extractor, text: str) -> None:
    assert {proposal.operation for proposal in read(extractor, text)} == {Operation.MENTION}


def test_a_target_value_is_nothing(extractor: Extractor) -> None:
    for text in ("LDL이 목표(130 mg/dL 미만) 안에 있나요?", "당화혈색소 목표는 7.0% 미만이라고 들었어요."):
        assert read(extractor, text) == ()


def test_a_statement_before_a_question_still_states(extractor: Extractor) -> None:
    (fact,) = facts(extractor, "혈당이 210 나왔는데 괜찮을까요?")
    assert fact["value"] == 210


def test_evidence_quotes_the_original_words(extractor: Extractor) -> None:
    text = "음…  저는 고혈\u200b압이 있고요,  아버지는 통풍이 있으세요."
    proposals = read(extractor, text)
    assert [proposal.quote for proposal in proposals] == ["고혈\u200b압", "통풍"]
    assert all(text[proposal.start : proposal.end] == proposal.quote for proposal in proposals)


FRAGMENTS = st.sampled_from(
    "혈압 |138에 86|이었어요. |메트포르민 |500mg |하루 두 번 |아니라 |어머니가 |통풍 |없어요, "
    "|알레르기 |페니실린 |만약 |?"
    "|not |no, |I said |A1c |7.2% |from |to |취소 |고 |는데 |(|)|2024년 |yesterday |if |my mother "
    "|수술 |한 거 "
    "|처음 말한 |맞아요 |\u200b|ㅠㅠ|…|  ".split("|")
)


@settings(max_examples=60)
@given(text=st.one_of(st.text(max_size=80), st.lists(FRAGMENTS, max_size=14).map("".join)))
def test_no_text_raises_and_evidence_always_fits(extractor: Extractor, text: str) -> None:
    first, again = read(extractor, text), read(extractor, text)
    assert first == again
    for proposal in first:
        assert proposal.start is not None
        assert proposal.end is not None
        assert text[proposal.start : proposal.end] == proposal.quote
        assert proposal.extractor == RULES
