"""Limits of a connection: how many calls it carries, and how long it lives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, memory_pb2
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.composition import Knowledge
from tests.server.running import running_server

OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)
"""Channels to one address share a connection otherwise."""
EOF: Any = grpc.aio.EOF  # type: ignore[attr-defined]
READY = grpc.ChannelConnectivity.READY


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[Any]:
    async with grpc.aio.insecure_channel(address, options=OWN_CONNECTION) as channel:
        yield channel


async def _patients(channel: Any, seconds: float = 20) -> Any:
    return await MemoryServiceStub(channel).ListPatients(memory_pb2.ListPatientsRequest(), timeout=seconds)


async def test_a_call_over_the_limit_of_its_connection_waits_and_other_connections_go_on(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    with running_server(tmp_path, knowledge, max_connection_streams=1) as address:
        async with _connected(address) as one, _connected(address) as other:
            watching = AuditServiceStub(one).WatchEvents(audit_pb2.WatchEventsRequest())
            await watching.initial_metadata()
            with pytest.raises(grpc.aio.AioRpcError) as waited:
                await _patients(one, seconds=1)
            assert waited.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            await _patients(other)
            watching.cancel()
            await _patients(one)


@pytest.mark.parametrize("setting", ["connection_idle_seconds", "connection_age_seconds"])
async def test_a_connection_ends_by_idleness_and_by_age_and_the_next_call_makes_another(
    tmp_path: Path, knowledge: Knowledge, setting: str
) -> None:
    short: dict[str, Any] = {setting: 1.0}
    with running_server(tmp_path, knowledge, **short) as address:
        async with _connected(address) as channel:
            await _patients(channel)
            assert channel.get_state() is READY
            async with asyncio.timeout(30):
                await channel.wait_for_state_change(READY)
            await _patients(channel)


async def test_a_turn_on_a_connection_that_has_come_of_age_is_completed(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, connection_age_seconds=1.0) as address:
        async with _connected(address) as channel:
            patient = str(uuid4())
            await MemoryServiceStub(channel).RegisterPatient(
                memory_pb2.RegisterPatientRequest(
                    request_id=str(uuid4()), patient_id=patient, locale="en", time_zone="UTC"
                )
            )
            call: Any = ConversationServiceStub(channel).Converse()
            await call.write(_turn(patient, "I have asthma."))
            await _completed(call)
            async with asyncio.timeout(30):
                while channel.get_state() is READY:
                    await channel.wait_for_state_change(READY)
            # What was open goes on until its end, and is told of nothing.
            await call.write(_turn(patient, "I take metformin 500 mg."))
            await _completed(call)
            await call.done_writing()
            assert await call.read() is EOF and await call.code() is grpc.StatusCode.OK


async def _completed(call: Any) -> None:
    while (step := await call.read()).WhichOneof("payload") != "turn_completed":
        assert step.WhichOneof("payload") != "turn_failed"


def _turn(patient: str, text: str) -> conversation_pb2.ConverseRequest:
    return conversation_pb2.ConverseRequest(request_id=str(uuid4()), patient_id=patient, text=text)
