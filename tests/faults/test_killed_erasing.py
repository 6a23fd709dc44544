"""kill -9 at any moment of an erasure and of a restoring, and erasures beside other processes that are at work."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from domain.events import Shredded, UtteranceReceived
from domain.records import PatientRecords
from domain.store.backup import BackupTargetTaken, back_up
from domain.store.restoration import restore
from domain.store.sqlite import reading
from domain.store.verification import verify
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from server.byte_search import search
from server.data_directory import DataDirectory
from server.erasing import Erasing
from tests.server.planted import OTHER, PATIENT, PLANTED, plant

KILLS = [6, pytest.param(300, marks=[pytest.mark.torture, pytest.mark.timeout(3_600)])]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    plant(tmp_path / "data")
    with DataDirectory(tmp_path / "data").records() as records:
        back_up(records, tmp_path / "backup")
    return tmp_path / "data"


def _killed(task: str, data: Path, kills: int) -> Iterator[Path]:
    """What each kill left behind."""
    outcomes = data.with_name(task)
    paths = map(str, (data, data.with_name("backup"), outcomes))
    subprocess.run([sys.executable, "-m", "tests.faults.erasing_worker", task, *paths, str(kills)], check=True)
    return (outcomes / str(number) for number in range(1, kills + 1))


def _whole_but_for_the_patient(directory: DataDirectory, records: PatientRecords) -> None:
    assert records.is_erased(PATIENT)
    assert all(isinstance(event.payload, Shredded) for event in records.stream(PATIENT)[:-1])
    assert any(isinstance(event.payload, UtteranceReceived) for event in records.stream(OTHER))
    assert all(outcome.identical for outcome in rebuild(records, directory.views, verify_only=True))
    assert records.seal is not None
    with reading(directory.log) as log:
        assert [finding for step in verify(log, records.seal) for finding in step.findings] == []


@pytest.mark.parametrize("kills", KILLS)
def test_an_erasure_that_was_killed_is_done_by_its_repetition_or_the_next_start(data: Path, kills: int) -> None:
    recorded = 0
    for number, folder in enumerate(_killed("erase", data, kills)):
        directory = DataDirectory(folder / "data")
        with directory.records() as records:
            erasing = Erasing(records, ProjectionRunner(records, directory.views), directory)
            if records.is_erased(PATIENT) and number % 2:
                recorded += 1
                erasing.finish()
            else:
                recorded += records.is_erased(PATIENT)
                erased = erasing.erase(
                    str(uuid4()), PATIENT, datetime.now(UTC), values=PLANTED, backups=[folder / "backup"]
                )
                assert erased.search.found_in == ()
            assert search(directory.path, PLANTED).found_in == ()
            _whole_but_for_the_patient(directory, records)
    assert 0 < recorded < kills


@pytest.mark.parametrize("kills", KILLS)
def test_a_restoring_that_was_killed_leaves_no_log_with_the_patient(data: Path, kills: int) -> None:
    begun = 0
    for folder in _killed("restore", data, kills):
        directory = DataDirectory(folder / "data")
        try:
            now = datetime.now(UTC)
            assert restore(data.with_name("backup"), directory.path, data / "master.key", now=now, erased=[PATIENT])
            begun += 1
        except BackupTargetTaken:
            assert directory.log.is_file()
        with directory.records() as records:
            ProjectionRunner(records, directory.views).catch_up()
            _whole_but_for_the_patient(directory, records)
    assert 0 < begun


@pytest.mark.parametrize("times", [1, pytest.param(50, marks=[pytest.mark.torture, pytest.mark.timeout(3_600)])])
def test_nothing_is_left_while_other_processes_rebuild_and_export_until_they_are_killed(data: Path, times: int) -> None:
    for number in range(times):
        folder = Path(shutil.copytree(data, data.with_name(f"busy {number}")))
        busy = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.faults.busy_worker", task, str(folder)], stdout=subprocess.PIPE
            )
            for task in ("rebuild", "export")
        ]
        try:
            for worker in busy:
                assert worker.stdout is not None and worker.stdout.readline() == b"ready\n"
            directory = DataDirectory(folder)
            with directory.records() as records:
                erasing = Erasing(records, ProjectionRunner(records, directory.views), directory)
                erased = erasing.erase(str(uuid4()), PATIENT, datetime.now(UTC), values=PLANTED)
                assert erased.search.found_in == ()
                assert all(worker.poll() is None for worker in busy)
        finally:
            for worker in busy:
                worker.kill()
                worker.communicate()
        assert search(folder, PLANTED).found_in == ()
