"""What was told as one's own turns out to be somebody else's."""

from __future__ import annotations

import pytest

from domain.events import ClarificationRequested, SlotRecorded, SlotRetracted
from domain.values import SlotKind
from extraction.rules.pipeline import Extractor
from tests.extraction.talking import Talk


@pytest.mark.parametrize(
    ("told", "taken_back", "relative", "concept_id"),
    [
        ("저 통풍 있어요.", "그건 어머니 얘기예요.", "mother", "gout"),
        ("메밀 알레르기가 있어요.", "사실 동생 거예요.", "sibling", "buckwheat_allergy"),
        ("라텍스 알레르기 있습니다.", "제가 아니라 언니요.", "sister", "latex_allergy"),
        ("저는 천식이 있어요.", "천식은 사실 아버지 거예요.", "father", "asthma"),
        ("I have gout.", "Sorry, that was my mother.", "mother", "gout"),
        ("I'm allergic to latex.", "Actually that's my brother's.", "brother", "latex_allergy"),
        ("I have gout.", "I meant my sister.", "sister", "gout"),
    ],
)
def test_leaves_ones_own_record_for_the_family_history(
    extractor: Extractor, told: str, taken_back: str, relative: str, concept_id: str
) -> None:
    talk = Talk(extractor)
    talk.say(told)
    events = talk.say(taken_back)
    (retracted,) = [one for one in events if isinstance(one, SlotRetracted)]
    assert retracted.reattributed_to == relative
    (fact,) = talk.believed
    assert (fact.content.slot, fact.content.subject) == (SlotKind.FAMILY_HISTORY, relative)
    assert fact.content.concept.concept_id == concept_id


@pytest.mark.parametrize(
    ("told", "taken_back"),
    [
        ("로사르탄 50mg 먹어요.", "아 그건 남편 약이에요."),
        ("I take losartan.", "That's my husband's medication, not mine."),
        ("I take losartan.", "The losartan is my husband's."),
        ("혈압 150/90이에요.", "그건 남편 거예요."),
    ],
)
def test_a_relatives_medicines_and_readings_are_not_kept(extractor: Extractor, told: str, taken_back: str) -> None:
    talk = Talk(extractor)
    talk.say(told)
    events = talk.say(taken_back)
    assert {type(one) for one in events} == {SlotRetracted}
    assert [one.reattributed_to for one in events if isinstance(one, SlotRetracted)] == ["husband"] * len(events)
    assert talk.believed == []


def test_of_another_than_a_relative_is_only_withdrawn(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    (retracted,) = talk.say("그건 친구 얘기예요.")
    assert isinstance(retracted, SlotRetracted)
    assert retracted.reattributed_to is None


def test_in_one_breath_is_never_ones_own(extractor: Extractor) -> None:
    (recorded,) = Talk(extractor).say("페니실린 알레르기가 있어요. 아 그건 제 동생이에요.")
    assert isinstance(recorded, SlotRecorded)
    assert recorded.content.slot is SlotKind.FAMILY_HISTORY


def test_of_several_things_told_together_asks_which(extractor: Extractor) -> None:
    talk = Talk(extractor)
    talk.say("통풍이랑 천식 있어요.")
    (asked,) = talk.say("그건 어머니 얘기예요.")
    assert isinstance(asked, ClarificationRequested)
    assert len(asked.candidates) == 2


@pytest.mark.parametrize(
    "text",
    [
        "그건 어머니 얘기인가요?",
        "어머니 생신이에요.",
        "동생이에요.",
        "It's my mother's birthday.",
        "I live with my sister.",
        "It was my husband.",
    ],
)
def test_other_words_about_relatives_take_nothing_back(extractor: Extractor, text: str) -> None:
    talk = Talk(extractor)
    talk.say("통풍이 있어요.")
    assert talk.say(text) == ()
