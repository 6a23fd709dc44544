"""One projector at a time: servers stand back while one leads, and go on when it has gone."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from domain.records import PatientRecords
from projections.runner import ProjectionRunner
from server.data_directory import DataDirectory
from tests.builders import an_id, register


def test_a_runner_stands_back_while_a_projector_leads_and_then_goes_on(records: PatientRecords, views: Path) -> None:
    leader, server, stopping = ProjectionRunner(records, views), ProjectionRunner(records, views), threading.Event()
    with leader.leading(stopping) as leads:
        assert leads
        with server.role.taken() as taken:
            assert not taken
        with server:
            position = records.execute(register()).position
            assert leader.wait_for(position, timeout=30) and server.wait_for(position, timeout=30)
            leader.stop()
            position = records.execute(register(an_id("b"), request="b")).position
            assert not server.wait_for(position, timeout=0)
    with server:
        assert server.wait_for(position, timeout=30)


def test_a_second_projector_waits_until_it_is_stopped(records: PatientRecords, views: Path) -> None:
    first, second, stopping = ProjectionRunner(records, views), ProjectionRunner(records, views), threading.Event()
    with first.leading(threading.Event()) as leads:
        assert leads
        stopping.set()
        with second.leading(stopping) as also:
            assert not also


def test_the_command_keeps_the_views_until_it_is_told_to_stop(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    records = directory.records()
    command = [sys.executable, "-m", "server", "project", "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as projector:
        assert projector.stderr is not None
        assert "Keeping the views" in projector.stderr.readline()
        position = records.execute(register()).position
        server = ProjectionRunner(records, directory.views)
        with server:
            assert server.wait_for(position, timeout=60)
            with server.role.taken() as taken:
                assert not taken
        projector.terminate()
        assert f"position {position}" in projector.stderr.read()
    assert projector.returncode == 0
    records.close()
