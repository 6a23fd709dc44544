"""Stopping: as soon as what runs has ended, within the grace whatever runs, and at once while the service loads."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from clients import AsyncAnamnesisClient
from protos.anamnesis.v1 import audit_pb2, audit_pb2_grpc, memory_pb2, memory_pb2_grpc
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from server.app import Service, serving, utc_now
from server.composition import Knowledge
from server.settings import Settings

GRACE = 300.0
"""Seconds, far more than a test may take: a stop that waits for its end fails."""

SERVICE = """
import asyncio, sys, threading, time
from contextlib import asynccontextmanager
from server.logs import configure_logs
from server.stopping import until_told

configure_logs("info")
where, grace = sys.argv[1], float(sys.argv[2])

@asynccontextmanager
async def service():
    work = threading.Thread(target=lambda: time.sleep(600))
    if where == "loading":
        print("now", flush=True)
        work.start()
        await asyncio.to_thread(work.join)
    yield "ready"
    if where == "leaving":
        work.start()
        print("leaving", flush=True)
        # As a careless library would: the loop itself stands still.
        work.join()

asyncio.run(until_told(service(), lambda told: print("now", flush=True), grace))
print("left")
"""


def _stopped(where: str, grace: float, *signals: int) -> tuple[int, str, str]:
    """Exit code, output and log of a service that is sent signals, each once it has said something."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVICE, where, str(grace)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        said = ""
        for number in signals:
            said += process.stdout.readline()
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
    return process.returncode, said + out, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_loading_is_heard_at_once(number: signal.Signals) -> None:
    code, said, log = _stopped("loading", GRACE, number)
    assert (code, said) == (128 + number, "now\n")
    assert "stopped_while_loading" in log


def test_a_service_that_has_ended_its_work_leaves_as_itself() -> None:
    code, said, _ = _stopped("serving", GRACE, signal.SIGTERM)
    assert (code, said) == (0, "now\nleft\n")


def test_whatever_runs_the_process_ends_within_the_grace() -> None:
    code, said, log = _stopped("leaving", 0.5, signal.SIGTERM)
    assert (code, said) == (128 + signal.SIGTERM, "now\nleaving\n")
    assert "stopped_with_work_running" in log


@asynccontextmanager
async def _server(data: Path, knowledge: Knowledge, **more: Any) -> AsyncIterator[tuple[Service, asyncio.Event, Any]]:
    """A service, what stops it, and the task that ends when it has stopped."""
    stop = asyncio.Event()
    started: asyncio.Future[Service] = asyncio.get_running_loop().create_future()

    async def run() -> None:
        settings = Settings(address="127.0.0.1:0", data=data, grace_seconds=GRACE, **more)
        async with serving(settings, utc_now, lambda _: knowledge) as service:
            started.set_result(service)
            await stop.wait()

    task = asyncio.create_task(run())
    yield await started, stop, task
    stop.set()
    await task


async def _ended(call: Any) -> grpc.StatusCode:
    """The status with which a stream ends, which comes behind its messages."""
    with suppress(grpc.aio.AioRpcError):
        while await call.read() is not grpc.aio.EOF:  # type: ignore[attr-defined]
            pass
    code: grpc.StatusCode = await call.code()
    return code


async def test_a_stopping_server_ends_when_its_turns_have_ended(tmp_path: Path, knowledge: Knowledge) -> None:
    """Beside streams that their client has half-closed there are idle ones, watchers, and who asks for health."""
    patient, request_id = str(uuid4()), str(uuid4())
    async with asyncio.timeout(60), _server(tmp_path / "data", knowledge) as (service, stop, stopped):
        async with (
            AsyncAnamnesisClient(service.address) as client,
            grpc.aio.insecure_channel(service.address) as channel,
        ):
            await client.register_patient(patient, locale="en", time_zone="UTC")
            stub: Any = ConversationServiceStub(channel)
            idle = stub.Converse()
            health = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            await health.read()
            watch = audit_pb2_grpc.AuditServiceStub(channel).WatchEvents(
                audit_pb2.WatchEventsRequest(patient_id=patient, after_position=0)
            )
            await watch.read()
            call = stub.Converse()
            await call.write(pb.ConverseRequest(request_id=request_id, patient_id=patient, text="I have hypertension."))
            await call.done_writing()
            steps = [await call.read()]
            stop.set()
            while (step := await call.read()) is not grpc.aio.EOF:  # type: ignore[attr-defined]
                steps.append(step)
            assert steps[-1].HasField("turn_completed")
            assert await call.code() is grpc.StatusCode.OK
            await stopped
            for other in (idle, watch, health):
                assert await _ended(other) in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


async def test_a_stopping_server_refuses_new_calls_by_name_and_completes_those_it_has(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    patient = str(uuid4())
    async with asyncio.timeout(60), _server(tmp_path / "data", knowledge) as (service, stop, stopped):
        async with grpc.aio.insecure_channel(service.address) as channel:
            memory: Any = memory_pb2_grpc.MemoryServiceStub(channel)
            register = memory_pb2.RegisterPatientRequest(
                request_id=str(uuid4()), patient_id=patient, locale="en", time_zone="UTC"
            )
            calls = [asyncio.ensure_future(memory.RegisterPatient(register)) for _ in range(20)]
            await calls[0]
            stop.set()
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await memory.RegisterPatient(register)
        await stopped
    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    assert [str(one) for one in outcomes if isinstance(one, BaseException) and "stopping" not in str(one)] == []
