"""A question that nobody answered at once: a reply of a later turn settles it, if it names what it means."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events import ClarificationRequested, CorrectionReverted, ExtractionCompleted, Payload, SlotCorrected
from domain.proposals import Doubt, Operation
from domain.values import SlotKind
from tests.builders import claim, corrected, extracted, extraction, lab, recorded, registered, said
from tests.specs import Spec, event, given

VALUES = (recorded("june", lab(7.2, "2024-06-01")), recorded("december", lab(7.5, "2024-12-01")))
UNCLEAR = claim(lab(6.9, None), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c")


def asked_in_turn_1(*since: Payload) -> Spec:
    """A correction of turn 1 that fits two values was asked about; the patient spoke of other things ever since."""
    told = given(registered(), *VALUES, said(1)).when(extraction(1, UNCLEAR))
    told.then(ClarificationRequested, ExtractionCompleted)
    return given(*told.and_then().past, said(2), extracted(2), *since, said(4))


@pytest.mark.parametrize(("side", "meant"), [({"old": 7.5}, "december"), ({"date": "2024-06-01"}, "june")])
def test_a_value_or_a_day_settles_it_turns_later(side: dict[str, Any], meant: str) -> None:
    asked_in_turn_1(said(3), extracted(3)).when(extraction(4, claim(None, Operation.CONFIRM, **side))).then(
        event(SlotCorrected, supersedes=(meant,), content__value=6.9), ExtractionCompleted
    )


@pytest.mark.parametrize("side", [{"which": "first"}, {"which": "latest"}, {"which": "asked"}])
def test_a_place_or_a_yes_speaks_of_the_turn_before_only(side: dict[str, Any]) -> None:
    asked_in_turn_1(said(3), extracted(3)).when(extraction(4, claim(None, Operation.CONFIRM, **side))).then(
        ExtractionCompleted
    )


def test_what_was_offered_and_is_no_more_settles_nothing() -> None:
    put_right = claim(lab(7.0, "2024-06-01"), Operation.CORRECT, slot=SlotKind.LABS, concept_id="hba1c", old=7.2)
    asked = given(registered(), *VALUES, said(1)).when(extraction(1, UNCLEAR)).and_then()
    corrected = given(*asked.past, said(2)).when(extraction(2, put_right)).and_then()
    given(*corrected.past, said(3), extracted(3), said(4)).when(
        extraction(4, claim(None, Operation.CONFIRM, old=7.5))
    ).then(ExtractionCompleted)


def test_a_yes_to_whether_a_correction_is_taken_back_takes_it_back() -> None:
    """It was asked, answered with a yes, and nothing was done."""
    unsure = claim(None, Operation.REVERT, slot=SlotKind.LABS, concept_id="hba1c").with_fields(
        doubt=Doubt.UNSURE_READING
    )
    past = (registered(), recorded("wrong", lab(7.2)), corrected("right", lab(6.9), "wrong"), said(1))
    asked = given(*past).when(extraction(1, unsure))
    asked.then(event(ClarificationRequested, kind="unsure_reading"), ExtractionCompleted)
    given(*asked.and_then().past, said(2)).when(extraction(2, claim(None, Operation.CONFIRM, which="asked"))).then(
        event(CorrectionReverted, fact_id="right", restored=("wrong",)), ExtractionCompleted
    )
