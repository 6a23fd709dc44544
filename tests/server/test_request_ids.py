"""A request id belongs to who sent it: nobody else is answered with what it led to, or learns that it was used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from clients import AnamnesisClient, Credentials
from clients.errors import AlreadyExists
from protos.anamnesis.v1 import fact_pb2
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from tests.server.principals import Ward, ward

TOLD = "My HbA1c was 6.1% on 2 June 2025."
OTHERWISE = "My weight is 71 kg today."


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Ward]:
    with ward(tmp_path_factory.mktemp("ward"), knowledge) as place:
        yield place


@pytest.fixture
def patient(place: Ward) -> str:
    """A patient of the ward whom nobody has talked to."""
    with place.client("clinician") as client:
        return client.register_patient(locale="en")


def _weight(kilograms: float) -> fact_pb2.Fact:
    return fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_VITALS, name="Body weight", number=kilograms, unit="kg")


def _said(client: AnamnesisClient, patient: str, text: str, request_id: str) -> tuple[int, str]:
    """The number of the turn, and the event of its answer."""
    steps = list(client.converse(patient, text, conversation_id="visit", request_id=request_id))
    assert {step.request_id for step in steps} == {request_id}
    assert steps[-1].WhichOneof("payload") == "turn_completed"
    return steps[0].turn_number, steps[-1].turn_completed.answer_event_id


def _second_agent(place: Ward) -> AnamnesisClient:
    _, token = create_token(place.data / "principals.json", "another agent", "agent", tenant="a")
    return AnamnesisClient(place.address, credentials=Credentials(token=token))


@pytest.mark.parametrize("sent_by_another", [TOLD, OTHERWISE])
def test_a_turn_under_an_id_that_another_caller_used_is_a_turn_of_its_own(
    place: Ward, patient: str, sent_by_another: str
) -> None:
    request_id = str(uuid4())
    with place.client("agent") as first, _second_agent(place) as second:
        ours = _said(first, patient, TOLD, request_id)
        theirs = _said(second, patient, sent_by_another, request_id)

        assert (ours[0], theirs[0]) == (1, 2)
        assert ours[1] != theirs[1]
        assert _said(first, patient, TOLD, request_id) == ours
        assert _said(second, patient, sent_by_another, request_id) == theirs


def test_an_edit_under_an_id_that_another_caller_used_is_made(place: Ward, patient: str) -> None:
    request_id = str(uuid4())
    with place.client("agent") as agent, place.client("clinician") as clinician:
        first = agent.record(patient, [_weight(70)], request_id=request_id)
        same = clinician.record(patient, [_weight(70)], request_id=request_id)
        other = clinician.record(patient, [_weight(74)], request_id=str(uuid4()))
        again = agent.record(patient, [_weight(70)], request_id=request_id)

    kinds = [fact_pb2.SlotEventKind.Name(one.slot_events[0].kind) for one in (first, same)]
    assert kinds == ["SLOT_EVENT_KIND_RECORDED", "SLOT_EVENT_KIND_REAFFIRMED"]
    assert first.version < same.version < other.version
    assert again.slot_events[0].fact.fact_id == first.slot_events[0].fact.fact_id


def test_another_agents_answer_is_recorded_by_who_gave_it(place: Ward, patient: str) -> None:
    request_id = str(uuid4())
    with place.client("agent") as first, _second_agent(place) as second:
        turns = [first.observe(patient, TOLD).turn_number, second.observe(patient, OTHERWISE).turn_number]
        taken = [
            client.record_answer(patient, turn, "Thank you, I have noted it.", request_id=request_id)
            for client, turn in ((first, turns[0]), (second, turns[1]), (first, turns[0]))
        ]
    with place.client("chief auditor") as auditor:
        topic = "anamnesis.Patient.AnswerGiven.v1"
        given = [one.payload_json for one in auditor.events(patient, topics=[topic])]

    assert taken[0].answer_event_id == taken[2].answer_event_id != taken[1].answer_event_id
    assert ["agent:agent" in given[0], "agent:another agent" in given[1]] == [True, True]


def test_a_retry_after_the_token_was_renewed_is_a_retry(place: Ward, patient: str) -> None:
    request_id = str(uuid4())
    with place.client("agent") as client:
        before = _said(client, patient, TOLD, request_id)
    _, renewed = create_token(place.data / "principals.json", "agent", "agent", tenant="a")
    with AnamnesisClient(place.address, credentials=Credentials(token=renewed)) as client:
        assert _said(client, patient, TOLD, request_id) == before


def test_a_registration_is_refused_to_another_tenant_in_the_same_words_under_whatever_id(place: Ward) -> None:
    request_id, patient = str(uuid4()), str(uuid4())
    tokens = [create_token(place.data / "principals.json", "desk", "agent", tenant=tenant)[1] for tenant in ("a", "b")]
    ours, foreign = (AnamnesisClient(place.address, credentials=Credentials(token=one)) for one in tokens)
    with ours, foreign:
        ours.register_patient(patient, locale="en", request_id=request_id)
        ours.register_patient(patient, locale="en", request_id=request_id)
        refusals: list[Any] = []
        for one in (request_id, str(uuid4())):
            with pytest.raises(AlreadyExists) as raised:
                foreign.register_patient(patient, locale="en", request_id=one)
            refusals.append((raised.value.reason, str(raised.value)))

    assert refusals[0] == refusals[1]
    assert refusals[0][0] == "ALREADY_REGISTERED"
