"""What a step of the reading is worth is counted by leaving it out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extraction.reading.steps import STEPS
from training.step_worth import main, name_of, worth

BACK = {
    "id": "x-1", "lang": "en", "at": "2026-03-02", "text": "the headache's back", "acts": ["state"],
    "known": [{"slot": "symptoms", "name": "headache", "status": "resolved", "temporality": "past"}],
    "facts": [{"op": "assert", "slot": "symptoms", "name": "headache", "said": "headache"}],
    "not_facts": [], "asks": [], "red_flag": False, "tags": [],
}  # fmt: skip


def test_a_step_that_brings_a_fact_is_worth_it(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(BACK) + "\n", encoding="utf-8")
    count = worth([path])["with_returns"]
    assert (count["readings"], count["better"], count["worse"], count["core"]) == (1, 1, 0, 1)


def test_every_step_is_told_of_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(BACK) + "\n", encoding="utf-8")
    assert main([str(path)]) == 0
    printed = capsys.readouterr().out
    assert all(name_of(step) in printed for step in STEPS)
