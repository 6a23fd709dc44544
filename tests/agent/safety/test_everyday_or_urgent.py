"""What passes at home calls nobody; what looks as harmless in a baby, in diabetes or on a statin does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.safety import red_flags
from agent.skills.ports import RED_FLAG, Language
from domain.ages import AGE
from domain.values import Concept, Content, SlotKind
from extraction.text.normalise import normalise
from tests.agent.conversation import Conversation, age, medicine, states, vital
from tests.agent.safety.spoken import known, spoken
from tests.agent.safety.test_red_flags import raised
from tests.shipped import vocabulary


def level(language: Language, facts: list[Content], text: str) -> str | None:
    flags = raised(language, facts, text)
    return flags[0].level if flags else None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Sick as a dog and the runs since yesterday evening, the kids had it first"),
        ("en", "bit of gastro, been sick twice and loose, sipping water fine"),
        ("en", "hungover, head is banging and feel sick, too much wine last night"),
        ("en", "a wasp got me on the arm yesterday, it's itchy and swollen where it stung"),
        ("en", "got a splinter out of my thumb, a bit red"),
        ("en", "she's 5 and has hand foot and mouth, blisters on her palms and sores in her mouth, 37.9"),
        ("ko", "어젯밤부터 토하고 설사해요 온 가족이 다 그랬어요"),
        ("ko", "수족구래요 손발에 물집이 있고 입안도 헐었어요"),
        ("ko", "벌에 손등을 쏘였는데 붓고 가려워요"),
        ("en", "pink eye, sticky yellow gunk in the corner"),
        ("ko", "체했는지 명치가 답답하고 트림만 나와요"),
    ],
)
def test_an_everyday_complaint_calls_nobody(language: Language, text: str) -> None:
    assert level(language, [], text) is None


@pytest.mark.parametrize(
    ("language", "facts", "text"),
    [
        ("en", [], "the runs and being sick since Friday, can't keep water down and I'm so weak"),
        ("en", ["conditions:addison_disease"], "a stomach bug, been sick twice and loose"),
        ("en", [], "stung by a wasp on my tongue and it's swelling"),
        ("ko", ["conditions:hypertension"], "체했는지 명치가 답답하고 트림만 나와요"),
        ("ko", [], "체한 것 같은데 가슴이 조이고 식은땀이 나요"),
    ],
)
def test_the_same_with_something_worse_or_in_who_is_frail_is_heard(
    language: Language, facts: list[str], text: str
) -> None:
    flags = raised(language, [known(one) for one in facts], text, urgent=True)
    assert flags and flags[0].level in ("now", "today")


def test_a_cold_that_only_the_reader_hears_waits_for_a_clinic() -> None:
    said = replace(spoken("en", [], "temp 38.1, runny nose and a sore throat", urgent=True), urgency=2.0)
    heard = red_flags(said, vocabulary().recogniser.find(normalise(said.question.text).text), vocabulary().lexicon)
    assert [one.level for one in heard] == ["today"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Just so you know I am allergic to cefalexin, I came up in hives and my face swelled when I was 19."),
        ("en", "As a teenager I got hives and a swollen throat from amoxicillin"),
        ("en", "penicillin gave me welts and swollen lips in my twenties"),
        ("en", "I'm allergic to ibuprofen, my eyes puff up and I get hives"),
        ("ko", "참고로 대학생 때 세파 주사 맞고 목이 붓고 두드러기가 났었어요"),
        ("ko", "새우 알레르기 있어요, 먹으면 입술이 붓고 두드러기 나요"),
    ],
)
def test_an_allergy_told_with_what_it_does_or_did_is_no_alarm(language: Language, text: str) -> None:
    assert raised(language, [], text, urgent=True) == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'm allergic to nuts and just ate one, my lips are swelling and I have hives"),
        ("en", "amoxicillin started today, lips swelling and hives"),
        ("ko", "땅콩 알레르기가 있는데 방금 먹었어요 입술이 붓고 두드러기가 나요"),
        ("ko", "항생제 먹고 30분 됐는데 얼굴이 붓고 숨이 차요"),
    ],
)
def test_an_allergy_met_with_now_is(language: Language, text: str) -> None:
    assert level(language, [], text) == "now"


@pytest.mark.parametrize(
    ("language", "facts", "text", "soon"),
    [
        ("en", ["conditions:type_2_diabetes"], "a blister on my foot burst, red around it and oozing", "today"),
        ("en", ["medications:metformin"], "my toe has gone red and hot with pus", "today"),
        ("ko", ["conditions:diabetes_mellitus"], "발바닥 물집이 터졌는데 주변이 빨갛고 진물이 나요", "today"),
        ("ko", ["conditions:diabetes_mellitus"], "발뒤꿈치가 헐었어요", "this_week"),
        ("en", ["conditions:type_2_diabetes"], "my feet smell after work", None),
        ("en", ["medications:metformin"], "my big toe is red and hot again, the gout is killing me", None),
        ("en", ["medications:metformin"], "the toe has settled, and the doctor cut it to 500", None),
        ("en", [], "got a blister on my heel from new shoes", None),
        ("en", ["medications:simvastatin"], "thighs weak and sore and my wee is like coca cola", "now"),
        ("ko", ["medications:atorvastatin"], "종아리가 뻐근하고 힘이 빠져요. 소변이 콜라색이에요", "now"),
        ("en", ["medications:simvastatin"], "I drink a lot of coke and my calves ache after walking", None),
        ("en", [], "a mole on my shoulder got darker over two months and the edge is uneven", "this_week"),
        ("ko", [], "팔에 점이 두 달 새 까매지고 테두리가 울퉁불퉁해졌어요", "this_week"),
        ("ko", [], "장점이 많아지고 커졌어요", None),
        ("en", [], "hoarse voice for 6 weeks now", "this_week"),
        ("ko", [], "목에 멍울이 한 달째 안 없어져요", "this_week"),
        ("en", [], "hoarse voice since yesterday's match", None),
        ("en", [], "my toddler swallowed a button battery", "now"),
        ("en", [], "ate breakfast, then changed the battery in my meter", None),
        ("ko", [], "아이가 락스를 마셨어요", "now"),
        ("en", [], "my toddler ate some of grandad's heart pills", "now"),
        ("en", [], "my son took his tablets late and the baby is fine, I took my tablets", None),
        ("en", ["conditions:pregnancy"], "my temperature is 38.4", "today"),
        ("en", ["conditions:pregnancy"], "my palms and soles are so itchy", "today"),
        ("ko", [], "손바닥이 가려워요", None),
        ("en", ["conditions:asthma"], "used my blue inhaler ten times and still wheezing", "now"),
        ("en", ["conditions:dialysis_dependence"], "my heart keeps fluttering", "now"),
        ("en", [], "a dog bit me on the hand, it's swollen and red streaks run up", "today"),
        ("ko", [], "밥 먹다 혀를 깨물어서 아파요", None),
        ("ko", [], "3개월 아기가 먹고 나면 조금씩 게워요 몸무게는 잘 늘어요", None),
        ("en", [], "flu jab yesterday, arm is sore and a bit achy", None),
        ("ko", [], "3살 딸 열이 39도고 눌러도 안없어지는 반점이 났어요", "now"),
    ],
)  # fmt: skip
def test_how_soon_what_looks_harmless_is_seen(
    language: Language, facts: list[str], text: str, soon: str | None
) -> None:
    assert level(language, [known(one) for one in facts], text) == soon


@pytest.mark.parametrize(
    ("facts", "text", "soon"),
    [
        ([], "rash all over since the new tablets, my lips and mouth are raw", "now"),
        (["medications:lamotrigine"], "spots on my arms and mouth ulcers", "now"),
        ([], "chicken pox, spots on my arms and sores in my mouth", None),
    ],
)
def test_a_rash_with_a_sore_mouth_is_a_medicines_where_one_was_begun(
    facts: list[str], text: str, soon: str | None
) -> None:
    assert level("en", [known(one) for one in facts], text) == soon


def months_old(months: float) -> Content:
    return Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=AGE, name=AGE), value=months, unit="mo")


@pytest.mark.parametrize(
    ("months", "degrees", "raised_as"),
    [
        (2.0, 38.1, "지금 바로"),
        (3.0, 38.4, "지금 바로"),
        (4.0, 39.2, "오늘 안에 진료"),
        (4.0, 38.3, None),
        (3.0, 37.4, None),
    ],
)
def test_the_degrees_of_a_babys_fever_decide(months: float, degrees: float, raised_as: str | None) -> None:
    talk = Conversation("ko").knows(months_old(months))
    told = states(vital("body_temperature", degrees, "Cel", "2024-05-02"))
    draft = talk.said(f"체온이 {degrees}도예요 잘 놀긴 하는데 지켜봐도 될까요", [told])
    first = draft.text.split("\n")[0]
    assert (RED_FLAG in draft.warnings) is (raised_as is not None)
    assert raised_as is None or raised_as in first


@pytest.mark.parametrize(
    ("first", "second", "alarms"),
    [
        ("my son is 7 weeks old", "38.3 now", True),
        ("he has a temperature of 38.6", "he's only 5 weeks old", True),
        ("my son is 7 weeks old", "37.1 now", False),
        ("I'm 7 weeks pregnant", "my other one has 38.3", False),
    ],
)
def test_a_babys_age_and_its_fever_are_one_story_in_two_turns(first: str, second: str, alarms: bool) -> None:
    talk = Conversation("en")
    talk.said(first)
    assert ("under three months" in talk.said(second).text) is alarms


def test_what_was_for_today_stays_for_today_when_it_is_asked_about() -> None:
    talk = Conversation("ko").knows(medicine("atorvastatin", "20mg", "QD"))
    assert "오늘 안에" in talk.said("어제부터 소변이 콜라색이에요").text
    again = talk.said("그냥 지켜봐도 되나요?").text
    assert "오늘 안에" in again and "지금 바로 119" not in again


@pytest.mark.parametrize(
    ("facts", "text", "now"),
    [
        ([known("conditions:pregnancy")], "my blood type is AB positive", False),
        ([known("conditions:pregnancy")], "they say I'm blood group A rh negative, does that matter?", False),
        ([known("conditions:pregnancy")], "blood pressure was 112/70 at the clinic", False),
        ([known("conditions:pregnancy")], "they drew blood this morning for the anemia check", False),
        ([known("conditions:pregnancy")], "there is blood in my underwear", True),
        ([known("conditions:pregnancy")], "bright red blood is running down my leg", True),
        ([age(58)], "I've been bleeding since Sunday, like a light period", False),
        ([age(58)], "it's been bleeding for two hours now and soaks every towel", True),
        ([age(50)], "I can't see my physio until Tuesday and the shoulder aches", False),
        ([age(50)], "I can't see out of one eye since this morning", True),
        ([age(66)], "Took my thyroid tablet twice today. My neighbour says it could stop your heart.", False),
        ([age(66)], "My chest feels crushed and my left arm is numb, my wife says it could be my heart", True),
    ],
)
def test_what_only_sounds_like_an_emergency_calls_nobody(facts: list[Content], text: str, now: bool) -> None:
    assert (level("en", facts, text) == "now") is now


PREGNANT = [known("conditions:pregnancy")]


@pytest.mark.parametrize(
    ("language", "facts", "text", "soon"),
    [
        ("en", PREGNANT, "a bit of pink on the tissue when I wiped, twice, no pain", "today"),
        ("en", PREGNANT, "brownish discharge since this morning", "today"),
        ("en", PREGNANT, "bright red blood on the tissue", "now"),
        ("en", [], "picked a tick off my calf two weeks ago, now there is a red ring round the spot", "today"),
    ],
)
def test_what_has_a_name_of_its_own_is_as_soon_as_that(
    language: Language, facts: list[Content], text: str, soon: str
) -> None:
    assert level(language, facts, text) == soon


@pytest.mark.parametrize(
    ("text", "emergency"),
    [
        ("It was 192 over 110, twice, and I feel fine", False),
        ("192 over 110 but I have no symptoms, he says I could drop any minute", False),
        ("It was 192 over 110", True),
        ("It was 192 over 110 and my chest is tight", True),
    ],
)
def test_a_high_pressure_that_is_not_felt_waits_for_a_clinic_that_day(text: str, emergency: bool) -> None:
    talk = Conversation("en")
    told = [states(vital("systolic_blood_pressure", 192.0, "mm[Hg]", "2024-05-02"))]
    answer = talk.said(text, told).text
    assert ("may be an emergency" in answer) is emergency
    assert ("seen today" in answer) is not emergency
