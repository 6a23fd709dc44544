"""Common questions are answered where what their answer rests on is told, and nowhere else."""

from __future__ import annotations

import pytest

from agent.answers.knowledge.fitting import FAQ
from agent.skills.ports import Language
from domain.values import Content, Polarity, Status
from retrieval.cards import shipped_cards
from tests.agent.conversation import Conversation, card_reader, condition, medicine
from tests.shipped import vocabulary


def _talk(language: Language, *known: Content) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(*known)


def _answered(talk: Conversation, said: str) -> str:
    return " ".join(one.partition("-")[2] for one in talk.said(said).document_ids)


_CLOPIDOGREL = (medicine("clopidogrel", "75mg", "QD"), medicine("aspirin", "75mg", "QD"))


@pytest.mark.parametrize(
    ("language", "told", "asked", "pair"),
    [
        ("en", "stent in March, on clopidogrel", "whats it for if i take aspirin anyway?", "two-antiplatelets"),
        ("en", "heart attack in april, two stents, 58", "bit awkward but when can we have sex again?", "sex"),
        ("ko", "두 달 전에 심근경색으로 스텐트 넣었어요", "부부관계는 언제부터 해도 되는지요", "sex"),
        ("en", "amlodipine went from 5 to 10 in April", "both ankles puffy by evening, is it the tablet?", "amlo"),
        ("ko", "암로디핀 10mg으로 올렸어요", "저녁마다 양쪽 발목이 부어요 약 때문일까요?", "amlo"),
        ("en", "sertraline 50 since last week", "no change at all, how long till it works?", "antidepressant"),
        ("en", "I've shingles on my side since thursday", "is it catching? my daughter is pregnant", "contagion"),

    ],
)  # fmt: skip
def test_a_question_is_answered_that_rests_on_what_was_told(
    language: Language, told: str, asked: str, pair: str
) -> None:
    talk = _talk(language)
    talk.said(told)
    assert pair in _answered(talk, asked)


def test_what_was_said_the_turn_before_is_what_a_question_goes_on_from() -> None:
    talk = _talk("en")
    talk.said("26, had the nexplanon implant put in in March")
    assert "implant" in _answered(talk, "i've been spotting on and off for weeks, is that normal with it?")


def test_the_answer_of_another_illness_is_not_given() -> None:
    draft = _talk("en").said("when is sex alright again?")
    assert not any("heart-attack" in one for one in draft.document_ids)


def test_the_answer_for_a_medicine_that_was_stopped_is_not_given() -> None:
    stopped = medicine("warfarin", "3mg", "QD", status=Status.STOPPED)
    talk = _talk("ko", stopped, medicine("apixaban", "5mg", "BID"))
    assert "warfarin" not in _answered(talk, "그럼 이제 시금치랑 청국장 먹어도 되나요?")


def test_the_answer_for_an_illness_that_is_denied_is_not_given() -> None:
    denied = condition("gout", "en", polarity=Polarity.NEGATED)
    assert "gout" not in _answered(_talk("en", denied), "can i drink beer?")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I take clopidogrel 75 and aspirin 75 since my stent in March"),
        ("ko", "메트포르민 먹고 설사가 좀 있었는데 이제 괜찮아요"),
        ("en", "what am I taking now?"),
        ("ko", "지금 먹는 약 알려줘"),
        ("en", "when did I start amlodipine?"),
    ],
)
def test_what_tells_or_asks_the_record_is_no_common_question(language: Language, said: str) -> None:
    talk = _talk(language, *_CLOPIDOGREL, medicine("amlodipine", "5mg", "QD"))
    assert _answered(talk, said) == ""


def test_every_answer_rests_on_concepts_of_the_lexicon() -> None:
    known = {entry.concept_id for entry in vocabulary().lexicon.entries()} | {"child", "baby"}
    for passage in shipped_cards().by_id.values():
        if passage.kind == FAQ:
            assert set(passage.concepts) <= known, passage.document_id


def test_an_answer_rests_on_the_facts_that_it_was_given_for() -> None:
    talk = _talk("en", condition("myocardial_infarction", "en"), medicine("amlodipine", "10mg", "QD"))
    draft = talk.said("both ankles puffy by evening, is it the tablet?")
    facts = talk.view.ledger.facts
    assert {facts[one].content.concept.concept_id for one in draft.facts_used} == {"amlodipine"}
