"""What health sees: whatever stands in the way of a save, which then is refused by the same name, and idle views."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from google.protobuf.message import Message
from grpc_health.v1 import health_pb2, health_pb2_grpc
from typer.testing import CliRunner

from clients import AnamnesisClient
from clients.errors import named
from domain.errors import StoreFull
from projections.profile import ProfileProjection
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import conversation_pb2, conversation_pb2_grpc, fact_pb2, memory_pb2, memory_pb2_grpc
from server.__main__ import application
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.health import LAG_SECONDS, VIEWS, Health, Lag
from server.probe import ROOM_BYTES, check_room
from server.work import WorkPool
from tests.builders import PATIENT_ID, register
from tests.server.running import CARD, running_server

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

FACT = fact_pb2.Fact(slot=fact_pb2.SLOT_KIND_CONDITIONS, name="Gout")


@contextmanager
def _held(database: Path) -> Iterator[None]:
    """The database in somebody else's hands."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def _no_room() -> Iterator[None]:
    """No file may grow beyond what the probe wants to reserve: what a full disk is to whoever writes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM_BYTES - 1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


FAILURES: dict[str, Callable[[Path], AbstractContextManager[None]]] = {
    "STORE_LOCKED": lambda data: _held(data / "keys.db"),
    "STORE_FULL": lambda _: _no_room(),
}
"""What can happen to a server from outside, by the reason with which it refuses to write; its log could be written."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[tuple[str, Path]]:
    data = tmp_path_factory.mktemp("health") / "data"
    with running_server(data, knowledge, probe_seconds=0.05, lock_seconds=1) as address:
        yield address, data


def _wait_for(address: str, status: int) -> None:
    with grpc.insecure_channel(address) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=60)
        for answer in watch:
            if answer.status == status:
                break
        watch.cancel()


def _writes(patient: str, fact: str) -> dict[str, Message]:
    """A request for every call that writes to the log."""
    common: dict[str, Any] = {"request_id": str(uuid4()), "patient_id": patient}
    return {
        "RegisterPatient": memory_pb2.RegisterPatientRequest(
            request_id=common["request_id"], patient_id=str(uuid4()), locale="en", time_zone="UTC"
        ),
        "RecordSlots": memory_pb2.RecordSlotsRequest(**common, facts=[FACT]),
        "CorrectSlot": memory_pb2.CorrectSlotRequest(**common, fact_id=fact, replacement=FACT, reason="wrong"),
        "RetractSlot": memory_pb2.RetractSlotRequest(**common, fact_id=fact, reason="wrong"),
        "ImportRecord": memory_pb2.ImportRecordRequest(**common, card_json=str(CARD).replace("'", '"')),
        "ErasePatient": memory_pb2.ErasePatientRequest(**common, confirm_patient_id=patient),
    }


def test_the_writes_that_are_tried_are_all_that_there_are() -> None:
    methods = memory_pb2.DESCRIPTOR.services_by_name["MemoryService"].methods
    assert set(_writes("", "")) == {one.name for one in methods if "request_id" in one.input_type.fields_by_name}


@pytest.mark.parametrize("reason", FAILURES)
def test_while_health_says_that_nothing_can_be_saved_every_write_is_refused_by_name(
    server: tuple[str, Path], reason: str
) -> None:
    address, data = server
    with AnamnesisClient(address) as client, grpc.insecure_channel(address) as channel:
        patient = client.register_patient(str(uuid4()), locale="en", time_zone="UTC")
        memory: Any = memory_pb2_grpc.MemoryServiceStub(channel)
        conversation: Any = conversation_pb2_grpc.ConversationServiceStub(channel)
        said, turn = (
            conversation_pb2.ConverseRequest(request_id=str(uuid4()), patient_id=patient, text=text)
            for text in ("I take metformin 500 mg twice a day.", "I have gout.")
        )
        first = [*conversation.Converse(iter([said]), timeout=20)][-1].turn_completed
        [fact] = client.profile(patient).facts
        before = client.profile(patient).version
        with FAILURES[reason](data):
            _wait_for(address, NOT_SERVING)
            for name, request in _writes(patient, fact.fact_id).items():
                with pytest.raises(grpc.RpcError) as refused:
                    getattr(memory, name)(request, timeout=20)
                assert named(refused.value).reason == reason, name
            [told] = conversation.Converse(iter([turn]), timeout=20)
            assert told.turn_failed.reason == reason
            # Reading goes on, and so does being told again what was saved before.
            assert client.profile(patient).version == before
            assert [*conversation.Converse(iter([said]), timeout=20)][-1].turn_completed == first
        _wait_for(address, SERVING)
        assert [*conversation.Converse(iter([turn]), timeout=20)][-1].HasField("turn_completed")


