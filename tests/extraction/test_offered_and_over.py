"""What was offered is not taken; what is over or came down is no new complaint; a count is of one thing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Content, Polarity, SlotKind, Status
from extraction.reading.figures.counts import TIMES
from tests.shipped import reader, vocabulary
from training.playing import content_of

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)


def complaint(name: str, **fields: object) -> Content:
    known = content_of({"slot": "symptoms", "name": name}, vocabulary().lexicon, "en")
    return known.with_fields(**fields)


def proposed(text: str, *known: Content) -> list[Proposal]:
    return list(reader().read(text, said_at=NOW, time_zone="Europe/London", spoken_of=known).proposals)


def taken(text: str) -> list[Content]:
    """The medicines that are recorded as in use."""
    found = [one.content for one in proposed(text) if one.content is not None]
    return [
        one for one in found
        if one.slot is SlotKind.MEDICATIONS and one.status is Status.ACTIVE and one.polarity is Polarity.AFFIRMED
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "My workmate gave me her leftover amoxicillin in case I get sick",
        "My sister offered me her naproxen",
        "There's some old Augmentin in the cupboard",
        "The surgeon suggested warfarin",
        "이모가 드시던 아목시실린 남은 거 주셨어요",
        "약국에서 나프록센을 추천해 줬어요",
    ],
)
def test_what_was_offered_is_not_in_use(text: str) -> None:
    assert not taken(text)


@pytest.mark.parametrize(
    "text",
    [
        "The GP gave me naproxen 500 twice a day",
        "I took one of her leftover amoxicillin last night and I'm taking another today",
        "The doctor suggested amlodipine and I take it every morning",
    ],
)
def test_what_is_taken_is_in_use_whoever_gave_it(text: str) -> None:
    assert taken(text)


def test_a_part_that_is_well_ends_its_own_complaint_alone() -> None:
    known = (complaint("Toe pain"), complaint("Diarrhea"), complaint("Abdominal pain"))
    found = proposed("toe is grand now", *known)

    assert [(one.operation, one.content and one.content.concept.concept_id) for one in found] == [
        (Operation.CHANGE, "toe_pain")
    ]


def test_an_everyday_word_for_the_part_ends_it() -> None:
    found = proposed("my stomach is fine now", complaint("Abdominal pain"))

    assert [one.content.status for one in found if one.content is not None] == [Status.RESOLVED]


@pytest.mark.parametrize(
    ("text", "left"), [("밤 소변은 두 번으로 줄었습니다", 2.0), ("밤 소변이 세 번으로 늘었다", 3.0)]
)
def test_a_count_that_moved_is_kept(text: str, left: float) -> None:
    found = proposed(text, complaint("Nocturia", value=4.0, unit=TIMES))

    assert [one.content.value for one in found if one.content is not None] == [left]


def test_a_count_is_of_the_thing_beside_it_and_of_no_other() -> None:
    found = proposed("밤에 소변보러 네 번쯤 깨어서 잠을 못 잡니다")
    values = {one.content.concept.concept_id: one.content.value for one in found if one.content is not None}

    assert values == {"nocturia": 4.0, "insomnia": None}


@pytest.mark.parametrize("text", ["so the strength is coming back", "everything is grand"])
def test_what_is_well_is_no_complaint(text: str) -> None:
    assert not proposed(text)
