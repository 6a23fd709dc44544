"""Registering, importing and reading patients over the wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import grpc
import pytest

from clients import AnamnesisClient, InvalidRequest, NotFound, ServiceError, as_of
from clients.errors import named
from protos.anamnesis.v1 import audit_pb2, conversation_pb2, fact_pb2, memory_pb2
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.audit import Audit
from server.conversation import Conversation
from server.memory import Memory
from tests.server.conftest import Server
from tests.server.running import CARD


@pytest.fixture(scope="module")
def channel(server: Server) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server.address) as channel:
        yield channel


@pytest.fixture(scope="module")
def stub(channel: grpc.Channel) -> MemoryServiceStub:
    return MemoryServiceStub(channel)


def _failure(call: Callable[[], object]) -> ServiceError:
    with pytest.raises(grpc.RpcError) as raised:
        call()
    return named(raised.value)


BAD_REGISTRATIONS = {
    "request id": ({"request_id": "x"}, "INVALID_IDENTIFIER"),
    "patient id": ({"patient_id": "900101-1234567"}, "INVALID_IDENTIFIER"),
    "no language": ({"locale": ""}, "INVALID_REQUEST"),
    "language": ({"locale": "de"}, "INVALID_REQUEST"),
    "no time zone": ({"time_zone": ""}, "INVALID_REQUEST"),
    "time zone": ({"time_zone": "Mars/Olympus"}, "INVALID_REQUEST"),
    "time zone that is a path": ({"time_zone": "../../etc/passwd"}, "INVALID_REQUEST"),
    "time zone that is a folder": ({"time_zone": "America"}, "INVALID_REQUEST"),
    "tenant": ({"tenant": "a\nb"}, "INVALID_REQUEST"),
}


@pytest.mark.parametrize(("fields", "reason"), BAD_REGISTRATIONS.values(), ids=BAD_REGISTRATIONS)
def test_a_bad_registration_is_refused_by_name(stub: MemoryServiceStub, fields: dict[str, str], reason: str) -> None:
    good = {"request_id": str(uuid4()), "patient_id": str(uuid4()), "locale": "ko", "time_zone": "Asia/Seoul"}
    request = memory_pb2.RegisterPatientRequest(**{**good, **fields})

    assert _failure(lambda: stub.RegisterPatient(request)).reason == reason


def test_a_registration_is_repeated_by_its_request_id_alone(stub: MemoryServiceStub) -> None:
    request = memory_pb2.RegisterPatientRequest(
        request_id=str(uuid4()), patient_id=str(uuid4()), locale="ko", time_zone="Asia/Seoul"
    )
    first = stub.RegisterPatient(request)
    assert stub.RegisterPatient(request) == first

    request.request_id = str(uuid4())
    assert _failure(lambda: stub.RegisterPatient(request)).reason == "ALREADY_REGISTERED"


BAD_CARDS = {
    "not JSON": "{",
    "not an object": "[]",
    "a lab without a value": json.dumps({"lab_results": [{"test": "HbA1c"}]}),
    "an impossible age": json.dumps({"age": 400}),
    "an impossible section": json.dumps({"medications": 7}),
}


@pytest.mark.parametrize("card", BAD_CARDS.values(), ids=BAD_CARDS)
def test_a_malformed_card_is_refused_whole(client: AnamnesisClient, patient: str, card: str) -> None:
    before = client.profile(patient).version
    with pytest.raises(InvalidRequest) as raised:
        client.import_card(patient, card)

    assert raised.value.reason == "INVALID_RECORD"
    assert client.profile(patient).version == before


def test_an_import_counts_what_it_recorded_and_is_repeated_by_its_request_id(
    client: AnamnesisClient, patient: str
) -> None:
    request_id = str(uuid4())
    first = client.import_card(patient, CARD, request_id=request_id)
    again = client.import_card(patient, CARD, request_id=request_id)

    assert first.recorded == 8
    assert first.event_ids[0] == first.record_event_id
    assert again == first


def test_an_import_without_a_record_is_refused(stub: MemoryServiceStub, patient: str) -> None:
    request = memory_pb2.ImportRecordRequest(request_id=str(uuid4()), patient_id=patient)

    assert _failure(lambda: stub.ImportRecord(request)).reason == "INVALID_RECORD"


def test_a_correction_takes_effect_in_the_very_next_read_and_not_before_its_position(
    client: AnamnesisClient, corrected: str
) -> None:
    then = as_of(position=client.position_of_turn(corrected, 1))

    assert _hba1c(client.profile(corrected)) == [7.8, 6.9]
    assert _hba1c(client.profile(corrected, as_of=then)) == [7.8, 7.2]


def test_a_profile_with_history_marks_what_is_no_longer_believed(client: AnamnesisClient, corrected: str) -> None:
    facts = client.profile(corrected, include_history=True).facts
    [old] = [fact for fact in facts if not fact.current]

    assert old.number == 7.2
    assert old.superseded_by in {fact.fact_id for fact in facts}


def test_a_profile_is_grouped_by_slot_the_most_important_first(client: AnamnesisClient, corrected: str) -> None:
    facts = client.profile(corrected).facts
    order = [(fact.slot, -fact.importance) for fact in facts]

    assert order == sorted(order)
    assert all(fact.evidence.event_id and fact.mentions for fact in facts)
    assert {fact.name for fact in facts if fact.pinned} >= {"Metformin", "Penicillin"}


def test_a_profile_known_at_a_moment_before_the_patient_was_registered_is_not_found(
    client: AnamnesisClient, corrected: str
) -> None:
    with pytest.raises(NotFound):
        client.profile(corrected, as_of=as_of(known_at=datetime(2000, 1, 1, tzinfo=UTC)))


def test_importance_is_that_of_the_moment_described(client: AnamnesisClient, corrected: str) -> None:
    early, late = (
        client.profile(corrected, as_of=as_of(valid_at=datetime(2025, 3, day, tzinfo=UTC))) for day in (4, 25)
    )
    [now, then] = [{fact.fact_id: fact.importance for fact in read.facts} for read in (early, late)]

    assert all(then[fact_id] <= now[fact_id] for fact_id in now)
    assert early.fingerprint == late.fingerprint


BAD_MOMENTS = {
    "position": fact_pb2.AsOf(position=0),
    "negative position": fact_pb2.AsOf(position=-3),
    "time": fact_pb2.AsOf(known_at={"seconds": 10**15}),
    "valid time": fact_pb2.AsOf(valid_at={"seconds": -(10**15)}),
}


@pytest.mark.parametrize("moment", BAD_MOMENTS.values(), ids=BAD_MOMENTS)
def test_a_moment_that_is_none_is_refused(stub: MemoryServiceStub, corrected: str, moment: fact_pb2.AsOf) -> None:
    request = memory_pb2.GetProfileRequest(patient_id=corrected, as_of=moment)

    assert _failure(lambda: stub.GetProfile(request)).reason == "INVALID_MOMENT"


def test_a_timeline_keeps_the_corrected_version_with_its_end(client: AnamnesisClient, corrected: str) -> None:
    histories = client.timeline(corrected, slot="labs", name="HbA1c")
    [versions] = [history.versions for history in histories if len(history.versions) == 2]
    old, new = versions

    assert (old.fact.number, new.fact.number) == (7.2, 6.9)
    assert old.ended_kind == fact_pb2.SLOT_EVENT_KIND_CORRECTED
    assert old.ended_by and old.ended_at.seconds
    assert not new.ended_by


def test_a_timeline_comes_in_pages_that_add_up(stub: MemoryServiceStub, corrected: str) -> None:
    request = memory_pb2.GetTimelineRequest(patient_id=corrected, page_size=3)
    whole = stub.GetTimeline(memory_pb2.GetTimelineRequest(patient_id=corrected)).histories
    found: list[memory_pb2.FactHistory] = []
    while True:
        page = stub.GetTimeline(request)
        assert len(page.histories) <= 3
        found.extend(page.histories)
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token

    assert [history.key for history in found] == [history.key for history in whole]


@pytest.mark.parametrize("token", ["nonsense", "WzEsMSwiYSJd", "가", "bnVsbA=="])
def test_a_page_token_of_another_question_is_refused(stub: MemoryServiceStub, corrected: str, token: str) -> None:
    request = memory_pb2.GetTimelineRequest(patient_id=corrected, page_token=token)

    assert _failure(lambda: stub.GetTimeline(request)).reason == "INVALID_PAGE_TOKEN"


def test_a_negative_page_and_an_unknown_slot_are_refused(stub: MemoryServiceStub, corrected: str) -> None:
    negative = memory_pb2.GetTimelineRequest(patient_id=corrected, page_size=-1)
    unknown = memory_pb2.GetTimelineRequest(patient_id=corrected, slot=99)  # type: ignore[arg-type]

    assert _failure(lambda: stub.GetTimeline(negative)).reason == "INVALID_REQUEST"
    assert _failure(lambda: stub.GetTimeline(unknown)).reason == "INVALID_REQUEST"


def test_memory_holds_the_turns_and_marks_what_was_corrected(client: AnamnesisClient, corrected: str) -> None:
    memory = client.memory(corrected)

    assert [turn.turn_number for turn in memory.working] == [1, 2]
    assert {item.reason for item in memory.semantic} >= {"chronic", "allergy"}
    importance = [item.importance for item in memory.consolidated]
    assert importance == sorted(importance, reverse=True)
    assert all(item.member_event_ids for item in memory.consolidated)


READS: dict[str, Any] = {
    "GetProfile": memory_pb2.GetProfileRequest,
    "GetTimeline": memory_pb2.GetTimelineRequest,
    "GetMemory": memory_pb2.GetMemoryRequest,
}


@pytest.mark.parametrize("method", READS)
def test_reads_of_nobody_are_refused(stub: MemoryServiceStub, method: str) -> None:
    call, request = getattr(stub, method), READS[method]

    assert _failure(lambda: call(request(patient_id=str(uuid4())))).reason == "PATIENT_NOT_FOUND"
    assert _failure(lambda: call(request(patient_id="nobody"))).reason == "INVALID_IDENTIFIER"


def test_every_call_of_the_contract_is_served() -> None:
    served = {*vars(Memory), *vars(Audit), *vars(Conversation)}
    calls = {
        method.name
        for file in (conversation_pb2, memory_pb2, audit_pb2)
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    assert calls <= served


def _hba1c(profile: memory_pb2.GetProfileResponse) -> list[float]:
    found = [(fact.valid_from, fact.number) for fact in profile.facts if fact.name == "HbA1c"]
    return [number for _, number in sorted(found)]
