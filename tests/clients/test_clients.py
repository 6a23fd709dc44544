"""Both clients against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from clients import (
    AlreadyExists,
    AnamnesisClient,
    AsyncAnamnesisClient,
    InvalidRequest,
    NotFound,
    TurnFailed,
    Unavailable,
    as_of,
)
from tests.server.running import CARD, CORRECTION

NOBODY = "127.0.0.1:1"
"""Port 1 is reserved, and nothing listens there."""


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(address) as client:
        yield client


def test_a_conversation_remembers_and_is_corrected(client: AnamnesisClient) -> None:
    patient = client.register_patient(locale="en", time_zone="UTC")
    client.import_card(patient, CARD)
    first = client.say(patient, "What is my latest HbA1c?")
    client.say(patient, CORRECTION)
    last = client.say(patient, "What is my latest HbA1c?")

    assert "7.2" in first.text and "6.9" not in first.text
    assert "6.9" in last.text and "7.2" not in last.text
    assert client.position_of_turn(patient, 1) < client.position_of_turn(patient, 3)


async def test_the_asyncio_client_does_the_same(address: str) -> None:
    async with AsyncAnamnesisClient(address) as client:
        await client.wait_until_serving(5)
        patient = await client.register_patient(locale="en", time_zone="UTC")
        imported = await client.import_card(patient, CARD)
        said_at = datetime(2025, 3, 11, 9, 30, tzinfo=UTC)
        kinds = [step.WhichOneof("payload") async for step in client.converse(patient, CORRECTION, said_at=said_at)]
        answer = await client.say(patient, "What is my latest HbA1c?")
        before = as_of(position=imported.position)
        facts = (await client.profile(patient, as_of=before)).facts
        histories = [history async for history in client.timeline(patient, slot="labs")]
        topics = [event.topic async for event in client.events(patient)]
        memory = await client.memory(patient)
        outcomes = [step async for step in client.rebuild(verify_only=True, patient_id=patient) if step.done]
        projections = (await client.projections()).projections
        position = await client.position_of_turn(patient, 1)

    assert kinds[0] == "turn_accepted" and kinds[-1] == "turn_completed"
    assert "6.9" in answer.text
    assert {fact.number for fact in facts if fact.name == "HbA1c"} == {7.8, 7.2}
    assert len(histories) == 2
    assert len(topics) > 10
    assert memory.working[0].at.ToDatetime(tzinfo=UTC) == said_at
    assert all(outcome.identical for outcome in outcomes)
    assert len(projections) == len(outcomes)
    assert position > imported.position


def test_a_turn_under_its_own_request_id_is_one_turn_however_often_it_is_sent(client: AnamnesisClient) -> None:
    patient, request_id = client.register_patient(locale="en", time_zone="UTC"), str(uuid4())
    answers = [client.say(patient, "I have asthma.", request_id=request_id) for _ in range(3)]

    assert answers[0] == answers[1] == answers[2]
    assert sum("UtteranceReceived" in event.topic for event in client.events(patient)) == 1


def test_failures_are_typed_and_say_what_to_do(client: AnamnesisClient) -> None:
    patient = client.register_patient(locale="en", time_zone="UTC")
    with pytest.raises(AlreadyExists) as registered:
        client.register_patient(patient, locale="en", time_zone="UTC")
    with pytest.raises(NotFound) as unknown:
        client.profile(str(uuid4()))
    with pytest.raises(InvalidRequest) as invalid:
        client.profile("nobody")
    with pytest.raises(TurnFailed) as failed:
        client.say(patient, "   ")
    with pytest.raises(NotFound):
        client.position_of_turn(patient, 7)

    assert registered.value.reason == "ALREADY_REGISTERED"
    assert "RegisterPatient" in unknown.value.advice
    assert invalid.value.details["field"] == "patient_id"
    assert failed.value.reason == "INVALID_TEXT"


def test_a_server_that_is_not_there_is_named_with_what_to_do() -> None:
    with AnamnesisClient(NOBODY) as client:
        with pytest.raises(Unavailable) as read:
            client.profile(str(uuid4()))
        with pytest.raises(Unavailable):
            client.say(str(uuid4()), "hello")
        with pytest.raises(Unavailable):
            client.wait_until_serving(0.2)

    assert "anamnesis serve" in read.value.advice


async def test_a_server_that_is_not_there_is_named_to_asyncio_clients_too() -> None:
    async with AsyncAnamnesisClient(NOBODY) as client:
        with pytest.raises(Unavailable):
            await client.say(str(uuid4()), "hello")


def test_a_past_is_given_once_and_with_its_zone() -> None:
    with pytest.raises(ValueError, match="not both"):
        as_of(position=1, known_at=datetime.now(UTC))
    with pytest.raises(ValueError, match="zone"):
        as_of(known_at=datetime(2025, 1, 1))


def test_a_slot_that_does_not_exist_is_named(client: AnamnesisClient) -> None:
    with pytest.raises(ValueError, match="HOROSCOPES"):
        list(client.timeline(str(uuid4()), slot="horoscopes"))
