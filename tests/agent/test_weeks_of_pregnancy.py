"""A pregnancy is told back with its weeks, once, in both languages."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.conversation import Conversation, condition


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [("ko", "제 진단 목록을 보여 주세요.", "임신 22주"), ("en", "Show me my diagnoses.", "Pregnancy, 22 weeks")],
)
def test_a_pregnancy_is_told_with_its_weeks(language: Language, question: str, told: str) -> None:
    pregnant = condition("pregnancy").with_fields(value=22.0, unit="wk")
    answer = Conversation(language).knows(pregnant).said(question).text
    assert told in answer
    assert "wk" not in answer
