"""A steroid that was stopped lately makes vomiting or a faint on standing an emergency: the body may lack its own."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Status
from tests.agent.conversation import Conversation, medicine


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "was sick twice in the night and no appetite, must be a bug. dioralyte?"),
        ("en", "I've been sick since yesterday, can't keep anything down"),
        ("en", "nearly went over when I stood up this morning"),
        ("ko", "어제부터 계속 토하고 기운이 없어요"),
        ("ko", "일어나면 핑 돌아요. 장염인가요?"),
    ],
)
def test_an_illness_after_a_steroid_was_stopped_is_an_emergency(language: Language, said: str) -> None:
    stopped = medicine("prednisolone", "20mg", "QD", status=Status.STOPPED, valid_to="2024-04-29")
    draft = Conversation(language).knows(stopped).said(said)
    assert draft.urgent and ("adrenal" in draft.text or "부신" in draft.text), draft.text


@pytest.mark.parametrize(
    ("concept_id", "began"), [("prednisolone", "2024-04-24"), ("dexamethasone_eye_drops", "2024-01-02")]
)
def test_a_short_course_or_drops_call_nobody(concept_id: str, began: str) -> None:
    stopped = medicine(concept_id, None, None, status=Status.STOPPED, valid_from=began, valid_to="2024-04-29")
    assert "adrenal" not in Conversation("en").knows(stopped).said("was sick twice in the night").text


@pytest.mark.parametrize("said", ["was sick twice in the night", "nearly went over when I stood up"])
def test_one_that_was_stopped_years_ago_calls_nobody(said: str) -> None:
    stopped = medicine("prednisolone", "20mg", "QD", status=Status.STOPPED, valid_to="2021-03-01")
    assert "adrenal" not in Conversation("en").knows(stopped).said(said).text


def test_a_bug_without_a_steroid_is_no_adrenal_crisis() -> None:
    assert "adrenal" not in Conversation("en").knows(medicine("metformin", "500mg", "BID")).said("was sick twice").text
