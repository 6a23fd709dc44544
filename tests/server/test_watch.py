"""Following the log live: every event once and in order, whoever writes it, until the client or the server stops."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from typer.testing import CliRunner

from clients import AnamnesisClient, AsyncAnamnesisClient, InvalidRequest, NotFound
from domain.commands import RegisterPatient
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from projections.runner import ProjectionRunner
from protos.anamnesis.v1 import audit_pb2
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub, add_AuditServiceServicer_to_server
from server.__main__ import application
from server.audit import Audit
from server.callers import CallLimits
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.interceptors import interceptors
from server.watching import PAGE_ROWS, LogWatch, WatcherStopping
from server.work import WorkPool
from tests.server.conftest import Server
from tests.server.running import running_server

REGISTERED = "anamnesis.Patient.PatientRegistered.v1"
RECORDED = "anamnesis.Patient.SlotRecorded.v1"
OTHER_PROCESS = """
import sys
from tests.server.test_watch import register
from pathlib import Path
from server.data_directory import DataDirectory
records = DataDirectory(Path(sys.argv[1])).records()
for _ in range(int(sys.argv[2])):
    print(register(records), flush=True)
records.close()
"""


def register(records: PatientRecords) -> str:
    """Make one more patient known, without a server."""
    patient_id = str(uuid4())
    records.execute(
        RegisterPatient(
            request_id=str(uuid4()),
            patient_id=patient_id,
            now=datetime.now(UTC),
            tenant="t",
            locale="en",
            time_zone="UTC",
        )
    )
    return patient_id


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("watched")
    with running_server(data, knowledge) as address:
        yield Server(address, data)


@pytest.fixture
def client(watched: Server) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(watched.address) as client:
        client.register_patient(locale="en", time_zone="UTC")
        yield client


def _head(client: AnamnesisClient) -> int:
    return client.projections().position


def _taken(events: Iterator[audit_pb2.Event], count: int) -> list[audit_pb2.Event]:
    return list(islice(events, count))


def test_events_of_several_writers_and_processes_come_in_order_and_once(
    watched: Server, client: AnamnesisClient
) -> None:
    each, start = 20, _head(client)
    events = client.watch(after_position=start)
    first = client.register_patient(locale="en", time_zone="UTC")
    assert next(events).patient_id == first

    other = subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, str(watched.data), str(each)], stdout=subprocess.PIPE, text=True
    )
    beside = DataDirectory(watched.data).records()
    registered = [register(beside) for _ in range(each)]
    registered += [client.register_patient(locale="en", time_zone="UTC") for _ in range(each)]
    heard = _taken(events, 3 * each)
    output, _ = other.communicate()
    beside.close()
    events.close()  # type: ignore[attr-defined]

    positions = [event.position for event in heard]
    assert positions == sorted(set(positions))
    assert sorted(event.patient_id for event in heard) == sorted([*registered, *output.split()])
    assert heard == list(client.events(after_position=start))[1:]


def test_a_watch_begins_with_what_is_already_there_and_goes_on_from_any_position(client: AnamnesisClient) -> None:
    stored = list(client.events())
    middle = stored[len(stored) // 2].position

    assert _taken(client.watch(), len(stored)) == stored
    later = [event for event in stored if event.position > middle]
    assert _taken(client.watch(after_position=middle), len(later)) == later


def test_a_watch_of_one_patient_tells_nothing_of_others(client: AnamnesisClient) -> None:
    patient = client.register_patient(locale="en", time_zone="UTC")
    events = client.watch(patient)
    assert next(events).topic == REGISTERED
    client.say(client.register_patient(locale="en", time_zone="UTC"), "I have gout.")
    client.say(patient, "I have asthma.")
    stored = list(client.events(patient))[1:]

    assert _taken(events, len(stored)) == stored
    assert {event.patient_id for event in stored} == {patient}


async def test_nobody_follows_the_log_when_nobody_watches(tmp_path: Path) -> None:
    records, work = PatientRecords(tmp_path / "log.db"), WorkPool(2)
    watch, log = LogWatch(records, work), records.rows_log
    followed = [log.followed]
    for _ in range(2):
        patient = register(records)
        async with aclosing(watch.rows(records.head() - 1)) as one, aclosing(watch.rows(records.head() - 1)) as other:
            assert [str((await anext(each)).originator_id) for each in (one, other)] == [patient, patient]
            followed.append(log.followed)
        followed.append(log.followed)
    watching = asyncio.create_task(anext(watch.rows(records.head())))
    while not log.followed:
        await asyncio.sleep(0)
    await watch.drain()
    followed.append(log.followed)
    with pytest.raises(WatcherStopping):
        await watching
    work.close()
    records.close()
    assert followed == [0, 1, 0, 1, 0, 0]


def test_the_command_follows_the_log_until_it_is_interrupted(watched: Server, client: AnamnesisClient) -> None:
    patient = client.register_patient(locale="en", time_zone="UTC")
    options = ("-f", "-n", "1", "--topic", "PatientRegistered", "--topic", "SlotRecorded", "--json")
    command = ("-m", "server", "events", "tail", patient, *options, "--address", watched.address)
    # A test run in the background ignores Ctrl-C, and so would what it starts; a handler resets that for the child.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    tail = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, before)
    try:
        assert tail.stdout is not None
        shown = [json.loads(tail.stdout.readline())]
        for text in ("I have asthma.", "I have gout."):
            client.say(patient, text)
            shown.append(json.loads(tail.stdout.readline()))
        tail.send_signal(signal.SIGINT)
        _, told = tail.communicate(timeout=30)
    finally:
        tail.kill()

    stored = [event for event in client.events(patient) if event.topic in (REGISTERED, RECORDED)]
    assert [int(one["position"]) for one in shown] == [event.position for event in stored]
    assert tail.returncode == 130
    assert "Traceback" not in told


def test_the_command_shows_what_came_after_a_position_of_one_patient_or_all(
    watched: Server, client: AnamnesisClient
) -> None:
    start = _head(client)
    patients = [client.register_patient(locale="en", time_zone="UTC") for _ in range(3)]

    def shown(*arguments: str) -> list[str]:
        command = ["events", "tail", *arguments, "--json", "--address", watched.address]
        told = CliRunner().invoke(application(), command, prog_name="anamnesis", catch_exceptions=False)
        return [json.loads(line)["patient_id"] for line in told.stdout.splitlines()]

    assert shown("--after", str(start)) == patients
    assert shown("-n", "2") == patients[-2:]
    assert shown(patients[1], "--after", str(start)) == [patients[1]]
    assert shown("--after", str(_head(client))) == []


def test_a_watch_that_could_tell_nothing_is_refused(client: AnamnesisClient) -> None:
    for position in (-1, _head(client) + 1):
        with pytest.raises(InvalidRequest) as invalid:
            next(client.watch(after_position=position))
        assert invalid.value.reason == "INVALID_MOMENT"
    with pytest.raises(NotFound):
        next(client.watch(str(uuid4())))
    with pytest.raises(InvalidRequest):
        next(client.watch("nobody"))


class CountingRecords(PatientRecords):
    """Counts how often pages of the log are read."""

    pages = 0

    def rows(self, *arguments: Any, **options: Any) -> Sequence[LogRow]:
        self.pages += 1
        return super().rows(*arguments, **options)


async def test_a_slow_reader_has_one_page_read_for_it_and_holds_up_nobody(tmp_path: Path) -> None:
    records, work = CountingRecords(tmp_path / "log.db"), WorkPool(2)
    patients = [register(records) for _ in range(PAGE_ROWS + 5)]
    watch = LogWatch(records, work)
    async with aclosing(watch.rows(0)) as slow, aclosing(watch.rows(0)) as quick:
        assert (await anext(slow)).originator_id == patients[0]
        after_one = records.pages
        heard = [str((await anext(quick)).originator_id) for _ in patients]
        patients.append(register(records))
        heard.append(str((await anext(quick)).originator_id))
        rest = [str((await anext(slow)).originator_id) for _ in patients[1:]]
    await watch.drain()
    work.close()
    records.close()

    assert after_one == 1
    assert heard == patients
    assert rest == patients[1:]


@asynccontextmanager
async def _serving(folder: Path, address: str = "127.0.0.1:0") -> AsyncIterator[tuple[str, PatientRecords, Audit]]:
    """An audit service by itself; it drains as it ends."""
    directory, work = DataDirectory(folder), WorkPool(2)
    records = directory.records()
    audit = Audit(records, ProjectionRunner(records, directory.views), directory, work, lambda _: None)
    server = grpc.aio.server(interceptors=interceptors(CallLimits(16, 16, 16), 10.0))
    add_AuditServiceServicer_to_server(audit, server)
    port = server.add_insecure_port(address)
    await server.start()
    try:
        yield f"127.0.0.1:{port}", records, audit
    finally:
        await audit.drain()
        await server.stop(10)
        work.close()
        records.close()


async def test_a_stopping_server_ends_every_watch_and_says_why(tmp_path: Path) -> None:
    async with _serving(tmp_path) as (address, records, audit), grpc.aio.insecure_channel(address) as channel:
        patient = register(records)
        stub: Any = AuditServiceStub(channel)
        calls = [stub.WatchEvents(audit_pb2.WatchEventsRequest()) for _ in range(3)]
        for call in calls:
            assert (await call.read()).event.patient_id == patient
        await audit.drain()
        for call in calls:
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await call.read()
            assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
        late = stub.WatchEvents(audit_pb2.WatchEventsRequest())
        with pytest.raises(grpc.aio.AioRpcError):
            await late.read()
        assert records.rows_log.followed == 0


async def test_a_watch_goes_on_after_a_restart_and_tells_nothing_twice(tmp_path: Path) -> None:
    patients, heard = [], []

    async def listen(client: AsyncAnamnesisClient, first: asyncio.Event) -> None:
        async for event in client.watch():
            heard.append(event.patient_id)
            first.set()
            if len(heard) == 4:
                return

    first = asyncio.Event()
    async with _serving(tmp_path) as (address, records, _):
        patients += [register(records) for _ in range(2)]
        client = AsyncAnamnesisClient(address)
        listening = asyncio.create_task(listen(client, first))
        await first.wait()
    async with _serving(tmp_path, address) as (_, records, _):
        patients += [register(records) for _ in range(2)]
        await listening
        await client.close()

    assert heard == patients
