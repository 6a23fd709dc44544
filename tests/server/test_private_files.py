"""What is kept of patients is for its owner's eyes, whatever the umask and whatever the directory was before."""

from __future__ import annotations

import json
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from server.data_directory import DataDirectory
from server.private_files import NotPrivate
from tests.server.planted import OTHER, plant

LOGGING = """
import structlog, sys
from server.logs import configure_logs
configure_logs("info")
for request_id in sys.argv[1:]:
    structlog.get_logger().info("turn_failed", request_id=request_id, reason="INVALID_IDENTIFIER")
"""


def _open_to_others(folder: Path) -> set[str]:
    every = [folder, *folder.rglob("*")]
    return {f"{path.name} {stat.filemode(path.stat().st_mode)}" for path in every if path.stat().st_mode & 0o077}


def _opened(data: Path) -> Path:
    """The directory of a careless installation."""
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return data


def test_what_commands_write_is_for_nobody_else_under_any_umask(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "volume" / "copy"
    plant(data)
    (tmp_path / "volume").mkdir(mode=0o755)
    for command in (
        ("backup", str(tmp_path / "backup"), "--data", str(data)),
        ("restore", str(tmp_path / "backup"), "--data", str(copy), "--master-key", str(data / "master.key")),
        ("rebuild", "--data", str(copy)),
        ("sql", "FROM turns", "--data", str(copy), "--output", str(tmp_path / "volume" / "turns.csv")),
    ):
        subprocess.run([sys.executable, "-m", "server", *command], umask=0, check=True, capture_output=True)

    assert _open_to_others(tmp_path / "backup") == _open_to_others(copy) == set()
    assert {"log.db", "views.db", "keys.db", "analysis"} <= {path.name for path in copy.iterdir()}
    assert stat.S_IMODE((tmp_path / "volume" / "turns.csv").stat().st_mode) == 0o600


def test_a_directory_that_others_could_read_is_shut_by_the_server_with_all_that_is_in_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "shared corpus"
    plant(data)
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    (data / "link").symlink_to(elsewhere)
    _opened(data)
    # Another test of the same process may have had its server say less.
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            with DataDirectory(data).locked():
                assert not _open_to_others(data) - {"link drwxr-xr-x"}
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755
    assert [one.message for one in caplog.records] == ["other users could read the data directory; they no longer can"]


def test_a_directory_that_cannot_be_shut_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_the_owner(*_: object, **__: object) -> None:
        raise PermissionError

    data = tmp_path / "data"
    plant(data)
    data.chmod(0o750)
    monkeypatch.setattr(os, "chmod", not_the_owner)
    with pytest.raises(NotPrivate, match="can read"), DataDirectory(data).locked():
        pytest.fail("it was used")


def test_a_command_shuts_the_directory_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    plant(data)
    _opened(data)
    ran = subprocess.run(
        [sys.executable, "-m", "server", "verify", "--patient", OTHER, "--data", str(data)], capture_output=True
    )
    assert ran.returncode == 0
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_a_request_id_goes_into_the_service_log_as_a_uuid_or_not_at_all() -> None:
    canary, ours = "Kim Minji 900101-2345678 " * 1_000, str(uuid4())
    ran = subprocess.run(
        [sys.executable, "-c", LOGGING, canary, ours.upper(), ours.replace("-", "")], capture_output=True, text=True
    )
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["request_id"] for line in lines] == ["not a UUID", ours, ours]
    assert "Minji" not in ran.stderr
