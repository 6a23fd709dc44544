from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.records import PatientRecords
from tests.domain.sealed import Log, new


@pytest.fixture(scope="module")
def backend(request: pytest.FixtureRequest) -> str:
    """SQLite, unless the test says that it runs on every backend."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def log(backend: str, tmp_path: Path) -> Log:
    """A log that nobody has written to."""
    return new(backend, tmp_path / "log")


@pytest.fixture
def database(log: Log) -> Path | str:
    return log.place


@pytest.fixture
def records(database: Path | str) -> Iterator[PatientRecords]:
    with PatientRecords(database) as opened:
        yield opened


@pytest.fixture
def sealed(backend: str, tmp_path: Path) -> Log:
    """The same, to be written under a seal."""
    return new(backend, tmp_path / "sealed")


@pytest.fixture(scope="module")
def whole(backend: str, tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A log with three patients and fifteen events, not to be changed."""
    log = new(backend, tmp_path_factory.mktemp("whole"))
    log.fill()
    return log
