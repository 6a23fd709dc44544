"""Plain questions for one's own record are answered from it, however they are worded, and by no card."""

from __future__ import annotations

from typing import Final

import pytest

from agent.skills.ports import Language
from domain.values import Content, SlotKind, Status, Temporality
from tests.agent.conversation import Conversation, allergy, condition, lexicon, medicine

ASKED: Final[dict[tuple[Language, str], tuple[str, ...]]] = {
    ("en", "Penicillin"): (
        "what am I allergic to?", "which things am I allergic to", "am I allergic to anything?", "do I have allergies",
        "what can't I have because of allergies?", "my allergies?",
    ),
    ("en", "smok"): ("do I smoke?", "how much do I smoke", "am I a smoker"),
    ("en", "Amlodipine"): (
        "what did I stop?", "which medicine did I stop?", "what was I on before that I came off",
        "what did I come off in May",
    ),
    ("en", "Cholecystectomy"): ("what operations have I had?", "have I had any surgery?"),
    ("en", "Metformin"): ("am I on metformin?", "am I still taking the metformin"),
    ("ko", "페니실린"): ("제 알레르기가 뭐예요?", "알레르기?", "나 알레르기 뭐 있어?"),
    ("ko", "담배"): ("저 담배 피운다고 했나요?", "담배 얼마나 피우죠 제가", "담배 하루 몇 개비라고 했죠"),
    ("ko", "담낭"): ("무슨 수술 받았었죠?", "수술한 적 있나요 저?"),
    ("ko", "천식"): ("지병이 뭐더라", "제 진단명이 뭐죠"),
}  # fmt: skip


SMOKING: Final = Content(
    slot=SlotKind.SOCIAL_HISTORY, concept=lexicon().entry("social", "smoking").concept("ko"), value=5.0,
    unit="{cigarette}", frequency="QD",
)  # fmt: skip
GALLBLADDER: Final = Content(
    slot=SlotKind.PROCEDURES, concept=lexicon().entry("procedures", "cholecystectomy").concept("ko"),
    temporality=Temporality.PAST, valid_from="2018",
)  # fmt: skip


def talk(language: Language) -> Conversation:
    return Conversation(language).knows(
        allergy("penicillin"), condition("asthma"), medicine("metformin", "500mg", "BID"),
        medicine("amlodipine", "5mg", "QD", status=Status.STOPPED, valid_to="2025-05"),
        SMOKING, GALLBLADDER,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "named", "question"),
    [(language, named, question) for (language, named), asked in ASKED.items() for question in asked],
)
def test_the_record_answers(language: Language, named: str, question: str) -> None:
    answer = talk(language).said(question)
    assert named.casefold() in answer.text.casefold()
    assert not answer.citations


@pytest.mark.parametrize(
    "question", ["what are the signs of a penicillin allergy?", "how do I stop smoking?", "is asthma hereditary?"]
)
def test_a_general_question_is_none_for_the_record(question: str) -> None:
    assert "on record" not in talk("en").said(question).text.split(".")[0]
