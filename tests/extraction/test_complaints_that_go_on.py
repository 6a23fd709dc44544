"""A complaint that is said not to end is there; what is denied is its end."""

from __future__ import annotations

import pytest

from domain.values import Polarity, Status
from tests.extraction.test_what_the_record_settles import after


def _polarities(text: str) -> dict[str, Polarity]:
    return {one.content.concept.concept_id: one.content.polarity for one in after(text)}


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [
        ("코피가 삼십분째 안 멎어요", "nosebleed"),
        ("설사가 도무지 안 멈춰요", "diarrhea"),
        ("열이 안 내려요", "fever"),
        ("통증이 가시질 않아요", "pain"),
        ("부기가 영 안 빠져요", "edema"),
        ("딸꾹질이 멈추질 않아요", "hiccups"),
        ("the headache won't ease off", "headache"),
        ("no relief from the pain", "pain"),
        ("no fever, but the diarrhoea hasn't stopped", "diarrhea"),
    ],
)
def test_what_does_not_end_is_there(text: str, concept_id: str) -> None:
    assert _polarities(text).get(concept_id) is Polarity.AFFIRMED


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [
        ("간이 안 좋아요", "liver_disease"),
        ("콩팥이 안좋아 투석한다", "kidney_disease"),
        ("심장이 안 좋으세요", "heart_disease"),
        ("소변이 거의 안 나와요", "low_urine_output"),
    ],
)
def test_a_lack_is_a_complaint(text: str, concept_id: str) -> None:
    assert _polarities(text).get(concept_id) is Polarity.AFFIRMED


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [("간 안 좋은 데 없어요", "liver_disease"), ("콩팥이 안 좋은 건 아니래요", "kidney_disease")],
)
def test_a_lack_that_is_denied_is_none(text: str, concept_id: str) -> None:
    assert _polarities(text).get(concept_id) is Polarity.NEGATED


@pytest.mark.parametrize(
    ("text", "concept_id"),
    [("기침은 없어요", "cough"), ("두통은 없고 열이 안 내려요", "headache"), ("I don't have any nausea", "nausea")],
)
def test_what_is_denied_stays_denied(text: str, concept_id: str) -> None:
    assert _polarities(text).get(concept_id) is Polarity.NEGATED


@pytest.mark.parametrize(
    "text",
    [
        "the cough is no better",
        "my cough's not any better, 3 wks",
        "cough is just as bad",
        "기침이 여전해요",
        "기침은 그대로예요",
    ],
)
def test_what_is_no_better_is_not_over(text: str) -> None:
    (told,) = (one.content for one in after(text) if one.content.concept.concept_id == "cough")
    assert (told.polarity, told.status) == (Polarity.AFFIRMED, None)


def test_what_is_over_is_over() -> None:
    (told,) = (one.content for one in after("기침은 다 나았어요") if one.content.concept.concept_id == "cough")
    assert told.status is Status.RESOLVED
