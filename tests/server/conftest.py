from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from clients import AnamnesisClient
from server.composition import Knowledge
from tests.server.running import CARD, CORRECTION, running_server


@dataclass(frozen=True)
class Server:
    address: str
    data: Path


@pytest.fixture(scope="session", autouse=True)
def quiet_log() -> None:
    """Servers that share the process of a command must not write their log between its lines."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("service")
    with running_server(data, knowledge) as address:
        yield Server(address, data)


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(server.address) as client:
        yield client


@pytest.fixture(scope="session")
def corrected(client: AnamnesisClient) -> str:
    """A patient with a record, one question and one correction. Tests read this patient and change nothing."""
    patient = client.register_patient(locale="en", time_zone="Europe/London")
    client.import_card(patient, CARD)
    client.say(patient, "How has my latest HbA1c changed compared with the one before?")
    client.say(patient, CORRECTION)
    return patient


@pytest.fixture
def patient(client: AnamnesisClient) -> str:
    return client.register_patient(locale="en", time_zone="Europe/London")
