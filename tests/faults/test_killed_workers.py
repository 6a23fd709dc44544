"""Workers that are killed under conversations whose clients retry: the others go on, and nothing is lost or doubled."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from server.data_directory import DataDirectory
from tests.faults.killed_server import Acknowledged, register, say
from tests.faults.loaded_server import PATIENCE, play
from tests.faults.outlasting import BETWEEN_SECONDS, SERVICES, outlast, views_are_what_the_log_says
from tests.faults.worker_server import WORKERS, WorkerServer
from tests.postgres import available

MINUTES = float(os.environ.get("ANAMNESIS_TEST_MINUTES", "10"))
CONVERSATIONS = int(os.environ.get("ANAMNESIS_TEST_CONVERSATIONS", "200"))
"""Smaller on a machine that has other work: two hundred clients alone take some of its processors."""


@pytest.mark.timeout(600)
def test_a_killed_worker_loses_and_doubles_nothing_and_those_that_stop_complete_their_turns(tmp_path: Path) -> None:
    server = WorkerServer(tmp_path / "data", tmp_path / "service.log", seed=7, front=True, **PATIENCE)
    assert play(server, kills=2, conversations=4, turns=4, seed=5) >= 12
    views_are_what_the_log_says(server)
    assert set(server.killed) == {"_kill_worker", "_kill_front"}


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_the_service_comes_back_when_the_process_that_forks_is_killed(tmp_path: Path) -> None:
    server = WorkerServer(tmp_path / "data", tmp_path / "service.log", seed=1, **PATIENCE)
    try:
        server.start()
        patient, heard = register(server.address), Acknowledged()
        assert say(server.address, patient, "4e8a2f10-0000-4000-8000-000000000001", "메트포르민을 먹어요.", heard)
        os.kill(server.nursery(), signal.SIGKILL)
        while not say(server.address, patient, "4e8a2f10-0000-4000-8000-000000000002", "제 약을 정리해 주세요.", heard):
            assert not server.gone()
            time.sleep(0.2)
        assert len(server.workers()) >= 1
    finally:
        server.close()


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_workers_end_with_their_front_and_the_directory_is_free(tmp_path: Path) -> None:
    server = WorkerServer(tmp_path / "data", tmp_path / "service.log", seed=1, **PATIENCE)
    server.start()
    workers = server.workers()
    assert len(workers) == WORKERS
    server.close()
    while any(Path(f"/proc/{one}").exists() for one in workers):
        time.sleep(0.05)
    with DataDirectory(tmp_path / "data").locked():
        pass


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("service", SERVICES)
def test_two_hundred_conversations_lose_nothing_in_ten_minutes_of_kills(tmp_path: Path, service: str) -> None:
    if service != "workers" and not available():
        pytest.skip("PostgreSQL is not here: `make postgres-test` installs it")
    with SERVICES[service](tmp_path, 18) as server:
        outcome = outlast(server, CONVERSATIONS, MINUTES, seed=18)
    assert len(outcome.turns) > CONVERSATIONS and sum(outcome.kills.values()) >= 60 * MINUTES / (2 * BETWEEN_SECONDS)
