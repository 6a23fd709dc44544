"""What somebody who is spoken for takes is asked in the third person, often without a word for medicines."""

from __future__ import annotations

import pytest

from agent.answers.asking.asked_kinds import settled_name
from agent.answers.asking.request import read_request
from agent.skills.ports import Language
from extraction.reading.understanding import Asking
from projections.patient_view import PatientView
from tests.agent.conversation import Conversation, medicine, recogniser


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "What's he on at the moment?"), ("en", "What medicines does she take?"), ("ko", "엄마가 뭐 드시죠?")],
)
def test_what_is_taken_is_listed(language: Language, question: str) -> None:
    said = Conversation(language).knows(medicine("allopurinol", "100mg", "QD")).said(question).text
    assert ("Allopurinol 100mg" if language == "en" else "알로푸리놀(Allopurinol) 100mg") in said


def test_a_question_for_what_somebody_takes_is_no_question_for_what_something_does() -> None:
    heard = Asking("medicine", 2.0, 3.0)
    view = PatientView("p")
    taken = read_request("What does he take?", recogniser())
    assert settled_name("knowledge", heard, taken, view) == "summary"
    assert settled_name("knowledge", heard, read_request("What does it do?", recogniser()), view) != "summary"
