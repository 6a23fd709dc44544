"""The server that a command starts for itself: waited for, shown, and ended whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clients import Unavailable
from clients.cli.own_server import own_server, running
from server.data_directory import DataDirectory

STUBBORN = "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); signal.pause()"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_process_that_will_not_stop_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running((sys.executable, "-c", STUBBORN), log, _environment(), stop_seconds=0.2) as process:
        while not log.read_text():
            assert process.poll() is None

    assert process.poll() == -signal.SIGKILL


def test_a_process_is_ended_by_any_failure(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), running((sys.executable, "-c", STUBBORN), tmp_path / "log", _environment(), 0):
        raise RuntimeError

    assert not _children(os.getpid())


def test_a_server_that_is_too_late_is_named_and_gone(tmp_path: Path) -> None:
    with (
        pytest.raises(Unavailable, match="within 0 seconds"),
        own_server(tmp_path, _environment(), print, start_seconds=0, stop_seconds=0),
    ):
        pytest.fail("it served")

    assert not _children(os.getpid())


def test_why_a_server_does_not_start_is_told_in_its_own_words(tmp_path: Path) -> None:
    with DataDirectory(tmp_path / "held").locked():
        completed = subprocess.run(
            [sys.executable, "-m", "server", "demo", "--data", str(tmp_path / "held")],
            env=_environment(),
            capture_output=True,
            text=True,
        )

    assert completed.returncode == 4
    assert "Error: The server did not start. Another" in completed.stderr
    assert "Next: Stop" in completed.stderr
    assert "Traceback" not in completed.stderr


@pytest.mark.parametrize(
    ("end", "codes"), [(signal.SIGTERM, {143}), (signal.SIGHUP, {129}), (signal.SIGINT, {1, 130})], ids=str
)
def test_a_demo_that_is_ended_takes_its_server_with_it(end: signal.Signals, codes: set[int], tmp_path: Path) -> None:
    demo = subprocess.Popen(
        [sys.executable, "-m", "server", "demo", "--locale", "en", "--data", str(tmp_path)],
        env=_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert demo.stderr is not None
    assert demo.stderr.readline()
    while not (servers := _children(demo.pid)):
        assert demo.poll() is None
    demo.send_signal(end)
    _, told = demo.communicate(timeout=60)

    assert demo.returncode in codes
    assert not any(map(_is_alive, servers))
    assert "Traceback" not in told
