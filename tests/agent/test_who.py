"""Who the patient is: asked for, told as it was given, said to be missing; a name is used once, and where "
"notes begin."""

from __future__ import annotations

import asyncio

import pytest

from agent.answers.record.known import Known
from agent.answers.record.who_asked import Detail, details_asked
from agent.skills.answer import RuleAnswer
from agent.skills.intent import RuleIntent
from agent.skills.ports import Draft, Language, Question, Situation
from domain.ages import BIRTH_DATE
from domain.proposals import Operation, Proposal, Target
from domain.speaking_for import NAME, RESIDENCE
from domain.values import Concept, Content, SlotKind
from tests.agent.conversation import NOW, ZONE, Conversation, Shelf, age, condition, lexicon, recogniser


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("what's my name?", "name"),
        ("Do you still know my name", "name"),
        ("what do you call me?", "name"),
        ("제 이름이 뭐예요?", "name"),
        ("내 이름 기억해?", "name"),
        ("where do I live?", "home"),
        ("do you know where I'm from?", "home"),
        ("제가 어디 살아요?", "home"),
        ("제가 사는 곳 아세요?", "home"),
        ("when was I born?", "birth"),
        ("what's mum's date of birth?", "birth"),
        ("저 언제 태어났죠?", "birth"),
        ("제 생일이 언제예요?", "birth"),
        ("do you know who I am?", "who"),
        ("who are we talking about?", "who"),
        ("whose record is this?", "who"),
        ("제가 누군지 알아요?", "who"),
        ("지금 누구 얘기하는 거예요?", "who"),
    ],
)
def test_a_detail_of_the_person_is_asked_for(text: str, asked: Detail) -> None:
    assert details_asked(text) == (asked,)


@pytest.mark.parametrize(
    "text",
    [
        "what's the name of my blood pressure tablet?",
        "what is my doctor's name?",
        "My name is Maria",
        "where does it hurt most?",
        "when was I diagnosed?",
        "who prescribed it?",
        "제 약 이름이 뭐예요?",
        "어디가 아픈지 알려드릴까요?",
        "제 생일은 4월 8일이에요",
        "언제 진단받았죠?",
    ],
)
def test_other_questions_and_statements_ask_for_none(text: str) -> None:
    assert details_asked(text) == ()


PERSON = (
    Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=NAME, name=NAME), value="Tamsin Reed"),
    Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=RESIDENCE, name=RESIDENCE), value="Leeds"),
    Content(
        slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id=BIRTH_DATE, name="date of birth"), value="1958-04-08"
    ),
)


def _said(text: str, language: Language, *known: Content) -> Draft:
    patient = Conversation(language).knows(*known)
    question = Question(text, language, NOW, ZONE, 1)
    intent = asyncio.run(RuleIntent(lexicon(), recogniser()).classify(question, patient.view))
    situation = Situation(question, intent, patient.view, (), ())
    return asyncio.run(RuleAnswer(lexicon(), recogniser(), Shelf()).answer(situation))


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "What's my name?", "Tamsin Reed"),
        ("en", "Where do I live?", "Leeds"),
        ("en", "When was I born?", "8 Apr 1958"),
        ("en", "Do you know who I am?", "Tamsin Reed"),
        ("en", "Give me a note to hand to the doctor", "Who: Tamsin Reed, 6"),
        ("ko", "제 이름이 뭐예요?", "Tamsin Reed"),
        ("ko", "제가 어디 살아요?", "Leeds"),
        ("ko", "제 생일이 언제예요?", "1958년 4월 8일"),
    ],
)
def test_who_it_is_is_told_as_it_was_given(language: Language, text: str, words: str) -> None:
    said = _said(text, language, *PERSON)
    assert words in said.text
    assert said.facts_used


@pytest.mark.parametrize(("language", "text"), [("en", "What's my name?"), ("ko", "제 이름이 뭐예요?")])
def test_a_name_that_was_not_told_is_said_to_be_missing(language: Language, text: str) -> None:
    said = _said(text, language, condition("type_2_diabetes"))
    assert ("이 기록에는 이름이 없" if language == "ko" else "No name is on this record") in said.text
    assert not said.facts_used


def test_the_age_follows_from_a_day_of_birth() -> None:
    patient = Conversation("en").knows(PERSON[2])
    day_before, birthday = Known(patient.view.ledger, "2026-04-07"), Known(patient.view.ledger, "2026-04-08")
    assert (day_before.age_years(), birthday.age_years()) == (67.0, 68.0)


def test_a_day_without_its_year_tells_no_age() -> None:
    day = PERSON[2].with_fields(value="--04-08")
    assert Known(Conversation("en").knows(day).view.ledger, "2026-04-08").age_years() is None


def _stated(content: Content, quote: str) -> Proposal:
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote)


@pytest.mark.parametrize(
    ("language", "text", "quote", "called"),
    [
        ("en", "hi, I'm Tamsin Reed", "Tamsin Reed", "Noted, Tamsin Reed"),
        ("ko", "저는 Tamsin Reed예요", "Tamsin Reed", "네, Tamsin Reed님"),
    ],
)
def test_who_says_a_name_is_called_by_it_once(language: Language, text: str, quote: str, called: str) -> None:
    talk = Conversation(language)
    first = talk.said(text, (_stated(PERSON[0], quote), _stated(age(34), "34"))).text
    assert called in first and "34" in first
    assert called not in talk.said("천식이 있어요" if language == "ko" else "I have asthma").text


def test_nobody_is_called_by_a_family_name_alone() -> None:
    said = Conversation("en").said("Mr Reed here", (_stated(PERSON[0], "Mr Reed"),)).text
    assert "Noted, " not in said and "Reed" in said


def test_a_name_put_right_moves_no_treatment() -> None:
    talk = Conversation("en").knows(PERSON[0], condition("type_2_diabetes"))
    target = Target(slot=SlotKind.DEMOGRAPHICS, concept_id=NAME)
    right = PERSON[0].with_fields(value="Tamsyn Reed")
    put = Proposal(operation=Operation.CORRECT, content=right, target=target, quote="Tamsyn")
    said = talk.said("No, that is wrong, correct my name to Tamsyn", (put,)).text
    assert "Tamsyn Reed" in said and "treatment" not in said
