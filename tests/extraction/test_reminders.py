"""Saying again what was said before, and saying what it is instead."""

from __future__ import annotations

import pytest

from domain.events import (
    ContradictionFound,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
)
from extraction.rules.pipeline import Extractor
from tests.extraction.talking import Talk


@pytest.mark.parametrize(
    ("told", "again"),
    [
        ("지난달 요산은 8.1이었어요.", "아까 요산 8.1이라고 했잖아요."),
        ("지난달 요산은 8.1이었어요.", "요산 8.1이라고 말씀드렸는데요."),
        ("통풍이 있어요.", "통풍 있다고 말씀드렸어요."),
        ("My uric acid was 8.1 in January.", "I told you my uric acid was 8.1."),
    ],
)
def test_of_what_is_known_only_reaffirms(extractor: Extractor, told: str, again: str) -> None:
    talk = Talk(extractor)
    (first,) = talk.say(told)
    assert isinstance(first, SlotRecorded)
    (event,) = talk.say(again, days_later=3)
    assert isinstance(event, SlotReaffirmed)
    assert event.fact_id == first.fact_id


@pytest.mark.parametrize(
    ("told", "corrected", "again"),
    [
        ("요산은 8.1이었어요.", "요산을 잘못 말했어요, 6.9예요.", "아까 요산 8.1이라고 했잖아요."),
        ("혈압이 150에 90이에요.", "혈압 다시 재니 130에 80이에요.", "아까 혈압 150에 90이라고 했잖아요."),
        ("로사르탄 50mg 먹어요.", "로사르탄은 50mg이 아니라 100mg이에요.", "로사르탄 50mg이라고 말씀드렸잖아요."),
        ("통풍이 있어요.", "통풍 있다고 한 말은 취소할게요.", "통풍 있다고 말씀드렸잖아요."),
        ("My uric acid was 8.1.", "I misread it, my uric acid was 6.9.", "I told you my uric acid was 8.1."),
    ],
)
def test_of_what_was_corrected_since_asks_and_revives_nothing(
    extractor: Extractor, told: str, corrected: str, again: str
) -> None:
    talk = Talk(extractor)
    talk.say(told)
    talk.say(corrected)
    believed = [fact.fact_id for fact in talk.ledger.current()]
    events = talk.say(again, days_later=2)
    assert {type(event) for event in events} == {ContradictionFound}
    assert [fact.fact_id for fact in talk.believed] == []
    assert set(believed) <= {fact.fact_id for fact in talk.ledger.current()}


@pytest.mark.parametrize("text", ["아까 요산 8.1이라고 했잖아요.", "I told you my uric acid was 8.1."])
def test_of_what_was_never_heard_is_recorded_without_a_date(extractor: Extractor, text: str) -> None:
    (event,) = Talk(extractor).say(text)
    assert isinstance(event, SlotRecorded)
    assert (event.content.value, event.content.valid_from) == (8.1, None)


@pytest.mark.parametrize(
    ("told", "instead", "concept_id"),
    [
        ("통풍이 있어요.", "아까 통풍이라고 했는데 가성통풍이래요.", "pseudogout"),
        ("I have gout.", "I said gout but it's pseudogout.", "pseudogout"),
        ("로사르탄 먹어요.", "제가 로사르탄이라고 했는데 발사르탄이에요.", "valsartan"),
        ("로사르탄 먹어요.", "로사르탄이 아니라 발사르탄이에요.", "valsartan"),
    ],
)
def test_what_it_is_instead_replaces_what_was_said(
    extractor: Extractor, told: str, instead: str, concept_id: str
) -> None:
    talk = Talk(extractor)
    talk.say(told)
    (event,) = talk.say(instead)
    assert isinstance(event, SlotCorrected)
    (fact,) = talk.believed
    assert fact.content.concept.concept_id == concept_id


def test_what_is_added_replaces_nothing(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    talk.say("아까 통풍이라고 했는데 천식도 있어요.")
    assert {fact.content.concept.concept_id for fact in talk.believed} == {"gout", "asthma"}


def test_of_a_relative_is_not_the_patients(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    talk.say("어머니가 통풍이라고 했는데 천식이래요.")
    assert [fact.content.concept.concept_id for fact in talk.believed if fact.content.subject == "patient"] == ["gout"]
