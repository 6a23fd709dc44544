"""kill -9 of PostgreSQL and of the servers that write to it: nothing acknowledged is lost, and nothing is doubled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.events import UtteranceReceived
from domain.store.verification import verify
from server.data_directory import DataDirectory, Keeping
from tests.builders import PATIENT_ID, an_id, register
from tests.postgres import own_server, skip_without_postgres

skip_without_postgres(killed=True)
pytestmark = [pytest.mark.timeout(300)]


@pytest.fixture
def database() -> Iterator[Any]:
    """A server of the test's own, which it may kill."""
    with own_server() as server:
        yield server


class Worker:
    """A process that writes, and what it said was saved."""

    def __init__(self, store: str, folder: Path, first: int) -> None:
        self._command = [sys.executable, "-m", "tests.faults.postgres_worker", store, str(folder)]
        self._next = first
        self.saved: list[int] = []
        self.start()

    def start(self) -> None:
        """Start it, or start it anew where it was killed: the client goes on with what was not answered."""
        self._process = subprocess.Popen(
            [*self._command, str(self._next)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."}
        )

    def wait_for(self, more: int) -> None:
        """Wait until so many more were saved."""
        assert self._process.stdout is not None
        for _ in range(more):
            self.saved.append(int(self._process.stdout.readline()))
            self._next = self.saved[-1] + 1

    def kill(self) -> None:
        """SIGKILL, in the middle of whatever it does; what it had said by then counts."""
        self._process.send_signal(signal.SIGKILL)
        said, _ = self._process.communicate()
        self.saved += [int(line) for line in said.splitlines()]
        self._next = max(self.saved, default=self._next - 1) + 1


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.torture)])
def test_whoever_is_killed_nothing_is_lost_and_nothing_doubled(database: Any, tmp_path: Path, kills: int) -> None:
    store, keeping = database.url, Keeping(store=database.url)
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir(mode=0o700)
    with DataDirectory(folders[0]).records(keeping) as records:
        records.execute(register())
    (folders[1] / "master.key").write_bytes((folders[0] / "master.key").read_bytes())
    workers = [Worker(store, folder, 1_000_000 * number) for number, folder in enumerate(folders, start=1)]
    try:
        for number in range(kills):
            for worker in workers:
                worker.wait_for(5)
            if number % 3 == 1:
                victim = workers[number % 2]
                victim.kill()
                victim.start()
            elif number % 3 == 2:
                database.kill_connections()
            else:
                database.kill()
        for worker in workers:
            worker.wait_for(5)
    finally:
        for worker in workers:
            worker.kill()
    with DataDirectory(folders[0]).records(keeping) as records:
        told = Counter(
            event.payload.request_id for event in records.stream(PATIENT_ID) if type(event.payload) is UtteranceReceived
        )
        assert set(told.values()) == {1}
        assert {an_id(f"turn {number}") for worker in workers for number in worker.saved} <= set(told)
        assert len(told) <= sum(len(worker.saved) for worker in workers) + kills + 2
    for folder in folders:
        with closing(DataDirectory(folder).seal(keeping)) as seal, DataDirectory(folder).records(keeping) as records:
            assert [one for step in verify(records.rows_log, seal) for one in step.findings] == []
