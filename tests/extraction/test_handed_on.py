"""A medicine that is only named again in a question, and one that somebody hands on, tell nothing of what is taken."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Certainty, Content, SlotKind
from tests.shipped import reader

NOW = datetime(2026, 3, 9, 9, tzinfo=UTC)


def medicines(text: str) -> list[Content]:
    read = reader().read(text, said_at=NOW, time_zone="UTC")
    contents = [one.content for one in read.proposals]
    return [one for one in contents if one is not None and one.slot is SlotKind.MEDICATIONS]


@pytest.mark.parametrize(
    "text",
    [
        "he takes eliquis 5mg twice a day and frusemide 40 in the morning. whats eliquis even for",
        "아픽사반 5mg 하루 두 번 받아옴. 아픽사반은 왜 주는거야",
    ],
)
def test_a_name_in_the_question_leaves_the_dose_told_before_it(text: str) -> None:
    (thinner,) = [one for one in medicines(text) if one.concept.concept_id == "apixaban"]
    assert (thinner.dose, thinner.frequency, thinner.certainty) == ("5mg", "BID", Certainty.CONFIRMED)


@pytest.mark.parametrize(
    "text",
    [
        "My colleague has a urine infection and gave me her leftover Septrin in case I get it. I should keep it?",
        "A friend handed me some of his tramadol for my back.",
        "There is leftover amoxicillin from my brother in the drawer.",
        "친구가 먹다 남은 아목시실린을 줬어요.",
        "옆집 언니가 자기 먹던 트라마돌을 나눠 줬어요.",
    ],
)
def test_what_somebody_hands_on_is_not_taken(text: str) -> None:
    assert medicines(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My sister gave me her leftover amoxicillin and I took two of them.", "amoxicillin"),
        ("The doctor gave me amoxicillin 500 mg three times a day.", "amoxicillin"),
        ("의사가 아목시실린 500mg 하루 세 번 처방했어요.", "amoxicillin"),
    ],
)
def test_what_is_taken_or_prescribed_stays_told(text: str, name: str) -> None:
    assert [one.concept.concept_id for one in medicines(text)] == [name]
