"""Facts of a side of the body: two knees are two facts, a side that is told later fills what was open."""

from __future__ import annotations

from domain.events import ExtractionCompleted, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.proposals import Operation
from domain.values import SlotKind, Status
from tests.builders import claim, extraction, recorded, registered, said, symptom
from tests.specs import event, given

KNEE = symptom("knee_pain")
LEFT, RIGHT = KNEE.with_fields(qualifier="left"), KNEE.with_fields(qualifier="right")


def test_a_side_told_later_is_that_of_the_one_fact_without_any() -> None:
    given(registered(), recorded("knee", KNEE), said(1)).when(extraction(1, claim(LEFT))).then(
        event(SlotReaffirmed, fact_id="knee", details__qualifier="left"), ExtractionCompleted
    )


def test_the_other_side_is_another_fact_and_the_same_without_a_side_none() -> None:
    given(registered(), recorded("left", LEFT), said(1)).when(extraction(1, claim(RIGHT))).then(
        event(SlotRecorded, content__qualifier="right"), ExtractionCompleted
    )
    given(registered(), recorded("left", LEFT), said(1)).when(extraction(1, claim(KNEE))).then(
        event(SlotReaffirmed, fact_id="left"), ExtractionCompleted
    )


def test_one_side_of_both_is_known_already() -> None:
    both = KNEE.with_fields(qualifier="both")
    given(registered(), recorded("both", both), said(1)).when(extraction(1, claim(LEFT))).then(
        event(SlotReaffirmed, fact_id="both", details=None), ExtractionCompleted
    )


def test_a_change_of_one_side_leaves_the_other() -> None:
    over = claim(LEFT.with_fields(status=Status.RESOLVED), Operation.CHANGE)
    past = (registered(), recorded("left", LEFT), recorded("right", RIGHT), said(1))
    given(*past).when(extraction(1, over)).then(event(SlotChanged, supersedes="left"), ExtractionCompleted)


def test_a_side_put_right_is_a_correction_and_the_wrong_one_is_named_by_it() -> None:
    put_right = claim(LEFT, Operation.CORRECT, slot=SlotKind.SYMPTOMS, concept_id="knee_pain", old="right")
    given(registered(), recorded("knee", RIGHT), said(1)).when(extraction(1, put_right)).then(
        event(SlotCorrected, supersedes=("knee",), content__qualifier="left"), ExtractionCompleted
    )
