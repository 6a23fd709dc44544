"""The commands that the how-to pages show are run, in their order, against a real server."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.__main__ import application
from server.composition import Knowledge
from server.settings import PREFIX
from tests.docs.test_blocks import _blocks
from tests.gateway.conftest import running_gateway
from tests.server.copies import copy_of
from tests.server.running import running_server

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
SERVES = "anamnesis serve "
_VARIABLE = re.compile(r"(?:export )?([A-Z_]+)=(\S+)$")


class Shell:
    """Runs lines as a reader would, `anamnesis` in this process: each of its own would load everything again."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment, self.printed = folder, environment, list[str]()

    def run(self, line: str) -> str:
        """What the line prints; it must end well."""
        if set_ := _VARIABLE.match(line):
            self.environment[set_[1]] = set_[2]
            return ""
        if line.startswith("unset "):
            self.environment.pop(line.split()[1])
            return ""
        words, own = shlex.split(line), dict[str, str | None](self.environment)
        while "=" in words[0]:
            name, _, value = words.pop(0).partition("=")
            own[name] = value
        if words[0] != "anamnesis":
            shell = {**os.environ, **{name: value for name, value in own.items() if value is not None}}
            done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=shell, capture_output=True, text=True)
            assert done.returncode == 0, (line, done.stderr)
            self.printed.append(done.stdout)
            return done.stdout
        # Relative paths are the reader's.
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            told = CliRunner().invoke(application(), words[1:], env=own)
        finally:
            os.chdir(before)
        assert told.exit_code == 0, (line, told.output)
        self.printed.append(told.stdout)
        return told.stdout


def _lines(page: str) -> list[str]:
    found = [text for _, text in _blocks(HOW_TO / page, {"sh", "console"})]
    return [line.removeprefix("$ ") for text in found for line in text.splitlines() if line.strip()]


def _python(page: str, address: str) -> dict[str, Any]:
    """What the page's Python leaves behind."""
    left: dict[str, Any] = {"__name__": page}
    for line, text in _blocks(HOW_TO / page, {"python"}):
        exec(compile("\n" * line + text.replace("127.0.0.1:50051", address), page, "exec"), left)
    return left


@pytest.mark.parametrize("page", ["audit.md", "correct.md", "fhir.md"])
def test_the_commands_of_a_page_go_on_from_its_python(
    page: str, address: str, served: Path, tmp_path: Path, check: Callable[[str, Shell], None]
) -> None:
    left = _python(page, address)
    patient = left["patient"]
    if page == "audit.md":
        # Commands on files have a copy: this process serves the original.
        copy_of(served, tmp_path / "var")
    if "bundle" in left:
        (tmp_path / "bundle.json").write_text(json.dumps(left["bundle"]), encoding="utf-8")
    shell = Shell(tmp_path, {"ANAMNESIS_ADDRESS": address})
    for line in _lines(page):
        shell.run(line.replace("PATIENT", patient))
    check(page, shell)


@pytest.fixture
def check() -> Callable[[str, Shell], None]:
    """What the commands of each page have to show."""

    def checked(page: str, shell: Shell) -> None:
        if page == "audit.md":
            handed_over = (shell.folder / "answer.html").read_text(encoding="utf-8")
            assert '<html lang="ko">' in handed_over and "검사: <strong>HbA1c 7.2 %" in handed_over
            assert "<script" not in handed_over and "✓" in handed_over
            assert "proved: all" in shell.printed[0] and "6 views identical" in shell.printed[-1]
        elif page == "correct.md":
            assert "~~6.9 %" in shell.printed[1] and "-> 6.8 %" in shell.printed[1]
            assert shell.printed[2].startswith("Withdrawn Tests: ~~HbA1c 6.8 %")
        else:
            assert json.loads(shell.printed[-1])["type"] == "document"

    return checked


def test_curl_does_what_the_page_of_rest_shows(address: str, tmp_path: Path) -> None:
    with running_gateway(address) as base:
        shell = Shell(tmp_path, {})
        lines = [line for line in _lines("rest.md") if line.startswith("curl")]
        for line in lines:
            # The last one follows the log for ever.
            endless = line.replace("curl -N ", "curl -sN -m 3 ") + (" || true" if "events/stream" in line else "")
            told = shell.run(endless.replace("localhost:8080", base.removeprefix("http://")))
            if "/v1/patients -H" in line:
                shell.environment["PATIENT"] = json.loads(told)["patient_id"]

    assert len(lines) == 4
    assert "event: turn_completed" in shell.printed[1]
    assert json.loads(shell.printed[2])["fingerprint"]
    assert "UtteranceReceived" in shell.printed[3]


def test_the_page_of_deployment_goes_from_a_certificate_to_a_restored_backup(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANAMNESIS_ADDRESS", raising=False)
    shell, tokens, where = Shell(tmp_path, {}), dict[str, str](), ""
    with ExitStack() as serving:
        for line in _lines("deploy.md"):
            if line.startswith(SERVES):
                chosen: dict[str, Any] = {
                    name.removeprefix(PREFIX).lower(): tmp_path / value for name, value in shell.environment.items()
                }
                where = serving.enter_context(running_server(tmp_path / "var", knowledge, **chosen))
                continue
            if line.startswith("anamnesis access"):
                # Closed first: one process may not open the files twice.
                serving.close()
            for name, token in tokens.items():
                line = line.replace(f"ANAMNESIS_TOKEN={name} ", f"ANAMNESIS_TOKEN={token} ")
            told = shell.run(line.replace("localhost:50051", f"localhost:{where.rpartition(':')[2]}"))
            if "token create" in line:
                tokens[line.split()[3]] = next(word for word in told.split() if word.startswith("ana_"))

    printed = "\n".join(shell.printed)
    assert "SERVING" in printed and "no fault" in printed
    assert [line for line in printed.splitlines() if "  en  default  1 events" in line]
