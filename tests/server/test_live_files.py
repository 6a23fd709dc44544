"""A server whose files others open and close: what it acknowledges stays in the files that their paths name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from clients import AnamnesisClient
from server.composition import Knowledge
from tests.server.running import running_server

EVERY_COMMAND = (
    ("verify",),
    ("sql", "SELECT count(*) FROM events"),
    ("rebuild", "--verify"),
    ("project", "--once"),
    ("explain", "{other}", "1"),
    ("doctor",),
    ("backup", "{folder}/backup"),
    ("erase", "{erased}"),
    ("replay", "{other}"),
    ("fork", "{other}", "--at", "1"),
    ("reextract", "--dry-run"),
)
"""Every command that opens a data directory beside the server that runs on it."""


def _beside(data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own on the directory."""
    return subprocess.run(
        [sys.executable, "-m", "server", *command, "--data", str(data)], capture_output=True, text=True, timeout=100
    )


def _events_after_a_kill(data: Path, copy: Path) -> int:
    """How many events a kill -9 at this moment would leave, in a log without fault: what the files hold."""
    # Copied by another process: a file that is closed here would take this server's locks with it.
    subprocess.run(["cp", "-r", str(data), str(copy)], check=True)
    told = _beside(copy, "verify", "--json")
    assert told.returncode == 0, told.stdout + told.stderr
    return int(json.loads(told.stdout)["events"])


def _lost_files(data: Path) -> list[str]:
    """Files of the directory that this process has open and that are there no more."""
    links = (os.path.realpath(f"/proc/self/fd/{one}") for one in os.listdir("/proc/self/fd"))
    return [link for link in links if link.startswith(str(data)) and link.endswith("(deleted)")]


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param([one for one in EVERY_COMMAND if one[0] in ("verify", "erase")], id="two"),
        pytest.param(EVERY_COMMAND, id="all", marks=[pytest.mark.torture, pytest.mark.timeout(900)]),
    ],
)
def test_turns_after_an_erasure_and_a_second_process_are_in_the_log(
    tmp_path: Path, knowledge: Knowledge, commands: Sequence[tuple[str, ...]]
) -> None:
    data = tmp_path / "data"
    with running_server(data, knowledge) as address, AnamnesisClient(address) as client:
        erased, other = (client.register_patient(str(uuid4()), locale="en", time_zone="UTC") for _ in range(2))
        places = {"erased": erased, "other": other, "folder": str(tmp_path)}
        for patient in (erased, other):
            client.say(patient, "I take metformin 500 mg twice a day.")
        client.erase(erased)
        for command in commands:
            told = _beside(data, *(word.format(**places) for word in command))
            assert told.returncode == 0, told.stderr
            client.say(other, "My HbA1c was 7.2% last week.")
            assert _lost_files(data) == [], command
            # Of an erased patient it is clearing and searching once more.
            client.erase(erased, search_values=["never said anywhere"])
        assert _events_after_a_kill(data, tmp_path / "killed") == len(list(client.events()))
