"""What hangs without ending, stopped by SIGSTOP: a worker, or the process that forks them, is noticed and replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import uuid
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health, health_pb2_grpc
from grpc_status import rpc_status

from protos.anamnesis.v1 import memory_pb2, memory_pb2_grpc
from server.workers.heartbeat import BEATS, until_silent
from server.workers.owners import owner_of
from tests.faults.killed_server import Acknowledged, register, say, stored_events
from tests.faults.loaded_server import PATIENCE
from tests.faults.worker_server import WorkerServer

SILENCE = 4.0
"""Seconds; short for a test, and long beside what a question takes on a busy machine."""


@contextmanager
def _served(folder: Path) -> Iterator[WorkerServer]:
    server = WorkerServer(
        folder / "data", folder / "log", seed=1, worker_silence_seconds=SILENCE, grace_seconds=4, **PATIENCE
    )
    server.start()
    workers = server.workers()
    yield server
    server.close()
    for pid in workers:
        # One that is stopped and that the service did not end would stay for ever.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerServer]:
    """One for all that leave it serving; each test has patients of its own."""
    with _served(tmp_path_factory.mktemp("service")) as server:
        yield server


def _status(error: Any) -> Any:
    return rpc_status.from_call(error)


def _profile(address: str, patient: str, seconds: float = 60) -> Any:
    with grpc.insecure_channel(address) as channel:
        return memory_pb2_grpc.MemoryServiceStub(channel).GetProfile(
            memory_pb2.GetProfileRequest(patient_id=patient), timeout=seconds
        )


def _lives(pid: int) -> bool:
    """Whether a process is there that is more than its number, kept for whoever began it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        # The second where it ends between being found and being read.
        return False


def _goes_on(server: WorkerServer) -> bool:
    """Whether the service is there for a moment more: whoever waits for its processes leaves them the processor."""
    assert server.process is not None
    try:
        server.process.wait(timeout=0.05)
    except subprocess.TimeoutExpired:
        return True
    return False


def _by_worker(server: WorkerServer) -> dict[int, str]:
    """A patient of each worker."""
    found: dict[int, str] = {}
    while len(found) < 2:
        patient = register(server.address)
        found[owner_of(patient, (1, 2))] = patient
    return found


def _pid_of(server: WorkerServer, number: int) -> int:
    """The process of a worker, by what the service's log says that it began."""
    assert server.log is not None
    lines = [line for line in server.log.read_text().splitlines() if f'"worker": {number}, "pid": ' in line]
    return int(lines[-1].split('"pid": ')[1].split(",")[0])


@pytest.mark.timeout(300)
def test_a_worker_that_hangs_is_replaced_and_its_callers_are_told_when_to_come_again(service: WorkerServer) -> None:
    patients, heard, turn_ids = _by_worker(service), Acknowledged(), [str(uuid.uuid4()) for _ in range(4)]
    for number, patient in patients.items():
        assert say(service.address, patient, turn_ids[number - 1], "메트포르민 500mg 하루 두 번 먹어요.", heard)
    hung = _pid_of(service, 1)
    with ThreadPoolExecutor(1) as pool:
        # For less than the bound: nothing happens but that the caller waits.
        os.kill(hung, signal.SIGSTOP)
        waiting = pool.submit(_profile, service.address, patients[1])
        assert _profile(service.address, patients[2]).facts
        os.kill(hung, signal.SIGCONT)
        assert waiting.result().facts and hung in service.workers()

        os.kill(hung, signal.SIGSTOP)
        waiting = pool.submit(_profile, service.address, patients[1])
        # The other one goes on.
        assert _profile(service.address, patients[2]).facts
        with pytest.raises(grpc.RpcError) as lost:
            waiting.result()

    assert lost.value.code() is grpc.StatusCode.UNAVAILABLE
    details = {one.type_url.rsplit(".", 1)[1]: one for one in _status(lost.value).details}
    assert b"WORKER_LOST" in details["ErrorInfo"].value
    retry = error_details_pb2.RetryInfo.FromString(details["RetryInfo"].value)
    assert retry.retry_delay.ToTimedelta().total_seconds() > 0
    # Whoever comes again is served, first by the other worker and then by a new one.
    assert _profile(service.address, patients[1]).facts
    assert say(service.address, patients[1], turn_ids[2], "제 약을 정리해 주세요.", heard)
    while len(service.workers()) < 2 or _pid_of(service, 1) == hung:
        assert _goes_on(service)
    assert not _lives(hung)
    assert say(service.address, patients[1], turn_ids[3], "고혈압이 있어요.", heard)
    turns = [one for one in stored_events(service.address, patients[1]) if "UtteranceReceived" in one.topic]
    assert len(turns) == 3
    assert service.log is not None and service.log.read_text().count('"worker_hangs"') == 1


