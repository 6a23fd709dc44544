"""A detail that is not on record is said to be missing; the rest of the record is not told in its place."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from agent.skills.answer import RuleAnswer
from agent.skills.intent import RuleIntent
from agent.skills.ports import Draft, Language, Question, Situation
from tests.agent.conversation import (
    NOW,
    ZONE,
    Conversation,
    Shelf,
    age,
    allergy,
    condition,
    lab,
    lexicon,
    medicine,
    recogniser,
)

RECORD = (age(58), condition("type_2_diabetes"), medicine("metformin", "500mg", "BID"), allergy("penicillin"),
          lab("hba1c", 7.2, "%", "2024-04-03"))  # fmt: skip


def answered(language: Language, text: str, kind: str) -> Draft:
    """The answer to ``text`` where the reader of kinds hears ``kind``."""
    patient = Conversation(language).knows(*RECORD)
    question = Question(text, language, NOW, ZONE, 1)
    intent = asyncio.run(RuleIntent(lexicon(), recogniser()).classify(question, patient.view))
    situation = Situation(question, replace(intent, name=kind), patient.view, (), ())
    return asyncio.run(RuleAnswer(lexicon(), recogniser(), Shelf()).answer(situation))


@pytest.mark.parametrize("kind", ["summary", "knowledge", "lookup"])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What is my blood type?"),
        ("en", "What's my job?"),
        ("en", "What is my name?"),
        ("en", "What's my address?"),
        ("en", "Which vaccines have I had?"),
        ("en", "What is my marital status?"),
        ("ko", "제 혈액형이 뭐예요?"),
        ("ko", "제 직업이 뭐예요?"),
        ("ko", "제 이름이 뭐예요?"),
        ("ko", "제 보험 종류가 뭐죠?"),
        ("ko", "제가 다니는 병원이 어디예요?"),
        ("ko", "저 백신 뭐 맞았어요?"),
    ],
)
def test_what_is_not_on_record_is_said_to_be_missing(language: Language, text: str, kind: str) -> None:
    said = answered(language, text, kind)
    assert ("기록에 없" if language == "ko" else "not on your record") in said.text
    assert not said.facts_used
    assert not any(one in said.text for one in ("58", "7.2", "500mg"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "What do you know about me?"),
        ("en", "What's in my chart?"),
        ("en", "What have I told you so far?"),
        ("en", "What do I have?"),
        ("en", "Give me a rundown of my health"),
        ("ko", "제 차트에 뭐가 있어요?"),
        ("ko", "저에 대해 뭘 알고 있어요?"),
        ("ko", "제 정보 다 알려 주세요"),
        ("ko", "요약해 주세요"),
    ],
)
def test_the_record_as_a_whole_is_told_where_it_is_asked_for(language: Language, text: str) -> None:
    said = answered(language, text, "summary")
    assert all(one in said.text for one in ("58", "7.2", "500mg"))


@pytest.mark.parametrize(("language", "text"), [("en", "What medicines do I take?"), ("ko", "제 약이 뭐예요?")])
def test_a_slot_that_is_asked_for_is_listed(language: Language, text: str) -> None:
    said = answered(language, text, "summary")
    assert "500mg" in said.text and "7.2" not in said.text
