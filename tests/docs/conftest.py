from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from server.composition import Knowledge
from tests.server.running import running_server


@pytest.fixture(scope="session", autouse=True)
def quiet_log() -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of the server at ``address``."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="session")
def address(served: Path, knowledge: Knowledge) -> Iterator[str]:
    with running_server(served, knowledge) as address:
        yield address
