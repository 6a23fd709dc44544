"""A log that is locked, or holds what this version does not know: named to the client, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from clients import AnamnesisClient, DataLoss, ServiceError, TurnFailed
from domain.store.mapper import LogRow
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.health import VIEWS
from tests.server.conftest import Server
from tests.server.running import running_server

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture(scope="module")
def fragile(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("fragile")
    with running_server(data, knowledge, lock_seconds=1, probe_seconds=0.05) as address:
        yield Server(address, data)


@contextmanager
def _held(log: Path) -> Iterator[None]:
    """Hold the log's write lock, as a process that hangs in its write would."""
    with closing(sqlite3.connect(log, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def _answers(address: str, service: str, status: int) -> bool:
    """Whether a service comes to be in this health within the time of a call."""
    with grpc.insecure_channel(address) as channel:
        seen = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=service), timeout=20)
        found = any(answer.status == status for answer in seen)
        seen.cancel()
    return found


def test_a_locked_log_fails_the_turn_by_name_and_the_retry_completes_it(fragile: Server) -> None:
    with AnamnesisClient(fragile.address) as client:
        patient, request_id = client.register_patient(locale="en", time_zone="UTC"), str(uuid4())
        with _held(fragile.data / "log.db"), pytest.raises(TurnFailed) as failed:
            client.say(patient, "I have asthma.", request_id=request_id, timeout=3)
        client.say(patient, "I have asthma.", request_id=request_id)
        topics = [event.topic for event in client.events(patient)]

    assert failed.value.reason == "STORE_LOCKED"
    assert sum("UtteranceReceived" in topic for topic in topics) == 1


def test_health_follows_the_log(fragile: Server) -> None:
    with grpc.insecure_channel(fragile.address) as channel:
        seen = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=20)
        statuses = (answer.status for answer in seen)
        while next(statuses) != SERVING:
            continue
        with _held(fragile.data / "log.db"):
            assert next(statuses) == NOT_SERVING
        assert next(statuses) == SERVING
        seen.cancel()


def test_an_event_of_an_unknown_kind_is_an_error_for_its_patient_alone(fragile: Server) -> None:
    with AnamnesisClient(fragile.address) as client:
        hurt, well = (client.register_patient(locale="en", time_zone="UTC") for _ in range(2))
        newer = DataDirectory(fragile.data).records()
        assert newer.seal is not None
        topic = "anamnesis.Patient.Foretold.v1"
        newer.rows_log.insert_events(
            [
                LogRow(
                    id=0,
                    originator_id=hurt,
                    originator_version=2,
                    topic=topic,
                    state=newer.seal.keyring.encrypt(hurt, 2, topic, b"{}"),
                    event_id=str(uuid4()),
                    recorded_at="2025-01-01T00:00:00.000000+00:00",
                )
            ]
        )
        newer.close()
        failures: list[ServiceError] = []
        for read in (client.profile, client.memory):
            with pytest.raises(DataLoss) as raised:
                read(hurt)
            failures.append(raised.value)
        with pytest.raises(TurnFailed) as turn:
            client.say(hurt, "hello")

        assert {failure.reason for failure in failures} == {turn.value.reason} == {"UNKNOWN_TOPIC"}
        assert len(list(client.events(hurt))) == 2
        while not (quarantined := client.projections().quarantined):
            continue  # the projector gathers before it follows
        [aside] = quarantined
        assert (aside.patient_id, aside.reason) == (hurt, "UNKNOWN_TOPIC")
        assert _answers(fragile.address, VIEWS, NOT_SERVING) and _answers(fragile.address, "", SERVING)
        assert "asthma" in client.say(well, "I have asthma.").text.lower()
