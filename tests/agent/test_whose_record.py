"""Whose a record is: whoever told of it in the first person is the patient."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from agent.whose_record import patient_named
from domain.proposals import Proposal
from domain.speaking_for import ONESELF
from tests.agent.conversation import Conversation, medicine
from tests.shipped import vocabulary


@pytest.mark.parametrize(
    ("language", "said", "named"),
    [
        ("en", "I take ramipril 10", ONESELF),
        ("en", "my ramipril is 10", ONESELF),
        ("ko", "라미프릴 10 먹어요", ONESELF),
        ("en", "my mum takes ramipril 10", ""),
        ("ko", "엄마가 라미프릴 10 드세요", ""),
        ("ko", "라미프릴 10 드세요", ""),
        ("en", "ramipril 10", ""),
    ],
)
def test_the_first_person_is_the_patient(language: Language, said: str, named: str) -> None:
    talk = Conversation(language)
    talk.said(said, [Proposal(content=medicine("ramipril", "10mg", None), quote="10")])
    assert patient_named(talk.view, vocabulary().recogniser) == named
