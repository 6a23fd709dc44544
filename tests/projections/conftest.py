from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.records import PatientRecords


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def records(database: Path) -> Iterator[PatientRecords]:
    with PatientRecords(database) as opened:
        yield opened


@pytest.fixture
def views(tmp_path: Path) -> Path:
    return tmp_path / "views.db"
