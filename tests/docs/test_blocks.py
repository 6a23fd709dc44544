"""What the README and the documentation show is run: Python against a server, commands against the parser."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer.main

from server.__main__ import application

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.ko.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = {"sh", "console", ""}


def _blocks(page: Path, kinds: set[str]) -> Iterator[tuple[int, str]]:
    """Line number and text of the fenced blocks of these kinds."""
    kind: str | None = None
    begin, lines = 0, [""]
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif kind is None:
            kind, begin, lines = line[3:].strip(), number, []
        else:
            if kind in kinds:
                yield begin, "\n".join(lines)
            kind = None


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


WITH_PYTHON = [page for page in PAGES if any(_blocks(page, {"python"}))]
WITH_COMMANDS = [
    page for page in PAGES if any("anamnesis " in text or "make " in text for _, text in _blocks(page, COMMANDS))
]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=_name)
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: Path, address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A module as for any other code: frameworks look the types of a state up in theirs.
    module = ModuleType(f"page_{page.stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for line, text in _blocks(page, {"python"}):
        code = "\n" * line + text.replace("127.0.0.1:50051", address)
        exec(compile(code, _name(page), "exec"), vars(module))
    printed = capsys.readouterr().out
    if page.name == "README.md":
        assert "(what I said in turn 1 no longer holds: corrected: INR 2.4" in printed and "INR 3.4" in printed
    if page.name == "README.ko.md":
        assert "(1번째 답변은 더 이상 유효하지 않습니다" in printed and "3.4" in printed


def test_the_first_block_of_the_readme_is_an_agent_in_twelve_lines() -> None:
    for name in ("README.md", "README.ko.md"):
        _, first = next(_blocks(ROOT / name, {"python"}))
        assert len([line for line in first.splitlines() if line.strip()]) <= 12
        assert all(call in first for call in ("observe(", "context(", "record_answer("))


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=_name)
def test_every_command_that_a_page_shows_is_one(page: Path) -> None:
    targets = {line.partition(":")[0] for line in (ROOT / "Makefile").read_text().splitlines() if ": " in line}
    shown = 0
    for line, text in _blocks(page, COMMANDS):
        for one in text.splitlines():
            words = shlex.split(one.removeprefix("$ ").strip(), comments=True) if one.strip() and "'" not in one else []
            if words[:1] == ["make"] and len(words) > 1:
                assert words[1] in targets, (line, one)
                shown += 1
            elif words[:1] == ["anamnesis"]:
                _check(words[1:], f"{_name(page)}:{line}: {one}")
                shown += 1
    assert shown or page.name == "rest.md"


def _check(words: list[str], where: str) -> None:
    command: Any = typer.main.get_command(application())
    while words and hasattr(command, "commands"):
        assert words[0] in command.commands, where
        command, words = command.commands[words[0]], words[1:]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known, where


def test_every_file_that_the_documentation_names_is_there() -> None:
    named = [
        (page, word)
        for page in PAGES
        for word in page.read_text(encoding="utf-8").split("`")
        if word.startswith(("tests/", "examples/", "protos/")) and " " not in word
    ]

    assert len(named) > 10
    assert [(_name(page), word) for page, word in named if not (ROOT / word.partition("::")[0]).exists()] == []
