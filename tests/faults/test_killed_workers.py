"""Workers that are killed under conversations whose clients retry: the others go on, and nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from server.data_directory import DataDirectory
from tests.faults.killed_server import Acknowledged, Server, register, say
from tests.faults.loaded_server import PATIENCE, Load, hold_against, play, whisper_canary
from tests.faults.worker_server import WORKERS, WorkerServer

MINUTES = float(os.environ.get("ANAMNESIS_TEST_MINUTES", "10"))
SECONDS_BETWEEN_KILLS = 20
CONVERSATIONS = int(os.environ.get("ANAMNESIS_TEST_CONVERSATIONS", "200"))
"""Smaller on a machine that has other work: two hundred clients alone take some of its processors."""


def _views_are_what_the_log_says(server: Server) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "server", "rebuild", "--verify", "--data", str(server.data)],
        capture_output=True,
        text=True,
        env={**os.environ, **server.settings},
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.timeout(600)
def test_a_killed_worker_loses_and_doubles_nothing_and_those_that_stop_complete_their_turns(tmp_path: Path) -> None:
    server = WorkerServer(tmp_path / "data", tmp_path / "service.log", seed=5, **PATIENCE)
    assert play(server, kills=2, conversations=4, turns=4, seed=5) >= 12
    _views_are_what_the_log_says(server)
    assert server.killed == ["_kill_worker"] * 2


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


def _ten_minutes(server: WorkerServer, seed: int, minutes: float) -> int:
    """Many conversations, something killed every twenty seconds; the turns that were completed."""
    chance = random.Random(seed)
    over = threading.Event()
    try:
        load = Load(server, CONVERSATIONS)
        whisper_canary(server)
        until = time.monotonic() + 60 * minutes
        with load.talking():
            while time.monotonic() < until:
                over.wait(SECONDS_BETWEEN_KILLS)
                load.kill(chance.uniform(0, 1))
        assert server.stop() == 0
    finally:
        server.close()
    hold_against(server, load.conversations)
    _views_are_what_the_log_says(server)
    assert len(server.killed) >= 60 * minutes / (SECONDS_BETWEEN_KILLS + 2)
    return sum(len(one.requests) for one in load.conversations)


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", [18])
def test_two_hundred_conversations_over_workers_on_sqlite_lose_nothing_in_ten_minutes(
    tmp_path: Path, seed: int
) -> None:
    server = WorkerServer(tmp_path / "data", tmp_path / "service.log", seed=seed, **PATIENCE)
    assert _ten_minutes(server, seed, MINUTES) > CONVERSATIONS


@pytest.mark.torture
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", [19])
def test_two_hundred_conversations_over_workers_on_postgres_lose_nothing_in_ten_minutes(
    tmp_path: Path, seed: int
) -> None:
    """Killed are workers, the PostgreSQL server, and all of its connections, by chance."""
    from tests.postgres import available, own_server

    if not available():
        pytest.skip("PostgreSQL is not here: `make postgres-test` installs it")
    with own_server() as database:
        server = WorkerServer(
            tmp_path / "data",
            tmp_path / "service.log",
            seed=seed,
            others=(database.kill, database.kill_connections),
            store=database.url,
            **PATIENCE,
        )
        assert _ten_minutes(server, seed, MINUTES) > CONVERSATIONS
        assert set(server.killed) == {"_kill_worker", "kill", "kill_connections"}
