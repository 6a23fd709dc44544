"""Replies to an open question: which side holds, in a few words without the name of a test."""

from __future__ import annotations

import pytest

from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    SlotCorrected,
    SlotRecorded,
    SlotRetracted,
    event_id_at,
)
from domain.values import Concept, Content, Evidence, Precision, SlotKind, Source
from extraction.rules.pipeline import Extractor
from tests.builders import NOW, PATIENT_ID
from tests.extraction.talking import Talk

CHART = SlotRecorded(
    fact_id="chart",
    content=Content(
        slot=SlotKind.LABS,
        concept=Concept(concept_id="uric_acid", name="Uric acid", display="요산"),
        value=8.1,
        unit="mg/dL",
        valid_from="2025-02-03",
        precision=Precision.DAY,
    ),
    evidence=Evidence(event_id=event_id_at(PATIENT_ID, 1), source=Source.RECORD),
    said_at=NOW,
)
"""The chart says 8.1; the patient will say 6.9 of the same day."""


def disputing(extractor: Extractor) -> Talk:
    talk = Talk(extractor, CHART)
    (found,) = talk.say("2월 3일 요산은 6.9였어요.")
    assert isinstance(found, ContradictionFound)
    return talk


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("8.1이 맞아요.", 8.1),
        ("6.9요.", 6.9),
        ("차트가 맞아요.", 8.1),
        ("병원 기록이 맞습니다.", 8.1),
        ("제 말이 맞아요.", 6.9),
        ("처음 게 맞아요.", 8.1),
        ("두 번째 거요.", 6.9),
        ("요산은 6.9가 맞아요.", 6.9),
        ("The chart is right.", 8.1),
        ("What I told you is right.", 6.9),
        ("The second one.", 6.9),
        ("It's 8.1.", 8.1),
    ],
)
def test_settles_the_contradiction(extractor: Extractor, reply: str, value: float) -> None:
    talk = disputing(extractor)
    (event,) = talk.say(reply)
    assert isinstance(event, ContradictionResolved)
    assert [fact.content.value for fact in talk.believed] == [value]


@pytest.mark.parametrize(
    "reply", ["차트가 맞나요?", "7.5가 맞아요.", "잘 모르겠어요.", "Is the chart right?", "둘 다 아니에요."]
)
def test_that_names_no_side_settles_nothing(extractor: Extractor, reply: str) -> None:
    talk = disputing(extractor)
    assert not [event for event in talk.say(reply) if isinstance(event, ContradictionResolved)]
    assert talk.believed == []


@pytest.mark.parametrize("reply", ["8.1이 맞아요.", "차트가 맞아요.", "The second one.", "두 번째 거요."])
def test_to_no_question_is_nothing(extractor: Extractor, reply: str) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    assert talk.say(reply) == ()


@pytest.mark.parametrize(
    ("denial", "undone"),
    [
        ("통풍이 아니래요.", ContradictionResolved),
        ("통풍이라고 한 건 잘못 말했어요.", SlotRecorded),
        ("통풍이 아니라 가성통풍이에요.", CorrectionReverted),
    ],
)
@pytest.mark.parametrize("reply", ["취소할게요 통풍이 맞아요.", "아니 통풍이 맞아요."])
def test_that_a_disease_was_right_after_all_brings_it_back(
    extractor: Extractor, denial: str, undone: type, reply: str
) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    assert isinstance(talk.say(denial)[0], (ContradictionFound, SlotRetracted, SlotCorrected))
    (event,) = talk.say(reply)
    assert type(event) is undone
    (fact,) = talk.believed
    assert (fact.content.concept.concept_id, fact.content.polarity) == ("gout", "affirmed")


@pytest.mark.parametrize(
    ("reply", "corrected"),
    [
        ("최근 거요.", 7.2),
        ("그 전 거요.", 7.8),
        ("3월 거요", 7.2),
        ("2024년 12월 2일에 잰 거예요.", 7.8),
        ("7.8이요", 7.8),
        ("첫 번째 거요", 7.8),
        ("The March one.", 7.2),
        ("the one from December 2, 2024", 7.8),
        ("The latest one.", 7.2),
        ("The second one.", 7.2),
    ],
)
def test_a_reply_chooses_which_of_two_values_a_correction_meant(
    extractor: Extractor, reply: str, corrected: float
) -> None:
    talk = Talk(extractor)
    talk.say("당화혈색소가 2024년 12월 2일에 7.8%, 2025년 3월 3일에 7.2%였어요.")
    (asked,) = talk.say("아, 당화혈색소 7.5%가 아니라 6.9%예요.")
    assert isinstance(asked, ClarificationRequested)
    (payload,) = talk.say(reply)
    assert isinstance(payload, SlotCorrected)
    assert payload.content.value == 6.9
    kept = {7.2: 7.8, 7.8: 7.2}[corrected]
    assert sorted(fact.content.value for fact in talk.believed) == sorted([6.9, kept])  # type: ignore[type-var]


@pytest.mark.parametrize("between", ["머리가 아파요.", "감사합니다."])
def test_a_reply_answers_the_question_of_the_turn_before_alone(extractor: Extractor, between: str) -> None:
    talk = Talk(extractor)
    talk.say("당화혈색소가 2024년 12월 2일에 7.8%, 2025년 3월 3일에 7.2%였어요.")
    talk.say("아, 당화혈색소 7.5%가 아니라 6.9%예요.")
    talk.say(between)
    assert talk.say("최근 거요.") == ()


@pytest.mark.parametrize("reply", ["5월 거요", "9.9요", "세 번째 거요"])
def test_a_reply_that_fits_nothing_that_was_asked_changes_nothing(extractor: Extractor, reply: str) -> None:
    talk = Talk(extractor)
    talk.say("당화혈색소가 2024년 12월 2일에 7.8%, 2025년 3월 3일에 7.2%였어요.")
    talk.say("아, 당화혈색소 7.5%가 아니라 6.9%예요.")
    assert not any(isinstance(payload, SlotCorrected) for payload in talk.say(reply))


@pytest.mark.parametrize("words", ["정정한 걸 취소해 주세요.", "처음 말이 맞아요.", "Undo that."])
def test_undoing_settles_a_contradiction_with_what_had_been_withdrawn(extractor: Extractor, words: str) -> None:
    talk = Talk(extractor)
    (told,) = talk.say("페니실린 알레르기가 있어요.")
    assert isinstance(told, SlotRecorded)
    (retracted,) = talk.say("페니실린 알레르기는 취소해 주세요.")
    assert isinstance(retracted, SlotRetracted)
    (found,) = talk.read(told.content)
    assert isinstance(found, ContradictionFound)
    (resolved,) = talk.say(words)
    assert isinstance(resolved, ContradictionResolved)
    assert [fact.content.concept.concept_id for fact in talk.believed] == ["penicillin"]
