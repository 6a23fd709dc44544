"""The command: runs, lists, checks a bank, draws questions, and says which part did not move its metric."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluation.study.experiments.definition import names
from evaluation.study.rows import read_rows, to_lines
from server.__main__ import application


def _invoke(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(application(), ["study", *arguments])
    return done.exit_code, done.output


def test_a_run_leaves_rows_and_a_report_and_tells_where(tmp_path: Path, address: str) -> None:
    out = tmp_path / "study"
    arguments = ("--patients", "1", "--systems", "agent", "--language", "en", "--address", address, "--workers", "1")
    code, output = _invoke("run", "p6", "--out", str(out), *arguments)
    assert code == 0 and str(out / "report.html") in output and (out / "report.html").exists(), output
    rows = list(read_rows(out / "p6" / "turns.jsonl"))
    assert {(row.system, row.locale) for row in rows} == {("agent", "en")}
    # A run that was killed leaves conversations only; what it played is told in the same way.
    for file in (out / "provenance.json", out / "p6" / "turns.jsonl"):
        file.unlink()
    assert _invoke("report", str(out))[0] == 0 and list(read_rows(out / "p6" / "turns.jsonl")) == rows
    assert "played models" in json.loads((out / "provenance.json").read_text(encoding="utf-8"))["model"]
    # Nothing was switched off, so nothing can have moved; a row that says otherwise is told, with its interval.
    assert _invoke("parts", str(out)) == (0, "")
    many = [replace(row, scenario=f"p6.{at}") for at in range(6) for row in rows]
    worse = [replace(row, system="basic_rag", passed=True) for row in many]
    (out / "p6" / "turns.jsonl").write_text(
        to_lines([*(replace(row, passed=False) for row in many), *worse]), encoding="utf-8"
    )
    code, output = _invoke("parts", str(out))
    assert code == 1 and "NOT   memory: passed 0.000 with it, 1.000 without" in output
    assert "difference -1.000 (95 % -1.000 to -1.000) (p6, moved the wrong way)" in output


def test_a_sample_of_two_experiments_is_one_report(tmp_path: Path, address: str) -> None:
    out = tmp_path / "study"
    arguments = (
        "--patients",
        "6",
        "--scenarios",
        "1",
        "--systems",
        "agent",
        "--language",
        "en",
        "--address",
        address,
        "--workers",
        "1",
    )
    code, output = _invoke("run", "p6", "judges", "p6", "--out", str(out), *arguments)
    assert code == 0, output
    assert [len({row.scenario for row in read_rows(out / name / "turns.jsonl")}) for name in ("p6", "judges")] == [1, 1]
    page = (out / "report.en.md").read_text(encoding="utf-8")
    assert "## Experiment p6" in page and "## Experiment judges" in page


def test_the_bank_is_checked_and_drawn_from(tmp_path: Path) -> None:
    assert _invoke("bank", "lint") == (0, "50 templates, nothing wrong\n")
    file = tmp_path / "bank.yaml"
    file.write_text("[{id: T1.a, turn: T1, goal: x, gold: guess, ko: [가, 나], en: [a, b]}]", encoding="utf-8")
    code, output = _invoke("bank", "lint", str(file))
    assert code == 1 and "T1.a: unknown gold generator guess" in output
    code, output = _invoke("bank", "questions", "--count", "10", "--patients", "5", "--language", "en")
    drawn = [json.loads(line) for line in output.splitlines()]
    assert code == 0 and [one["id"] for one in drawn] == [f"Q{number:04d}" for number in range(1, 11)]
    assert sorted(one["complexity"] for one in drawn).count("moderate") == 5


def test_experiments_are_listed_with_their_questions() -> None:
    code, output = _invoke("list")
    assert code == 0 and [line.partition(":")[0] for line in output.splitlines()] == list(names())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("run", "p7", "--address", "127.0.0.1:1"), "No experiment is called p7"),
        (("run", "p6", "--language", "fr"), "ko and en"),
        (("run", "p6", "--systems", "wizard", "--address", "127.0.0.1:1"), "wizard"),
        (("run", "p6", "--synthea", "nowhere", "--address", "127.0.0.1:1"), "no bundle of a living adult"),
        (("run", "stops", "--address", "127.0.0.1:1", "--workers", "1", "--patients", "1"), "service of its own"),
    ],
)
def test_what_cannot_be_run_is_told_in_words(tmp_path: Path, arguments: tuple[str, ...], named: str) -> None:
    done = CliRunner().invoke(application(), ["study", *arguments, "--out", str(tmp_path / "study")])
    assert done.exit_code != 0
    assert named in f"{done.output} {done.exception}"


def test_power_is_told_both_ways() -> None:
    assert _invoke("power", "--effect", "0.5") == (0, "dz = 0.5 needs 34 scenarios for 0.8\n")
    assert "find dz" in _invoke("power", "--patients", "80")[1]
    assert len(_invoke("patients", "--patients", "2")[1].splitlines()) == 2
    assert _invoke("power")[0] == 2
