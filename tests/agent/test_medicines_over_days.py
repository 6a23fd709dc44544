"""What is answered of medicines that were changed over days: exchanged, raised step by step, ended."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.proposals import Operation, Proposal, Target
from domain.values import Content, SlotKind, Status, Temporality
from tests.agent.conversation import Conversation, medicine


def changed(content: Content) -> Proposal:
    target = Target(slot=SlotKind.MEDICATIONS, concept_id=content.concept.concept_id)
    return Proposal(operation=Operation.CHANGE, content=content, target=target, quote="said")


def stopped(concept: str, **fields: str) -> Proposal:
    return changed(medicine(concept, None, None, status=Status.STOPPED, temporality=Temporality.PAST, **fields))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "First candesartan today, no more amlodipine"),
        ("en", "no more amlodipine, started the candesartan this morning"),
        ("ko", "오늘 칸데사르탄 시작했고 암로디핀은 이제 안 먹어요"),
    ],
)
def test_what_gave_way_to_another_was_not_missed(language: Language, text: str) -> None:
    talk = Conversation(language).knows(medicine("amlodipine", "5mg", "QD"))
    new = Proposal(operation=Operation.ASSERT, content=medicine("candesartan", "8mg", "QD"), quote="candesartan")
    answer = talk.said(text, [new, stopped("amlodipine")]).text
    assert "180/120" not in answer


@pytest.mark.parametrize("text", ["I ran out of amlodipine three days ago", "forgot my amlodipine for three days"])
def test_what_ran_out_was_missed(text: str) -> None:
    talk = Conversation("en").knows(medicine("amlodipine", "5mg", "QD"))
    assert "180/120" in talk.said(text).text


@pytest.mark.parametrize(
    ("language", "asks", "holds"),
    [
        ("en", "what dose of sertraline was I on before this one?", ("100mg", "4 Mar 2024", "25 Mar 2024", "21 days")),
        ("ko", "설트랄린 지금 용량 전에는 얼마였죠?", ("100mg", "3월 4일", "3월 25일", "21일")),
    ],
)  # fmt: skip
def test_the_dose_before_is_told_with_its_days(language: Language, asks: str, holds: tuple[str, ...]) -> None:
    talk = Conversation(language).knows(medicine("sertraline", "50mg", "QD"))
    talk.said("said", [changed(medicine("sertraline", "100mg", None, valid_from="2024-03-04"))])
    talk.said("said", [changed(medicine("sertraline", "75mg", None, valid_from="2024-03-25"))])
    answer = talk.said(asks).text
    assert [one for one in holds if one not in answer] == [], answer


def test_the_steps_of_a_course_are_told_once_it_has_ended() -> None:
    talk = Conversation("en").knows(medicine("prednisolone", "40mg", None, valid_from="2024-04-12"))
    talk.said("said", [changed(medicine("prednisolone", "30mg", None, valid_from="2024-04-17"))])
    talk.said("said", [stopped("prednisolone", valid_to="2024-04-26")])
    answer = talk.said("how long was I on the prednisolone and what were the steps?").text
    holds = ("12 Apr 2024: 40mg", "17 Apr 2024: 30mg", "26 Apr 2024: stopped", "15 days")
    assert [one for one in holds if one not in answer] == [], answer
