from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from server.composition import Knowledge
from tests.server.running import running_server


@pytest.fixture(scope="session", autouse=True)
def quiet_log() -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("service"), knowledge) as address:
        yield address
