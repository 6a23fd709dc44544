"""When a medicine is taken: the notation, what agrees with what, and what a claim of a time becomes."""

from __future__ import annotations

import pytest

from domain.events import ExtractionCompleted, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.proposals import Operation
from domain.store.mapper import decode, encode
from domain.timing import Timing, fuller, same_times
from domain.values import SlotKind
from tests.builders import claim, extraction, medicine, recorded, registered, said
from tests.specs import Spec, event, given


def talking(*past: SlotRecorded) -> Spec:
    return given(registered(), *past, said(1))


@pytest.mark.parametrize(
    ("codes", "written"),
    [
        ("EVE MORN", "MORN EVE"),
        ("PCV sun", "sun PCV"),
        ("20:00 08:00", "08:00 20:00"),
        ("thu mon HS thu", "mon thu HS"),
        ("", None),
    ],
)
def test_a_timing_is_written_in_one_order(codes: str, written: str | None) -> None:
    assert Timing.of(codes.split()).written() == written


@pytest.mark.parametrize("code", ["morning", "Mon", "25:00", "8:00"])
def test_what_is_no_time_is_refused_and_counts_for_nothing_where_it_stands_on_record(code: str) -> None:
    with pytest.raises(ValueError, match="not a time"):
        Timing.of([code])
    assert Timing.read(f"MORN {code}").written() == "MORN"


@pytest.mark.parametrize(
    ("known", "told", "whole"),
    [
        (None, "MORN", "MORN"),
        ("MORN", "PCM", "PCM"),
        ("MORN", "08:00", "08:00"),
        ("PCM", "MORN", "PCM"),
        ("mon", "EVE", "mon EVE"),
        ("MORN EVE", "EVE", "MORN EVE"),
    ],
)
def test_a_finer_word_fills_in(known: str | None, told: str, whole: str) -> None:
    assert same_times(known, told)
    assert fuller(known, told) == whole


@pytest.mark.parametrize(
    ("known", "told"),
    [("MORN", "EVE"), ("mon", "tue"), ("08:00", "20:00"), ("MORN", "MORN EVE"), ("20:00", "HS"), ("CM", "CV")],
)
def test_another_time_does_not_agree(known: str, told: str) -> None:
    assert not same_times(known, told)


def test_a_content_without_one_is_written_as_before() -> None:
    without, timed = (recorded("known", medicine("5 mg", timing=timing)) for timing in (None, "MORN"))
    assert b"timing" not in encode(without)
    assert decode(timed.topic(), encode(timed)) == timed


class TestAClaimOfATime:
    def test_fills_in_what_was_left_open(self) -> None:
        spec = talking(recorded("known", medicine("5 mg", frequency="QD")))
        spec.when(extraction(1, claim(medicine("5 mg", frequency="QD", timing="MORN")))).then(
            event(SlotReaffirmed, details__timing="MORN", details__dose="5 mg"), ExtractionCompleted
        )

    def test_at_another_time_is_a_change_and_no_contradiction(self) -> None:
        spec = talking(recorded("known", medicine("5 mg", frequency="QD", timing="MORN")))
        spec.when(extraction(1, claim(medicine(timing="EVE")))).then(
            event(SlotChanged, content__timing="EVE", content__dose="5 mg", content__frequency="QD"),
            ExtractionCompleted,
        )

    def test_with_another_dose_and_no_word_of_change_is_still_in_question(self) -> None:
        spec = talking(recorded("known", medicine("5 mg", frequency="QD", timing="MORN")))
        after = spec.when(extraction(1, claim(medicine("10 mg", timing="EVE")))).after()
        assert len([fact for fact in after.ledger.current(SlotKind.MEDICATIONS) if fact.disputed]) == 2

    def test_put_right_keeps_the_times_of_the_day_where_the_day_is_told(self) -> None:
        spec = talking(recorded("known", medicine("10 mg", frequency="weekly", timing="mon PCV")))
        spec.when(extraction(1, claim(medicine(timing="tue"), Operation.CORRECT, slot=SlotKind.MEDICATIONS))).then(
            event(SlotCorrected, content__timing="tue PCV", content__frequency="weekly"), ExtractionCompleted
        )

    def test_of_another_rhythm_lets_the_old_times_go(self) -> None:
        spec = talking(recorded("known", medicine("5 mg", frequency="QD", timing="MORN")))
        spec.when(extraction(1, claim(medicine(frequency="BID"), Operation.CHANGE, slot=SlotKind.MEDICATIONS))).then(
            event(SlotChanged, content__timing=None, content__frequency="BID"), ExtractionCompleted
        )

    def test_stays_where_only_the_dose_changes(self) -> None:
        spec = talking(recorded("known", medicine("5 mg", frequency="QD", timing="MORN")))
        spec.when(extraction(1, claim(medicine("10 mg"), Operation.CHANGE, slot=SlotKind.MEDICATIONS))).then(
            event(SlotChanged, content__timing="MORN", content__dose="10 mg"), ExtractionCompleted
        )
