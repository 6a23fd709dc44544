"""What is quoted speaks of what is asked, and what is asked is what the words mean, not all that they name."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Polarity, SlotKind
from tests.agent.conversation import Conversation, condition, hits, medicine, none_of, states, symptom


@pytest.mark.parametrize(
    ("language", "asked", "found"),
    [
        ("ko", "어린이집 다녀와서 열이 38.4예요. 어떡하죠?", "ko-chemo-fever-01"),
        ("en", "he is 22 months and has a fever of 38.4, can he go to nursery?", "en-chemo-fever-01"),
    ],
)
def test_what_only_shares_a_name_is_not_quoted(language: Language, asked: str, found: str) -> None:
    draft = Conversation(language).said(asked, [states(symptom("fever"))], hits(found))
    assert found not in draft.text


def test_a_sentence_on_both_things_that_are_asked_of_is_quoted() -> None:
    talk = Conversation("ko").knows(medicine("simvastatin", "20mg", "QD"), none_of(SlotKind.ALLERGIES))
    assert "ko-grapefruit-01" in talk.said("자몽 먹어도 되나요?", found=hits("ko-grapefruit-01")).text


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "The GP has put me on candesartan 4mg once a day. Is that one all right with my asthma?"),
        ("ko", "오늘부터 칸데사르탄 4mg 먹으래요. 이거 천식 있어도 괜찮나요?"),
    ],
)
def test_that_one_is_the_medicine_just_told(language: Language, asked: str) -> None:
    talk = Conversation(language).knows(condition("asthma", language), medicine("albuterol_inhaler", None, "PRN"))
    draft = talk.said(asked, [states(medicine("candesartan", "4mg", "QD"))])
    said = draft.text.casefold()
    assert ("candesartan" in said or "칸데사르탄" in said) and "albuterol" not in said and "살부타몰" not in said


def test_what_is_denied_is_not_what_help_is_asked_for() -> None:
    talk = Conversation("en")
    told = [states(symptom("depressed_mood")), states(symptom("self_harm", polarity=Polarity.NEGATED))]
    text = talk.said("My mood has been low for weeks. No thoughts of self-harm. What might help?", told).text
    assert "about self-harm" not in text
