"""Whether a fever is to be seen: by age, days and how the child is; what only sounds like it is left alone."""

from __future__ import annotations

import pytest

from agent.answers.asking.request import read_request
from agent.answers.complaints.fever_care_asked import asks_fever_care
from agent.skills.ports import Language
from domain.values import Content
from projections.answers import Answers
from tests.agent.conversation import NOW, ZONE, Conversation, age, condition, medicine, recogniser, symptom, vital

TODAY = "2024-05-02"


def hot(language: Language, years: int, degrees: float, *known: Content, since: str = TODAY) -> Conversation:
    return Conversation(language).knows(age(years), vital("body_temperature", degrees, "Cel", since), *known)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        (
            "en",
            "he has a temp of 38.9, is playing. do i need to take him in?",
            ("no emergency", "Drinking and playing"),
        ),
        ("en", "is 38.9 bad?", ("no emergency", "hard to wake")),
        ("en", "with that fever, should we go to the ER?", ("no emergency", "does not fade")),
        ("ko", "열이 38.9도인데 응급실 가야 하나요?", ("응급이 아니며", "발진")),
        ("ko", "38.9도면 높은 건가요?", ("응급이 아니며",)),
    ],
)
def test_a_fever_alone_is_looked_after_at_home(language: Language, text: str, wanted: tuple[str, ...]) -> None:
    talk = hot(language, 4, 38.9)
    said = talk.said(text).text
    assert talk.intent is not None and talk.intent.name == "fever"
    assert all(one in said for one in wanted), said


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("my 6 week old has a temperature of 38.2, should I take her to hospital?", "under three months"),
        ("my 4 month old has a temperature of 39.2, should I take her in?", "same day"),
        ("my 4 year old has had a temp of 38.5 for 5 days, should he be seen?", "5 days"),
        (
            "my 2 year old has a fever of 38.6 and won't drink, should I take him in?",
            "today",
        ),
    ],
)
def test_age_days_and_how_the_child_is_decide(told: str, wanted: str) -> None:
    assert wanted in Conversation("en").said(told).text


def test_a_grave_complaint_on_record_cannot_wait() -> None:
    said = hot("en", 4, 38.5, symptom("stiff_neck")).said("should I take him in for the fever?").text
    assert "emergency room now" in said and "no emergency" not in said


def test_what_weakens_the_defences_makes_any_fever_urgent() -> None:
    talk = Conversation("en").knows(age(60), condition("leukemia"), vital("body_temperature", 38.4, "Cel", TODAY))
    said = talk.said("is 38.4 bad?").text
    assert "emergency" in said and "looked after at home" not in said


def test_an_adult_is_told_what_would_change_it() -> None:
    said = Conversation("en").knows(age(40)).said("my temperature is 38.6, should I see a doctor?").text
    assert "three days" in said and "child" not in said


@pytest.mark.parametrize(
    "text",
    [
        "should I see a doctor about my knee?",
        "is 138/85 bad?",
        "do I need to go in for blood tests?",
        "is 38 a good age to have a baby?",
        "should I see a doctor about my weight?",
        "응급실에서 뭐라고 말해야 하나요?",
        "공복혈당 138이면 높은 건가요?",
        "무릎 때문에 병원 가야 하나요?",
        "my fever is gone, thanks",
    ],
)
def test_other_questions_whether_to_be_seen_are_left_alone(text: str) -> None:
    assert not asks_fever_care(read_request(text, recogniser(), (NOW, ZONE)), Answers("p"))


def test_a_question_about_something_else_after_a_fever_is_not_of_it() -> None:
    talk = hot("en", 5, 38.6, medicine("amoxicillin", "250mg", "TID"))
    talk.said("is 38.6 bad?")
    talk.said("do I need to see a doctor about my own back?")
    assert talk.intent is not None and talk.intent.name != "fever"
