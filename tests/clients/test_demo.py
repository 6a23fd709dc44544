"""The demo, as a newcomer runs it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

SCRIPTS = {
    locale: json.loads(files("clients.cli").joinpath(f"demo_{locale}.json").read_text(encoding="utf-8"))
    for locale in ("ko", "en")
}


def _run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "server", *arguments], cwd=cwd, env=environment, capture_output=True, text=True
    )


# Of the two the one that goes on to run what it suggests; what both are made of is compared below.
@pytest.mark.parametrize("locale", ["ko", pytest.param("en", marks=pytest.mark.torture)])
def test_the_demo_converses_corrects_and_is_audited(locale: str, tmp_path: Path) -> None:
    completed = _run("demo", "--locale", locale, cwd=tmp_path)
    shown = completed.stdout

    assert completed.returncode == 0, completed.stderr
    assert list(SCRIPTS[locale]["captions"]["loading"].values()) == completed.stderr.splitlines()
    assert all(turn["text"] in shown for turn in SCRIPTS[locale]["turns"])
    correction = shown.split(SCRIPTS[locale]["turns"][4]["text"])[1]
    assert "SlotCorrected labs: " in correction
    assert "~~7.2 % [2025-03-03]~~ -> 6.9 % [2025-03-03]" in correction
    assert "AnswerInvalidated turn 2" in correction
    audit = shown.split("as-of")[1]
    assert "7.2 %" in audit and "6.9" not in audit.split("rebuild")[0]
    assert {"ko": "보기 6개가 같습니다", "en": "6 views identical"}[locale] in audit
    suggested = [shlex.split(line) for line in shown.partition(SCRIPTS[locale]["captions"]["next"])[2].splitlines()]
    for command in ("explain", "replay", "sql"):
        [printed] = [words for words in suggested if command in words]
        # One code prints and runs them, whatever the language.
        assert locale == "en" or _run(*printed[printed.index(command) :], cwd=tmp_path).returncode == 0


def test_both_languages_tell_the_same_story() -> None:
    korean, english = SCRIPTS["ko"], SCRIPTS["en"]

    assert korean.keys() == english.keys()
    assert korean["captions"].keys() == english["captions"].keys()
    assert korean["captions"]["loading"].keys() == english["captions"]["loading"].keys()
    assert len(korean["turns"]) == len(english["turns"]) == 6
    assert [lab["value"] for lab in korean["card"]["lab_results"]] == [
        lab["value"] for lab in english["card"]["lab_results"]
    ]
