"""The most of a medicine for the occasion is said with its source, and of what is prescribed for every day nothing."""

from __future__ import annotations

import pytest

from tests.agent.conversation import Conversation, medicine


@pytest.mark.parametrize(
    ("language", "question", "says"),
    [
        ("en", "How many sumatriptan can I take in a day?", ("200 mg", "9 days a month")),
        ("en", "I use my blue inhaler every day, is that too much?", ("not well controlled", "two days a week")),
        ("en", "Is ibuprofen three times a week too often?", ("1200 mg", "15 or more days")),
        ("ko", "지르텍 하루에 몇 알까지 먹어도 돼요?", ("하루 한 번 한 알",)),
        ("ko", "타이레놀 너무 자주 먹는 건가요?", ("4000mg", "15일")),
    ],
)
def test_the_most_is_told_with_its_source(language: str, question: str, says: tuple[str, ...]) -> None:
    talk = Conversation("ko" if language == "ko" else "en")
    answer = talk.said(question).text
    assert all(one in answer for one in says), answer


@pytest.mark.parametrize("question", ["How many metformin can I take in a day?", "Is my aspirin too much?"])
def test_of_what_is_prescribed_for_every_day_nothing_is_said(question: str) -> None:
    talk = Conversation("en").knows(medicine("metformin", "500mg", "BID"), medicine("aspirin", "75mg", "QD"))
    answer = talk.said(question).text
    assert "at most 4000 mg" not in answer
    assert "an adult takes" not in answer
