"""Recording, correcting and retracting facts over the wire, by an agent of the user's own."""

from __future__ import annotations

from uuid import uuid4

import pytest

from clients import AlreadyExists, AnamnesisClient, Conflict, InvalidRequest, NotFound
from protos.anamnesis.v1 import fact_pb2

A1C = fact_pb2.Fact(
    slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=7.2, unit="%", valid_from="2025-03-03"
)  # fmt: skip


def _only(client: AnamnesisClient, patient: str, name: str) -> fact_pb2.Fact:
    (fact,) = [fact for fact in client.profile(patient).facts if fact.name == name]
    return fact


def test_a_recorded_fact_is_in_the_next_read_with_its_concept(client: AnamnesisClient, patient: str) -> None:
    reply = client.record(patient, [A1C])

    assert [event.kind for event in reply.slot_events] == [fact_pb2.SLOT_EVENT_KIND_RECORDED]
    fact = _only(client, patient, "HbA1c")
    assert (fact.number, fact.valid_from, fact.evidence.source) == (7.2, "2025-03-03", "clinician")
    assert any("loinc" in coding.system for coding in fact.codings)
    assert client.profile(patient).version == reply.version


def test_the_days_and_times_of_a_medicine_come_back_in_their_order(client: AnamnesisClient, patient: str) -> None:
    told = fact_pb2.Fact(
        slot=fact_pb2.SLOT_KIND_MEDICATIONS, name="methotrexate", dose="10mg", frequency="weekly", timing="PCV mon"
    )
    client.record(patient, [told])

    assert _only(client, patient, "Methotrexate").timing == "mon PCV"
    told.timing = "mondays"
    with pytest.raises(InvalidRequest, match="mondays"):
        client.record(patient, [told])


def test_a_correction_by_id_keeps_what_it_leaves_open_and_marks_earlier_answers(
    client: AnamnesisClient, patient: str
) -> None:
    client.record(patient, [A1C])
    client.say(patient, "Is my latest HbA1c within the target range?")
    fact = _only(client, patient, "HbA1c")

    reply = client.correct(
        patient,
        fact.fact_id,
        fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=6.9),
        reason="laboratory",
        expected_version=client.profile(patient).version,
    )

    corrected = _only(client, patient, "HbA1c")
    assert (corrected.number, corrected.unit, corrected.valid_from) == (6.9, "%", "2025-03-03")
    assert [one.turn_number for one in reply.invalidated] == [1]
    assert [event.supersedes for event in reply.slot_events] == [fact.fact_id]


def test_a_retracted_fact_leaves_the_present_and_stays_in_the_timeline(client: AnamnesisClient, patient: str) -> None:
    client.record(patient, [A1C])
    fact = _only(client, patient, "HbA1c")

    client.retract(patient, fact.fact_id, reason="another patient's")

    assert not client.profile(patient).facts
    (history,) = client.timeline(patient)
    assert [version.reason for version in history.versions] == ["another patient's"]


def test_an_edit_is_repeated_by_its_request_id_alone(client: AnamnesisClient, patient: str) -> None:
    request_id = str(uuid4())
    first = client.record(patient, [A1C], request_id=request_id)

    assert client.record(patient, [A1C], request_id=request_id).version == first.version
    other = fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_CONDITIONS, name="Gout")
    with pytest.raises(AlreadyExists) as raised:
        client.record(patient, [other], request_id=request_id)
    assert raised.value.reason == "REQUEST_ID_REUSED"


def test_an_edit_against_an_old_version_is_refused_and_changes_nothing(client: AnamnesisClient, patient: str) -> None:
    client.record(patient, [A1C])
    before = client.profile(patient).fingerprint

    with pytest.raises(Conflict):
        client.record(patient, [A1C], expected_version=1)
    with pytest.raises(NotFound) as raised:
        client.retract(patient, str(uuid4()))
    assert raised.value.reason == "FACT_NOT_FOUND"
    assert client.profile(patient).fingerprint == before


BAD_FACTS = {
    "no slot": fact_pb2.Fact(name="HbA1c"),
    "no name": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS),
    "status": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_CONDITIONS, name="Gout", status="sometimes"),
    "date": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_CONDITIONS, name="Gout", valid_from="March"),
    "not a number": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", number=float("nan")),
    "a low end that is no number": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_LABS, name="HbA1c", value_low=float("inf")),
    "control characters": fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_CONDITIONS, name="Go\x00ut"),
}


@pytest.mark.parametrize("fact", BAD_FACTS.values(), ids=BAD_FACTS)
def test_a_bad_fact_is_refused_by_field_and_nothing_is_stored(
    client: AnamnesisClient, patient: str, fact: fact_pb2.Fact
) -> None:
    with pytest.raises(InvalidRequest) as raised:
        client.record(patient, [A1C, fact])

    assert raised.value.details["field"].startswith("facts[1]")
    assert not client.profile(patient).facts


def test_no_facts_at_all_are_refused(client: AnamnesisClient, patient: str) -> None:
    with pytest.raises(InvalidRequest):
        client.record(patient, [])
