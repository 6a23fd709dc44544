"""Without POSIX file locks, as on Windows: what talks to a server works, and what would be one says why it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# None in sys.modules makes the import fail as it does where there is no such module.
BEGIN = "import sys; sys.modules['fcntl'] = None; sys.path.insert(0, {root!r})\n"
LOADED = """
import clients, clients.aio, clients.cli.own_server, clients.cli.ui, clients.cli.chat
import clients.adapters.tools, clients.adapters.openai_memory, clients.adapters.langgraph_memory
print("loaded")
"""


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", BEGIN.format(root=str(ROOT)) + program, *arguments)
    return subprocess.run(command, capture_output=True, text=True, timeout=100)


def test_everything_that_a_client_imports_loads() -> None:
    assert _run(LOADED).stdout == "loaded\n"


@pytest.mark.parametrize("command", [("serve", "--address", "127.0.0.1:0"), ("verify",)], ids=lambda one: one[0])
def test_a_command_that_needs_the_log_says_where_it_runs(command: tuple[str, ...], tmp_path: Path) -> None:
    told = _run("from server.__main__ import main; main()", *command, "--data", str(tmp_path / "data"))

    assert told.returncode == 1
    assert "no POSIX file locks" in told.stderr and "Linux, macOS or WSL" in told.stderr
    assert "Traceback" not in told.stderr and len(told.stderr.splitlines()) == 2


def test_a_command_that_talks_to_a_server_does_so() -> None:
    told = _run("from server.__main__ import main; main()", "patients", "--address", "127.0.0.1:9")

    assert told.returncode == 4
    assert told.stderr.startswith("Error: No Anamnesis server answers at this address.")
