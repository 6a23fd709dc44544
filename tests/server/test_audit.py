"""The log and the kept views over the wire."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime
from uuid import uuid4

import grpc
import pytest

from clients import AnamnesisClient, InvalidRequest, NotFound, as_of
from clients.errors import named
from projections.patient_view import PROJECTIONS
from protos.anamnesis.v1 import audit_pb2
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub
from tests.server.conftest import Server


def test_the_events_of_a_patient_come_in_order_with_their_payloads(client: AnamnesisClient, corrected: str) -> None:
    events = list(client.events(corrected))

    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert events[0].topic == "anamnesis.Patient.PatientRegistered.v1"
    assert {event.patient_id for event in events} == {corrected}
    assert json.loads(events[0].payload_json)["locale"] == "en"


def test_events_are_filtered_by_topic_and_position(client: AnamnesisClient, corrected: str) -> None:
    topic = "anamnesis.Patient.SlotCorrected.v1"
    [correction] = client.events(corrected, topics=[topic])

    assert correction.topic == topic
    assert list(client.events(corrected, topics=[topic], after_position=correction.position)) == []


def test_events_as_of_a_moment_end_there(client: AnamnesisClient, corrected: str) -> None:
    events = list(client.events(corrected))
    middle = events[len(events) // 2]
    by_position = list(client.events(corrected, as_of=as_of(position=middle.position)))
    by_time = list(client.events(corrected, as_of=as_of(known_at=middle.recorded_at.ToDatetime(tzinfo=UTC))))

    assert by_position[-1] == middle
    assert by_time[: len(by_position)] == by_position
    assert list(client.events(corrected, as_of=as_of(known_at=datetime(2000, 1, 1, tzinfo=UTC)))) == []


def test_the_log_of_all_patients_comes_in_pages_without_gaps_or_repetitions(
    server: Server, client: AnamnesisClient, corrected: str
) -> None:
    request = audit_pb2.ListEventsRequest(page_size=7)
    pages: list[audit_pb2.ListEventsResponse] = []
    with grpc.insecure_channel(server.address) as channel:
        while not pages or request.page_token:
            pages.append(AuditServiceStub(channel).ListEvents(request))
            request.page_token = pages[-1].next_page_token
    positions = [event.position for page in pages for event in page.events]

    assert positions == [event.position for event in client.events()]
    assert positions == sorted(set(positions))
    assert all(len(page.events) == 7 for page in pages[:-1])


@pytest.mark.parametrize("hurt", ["cut", "changed", "moved on", "of another question", "garbage"])
def test_a_page_token_that_was_tampered_with_is_refused(server: Server, corrected: str, hurt: str) -> None:
    with grpc.insecure_channel(server.address) as channel:
        stub = AuditServiceStub(channel)
        token = stub.ListEvents(audit_pb2.ListEventsRequest(patient_id=corrected, page_size=2)).next_page_token
        wrong = {
            "cut": token[: len(token) // 2],
            "moved on": urlsafe_b64encode(urlsafe_b64decode(token).replace(b"[", b"[9")).decode(),
            "changed": token[:4] + ("A" if token[4] != "A" else "B") + token[5:],
            "of another question": token,
            "garbage": "나중에",
        }[hurt]
        patient = "" if hurt == "of another question" else corrected
        with pytest.raises(grpc.RpcError) as raised:
            stub.ListEvents(audit_pb2.ListEventsRequest(patient_id=patient, page_size=2, page_token=wrong))

    assert named(raised.value).reason == "INVALID_PAGE_TOKEN"


def test_an_event_that_there_is_not_is_no_topic(client: AnamnesisClient, corrected: str) -> None:
    with pytest.raises(InvalidRequest) as raised:
        list(client.events(corrected, topics=["anamnesis.Patient.SlotUpdated.v1"]))

    assert raised.value.details["topic"] == "anamnesis.Patient.SlotUpdated.v1"


VIEWS = {projection.name for projection in PROJECTIONS}


def test_the_log_of_nobody_is_not_found(client: AnamnesisClient) -> None:
    with pytest.raises(NotFound):
        list(client.events(str(uuid4())))


def test_every_kept_view_is_what_the_log_says(client: AnamnesisClient, corrected: str) -> None:
    outcomes = [step for step in client.rebuild(verify_only=True, patient_id=corrected) if step.done]

    assert sorted(outcome.name for outcome in outcomes) == sorted(VIEWS)
    assert all(outcome.identical and not outcome.differences for outcome in outcomes)
    [profile] = [outcome for outcome in outcomes if outcome.name == "profile"]
    assert profile.fingerprint == profile.kept_fingerprint


def test_a_rebuild_puts_the_views_in_place_again(client: AnamnesisClient, corrected: str) -> None:
    [outcome] = [step for step in client.rebuild(["profile"]) if step.done]

    assert outcome.identical
    assert outcome.events > 0


def test_a_view_that_does_not_exist_is_refused(client: AnamnesisClient) -> None:
    with pytest.raises(InvalidRequest) as raised:
        list(client.rebuild(["horoscope"]))

    assert raised.value.reason == "UNKNOWN_PROJECTION"


def test_projections_tell_how_far_they_have_come(client: AnamnesisClient, corrected: str) -> None:
    list(client.rebuild(verify_only=True))
    found = client.projections()

    assert [projection.name for projection in found.projections] == sorted(VIEWS)
    assert {projection.status for projection in found.projections} == {audit_pb2.PROJECTION_STATUS_CURRENT}
    assert all(projection.position == found.position and projection.fingerprint for projection in found.projections)
