"""Starting, being well, and stopping."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from clients import AnamnesisClient, AsyncAnamnesisClient
from domain.errors import StoreLocked, StoreReadOnly
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from server.app import serving
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.listening import AddressUnavailable
from server.methods import SERVICES
from server.probe import probe
from server.settings import Settings
from tests.server.conftest import Server


@pytest.mark.parametrize("service", ["", *SERVICES])
def test_every_service_is_well(server: Server, service: str) -> None:
    with grpc.insecure_channel(server.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        answer = stub.Check(health_pb2.HealthCheckRequest(service=service))

    assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_tools_can_list_the_services(server: Server) -> None:
    with grpc.insecure_channel(server.address) as channel:
        found = ProtoReflectionDescriptorDatabase(channel).get_services()

    assert set(found) >= set(SERVICES)


async def test_a_second_server_on_one_data_directory_does_not_start(server: Server) -> None:
    with pytest.raises(StoreLocked):
        async with serving(Settings(address="127.0.0.1:0", data=server.data)):
            pytest.fail("it started")


async def test_an_address_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    with pytest.raises(AddressUnavailable):
        async with serving(Settings(address=server.address, data=tmp_path)):
            pytest.fail("it started")


def test_a_data_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreReadOnly), DataDirectory(tmp_path / "file" / "data").locked():
        pytest.fail("it was made")


def test_a_data_directory_is_free_again_after_its_server(tmp_path: Path) -> None:
    with DataDirectory(tmp_path).locked(), pytest.raises(StoreLocked), DataDirectory(tmp_path).locked():
        pytest.fail("it was locked twice")
    with DataDirectory(tmp_path).locked():
        assert (tmp_path / "lock").exists()


def test_a_log_that_another_process_holds_is_not_well(tmp_path: Path) -> None:
    records = DataDirectory(tmp_path).records(lock_timeout=0)
    probe(records)
    with sqlite3.connect(tmp_path / "log.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked):
            probe(records)
        other.execute("ROLLBACK")
    other.close()
    probe(records)
    records.close()


async def test_a_turn_in_progress_completes_while_the_server_stops_and_its_log_is_kept(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    stopping, patient = asyncio.Event(), str(uuid4())
    addresses: asyncio.Queue[str] = asyncio.Queue()

    async def run() -> None:
        async with serving(Settings(address="127.0.0.1:0", data=tmp_path), load=lambda _: knowledge) as service:
            await addresses.put(service.address)
            await stopping.wait()

    server = asyncio.create_task(run())
    address = await addresses.get()
    async with AsyncAnamnesisClient(address) as client, grpc.aio.insecure_channel(address) as channel:
        await client.register_patient(patient, locale="en", time_zone="UTC")
        stub: Any = ConversationServiceStub(channel)
        call = stub.Converse()
        await call.write(pb.ConverseRequest(request_id=str(uuid4()), patient_id=patient, text="I have hypertension."))
        first = await call.read()
        stopping.set()
        steps = [first]
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            while (step := await call.read()) is not grpc.aio.EOF:  # type: ignore[attr-defined]
                steps.append(step)
    await server

    assert steps[-1].HasField("turn_completed")
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
    records = DataDirectory(tmp_path).records()
    assert any("AnswerGiven" in event.payload.topic() for event in records.stream(patient))
    records.close()


def test_a_client_waits_until_the_service_is_ready(server: Server) -> None:
    with AnamnesisClient(server.address) as client:
        client.wait_until_serving(5)
