"""How much, how often and when of a fever medicine: by weight, by what was given, and never against the record."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.complaints.fever_medicine_asked import asks_fever_medicine
from agent.skills.ports import Language
from domain.values import Content
from projections.answers import Answers
from tests.agent.conversation import (
    NOW,
    ZONE,
    Conversation,
    age,
    allergy,
    condition,
    medicine,
    recogniser,
    symptom,
    vital,
)

TODAY = "2024-05-02"


def child(language: Language, years: int, kilograms: float | None, *known: Content) -> Conversation:
    weight = (vital("body_weight", kilograms, "kg", TODAY),) if kilograms else ()
    return Conversation(language).knows(age(years), *weight, *known)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "how much panadol can he have", ("160 to 240 mg", "16 kg", "4 to 6 hours", "at most 4 doses", "960 mg")),
        ("en", "what dose of nurofen is right for him", ("80 to 160 mg", "6 to 8 hours", "at most 3 doses")),
        ("en", "how many ml of calpol, it says 120mg/5ml?", ("6.7 to 10 mL", "24 mg in each mL")),
        ("ko", "타이레놀 시럽 얼마나 먹여야 하나요?", ("160~240mg", "16 kg", "4~6시간", "5번")),
        ("ko", "부루펜 시럽 몇 ml 먹이면 돼요? 20mg/ml예요", ("80~160mg", "4~8mL", "6~8시간")),
    ],
)
def test_a_childs_dose_goes_by_the_weight_on_record(language: Language, text: str, wanted: tuple[str, ...]) -> None:
    talk = child(language, 4, 16.0)
    said = talk.said(text)
    assert talk.intent is not None and talk.intent.name == "dose"
    assert all(one in said.text for one in wanted), said.text
    assert said.facts_used


@pytest.mark.parametrize(
    ("language", "told", "asked", "wanted"),
    [
        ("en", "he weighs about 16 kilos", "how much panadol can he have", "160 to 240 mg"),
        ("en", "she is 38 lbs", "how much tylenol can she have", "172 to 258 mg"),
        ("ko", "아이는 18킬로예요", "타이레놀 얼마나 먹여요?", "180~270mg"),
    ],
)
def test_a_weight_told_in_passing_is_heeded(language: Language, told: str, asked: str, wanted: str) -> None:
    talk = child(language, 4, None)
    talk.said(told)
    assert wanted in talk.said(asked).text


def test_without_a_weight_the_rule_is_told_and_the_weight_asked_for() -> None:
    said = child("en", 5, None).said("how much ibuprofen can he have").text
    assert "5 to 10 mg for each kg" in said and "How much does the child weigh" in said
    said = child("ko", 5, None).said("해열제 용량이 어떻게 돼요?").text
    assert said.count("몸무게") == 1


def test_an_adult_is_told_the_label() -> None:
    assert "4,000 mg" in Conversation("en").knows(age(34)).said("how many paracetamol can I take in a day?").text
    assert "1,200mg" in Conversation("ko").knows(age(45)).said("이부프로펜 하루에 얼마까지 먹어도 돼요?").text


@pytest.mark.parametrize(
    ("language", "first", "asked", "wanted"),
    [
        ("en", "how much calpol can he have?", "gave him 5 ml at 7 am. when can he have more?", "before 11:00 am"),
        (
            "en",
            "how much nurofen can he have?",
            "he had it at 8:30 am, how long until the next dose?",
            "before 2:30 pm",
        ),
        ("ko", "타이레놀 얼마나 먹여요?", "오전 9시에 5ml 먹였는데 다음 건 언제 먹이면 돼요?", "오후 1시 전"),
        ("ko", "부루펜 얼마나 먹여요?", "방금 먹였어요. 언제 또 먹여도 돼요?", "오후 4시 전"),
    ],
)
def test_the_next_dose_is_counted_from_the_hour_told(language: Language, first: str, asked: str, wanted: str) -> None:
    talk = child(language, 4, 16.0)
    talk.said(first)
    assert wanted in talk.said(asked).text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("is 5 ml of paracetamol 32 mg/ml right for his weight?", "a right amount"),
        ("is 2 ml of paracetamol 32 mg/ml right for his weight?", "less than the usual"),
        ("he had 12 ml of paracetamol 32 mg/ml, was that too much?", "leave out the next one"),
        ("is 38 ml of paracetamol 32 mg/ml right for his weight?", "may do harm"),
        ("is 5 ml of paracetamol right for his weight?", "What does the bottle say"),
    ],
)
def test_an_amount_is_judged_by_weight_and_strength(text: str, wanted: str) -> None:
    assert wanted in child("en", 4, 15.2).said(text).text


def test_another_weight_changes_the_dose() -> None:
    talk = child("en", 4, 16.0)
    talk.said("how much panadol can he have")
    said = talk.said("does 18 instead of 16 kg change it").text
    assert "180 to 270 mg" in said and "160 to 240 mg" in said


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ((allergy("ibuprofen"),), "how much nurofen can he have"),
        ((condition("varicella"),), "how much ibuprofen can he have"),
        ((condition("asthma"),), "how much ibuprofen can he have"),
        ((symptom("vomiting"),), "how much ibuprofen can he have"),
        ((condition("chronic_kidney_disease"),), "how much advil can he have"),
    ],
)
def test_no_dose_is_told_of_what_the_record_warns_of(known: tuple[Content, ...], text: str) -> None:
    said = child("en", 6, 20.0, *known).said(text).text
    assert "100 to 200 mg" not in said
    assert "200 to 300 mg" in said


def test_a_baby_is_seen_first() -> None:
    talk = Conversation("en")
    talk.said("my 6 week old weighs 4 kg")
    assert "have the baby seen first" in talk.said("how much calpol can I give her?").text


def test_after_an_alarm_no_dose_is_told() -> None:
    talk = child("ko", 3, 14.0)
    talk.said("39도인데 아이가 축 처지고 깨워도 잘 못 일어나요")
    said = talk.said("부루펜 얼마나 줘도 돼요?").text
    assert "70~140mg" not in said and "119" in said


def test_both_are_not_given_at_once() -> None:
    talk = child("en", 7, 23.0)
    talk.said("how much nurofen can he have")
    assert "Not both at once" in talk.said("can I give him that and paracetamol together?").text


@pytest.mark.parametrize(
    "text",
    [
        "how much amoxicillin can he have?",
        "how much tylenol do I take?",
        "am I taking paracetamol?",
        "can I take ibuprofen with lisinopril?",
        "how many paracetamol would kill me",
        "타이레놀 얼마나 먹고 있죠?",
        "아목시실린 얼마나 먹여야 해요?",
        "how much does he weigh?",
        "when did I start tylenol?",
        "what are the side effects of ibuprofen?",
        "밥 더 먹여도 되나요?",
    ],
)
def test_what_asks_for_no_dose_is_left_alone(text: str) -> None:
    assert not asks_fever_medicine(read_request(text, recogniser(), (NOW, ZONE)), Answers("p"))


@pytest.mark.parametrize(
    "text", ["how long should I wait before exercising?", "유치원은 언제부터 가도 돼요?", "밥 더 먹여도 되나요?"]
)
def test_other_questions_after_a_dose_are_not_of_it(text: str) -> None:
    talk = child("en", 4, 16.0, medicine("amoxicillin", "250mg", "TID"))
    talk.said("how much panadol can he have")
    talk.said(text)
    assert talk.intent is not None and talk.intent.name != "dose"


def test_a_list_that_holds_a_fever_medicine_is_not_about_its_dose() -> None:
    talk = Conversation("ko").knows(age(68), medicine("ibuprofen", "200mg", "PRN"), medicine("amlodipine", "5mg", "QD"))
    talk.said("제가 먹는 약 알려 주세요")
    talk.said("그거 다시 한 줄로 요약해 주세요. 전에 얼마, 지금 얼마, 차이 얼마요.")
    assert talk.intent is not None and talk.intent.name != "dose"
