"""What words mean that describe or only point: answered by name, and asked for once where it may be any of several."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from agent.answers.referents.expressions import called_that, described
from agent.skills.ports import Language
from tests.agent.conversation import Conversation, card_reader, medicine, states
from tests.agent.pointing_talks import LOOKED_AT, NOT_YET, RECORDS, SET_ASIDE, Talk, Told


def talk_of(language: Language, record: str) -> Conversation:
    return Conversation(language, cards=card_reader()).knows(*RECORDS[record]())


def last_answer(talk: Talk) -> str:
    speaking, text = talk_of(talk.language, talk.record), ""
    for turn in talk.turns:
        draft = speaking.said(turn.text, [states(turn.content)]) if isinstance(turn, Told) else speaking.said(turn)
        text = draft.text
    return text


def marked(talk: Talk) -> ParameterSet:
    missing = [pytest.mark.xfail(strict=True, reason="not answered so yet")] if talk.turns[-1] in NOT_YET else []
    return pytest.param(talk, marks=missing, id=f"{talk.language}-{talk.turns[-1]}")


@pytest.mark.parametrize("talk", [marked(one) for one in (*LOOKED_AT, *SET_ASIDE)])
def test_what_is_pointed_at_is_what_the_answer_names(talk: Talk) -> None:
    text = last_answer(talk)
    assert all(one in text for one in talk.says) and not any(one in text for one in talk.never), text


@pytest.mark.parametrize(
    ("language", "asks", "which"),
    [
        ("en", "What is that tablet for?", "Which medicine"),
        ("en", "What's the white tablet for?", "Which medicine"),
        ("ko", "그 약 부작용은 뭐예요?", "어느 약"),
        ("ko", "하얀 알약은 무슨 약이죠?", "어느 약"),
    ],
)
def test_which_of_several_is_asked_once_and_the_reply_is_put_in_its_place(
    language: Language, asks: str, which: str
) -> None:
    talk = talk_of(language, "heart")
    talk.said("What medicines do I take?" if language == "en" else "제가 먹는 약이 뭐죠?")
    asked = talk.said(asks).text
    assert which in asked and asked.count("\n") == 0, asked
    told = talk.said("Amlodipine" if language == "en" else "암로디핀이요").text
    assert which not in told and ("mlodipine" in told or "암로디핀" in told), told


@pytest.mark.parametrize(("language", "asks"), [("en", "Can I stop it?"), ("ko", "그거 끊어도 돼요?")])
def test_what_must_not_be_stopped_is_said_before_it_is_asked_which(language: Language, asks: str) -> None:
    talk = talk_of(language, "heart")
    talk.said("List my medicines" if language == "en" else "제 약 목록 알려 주세요")
    text = talk.said(asks).text
    assert ("Which medicine" in text and "on your own" in text) or ("어느 약" in text and "스스로" in text), text


def test_who_does_not_say_which_is_not_asked_again() -> None:
    talk = talk_of("en", "heart")
    talk.said("What medicines do I take?")
    assert "Which medicine" in talk.said("What is that tablet for?").text
    assert "Which medicine" not in talk.said("Does that tablet make people tired?").text


@pytest.mark.parametrize(
    ("language", "asks", "then", "says", "never"),
    [
        ("en", "Can I take ibuprofen?", "Is that one ok with a bad stomach?", "buprofen", "mlodipine"),
        ("en", "What are the side effects of metformin?", "How often do I take that tablet?", "etformin", "pixaban"),
        ("ko", "메트포르민 부작용이 뭐죠?", "그 약은 하루 몇 번 먹어요?", "메트포르민", "아픽사반"),
    ],
)
def test_that_one_is_what_was_asked_about_last(language: Language, asks: str, then: str, says: str, never: str) -> None:
    talk = talk_of(language, "heart")
    talk.said(asks)
    text = talk.said(then).text
    assert says in text.split("together with")[0] and never not in text.split(".")[0], text


def test_bare_names_go_on_about_the_question_before_all_of_them() -> None:
    talk = talk_of("en", "heart")
    talk.said("How often do I take metformin?")
    assert "mlodipine" in talk.said("and amlodipine?").text
    text = talk.said("and the cholesterol one?").text
    assert "torvastatin" in text and "bedtime" in text, text


def test_a_description_that_fits_nothing_chooses_nothing() -> None:
    text = talk_of("en", "pair").said("What is the weekly one for?").text
    assert ("Losartan" in text) == ("Metformin" in text), text


def test_a_medicine_that_is_named_is_no_other_that_fits() -> None:
    talk = talk_of("en", "heart")
    talk.said("I was given ramipril 2.5 mg today", [states(medicine("ramipril", "2.5mg", "QD"))])
    text = talk.said("Is metformin the new one?").text
    assert not text.startswith("I take you to mean"), text


@pytest.mark.parametrize(
    "said",
    [
        "I need a new one",
        "The new doctor was kind",
        "We moved to a new house on Sunday",
        "Take one tablet once a week",
        "My stools are black",
        "It was the second time today",
        "새 의사 선생님은 친절하세요",
        "일주일에 한 번 운동해요",
        "요즘 하얀 가래가 나와요",
        "자기 전에 양치해요",
        "이 약국은 늦게까지 해요",
    ],
)
def test_other_words_describe_no_medicine(said: str) -> None:
    assert not [one for one in (*described(said), *called_that(said)) if one.kind != "described"], said
