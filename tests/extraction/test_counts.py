"""What is counted beside a finding or an operation is its value; what counts something else is not."""

from __future__ import annotations

import pytest

from domain.values import SlotKind
from tests.extraction.test_what_the_record_settles import after

FALLS = {"slot": "symptoms", "name": "Fall", "value": 3}
POLYPS = {"slot": "procedures", "name": "Polypectomy", "value": 2, "date": "2025-12-18"}
RUNNING = {"slot": "social_history", "name": "exercise", "value": "3 times a week"}


@pytest.mark.parametrize(
    ("text", "concept_id", "value", "unit"),
    [
        ("어젯밤부터 네 번 토했어요", "vomiting", 4, "{times}"),
        ("오늘 설사를 여섯 번 했어요", "diarrhea", 6, "{times}"),
        ("I've vomited five times since breakfast", "vomiting", 5, "{times}"),
        ("두 달 새 체중이 줄었는데, 체중 감소 6kg이에요", "weight_loss", 6, "kg"),
        ("제왕절개 두 번 했어요", "cesarean_section", 2, "{times}"),
        ("허리 통증이 10점 만점에 7점이에요. 허리 통증 7점", "low_back_pain", 7, "{score}"),
    ],
)
def test_a_count_is_kept_with_what_is_counted(text: str, concept_id: str, value: float, unit: str) -> None:
    counted = [one.content for one in after(text) if one.content.concept.concept_id == concept_id]
    assert (value, unit) in [(one.value, one.unit) for one in counted]


@pytest.mark.parametrize(
    "text", ["두통이 사흘 전부터 있어요", "설사가 심해서 지사제를 하루 세 번 먹어요", "기침이 나서 병원에 두 번 갔어요"]
)
def test_what_counts_something_else_is_no_count_of_a_complaint(text: str) -> None:
    complaints = [one.content for one in after(text) if one.content.slot is SlotKind.SYMPTOMS]
    assert complaints
    assert [one.value for one in complaints] == [None] * len(complaints)


def test_a_count_on_record_is_put_right() -> None:
    facts = after("Make that two falls, not three.", FALLS, agent="Three falls since Easter, noted.")
    assert [(one.content.concept.name, one.content.value) for one in facts] == [("Fall", 2)]
    facts = after("Three polyps, not two. I counted the photos.", POLYPS)
    assert [(one.content.concept.name, one.content.value) for one in facts] == [("Polypectomy", 3)]


def test_what_is_said_as_known_and_is_not_on_record_is_told() -> None:
    assert [one.content.concept.concept_id for one in after("My amlodipine is unchanged")] == ["amlodipine"]