@pytest.mark.timeout(300)
def test_a_hanging_process_that_forks_is_replaced_while_its_workers_serve(service: WorkerServer) -> None:
    patients, heard, turn_ids = _by_worker(service), Acknowledged(), [str(uuid.uuid4()) for _ in range(4)]
    for number, patient in patients.items():
        assert say(service.address, patient, turn_ids[number - 1], "메트포르민 500mg 하루 두 번 먹어요.", heard)
    nursery, workers = service.nursery(), service.workers()
    assert service.log is not None
    # For less than the bound nothing happens.
    os.kill(nursery, signal.SIGSTOP)
    assert _profile(service.address, patients[1]).facts
    os.kill(nursery, signal.SIGCONT)
    assert service.nursery() == nursery and "nursery_hangs" not in service.log.read_text()

    os.kill(nursery, signal.SIGSTOP)
    while '"nursery_hangs"' not in service.log.read_text():
        assert _goes_on(service)
        assert _profile(service.address, patients[1]).facts
    # Those that are there serve while another one loads.
    assert all(map(_lives, workers))
    for patient in patients.values():
        assert _profile(service.address, patient).facts
    while _lives(nursery) or service.nursery() == nursery or len(service.workers()) < 2:
        assert _goes_on(service)
    assert not set(service.workers()) & set(workers)
    told = [line for line in service.log.read_text().splitlines() if '"nursery_hangs"' in line]
    assert len(told) == 1 and f'"pid": {nursery}' in told[0]
    # A worker of the new one is replaced as any is, and turns go on.
    while (replaced := _pid_of(service, 1)) in workers:
        assert _goes_on(service)
    os.kill(replaced, signal.SIGKILL)
    while _pid_of(service, 1) == replaced:
        assert _goes_on(service)
    for number, patient in patients.items():
        while not say(service.address, patient, turn_ids[number + 1], "제 약을 정리해 주세요.", heard):
            assert _goes_on(service)
        turns = [one for one in stored_events(service.address, patient) if "UtteranceReceived" in one.topic]
        assert len(turns) == 2


def _does_not_outlive(hung: int, service: WorkerServer) -> int:
    """The exit code of a service that is told to stop while a process of its own hangs."""
    family = (service.nursery(), *service.workers())
    os.kill(hung, signal.SIGSTOP)
    assert service.process is not None
    service.process.terminate()
    code = service.process.wait(timeout=60)
    assert not any(map(_lives, family))
    return code


@pytest.mark.timeout(300)
def test_a_worker_that_hangs_when_the_service_is_told_to_stop_does_not_outlive_it(service: WorkerServer) -> None:
    """The last that the service of all does."""
    _does_not_outlive(service.workers()[0], service)


@pytest.mark.torture
@pytest.mark.timeout(300)
def test_nor_does_a_hanging_process_that_forks_nor_what_it_forked(tmp_path: Path) -> None:
    with _served(tmp_path) as service:
        assert _does_not_outlive(service.nursery(), service) == 0


class _Late(health.aio.HealthServicer):  # type: ignore[name-defined,misc]  # loaded on the side
    """Answers questions after so long, by their number; a refusal in place of an answer where it is None."""

    def __init__(self, delays: list[float | None]) -> None:
        super().__init__()
        self.delays = delays
        self.asked = 0

    async def Check(self, request: Any, context: Any) -> Any:
        delay = self.delays[self.asked] if self.asked < len(self.delays) else 60.0
        self.asked += 1
        if delay is None:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "enough")
            return None
        await asyncio.sleep(delay)
        return await super().Check(request, context)


@pytest.fixture
async def late(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[_Late, Any]]:
    servicer = _Late(request.param)
    await servicer.set("", 1)
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    server.add_insecure_port(f"unix:{tmp_path}/s")
    await server.start()
    async with grpc.aio.insecure_channel(f"unix:{tmp_path}/s") as channel:
        yield servicer, channel
    await server.stop(None)


@pytest.mark.parametrize("late", [[0.0, None, 60.0, 60.0, 0.0, 0.0]], indirect=True)
async def test_only_silence_in_a_row_counts(late: tuple[_Late, Any]) -> None:
    """Two unanswered questions between answers, as after a pause of the machine, and a refusal, are no silence."""
    servicer, channel = late
    await until_silent(channel, 0.8)
    assert servicer.asked == len(servicer.delays) + BEATS
