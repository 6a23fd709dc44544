"""Values that cannot be are refused or asked about; doses far above the usual are kept, marked and asked about."""

from __future__ import annotations

import json
import math

import pytest

from clients import AnamnesisClient, InvalidRequest
from protos.anamnesis.v1 import fact_pb2
from tests.server.running import CARD

LABS, MEDICATIONS = fact_pb2.SLOT_KIND_LABS, fact_pb2.SLOT_KIND_MEDICATIONS
CLARIFICATION = fact_pb2.SLOT_EVENT_KIND_CLARIFICATION


def a1c(**fields: float) -> fact_pb2.Fact:
    fact = fact_pb2.Fact(slot=LABS, name="HbA1c", unit="%", valid_from="2025-03-03")
    for name, value in fields.items():
        setattr(fact, name, value)
    return fact


def metformin(dose: str) -> fact_pb2.Fact:
    return fact_pb2.Fact(slot=MEDICATIONS, name="Metformin", dose=dose, frequency="QD")


@pytest.mark.parametrize("value", [-7.2, 1e308, 25.0, -1e308, math.nan, math.inf])
@pytest.mark.parametrize("field", ["number", "value_low", "value_high"])
def test_a_value_that_cannot_be_is_refused_and_nothing_is_stored(
    client: AnamnesisClient, patient: str, field: str, value: float
) -> None:
    with pytest.raises(InvalidRequest, match=r"facts\[0\].*(?:3 to 20 %|is not a number below 1e\+15)"):
        client.record(patient, [a1c(**{field: value})])
    assert client.profile(patient).version == 1


def test_a_range_upside_down_and_a_period_that_ends_before_it_begins_are_refused(
    client: AnamnesisClient, patient: str
) -> None:
    with pytest.raises(InvalidRequest, match="value_low is above"):
        client.record(patient, [a1c(value_low=7.0, value_high=6.0)])
    period = fact_pb2.Fact(slot=MEDICATIONS, name="Metformin", valid_from="2025-03-03", valid_to="2025-02")
    with pytest.raises(InvalidRequest, match="valid_to is before"):
        client.record(patient, [period])


def test_there_is_one_zero(client: AnamnesisClient, patient: str) -> None:
    client.record(patient, [fact_pb2.Fact(slot=LABS, name="CRP", number=-0.0, unit="mg/L")])
    (fact,) = client.profile(patient).facts
    assert math.copysign(1, fact.number) == 1


@pytest.mark.parametrize(("field", "shown"), [("value_low", ">=6.5"), ("value_high", "<=6.5")])
def test_a_range_with_one_end_is_a_bound_in_every_later_turn_and_read(
    client: AnamnesisClient, patient: str, field: str, shown: str
) -> None:
    client.record(patient, [a1c(**{field: 6.5})])

    assert shown in client.say(patient, "What is my HbA1c?").text
    assert shown in client.context(patient, "HbA1c").text
    assert any(shown in hit.text for hit in client.search(patient, "HbA1c").hits)


def test_an_unusual_dose_is_kept_marked_and_asked_about(client: AnamnesisClient, patient: str) -> None:
    reply = client.record(patient, [metformin("30000 mg")])

    (fact,) = client.profile(patient).facts
    assert (fact.dose, fact.certainty) == ("30000 mg", "uncertain")
    (asked,) = [event for event in reply.slot_events if event.kind == CLARIFICATION]
    assert asked.reason == "unusual_dose" and "30000 mg" in asked.question
    assert list(asked.candidate_fact_ids) == [fact.fact_id]


def test_a_correction_to_an_unusual_dose_is_too(client: AnamnesisClient, patient: str) -> None:
    client.record(patient, [metformin("500 mg")])
    (fact,) = client.profile(patient).facts
    reply = client.correct(patient, fact.fact_id, metformin("30000 mg"), reason="typing error")

    (fact,) = client.profile(patient).facts
    assert (fact.dose, fact.certainty) == ("30000 mg", "uncertain")
    assert [event.reason for event in reply.slot_events if event.kind == CLARIFICATION] == ["unusual_dose"]


@pytest.mark.parametrize("again", ["Yes, I take metformin 30000 mg once a day.", "30000 mg is right."])
def test_an_unusual_dose_that_was_said_is_asked_about_once_and_settled_by_the_reply(
    client: AnamnesisClient, patient: str, again: str
) -> None:
    answer = client.say(patient, "I take metformin 30000 mg once a day.").text
    assert "far above the usual maximum" in answer
    assert [fact.certainty for fact in client.profile(patient).facts] == ["uncertain"]

    answer = client.say(patient, again).text

    assert "far above the usual maximum" not in answer
    assert [(fact.dose, fact.certainty) for fact in client.profile(patient).facts] == [("30000mg", "confirmed")]


def test_a_value_that_cannot_be_is_asked_about_and_not_recorded(client: AnamnesisClient, patient: str) -> None:
    answer = client.say(patient, "My A1c was -7.2%").text

    assert "-7.2" in answer and "not recorded" in answer
    assert not client.profile(patient).facts
    client.say(patient, "My A1c was 7.2%")
    assert [fact.number for fact in client.profile(patient).facts] == [7.2]


def test_a_record_with_an_odd_value_is_read_with_that_value_marked(client: AnamnesisClient, patient: str) -> None:
    card = json.loads(json.dumps(CARD))
    card["lab_results"][0]["value"] = 25.0
    card["medications"][0]["dosage"] = "30000mg"
    client.import_card(patient, card)

    found = {(fact.name, fact.number, fact.dose): fact.certainty for fact in client.profile(patient).facts}
    assert found["HbA1c", 25.0, ""] == found["Metformin", 0.0, "30000mg"] == "uncertain"
    assert found["HbA1c", 7.2, ""] == "confirmed"


def test_a_record_with_a_number_beyond_all_measure_is_refused_by_its_place(
    client: AnamnesisClient, patient: str
) -> None:
    card = json.loads(json.dumps(CARD))
    card["lab_results"][0]["value"] = 1e308
    with pytest.raises(InvalidRequest, match=r"lab_results\[0\].value: expected a number below 1e\+15"):
        client.import_card(patient, card)
    assert client.profile(patient).version == 1
