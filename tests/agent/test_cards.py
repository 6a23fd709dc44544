"""A general question is answered by the card of its aspect about what is named, told of or on record."""

from __future__ import annotations

import pytest

from agent.skills.ports import Draft, Language
from domain.values import Content
from retrieval.cards import shipped_cards
from retrieval.corpus import Passage
from tests.agent.conversation import Conversation, age, card_reader, condition, medicine

ALENDRONATE = medicine("alendronate", "70mg", "QW")
TACROLIMUS = medicine("tacrolimus", "3mg", "BID")
WARFARIN = medicine("warfarin", "4mg", "QD")
METFORMIN = medicine("metformin", "500mg", "BID")


def talk(language: Language, *contents: Content) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(*contents)


def cards(draft: Draft) -> list[Passage]:
    return [found for one in draft.document_ids if (found := shipped_cards().by_id.get(one)) is not None]


@pytest.mark.parametrize(
    ("language", "text", "aspect", "subject"),
    [
        ("en", "I forgot my methotrexate on Sunday, what now?", "missed_dose", "methotrexate"),
        ("ko", "어제 메토트렉세이트를 깜빡했어요. 오늘 먹어도 되나요?", "missed_dose", "methotrexate"),
        ("en", "What would happen if I stopped my sertraline suddenly?", "stopping", "sertraline"),
        ("ko", "와파린 먹는데 시금치 먹어도 돼요?", "food", "warfarin"),
        ("en", "Is tuberculosis catching? Can we share plates?", "contagion", "tuberculosis"),
    ],
)
def test_what_is_named_is_answered_about(language: Language, text: str, aspect: str, subject: str) -> None:
    draft = talk(language).said(text)

    assert [card.kind for card in cards(draft)] == [aspect], draft.text
    assert subject in cards(draft)[0].concepts
    assert cards(draft)[0].text in draft.text
    assert all(one.quote in shipped_cards().by_id[one.document_id].text for one in draft.citations)


def test_a_medicine_may_be_called_by_the_illness_that_it_is_for() -> None:
    draft = talk("ko", condition("osteoporosis"), ALENDRONATE, METFORMIN).said(
        "골다공증 약을 어제 깜빡했어요. 오늘 먹어도 되나요?"
    )

    assert "알렌드로네이트" in draft.text.split("\n")[0]
    assert all("alendronate" in card.concepts for card in cards(draft))


def test_of_what_is_on_record_the_card_is_taken_that_speaks_of_what_is_asked() -> None:
    draft = talk("ko", METFORMIN, TACROLIMUS).said("자몽 주스 마셔도 돼요?")

    assert "tacrolimus" in cards(draft)[0].concepts, draft.text
    assert "자몽" in draft.text


def test_a_question_without_a_name_goes_on_about_the_one_before() -> None:
    patient = talk("ko")
    patient.said("메토트렉세이트는 왜 먹는 거예요?")

    draft = patient.said("그럼 술은 마셔도 되나요?")

    assert "methotrexate" in cards(draft)[0].concepts, draft.text


def test_what_is_asked_of_the_record_is_answered_from_it() -> None:
    for said in ("지금 먹는 약이 뭐예요?", "와파린은 얼마나 먹고 있죠?", "지난번 INR이 얼마였죠?"):
        assert not cards(talk("ko", WARFARIN).said(said)), said


def test_what_stands_against_a_medicine_comes_before_the_card() -> None:
    draft = talk("en", WARFARIN).said("Can I take ibuprofen for my knee?")

    first, *_ = draft.text.split("\n")
    assert "ibuprofen" in first.lower()
    assert "bleeding" in first
    assert "acetaminophen" in draft.text


def test_without_a_card_reader_no_card_is_asked_for() -> None:
    patient = Conversation("en")

    draft = patient.said("I forgot my methotrexate on Sunday, what now?")

    assert patient.intent is not None
    assert patient.intent.cards == ()
    assert not cards(draft)


def test_a_wish_for_the_form_of_a_plan_is_no_question_of_its_own() -> None:
    asked = "Reflecting my age, conditions and medicines, give me an action plan for the next week in 3 steps."
    told = (age(52), condition("hypertension"), medicine("metformin", "500mg", "BID"))
    assert talk("en", *told).said(f"{asked} Write the unit as well.").text.startswith("Plan")
