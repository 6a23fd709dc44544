"""kill -9 while views are kept, rebuilt and the log is appended to: what is kept is whole, and the work resumes."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from itertools import cycle
from pathlib import Path

import pytest

from domain.records import PatientRecords
from evaluation.synthetic_log import write_log
from projections.kept import KeptViews
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner

TASKS = ("rebuild", "project", "append")
LONGEST = 0.5
"""Seconds after which a worker is killed at the latest; most tasks end in about this time."""


def kill_once(task: str, folder: Path, number: int, seconds: float) -> bool:
    """Start a worker and kill it; whether it was still at work."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.views_worker", task, str(folder), str(number)], stdout=subprocess.PIPE
    )
    assert worker.stdout is not None
    with worker.stdout:
        assert worker.stdout.readline() == b"ready\n"
        timer = threading.Timer(seconds, worker.kill)
        timer.start()
        code = worker.wait()
        timer.cancel()
    assert code in (0, -9)
    return code == -9


def assert_whole(records: PatientRecords, views: Path) -> None:
    """What is served is what the log says at the position that it claims."""
    kept, live = KeptViews(views), LiveViews(records)
    for name, standing in kept.standings().items():
        if not standing.whole:
            continue
        for patient_id, fingerprint in kept.fingerprints(name).items():
            assert fingerprint == live.as_of(patient_id, position=standing.position).fingerprints()[name]


def killed_over_and_over(folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    log, views = folder / "log.db", folder / "views.db"
    write_log(log, patients=4, turns=5, seed=seed)
    killed = 0
    for number, task in enumerate(cycle(TASKS)):
        killed += kill_once(task, folder, number, chance.uniform(0, LONGEST))
        with PatientRecords(log) as records:
            assert_whole(records, views)
        if killed == kills:
            break
    with PatientRecords(log) as records:
        assert all(outcome.identical for outcome in rebuild(records, views))
        fresh = ProjectionRunner(records, folder / "fresh.db")
        fresh.catch_up()
        resumed = ProjectionRunner(records, views)
        assert resumed.quarantined() == ()
        for one in PROJECTIONS:
            assert resumed.views.fingerprints(one.name) == fresh.views.fingerprints(one.name) != {}


@pytest.mark.timeout(300)
def test_views_are_whole_after_three_kills_and_equal_fresh_ones(tmp_path: Path) -> None:
    killed_over_and_over(tmp_path, kills=3, seed=3)


@pytest.mark.torture
@pytest.mark.timeout(3_600)
def test_views_are_whole_after_a_hundred_kills_and_equal_fresh_ones(tmp_path: Path) -> None:
    killed_over_and_over(tmp_path, kills=100, seed=17)
