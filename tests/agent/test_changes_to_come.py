"""A change of a medicine that is still to come is said as one; until its day what is taken is what was."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content, Status
from tests.agent.conversation import Conversation, changes, medicine


def reduced(day: str) -> Content:
    return medicine("valproic_acid", "300mg", "BID", valid_from=day)


@pytest.mark.parametrize(
    ("language", "listed"), [("en", "What medicines am I taking now?"), ("ko", "지금 먹는 약을 모두 알려 주세요")]
)
def test_a_change_to_come_holds_from_its_day(language: Language, listed: str) -> None:
    talk = Conversation(language).knows(medicine("valproic_acid", "500mg", "BID"))
    said = talk.said("from the 20th", [changes(reduced("2024-05-20"))]).text
    assert ("Until then" in said) if language == "en" else ("그날까지는" in said)
    now = talk.said(listed).text
    assert "500mg" in now and "300mg" not in now


def test_a_change_that_has_come_holds() -> None:
    talk = Conversation("en").knows(medicine("valproic_acid", "500mg", "BID"))
    assert "Until then" not in talk.said("since Monday", [changes(reduced("2024-04-29"))]).text
    now = talk.said("What medicines am I taking now?").text
    assert "300mg" in now and "500mg" not in now


def test_what_is_to_be_stopped_later_is_taken_until_then() -> None:
    talk = Conversation("en").knows(medicine("valproic_acid", "500mg", "BID"))
    talk.said("stop it on the 20th", [
        changes(medicine("valproic_acid", "500mg", "BID", status=Status.STOPPED, valid_to="2024-05-20"))
    ])  # fmt: skip
    assert "500mg" in talk.said("What medicines am I taking now?").text
