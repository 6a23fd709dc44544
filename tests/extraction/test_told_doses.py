"""Doses as they are told: what a bare number behind a medicine is, and what it is not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.values import Concept, Content, SlotKind, Status
from tests.shipped import reader

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)


@pytest.mark.parametrize("text", ["혈압약 텔미사르탄 40도 아침에 하나 먹어요", "텔미사르탄 40도 같이 먹고 있어요"])
def test_a_strength_that_comes_as_well_is_no_temperature(text: str) -> None:
    told = [one.content for one in reader().read(text, said_at=NOW, time_zone="Asia/Seoul").proposals if one.content]
    assert [(one.slot, one.dose) for one in told] == [(SlotKind.MEDICATIONS, "40mg")]


def test_a_share_of_one_that_takes_the_place_of_micrograms_is_told_in_milligrams() -> None:
    known = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="levothyroxine", name="Levothyroxine"), dose="75mcg",
        status=Status.ACTIVE,
    )  # fmt: skip
    reading = reader().read(
        "씬지로이드 0.088이네요. 6월 29일에 올려줬어요", said_at=NOW, time_zone="Asia/Seoul", spoken_of=(known,)
    )
    assert {one.content.dose for one in reading.proposals if one.content is not None} == {"0.088mg"}


@pytest.mark.parametrize(("on_record", "told"), [("2mg", "3mg"), ("500mg", "3 tab"), ("2 tab", "3 tab")])
def test_a_small_number_counts_tablets_unless_the_dose_on_record_is_as_small(on_record: str, told: str) -> None:
    known = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="levetiracetam", name="Levetiracetam"), dose=on_record,
        status=Status.ACTIVE,
    )  # fmt: skip
    reading = reader().read("케프라 3으로 올렸어요", said_at=NOW, time_zone="Asia/Seoul", spoken_of=(known,))
    assert {one.content.dose for one in reading.proposals if one.content is not None} == {told}


def test_a_half_is_of_the_medicine_that_stands_nearest_and_is_taken_once() -> None:
    bisoprolol = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="bisoprolol", name="Bisoprolol"), dose="5mg",
        status=Status.ACTIVE,
    )  # fmt: skip
    doxazosin = Content(
        slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="doxazosin", name="Doxazosin"), dose="4mg",
        status=Status.ACTIVE,
    )  # fmt: skip
    reading = reader().read(
        "down to half a tablet of the bisoprolol since sunday, nurse said thats ok, doxazosin moved to mornings too",
        said_at=NOW, time_zone="Asia/Seoul", spoken_of=(bisoprolol, doxazosin),
    )  # fmt: skip
    told = {one.content.concept.concept_id: one.content.dose for one in reading.proposals if one.content is not None}
    assert told["bisoprolol"] == "2.5mg"
    assert told.get("doxazosin") is None


def test_how_often_is_no_part_of_the_dose_before_it() -> None:
    reading = reader().read("the gabapentin is three hundred three times a day", said_at=NOW, time_zone="Asia/Seoul")
    assert [(one.content.dose, one.content.frequency) for one in reading.proposals if one.content] == [("300mg", "TID")]


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("I take Alaxan 1 in the morning 1 at night", "1 tab morning, 1 tab night"),
        ("levetiracetam 500 in the morning, 1000 at night", "500mg morning, 1000mg night"),
        ("warfarin 2 in the morning, 3 at night", "2mg morning, 3mg night"),
    ],
)
def test_small_numbers_told_by_the_time_of_day_count_tablets_where_no_strength_is_so_small(
    text: str, dose: str
) -> None:
    read = reader().read(text, said_at=NOW, time_zone="Asia/Seoul").proposals
    assert [one.content.dose for one in read if one.content is not None] == [dose]


@pytest.mark.parametrize("text", ["been on sertraline 6 mths", "on ramipril, 3 wks", "세르트랄린 6개월 먹었어요"])
def test_how_long_it_has_been_taken_is_no_dose(text: str) -> None:
    read = reader().read(text, said_at=NOW, time_zone="Asia/Seoul").proposals
    assert [one.content.dose for one in read if one.content is not None] == [None]
