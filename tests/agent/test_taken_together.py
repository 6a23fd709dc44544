"""What goes with what: a pair that is asked about, an allergy beside a medicine, and why a medicine is given at all."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from tests.agent.conversation import Conversation, allergy, condition, medicine, states, symptom

PRESSURE = medicine("amlodipine", "5mg", "QD")
GOUT = medicine("colchicine", "0.6mg", "BID")
THYROID = medicine("levothyroxine", "75mcg", "QD")
IRON = medicine("ferrous_sulfate", "200mg", "QD")


def talk(language: Language, *known: Content) -> Conversation:
    return Conversation(language).knows(*known)


def told(language: Language, new: Content, words: str, *known: Content) -> Conversation:
    patient = talk(language, *known)
    patient.said(words, [states(new)])
    return patient


def intent_of(patient: Conversation) -> str:
    assert patient.intent is not None
    return patient.intent.name


@pytest.mark.parametrize(
    ("language", "told_first", "asked", "names"),
    [
        ("ko", "콜히친 0.6mg 하루 두 번 받았어요", "혈압약이랑 같이 먹어도 돼?", ("암로디핀", "콜히친")),
        ("ko", "콜히친 받아왔음", "지금 먹는 약이랑 먹어도 탈 없을까요", ("암로디핀", "콜히친")),
        ("ko", "콜히친 받아왔음", "암로디핀하고 한꺼번에 삼켜도 되나요", ("암로디핀", "콜히친")),
        ("en", "Got colchicine today", "can I take it with my blood pressure tablet?", ("Amlodipine", "Colchicine")),
        ("en", "Got colchicine today", "does it clash with anything else I'm on?", ("Amlodipine", "Colchicine")),
        ("en", "Got colchicine today", "is that alright alongside the amlodipine", ("Amlodipine", "Colchicine")),
    ],
)
def test_a_pair_that_words_point_at_is_answered_as_a_pair(
    language: Language, told_first: str, asked: str, names: tuple[str, str]
) -> None:
    patient = told(language, GOUT, told_first, PRESSURE, condition("gout", language))
    draft = patient.said(asked)
    assert intent_of(patient) == "together"
    assert all(one in draft.text for one in names)
    assert ("내용을 가지고 있지 않" if language == "ko" else "neither for nor against") in draft.text
    # Both medicines, and the illness that a pharmacist should hear of.
    assert len(draft.facts_used) == 3


@pytest.mark.parametrize(
    ("language", "asked", "apart"),
    [
        ("ko", "철분제는 갑상선약하고 같이 먹어도 괜찮아요?", "4시간 띄워"),
        ("en", "Is it ok to take the iron together with my thyroid tablet?", "at least 4 hours apart"),
    ],
)
def test_what_is_to_be_taken_apart_is_said_so_and_not_cleared(language: Language, asked: str, apart: str) -> None:
    said = talk(language, THYROID, IRON).said(asked).text
    assert apart in said
    assert "찾지 못했습니다" not in said and "I know of nothing" not in said


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("ko", "이부프로펜을 지금 먹는 약들하고 같이 먹어도 되나요"),
        ("en", "is ibuprofen ok on top of the rest of my tablets?"),
    ],
)
def test_of_all_that_is_taken_only_what_meets_nothing_is_cleared(language: Language, asked: str) -> None:
    said = talk(language, medicine("warfarin", "3mg", "QD"), PRESSURE).said(asked).text
    assert said.startswith(("아니요", "No"))
    cleared = said.splitlines()[-1]
    assert ("와파린" if language == "ko" else "Warfarin") not in cleared
    assert ("암로디핀" if language == "ko" else "Amlodipine") in cleared


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("ko", "커피랑 같이 마셔도 되나요"),
        ("ko", "약을 밥이랑 같이 먹어도 되나요?"),
        ("ko", "왜 두 가지를 같이 먹어요?"),
        ("ko", "친구랑 같이 병원 가도 될까요"),
        ("ko", "암로디핀 끊으면서 콜히친도 같이 끊어도 되나요"),
        ("en", "can I take it with food"),
        ("en", "what's the difference between the two"),
        ("en", "can my sister come with me to the clinic?"),
        ("en", "can I stop amlodipine and colchicine together?"),
        ("en", "I forgot last night's colchicine, can I take both together now?"),
    ],
)
def test_food_company_reasons_stops_and_missed_doses_are_no_pair(language: Language, asked: str) -> None:
    patient = talk(language, PRESSURE, GOUT)
    patient.said(asked)
    assert intent_of(patient) != "together"


@pytest.mark.parametrize(
    ("language", "asked", "words"),
    [
        ("ko", "땅콩 알러지 있는데 이거 먹여도 괜찮은거죠?", ("땅콩", "아목시실린", "관계가 없습니다", "페니실린")),
        ("ko", "땅콩 알레르기 있는 아이가 먹어도 되는 약인가요?", ("땅콩", "아목시실린", "관계가 없습니다")),
        ("en", "she has a peanut allergy, can she have this?", ("peanuts", "Amoxicillin", "nothing to do")),
        ("en", "does her peanut allergy rule out the antibiotic?", ("peanuts", "Amoxicillin", "nothing to do")),
    ],
)
def test_an_allergy_that_a_medicine_has_nothing_to_do_with_is_said_so(
    language: Language, asked: str, words: tuple[str, ...]
) -> None:
    syrup = medicine("amoxicillin", "5mL", "TID")
    first = "아목시실린 시럽 받았어요" if language == "ko" else "We were given amoxicillin syrup"
    patient = told(language, syrup, first, allergy("peanuts"))
    said = patient.said(asked).text
    assert all(one in said for one in words), said


def test_an_allergy_that_a_medicine_meets_is_never_called_unrelated() -> None:
    patient = told(
        "en", medicine("amoxicillin", "5mL", "TID"), "We were given amoxicillin syrup", allergy("penicillin")
    )
    said = patient.said("she is allergic to penicillin, can she have this?").text
    assert "nothing to do with each other" not in said


@pytest.mark.parametrize(
    ("language", "asked"),
    [("ko", "땅콩 알레르기 있는데 호두는 먹여도 되나요?"), ("en", "Can someone allergic to eggs have the flu jab?")],
)
def test_a_food_or_a_vaccine_beside_an_allergy_is_no_medicine_on_record(language: Language, asked: str) -> None:
    first = "아목시실린 받았어요" if language == "ko" else "We were given amoxicillin"
    patient = told(language, medicine("amoxicillin", "5mL", "TID"), first)
    patient.said(asked)
    assert intent_of(patient) != "allergy_beside"


@pytest.mark.parametrize(
    ("language", "known", "asked", "words"),
    [
        ("ko", medicine("febuxostat", "40mg", "QD"), "콜히친은 왜 주는 거예요, 지금 안 아픈데", ("처음 몇 달", "빼지")),
        ("en", medicine("allopurinol", "100mg", "QD"), "why am I on colchicine when nothing hurts?",
         ("first months", "nothing hurts", "leave it out")),
    ],
)  # fmt: skip
def test_why_a_medicine_is_given_is_told_in_the_light_of_the_rest(
    language: Language, known: Content, asked: str, words: tuple[str, ...]
) -> None:
    patient = talk(language, known, GOUT)
    said = patient.said(asked).text
    assert intent_of(patient) == "given_for"
    assert all(one in said for one in words), said


@pytest.mark.parametrize(
    ("language", "asked", "first", "why"),
    [
        ("ko", "야즈 피임약 아닌가여??", "네,", "월경 과다"),
        ("en", "Isn't Yaz a contraceptive?", "Yes,", "periods lighter"),
        ("ko", "야즈가 혈압약인가요?", "아니요,", "피임"),
        ("en", "is Yaz a blood pressure pill?", "No,", "contraception"),
    ],
)
def test_whether_it_is_of_a_kind_is_answered_before_what_it_is_for(
    language: Language, asked: str, first: str, why: str
) -> None:
    pill = medicine("drospirenone_ethinyl_estradiol", None, "QD")
    said = talk(language, pill, symptom("heavy_menstrual_bleeding")).said(asked).text
    assert said.startswith(first) and why in said, said


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("ko", "암로디핀 왜 줄였어요?"),
        ("ko", "암로디핀 먹는데 진통제 먹어도 돼요?"),
        ("en", "why was amlodipine changed?"),
        ("en", "Is it ok to take a painkiller with amlodipine?"),
    ],
)
def test_why_it_changed_and_what_may_be_added_ask_for_no_purpose(language: Language, asked: str) -> None:
    patient = talk(language, PRESSURE)
    patient.said(asked)
    assert intent_of(patient) != "given_for"


@pytest.mark.parametrize(
    ("language", "asked", "words"),
    [
        ("en", "Remind me how I should take the iron", ("200mg", "once a day", "with water")),
        ("en", "how am I supposed to take ferrous sulfate again?", ("200mg", "once a day")),
        ("ko", "황산철 어떻게 먹으라고 했죠?", ("200mg 하루 한 번", "우유")),
    ],
)
def test_how_a_medicine_is_taken_is_told_from_the_record_first(
    language: Language, asked: str, words: tuple[str, ...]
) -> None:
    said = talk(language, IRON).said(asked).text
    assert all(one in said for one in words), said


def test_what_a_medicine_is_for_asks_for_no_way_of_taking_it() -> None:
    assert "How:" not in talk("en", IRON).said("what is ferrous sulfate for?").text


@pytest.mark.parametrize(
    ("language", "new", "words", "known"),
    [
        ("ko", medicine("rivaroxaban", "15mg", "BID"), "자렐토 15mg 하루 두 번 먹으래요", "식사와 함께"),
        (
            "en",
            medicine("amoxicillin", "500mg", "TID"),
            "The doctor gave me amoxicillin three times a day",
            "all the days",
        ),
    ],
)
def test_of_a_dangerous_medicine_just_prescribed_one_thing_is_said_once(
    language: Language, new: Content, words: str, known: str
) -> None:
    patient = talk(language)
    assert known in patient.said(words, [states(new)]).text
    assert known not in patient.said(words, [states(new)]).text


def test_of_a_medicine_long_taken_or_harmless_nothing_is_added() -> None:
    assert (
        "all the days" not in talk("en").said("I take amoxicillin", [states(medicine("amoxicillin", "1g", "BID"))]).text
    )
    assert len(talk("en").said("The doctor gave me amlodipine", [states(PRESSURE)]).text.splitlines()) == 1
