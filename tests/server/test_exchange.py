"""FHIR in and out over the wire."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import grpc
import pytest

from clients import AnamnesisClient, InvalidRequest
from protos.anamnesis.v1 import memory_pb2
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from tests.server.conftest import Server

NAME = "Wilhelmina Canary-Oddname"
BUNDLE: dict[str, Any] = {
    "resourceType": "Bundle",
    "type": "collection",
    "entry": [
        {"resource": {
            "resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1961-04-02",
            "name": [{"text": NAME}], "identifier": [{"value": "999-12-3456"}]}},
        {"resource": {
            "resourceType": "Condition", "id": "c", "subject": {"reference": "Patient/p"},
            "clinicalStatus": {"coding": [{"code": "active"}]},
            "verificationStatus": {"coding": [{"code": "confirmed"}]},
            "code": {"coding": [{"system": "http://snomed.info/sct", "code": "38341003", "display": "Hypertension"}]},
            "onsetDateTime": "2019-05-01"}},
        {"resource": {
            "resourceType": "Observation", "id": "o", "status": "final", "subject": {"reference": "Patient/p"},
            "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "HbA1c"}]},
            "effectiveDateTime": "2025-03-03T09:00:00+09:00", "valueQuantity": {"value": 6.9, "unit": "%"}}},
    ],
}  # fmt: skip


def test_a_bundle_becomes_facts_and_carries_no_identifier_into_the_log(client: AnamnesisClient, patient: str) -> None:
    reply = client.import_fhir(patient, BUNDLE)

    facts = {fact.name: fact for fact in client.profile(patient).facts}
    assert facts["Hypertension"].valid_from == "2019-05-01"
    assert facts["HbA1c"].number == pytest.approx(6.9)
    assert reply.recorded == len(facts)
    stored = "".join(event.payload_json for event in client.events(patient))
    for secret in (NAME, "999-12-3456", "1961-04-02"):
        assert secret not in stored


def test_an_export_read_again_changes_nothing_but_mentions(client: AnamnesisClient, patient: str) -> None:
    client.import_fhir(patient, BUNDLE)
    client.say(patient, "My A1c wasn't 6.9, it was 6.7. I take metformin 500 mg twice a day.")
    before = sorted((fact.name, fact.number, fact.dose) for fact in client.profile(patient).facts)

    reply = client.import_fhir(patient, client.export(patient))

    assert (reply.recorded, reply.changed, reply.contradictions) == (0, 0, 0)
    assert sorted((fact.name, fact.number, fact.dose) for fact in client.profile(patient).facts) == before


def test_a_corrected_value_is_exported_as_entered_in_error(client: AnamnesisClient, patient: str) -> None:
    client.import_fhir(patient, BUNDLE)
    client.say(patient, "My A1c wasn't 6.9, it was 6.7.")

    observations = [
        entry["resource"] for entry in client.export(patient)["entry"]
        if entry["resource"]["resourceType"] == "Observation"
    ]  # fmt: skip
    status = {one["valueQuantity"]["value"]: one["status"] for one in observations if "valueQuantity" in one}
    assert status[6.9] == "entered-in-error"
    assert status[6.7] != "entered-in-error"


def test_a_summary_is_a_document_with_its_required_sections(client: AnamnesisClient, patient: str) -> None:
    client.import_fhir(patient, BUNDLE)

    summary = client.export(patient, form="ips")

    assert summary["type"] == "document"
    sections = {one["code"]["coding"][0]["code"] for one in summary["entry"][0]["resource"]["section"]}
    assert {"11450-4", "48765-2", "10160-0"} <= sections


@pytest.mark.parametrize("bundle", ["", "{", "[]", '{"resourceType": "Bundle", "entry": 3}'])
def test_a_broken_bundle_is_refused_and_nothing_of_it_is_stored(
    client: AnamnesisClient, patient: str, bundle: str
) -> None:
    with pytest.raises(InvalidRequest) as raised:
        client.import_fhir(patient, bundle)

    assert raised.value.reason == "INVALID_RECORD"
    assert not client.profile(patient).facts


def test_a_format_that_is_none_is_refused(server: Server, patient: str) -> None:
    with grpc.insecure_channel(server.address) as channel, pytest.raises(grpc.RpcError) as raised:
        MemoryServiceStub(channel).ExportRecord(
            memory_pb2.ExportRecordRequest(patient_id=patient, format=77)  # type: ignore[arg-type]
        )
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_an_import_is_repeated_by_its_request_id_alone(client: AnamnesisClient, patient: str) -> None:
    request_id = str(uuid4())
    first = client.import_fhir(patient, BUNDLE, request_id=request_id)

    assert client.import_fhir(patient, BUNDLE, request_id=request_id) == first
