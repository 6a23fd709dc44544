"""Questions that only point back: the gel of a painkiller, the medicine just told, the new one and that value."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.following.pointed_asked import moved_value, other_form
from agent.skills.ports import Language
from tests.agent.conversation import (
    Conversation,
    age,
    allergy,
    card_reader,
    condition,
    corrects,
    lab,
    medicine,
    recogniser,
    states,
)


def talk_of(language: Language = "en") -> Conversation:
    return Conversation(language, cards=card_reader()).knows(
        age(72), condition("atrial_fibrillation"), medicine("apixaban", "5mg", "BID"), allergy("shrimp")
    )


@pytest.mark.parametrize(
    ("language", "asks", "then", "says"),
    [
        ("en", "Can I take diclofenac for my knee?", "And the cream?", "much less"),
        ("en", "May she have ibuprofen tablets?", "what about rubbing the gel on then", "bleeding"),
        ("ko", "디클로페낙 먹어도 되나요?", "그럼 바르는 건요?", "적게"),
        ("ko", "이부프로펜 먹어도 될까요?", "파스는 괜찮아요?", "출혈"),
    ],
)
def test_the_gel_is_of_the_painkiller_asked_about(language: Language, asks: str, then: str, says: str) -> None:
    talk = talk_of(language)
    talk.said(asks)
    text = talk.said(then).text
    assert says in text and not text.startswith(("No,", "아니요")), text


@pytest.mark.parametrize(
    ("asks", "then"),
    [
        ("Can I take omeprazole?", "What about the gel then?"),
        ("Can I take diclofenac?", "Is my cream of hydrocortisone fine?"),
        ("Can I take diclofenac?", "What about the tablets then?"),
    ],
)
def test_other_forms_are_of_no_painkiller(asks: str, then: str) -> None:
    talk = talk_of()
    talk.said(asks)
    assert not other_form(read_request(then, recogniser()), talk.view, recogniser())


@pytest.mark.parametrize(
    ("language", "asks", "says"),
    [
        ("en", "Does the new one change that value?", "halv"),
        ("en", "Will the new tablet affect my PSA?", "halv"),
        ("ko", "새로 받은 약이 그 수치에 영향을 줍니까", "절반"),
        ("ko", "피나스테리드가 그 수치를 낮추나요?", "절반"),
    ],
)
def test_whether_a_new_medicine_moves_a_value_is_told_by_the_card_of_both(
    language: Language, asks: str, says: str
) -> None:
    talk = Conversation(language, cards=card_reader()).knows(
        age(73), medicine("tamsulosin", "0.2mg", "QD"), lab("psa", 2.3, "ng/mL", "2024-04-20")
    )
    new = medicine("finasteride", "5mg", "QD")
    talk.said("프로스카를 받았어요" if language == "ko" else "I got Proscar today", [states(new)])
    assert says in talk.said(asks).text


@pytest.mark.parametrize(
    "said", ["Has that value changed?", "Did the new doctor change it?", "그 수치가 올랐나요?", "Is the new one safe?"]
)
def test_a_change_of_a_value_is_no_question_of_a_medicine(said: str) -> None:
    view = Conversation("en").knows(medicine("finasteride", "5mg", "QD"), lab("psa", 2.3, "ng/mL", "2024-04-20")).view
    assert moved_value(read_request(said, recogniser()), view) is None


@pytest.mark.parametrize(
    ("language", "told", "asks", "says"),
    [
        ("en", "I take apixaban 5 mg", "I am allergic to shrimp, is it safe for me?", "Apixaban"),
        ("ko", "아픽사반 먹어요", "새우 알레르기 있는데 이거 먹어도 괜찮은 거죠?", "아픽사반"),
    ],
)
def test_this_beside_an_allergy_is_the_medicine_just_told(language: Language, told: str, asks: str, says: str) -> None:
    talk = talk_of(language)
    talk.said(told, [states(medicine("apixaban", "5mg", "BID"))])
    assert says in talk.said(asks).text


@pytest.mark.parametrize(
    ("language", "lists", "asks", "named"),
    [
        ("en", "which medicines do I take?", "That second one you listed, what is its dose?", 1),
        ("en", "which medicines do I take?", "that first medicine, why do I take it?", 0),
        ("ko", "지금 먹는 약이 뭐예요?", "두 번째로 적어 주신 그 약 용량이 어떻게 되죠?", 1),
        ("ko", "지금 먹는 약이 뭐예요?", "첫 번째로 나온 그 약은 왜 먹는 거예요?", 0),
    ],
)
def test_a_place_in_the_list_goes_before_what_was_spoken_of_last(
    language: Language, lists: str, asks: str, named: int
) -> None:
    talk = Conversation(language).knows(
        medicine("diphenhydramine", "25mg", "PRN"), medicine("verapamil", "40mg", "TID"),
        medicine("warfarin", "5mg", "QD"),
        lab("hba1c", 7.8, "%", "2024-12-02"), lab("hba1c", 7.2, "%", "2025-03-09"),
    )  # fmt: skip
    listed = talk.said(lists).text
    talk.said({"en": "has my HbA1c changed?", "ko": "당화혈색소 변했나요?"}[language])
    known = {"en": ("Diphenhydramine", "Verapamil", "Warfarin"), "ko": ("디펜히드라민", "베라파밀", "와파린")}
    names = sorted(known[language], key=listed.index)
    assert names[named] in talk.said(asks).text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_difference_between_this_one_and_the_last_is_of_values(language: Language) -> None:
    talk = Conversation(language).knows(
        medicine("hydrochlorothiazide", "25mg", "QD"),
        lab("hba1c", 7.8, "%", "2024-12-02"), lab("hba1c", 7.2, "%", "2025-03-09"),
    )  # fmt: skip
    asked = {
        "en": "What is the difference between the last HbA1c and this one?",
        "ko": "저번 당화혈색소랑 이번 거랑 차이가 몇이에요?",
    }
    text = talk.said(asked[language]).text
    assert "7.8" in text and "7.2" in text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_medicine_that_was_told_by_mistake_is_not_warned_of(language: Language) -> None:
    told = medicine("diazepam", "5mg", "PRN")
    talk = Conversation(language).knows(age(71), told)
    says = {
        "en": "The medicine I called diazepam was a mistake. I really take rosuvastatin 10mg. Does that change it?",
        "ko": "디아제팜이라고 한 약은 잘못 말한 거예요. 실제로는 로수바스타틴 10mg을 먹어요. 바뀌나요?",
    }
    right = corrects(medicine("rosuvastatin", "10mg", None), concept_id="diazepam")
    text = talk.said(says[language], [right]).text
    assert "Do not stop" not in text and "스스로 끊지" not in text
