from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from clients import AnamnesisClient
from server.composition import Knowledge
from tests.server.running import CARD, running_server


@pytest.fixture(scope="session", autouse=True)
def quiet_log() -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("service"), knowledge) as address:
        yield address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(address) as client:
        yield client


@pytest.fixture
def patient(client: AnamnesisClient) -> str:
    patient = client.register_patient(locale="en", time_zone="Europe/London")
    client.import_card(patient, CARD)
    return patient
