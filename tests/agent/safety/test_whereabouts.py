"""The country that patients tell to be in, and that every sentence of an alarm gives its number."""

from __future__ import annotations

import pytest

from agent.safety.living_in import ORIGIN, place_told
from agent.safety.numbers import countries, emergency, lines_of
from agent.skills.ports import Language
from tests.agent.conversation import Conversation

LIVING = [
    ("Hi, Nora, 47, I drive a taxi in Galway.", "IE"),
    ("My name is Kofi, 52 years, a tailor in Kumasi.", "GH"),
    ("i'm wes, 38, welder out of Lubbock Texas", "US"),
    ("We live in Durban and my daughter is 6.", "ZA"),
    ("I'm from the Philippines, a caregiver in Tel Aviv", "IL"),
    ("I live in London, Ontario", "CA"),
    ("69 yr old, Dundee, retired", "GB"),
    ("Hello, Rajesh, 61 M, from Pune", "IN"),
    ("58 M, Singapore, diabetic", "SG"),
    ("I moved to Ireland from Brazil last year", "IE"),
    ("retired in Perth, WA, 66", "AU"),
    ("My mum is 79 and lives in Dunedin", "NZ"),
    ("we're on holiday in Spain and my chest hurts", "ES"),
    ("저는 시드니에 사는 45세 여자예요", "AU"),
    ("미국 LA에서 유학 중인 23살이에요", "US"),
    ("지금 일본 여행 중인데 배가 아파요", "JP"),
    ("여기 독일인데 응급실은 어떻게 가나요", "DE"),
]
ELSEWHERE = [
    "my sister lives in Canada",
    "I was born in India",
    "got a load due in Tulsa",
    "we're going to Spain next month, I'm 34",
    "I used to live in Ireland",
    "she lives with us in the annex",
    "I had a turkey sandwich in chile sauce, I'm 34",
    "flew back from Thailand yesterday with diarrhoea",
    "Hi I'm Georgia, 29",
    "My daughter Victoria, 5, has asthma",
    "my friend in Australia says paracetamol is fine",
    "미국 사는 딸이 영양제를 보냈어요",
    "친구가 호주에 있는데 그 약을 먹는대요",
    "다음달에 일본 여행 갈 건데 약은 어떻게 챙기나요",
    "작년에 미국에 살았어요",
    "베트남에서 왔어요",
]


@pytest.mark.parametrize(("text", "country"), LIVING)
def test_the_country_is_read_from_how_people_introduce_themselves(text: str, country: str) -> None:
    told = place_told(text, text)
    assert told is not None
    assert told.country == country


@pytest.mark.parametrize("text", ELSEWHERE)
def test_where_others_live_and_journeys_lead_is_no_place_to_be(text: str) -> None:
    told = place_told(text, text)
    assert told is None or told.firmness == ORIGIN


TALKS: list[tuple[Language, str, str, str, str]] = [
    ("en", "Hi, I'm Ben, 44, a builder in Toowoomba.", "there's a crushing pain in my chest and down my left arm",
     "can't that wait until tomorrow?", "000"),
    ("en", "names Carla, 51, nurse in El Paso", "my mouth is drooping on one side and my words are slurred",
     "what do I do now", "911"),
    ("en", "This is for my son Themba, he is 6 and we stay in Durban. He has asthma.",
     "he can only say a word or two and the skin under his ribs goes in", "can we wait for the clinic?", "112/10177"),
    ("ko", "저는 오클랜드에 사는 58세 남자예요.", "가슴 한가운데가 쥐어짜듯 아프고 식은땀이 나요",
     "내일 가면 안 될까요?", "111(뉴질랜드)"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "opening", "alarm", "doubt", "number"), TALKS)
def test_the_alarm_and_what_upholds_it_give_the_number_of_the_place_told(
    language: Language, opening: str, alarm: str, doubt: str, number: str
) -> None:
    patient = Conversation(language)
    patient.said(opening)
    assert number in patient.said(alarm).text.split("\n")[0]
    assert number in patient.said(doubt).text


def test_a_journey_counts_until_the_patient_is_back() -> None:
    patient = Conversation("en")
    patient.said("I'm Jo, 50, I live in Leeds")
    patient.said("We are on holiday in Spain")
    assert "112" in patient.said("I have a crushing pain in my chest and my left arm").text
    patient.said("flew home again yesterday")
    assert "(999)" in patient.said("I have a crushing pain in my chest and my left arm").text


def test_where_nothing_is_told_the_time_zone_decides() -> None:
    assert emergency("Australia/Hobart", "en") == "000"
    assert emergency("Australia/Hobart", "en", "IE") == countries()["IE"].emergency
    assert lines_of("Asia/Manila") is countries()["PH"]
