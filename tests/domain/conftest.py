from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.records import PatientRecords
from tests.domain.sealed import SealedLog


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def records(database: Path) -> Iterator[PatientRecords]:
    with PatientRecords(database) as opened:
        yield opened


@pytest.fixture
def sealed(tmp_path: Path) -> SealedLog:
    log = SealedLog(tmp_path / "sealed")
    log.folder.mkdir()
    return log


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> SealedLog:
    log = SealedLog(tmp_path_factory.mktemp("whole"))
    log.fill()
    return log
