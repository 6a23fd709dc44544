"""Limits on turns, at a server that is given tight ones."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

from clients import AnamnesisClient, AsyncAnamnesisClient, TurnFailed
from server.composition import Knowledge
from tests.server.running import running_server


def test_a_turn_over_its_deadline_fails_by_name_and_can_be_sent_again(tmp_path: Path, knowledge: Knowledge) -> None:
    request_id, conversation = str(uuid4()), str(uuid4())
    with running_server(tmp_path, knowledge, turn_seconds=0.001) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en", time_zone="UTC")
        steps = list(client.converse(patient, "I have asthma.", conversation_id=conversation, request_id=request_id))
    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        answer = client.say(patient, "I have asthma.", conversation_id=conversation, request_id=request_id)
        topics = [event.topic for event in client.events(patient)]

    assert steps[-1].turn_failed.reason == "DEADLINE_EXCEEDED"
    assert "same request id" in steps[-1].turn_failed.message
    assert "asthma" in answer.text.lower()
    assert sum("UtteranceReceived" in topic for topic in topics) == 1
    assert not any("TurnFailed" in topic for topic in topics)


async def test_turns_over_the_limit_are_refused_and_the_others_complete(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, max_turns=1) as address:
        async with AsyncAnamnesisClient(address) as client:
            patients = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(12)]
            outcomes = await asyncio.gather(
                *(client.say(patient, "I have asthma.") for patient in patients), return_exceptions=True
            )

    refused = [outcome for outcome in outcomes if isinstance(outcome, TurnFailed)]
    assert {failure.reason for failure in refused} == {"TOO_MANY_REQUESTS"}
    assert 1 <= len(refused) < len(patients)