def test_a_disk_without_room_is_full(tmp_path: Path) -> None:
    check_room(tmp_path)
    with _no_room(), pytest.raises(StoreFull):
        check_room(tmp_path)
    assert list(tmp_path.iterdir()) == []


@asynccontextmanager
async def _watching(data: Path, *, started: bool) -> AsyncIterator[tuple[Any, ProjectionRunner]]:
    """The health of views whose projector runs or has gone, over the wire, and the projector."""
    directory, work, health = DataDirectory(data), WorkPool(1), Health(())
    directory.prepare()
    server = grpc.aio.server()
    port = server.add_insecure_port("127.0.0.1:0")
    health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
    await server.start()
    with directory.records() as records:
        records.execute(register(PATIENT_ID))
        runner = ProjectionRunner(records, directory.views)
        if started:
            runner.start()
        watch = asyncio.create_task(health.watch(records, runner, work, 0.05))
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield health_pb2_grpc.HealthStub(channel), runner
        watch.cancel()
        runner.stop()
        work.close()
    await server.stop(None)


@pytest.mark.parametrize(("started", "status"), [(True, SERVING), (False, NOT_SERVING)])
async def test_views_that_nobody_keeps_any_more_are_not_well(tmp_path: Path, started: bool, status: int) -> None:
    async with asyncio.timeout(30), _watching(tmp_path / "data", started=started) as (health, _):
        async for answer in health.Watch(health_pb2.HealthCheckRequest(service=VIEWS)):
            if answer.status == status:
                break
        whole = await health.Check(health_pb2.HealthCheckRequest())
    assert whole.status == SERVING


async def test_a_view_that_was_dropped_is_filled_again_though_nothing_happens(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with asyncio.timeout(30), _watching(data, started=True) as (_, runner):
        assert runner.wait_for(1, timeout=20)
        whole = runner.views.fingerprints("profile")
        with closing(sqlite3.connect(data / "views.db")) as other:
            other.execute(f"DROP TABLE profile_v{ProfileProjection.version}")
        while runner.views.fingerprints("profile") != whole:
            await asyncio.sleep(0)
    assert set(whole) == {PATIENT_ID}


def test_a_projector_is_behind_when_an_event_has_waited_for_too_long() -> None:
    now = 0.0
    lag = Lag(lambda: now)
    assert not lag.too_long(head=100, reached=0)
    now = LAG_SECONDS - 1
    assert not lag.too_long(head=200, reached=0)
    now = LAG_SECONDS
    assert lag.too_long(head=300, reached=99)
    assert not lag.too_long(head=300, reached=100)
    now = 2 * LAG_SECONDS
    assert lag.too_long(head=1_000, reached=250)
    assert not lag.too_long(head=1_000, reached=300)


def _doctor(data: Path, *more: str) -> dict[str, tuple[str, str]]:
    told = CliRunner().invoke(application(), ["doctor", "--json", "--data", str(data), *more], prog_name="anamnesis")
    return {one["what"]: (one["state"], one["found"]) for one in json.loads(told.stdout)}


def test_doctor_sees_what_health_sees(server: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    address, data = server
    whole = _doctor(data, "--address", address)
    assert whole["log can be written"][0] == whole[f"views of {address}"][0] == "ok"
    with _no_room():
        assert _doctor(data)["log can be written"] == ("wrong", f"{StoreFull.__doc__} {StoreFull.advice}")
    monkeypatch.setenv("ANAMNESIS_LOCK_SECONDS", "0")
    with _held(data / "keys.db"):
        state, found = _doctor(data)["log"]
    assert state == "wrong" and "Another process holds the keyring" in found


def test_doctor_tells_of_views_that_are_behind(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "data")
    directory.prepare()
    with directory.records() as records:
        ProjectionRunner(records, directory.views)
        records.execute(register(PATIENT_ID))
    state, found = _doctor(directory.path)["views follow the log"]
    assert state == "note" and found.startswith("1 positions behind")
