"""A version of a prompt is never rewritten: the log names it, and what was sent must stay readable."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from agent.prompts import LATEST, prompt

SENT = json.loads((Path(__file__).parent / "prompts_sent.json").read_text(encoding="utf-8"))
PRESENT = sorted(
    file.name.removesuffix(".md") for file in files("agent.prompts").iterdir() if file.name.endswith(".md")
)


def test_every_file_is_listed_and_the_latest_of_each_is_sent() -> None:
    assert sorted(SENT) == PRESENT, "list a new version here, with its hash"
    for skill, version in LATEST.items():
        assert {f"{skill}.v{version}.{language}" for language in ("ko", "en")} <= SENT.keys()
        assert not any(name.startswith(f"{skill}.v{version + 1}.") for name in SENT)


@pytest.mark.parametrize("name", SENT)
def test_a_version_reads_as_it_was_sent(name: str) -> None:
    skill, version, language = name.split(".")
    known = prompt(skill, "ko" if language == "ko" else "en", int(version[1:]))
    assert known.hash == SENT[name], "logs name this version: leave it, and write the next one"
