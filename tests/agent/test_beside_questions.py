"""Answers to several things at once, by whom a card is for, by a rhythm, and in the turns after words of self-harm."""

from __future__ import annotations

import pytest

from agent.answers.knowledge.whose_card import Whose
from agent.skills.ports import Language
from retrieval.cards import shipped_cards
from tests.agent.conversation import (
    Conversation,
    age,
    card_reader,
    condition,
    lab,
    medicine,
    recogniser,
    states,
    symptom,
    vital,
)


@pytest.mark.parametrize(
    ("years", "said", "suits"),
    [(41, "can I have aspirin", False), (6, "can she have aspirin", True), (41, "may my son have aspirin", True)],
)
def test_a_card_of_children_is_for_children(years: int, said: str, suits: bool) -> None:
    view = Conversation("en").knows(age(years)).view
    card = shipped_cards().find("en", "pain_and_cold_medicine", ("aspirin",))
    assert card is not None and card.text.startswith("Under 16")
    assert Whose(view, recogniser(), said).suits(card) is suits


def test_a_card_of_an_illness_is_for_who_has_it() -> None:
    card = shipped_cards().find("ko", "pain_and_cold_medicine", ("antiepileptic",))
    assert card is not None
    migraine = Conversation("ko").knows(condition("migraine"), medicine("topiramate", "25mg", "QHS"))
    epilepsy = Conversation("ko").knows(condition("epilepsy"), medicine("topiramate", "25mg", "QHS"))
    asks = "이부프로펜 먹어도 되나요"
    assert not Whose(migraine.view, recogniser(), asks).suits(card)
    assert Whose(epilepsy.view, recogniser(), asks).suits(card)
    assert Whose(migraine.view, recogniser(), "뇌전증이 있으면 진통제 먹어도 되나요").suits(card)


@pytest.mark.parametrize(
    ("language", "asked", "lines"),
    [("ko", "잠 좀 잘 자게 계획 짜 주세요 세 가지로", 3), ("en", "make me a short plan to sleep better, 2 steps", 2)],
)
def test_a_plan_for_sleep_is_of_sleep(language: Language, asked: str, lines: int) -> None:
    talk = Conversation(language, cards=card_reader()).knows(
        age(44), condition("hypertension", language), vital("systolic_blood_pressure", 128, "mm[Hg]", "2024-04-20")
    )
    text = talk.said(asked).text
    numbered = [line for line in text.splitlines() if line[:1].isdigit()]
    assert len(numbered) == lines and all("insomnia" in line for line in numbered), text


def test_a_plan_of_the_week_stays_one() -> None:
    talk = Conversation("en", cards=card_reader()).knows(
        condition("type_2_diabetes", "en"), medicine("metformin", "500mg", "BID"), lab("hba1c", 7.4, "%", "2024-04-20")
    )
    text = talk.said("give me a plan for this week in three steps").text
    assert "HbA1c" in text and "Metformin" in text


@pytest.mark.parametrize(
    ("language", "asked", "names"),
    [
        ("en", "and the Tuesday one, how should I take that?", "alendronate"),
        ("ko", "일주일에 한 번 먹는 약은 어떻게 먹나요?", "알렌드로네이트"),
    ],
)
def test_a_medicine_is_called_by_its_rhythm(language: Language, asked: str, names: str) -> None:
    talk = Conversation(language, cards=card_reader()).knows(
        medicine("alendronate", "70mg", "weekly"), medicine("levothyroxine", "75mcg", "QD")
    )
    assert names in talk.said(asked).text.casefold()


@pytest.mark.parametrize(
    ("language", "tells", "before"),
    [("ko", "오늘 INR 2.5예요. 지난번엔 얼마였죠?", "3.6"), ("en", "INR is 2.5 today. what was it last time?", "3.6")],
)
def test_what_it_was_is_the_value_before_the_one_just_told(language: Language, tells: str, before: str) -> None:
    talk = Conversation(language).knows(lab("inr", 3.6, "{INR}", "2024-04-20"))
    answer = talk.said(tells, [states(lab("inr", 2.5, "{INR}", "2024-05-02"))]).text
    assert before in answer, answer


@pytest.mark.parametrize(
    ("language", "asked"),
    [("ko", "하루에 몇 알까지 먹어도 돼요?"), ("en", "what is the most I may take in 24 hours?")],
)
def test_the_most_of_a_medicine_is_told_by_its_card(language: Language, asked: str) -> None:
    talk = Conversation(language, cards=card_reader()).knows(medicine("sumatriptan", "50mg", "PRN"))
    assert "triptan-extra" in talk.said(asked).text


@pytest.mark.parametrize(
    ("concept_id", "unit", "low", "high", "says"),
    [
        ("tsh", "mIU/L", 0.05, 9.0, ("too much thyroid hormone", "too little thyroid hormone")),
        ("inr", "{INR}", 1.2, 4.6, ("clots more easily", "clots more slowly")),
    ],
)
def test_what_a_value_outside_means_is_said(
    concept_id: str, unit: str, low: float, high: float, says: tuple[str, str]
) -> None:
    for value, meaning in zip((low, high), says, strict=True):
        told = states(lab(concept_id, value, unit, "2024-05-02"))
        talk = Conversation("en").knows(medicine("warfarin", "3mg", "QD"), medicine("levothyroxine", "75mcg", "QD"))
        assert meaning in talk.said(f"{concept_id.upper()} came back {value}", [told]).text


def test_points_of_a_questionnaire_are_not_of_ten() -> None:
    told = states(lab("phq_9", 11, "{score}", "2024-05-02"))
    text = Conversation("en").said("my PHQ-9 was 11, is that bad?", [told]).text
    assert "/10" not in text and "moderate" in text


def test_saturation_with_copd_has_a_lower_limit() -> None:
    told = vital("oxygen_saturation", 90, "%", "2024-05-02")
    asks = "saturation 90 today, is that low?"
    assert "88" in Conversation("en").knows(condition("copd", "en")).said(asks, [states(told)]).text
    assert "94" in Conversation("en").said(asks, [states(told)]).text


def test_a_value_that_reads_like_a_crisis_line_is_none() -> None:
    talk = Conversation("ko")
    told = lab("ldl_cholesterol", 109.0, "mg/dL", "2026-03-01")
    assert "109" in talk.knows(told).said("LDL이 얼마였죠?").text
    assert "가까운 사람" not in talk.said("고마워요").text


@pytest.mark.parametrize(("language", "line"), [("ko", "109"), ("en", "988")])
def test_who_spoke_of_dying_is_stayed_with(language: Language, line: str) -> None:
    talk = Conversation(language).knows(medicine("sertraline", "50mg", "QD"), medicine("metformin", "500mg", "BID"))
    dark = "그냥 죽고 싶다는 생각이 들어요" if language == "ko" else "some nights I just want to die"
    assert line in talk.said(dark, [states(symptom("suicidal_ideation"))]).text
    next_one = talk.said("약은 그냥 끊을까요?" if language == "ko" else "should I stop the tablets then?").text
    assert line in next_one


def test_two_medicines_against_clots_are_meant_together() -> None:
    talk = Conversation("en").knows(
        medicine("aspirin", "75mg", "QD"),
        medicine("ticagrelor", "90mg", "BID"),
        condition("myocardial_infarction", "en"),
    )
    text = talk.said("the dentist wants to pull a tooth. should I stop ticagrelor before?").text
    assert "raises the risk of bleeding" not in text and "Do not stop" in text
