"""The scrub: what is done to the log while nobody reads it shows in health and in `doctor`, and goes when it is put
right."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from typer.testing import CliRunner

from domain.records import PatientRecords
from server.__main__ import application
from server.health import Health
from server.scrub import LOG_HEALTH, Scrub, Scrubbed, last
from server.work import WorkPool
from tests.domain.sealed import SealedLog

FAST = 10**9
"""Events an hour: a test does not wait for slices."""


@pytest.fixture
def sealed(tmp_path: Path) -> SealedLog:
    sealed = SealedLog(tmp_path)
    sealed.fill()
    return sealed


@asynccontextmanager
async def _scrubbed(sealed: SealedLog, health: Health, passes: asyncio.Queue[Scrubbed]) -> AsyncIterator[None]:
    """A scrub that goes round without a pause, and tells health as the service has it do."""

    async def told(done: Scrubbed) -> None:
        await health.set_log(", ".join(sorted(done.faults)))
        if passes.qsize() == 0:
            passes.put_nowait(done)

    pool = WorkPool(1)
    with sealed.records() as records:
        task = asyncio.create_task(Scrub(records, sealed.folder, pool, FAST, told, pass_seconds=0.01).run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])
            pool.close()


async def _until(passes: asyncio.Queue[Scrubbed], faults: set[str]) -> Scrubbed:
    async with asyncio.timeout(60):
        while set((done := await passes.get()).faults) != faults:
            continue
    return done


async def test_a_changed_event_shows_in_health_and_doctor_until_it_is_put_right(sealed: SealedLog) -> None:
    health, passes = Health(()), asyncio.Queue[Scrubbed]()
    server = grpc.aio.server()
    health_pb2_grpc.add_HealthServicer_to_server(health.servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()

    async def status() -> str:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            request = health_pb2.HealthCheckRequest(service=LOG_HEALTH)
            answer = await health_pb2_grpc.HealthStub(channel).Check(request)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    async with _scrubbed(sealed, health, passes):
        assert (await _until(passes, set())).events == 15
        assert await status() == "SERVING"

        with sealed.vandal() as connection:
            [before] = connection.execute("SELECT recorded_at FROM stored_events WHERE rowid = 7").fetchone()
            connection.execute("UPDATE stored_events SET recorded_at = '2020-01-01T00:00:00Z' WHERE rowid = 7")
        await _until(passes, {"EVENT_REDATED"})
        assert await status() == "NOT_SERVING"

        with sealed.vandal() as connection:
            connection.execute("UPDATE stored_events SET recorded_at = ? WHERE rowid = 7", (before,))
        await _until(passes, set())
        assert await status() == "SERVING"
    await server.stop(None)


async def test_a_pass_is_noted_for_doctor(sealed: SealedLog, monkeypatch: pytest.MonkeyPatch) -> None:
    health, passes = Health(()), asyncio.Queue[Scrubbed]()
    with sealed.vandal() as connection:
        connection.execute("UPDATE stored_events SET state = zeroblob(80) WHERE rowid = 4")

    async with _scrubbed(sealed, health, passes), asyncio.timeout(60):
        while (done := last(sealed.folder)) is None:
            await passes.get()

    assert done.faults["EVENT_EDITED"] == 1
    assert (sealed.folder / "scrub.json").stat().st_mode & 0o077 == 0
    told = CliRunner().invoke(application(), ["doctor", "--data", str(sealed.folder)], prog_name="anamnesis")
    assert told.exit_code == 1 and "1 EVENT_EDITED" in " ".join(told.stdout.split())


async def test_what_was_written_while_a_slice_waits_is_no_fault(sealed: SealedLog) -> None:
    health, passes = Health(()), asyncio.Queue[Scrubbed]()
    async with _scrubbed(sealed, health, passes):
        with PatientRecords(sealed.database, seal=sealed.seal()) as records:
            sealed_before = records.head()
            sealed.fill(patients=4)
            assert records.head() > sealed_before
        async with asyncio.timeout(60):
            while (done := await passes.get()).events == sealed_before:
                continue

    assert done.faults == {}


async def test_a_log_that_cannot_be_read_is_not_whole(sealed: SealedLog) -> None:
    health, passes = Health(()), asyncio.Queue[Scrubbed]()
    async with _scrubbed(sealed, health, passes):
        await _until(passes, set())
        with closing(sqlite3.connect(sealed.database)) as connection:
            connection.execute("DROP TABLE stored_events")
        async with asyncio.timeout(60):
            while not (done := await passes.get()).faults:
                continue

    assert done.faults
