"""A study as it runs: every turn a row, the same bytes however it was stopped, and no other study's folder touched."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from domain.spreading.over_ray import RayNotInstalled
from evaluation.study.experiments.definition import names, read_experiment
from evaluation.study.metrics.turns import measured
from evaluation.study.patients import InvalidStudy
from evaluation.study.report.writing import write_report
from evaluation.study.rows import COLUMNS, TurnRow, read_rows
from evaluation.study.running.failures import WorkerFailed
from evaluation.study.running.pieces import claim, settings_of
from evaluation.study.running.service import at_address
from evaluation.study.running.settings import Settings, experiments_of, scenarios_of, tasks_of
from evaluation.study.running.workers import run
from evaluation.study.version import version
from server.cli import study_service
from server.composition import Knowledge

ROOT = Path(__file__).parents[3]
SETTINGS = Settings(patients=1, seed=5, systems=("agent", "llm"))

PLAYING = """
import sys
from pathlib import Path
from evaluation.study.running.service import at_address
from evaluation.study.running.settings import Settings
from evaluation.study.running.workers import run
settings = Settings(patients=1, seed=5, systems=("agent", "llm"))
run(settings, Path(sys.argv[1]), at_address(sys.argv[2]), workers=2 if "ray" in sys.argv else 0, ray="ray" in sys.argv)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, address: str) -> Path:
    out = tmp_path_factory.mktemp("played") / "study"
    run(SETTINGS, out, at_address(address), workers=0)
    return out


@pytest.fixture(scope="module")
def rows(played: Path) -> list[TurnRow]:
    return list(read_rows(played / "p6" / "turns.jsonl"))


def _bytes(out: Path) -> dict[str, str]:
    return {
        str(file.relative_to(out)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(out.rglob("*"))
        if file.is_file() and "pieces" not in file.parts and file.name != "timings.jsonl"
    }


def test_every_turn_is_a_row_with_what_was_right(rows: list[TurnRow], played: Path) -> None:
    stage = read_experiment("p6").stages[0]
    turns = sum(len(one.turns) for one in scenarios_of(SETTINGS, stage))
    assert len(rows) == 2 * turns and not any(row.failure for row in rows)
    assert [row.turn for row in rows if row.system == "agent"] == [
        number for one in scenarios_of(SETTINGS, stage) for number in range(1, len(one.turns) + 1)
    ]
    agent = [row for row in rows if row.system == "agent"]
    assert all(row.answer and row.tokens_in > 0 and row.truth["labs"] for row in agent)
    assert all(row.memory_right <= min(row.memory_found, row.memory_expected) for row in agent)
    corrections = [row for row in agent if row.turn_type == "T5"]
    assert corrections and all(row.uptake is not None for row in corrections)
    assert all(row.uptake is None for row in agent if row.turn_type not in ("T5", "T5b"))
    assert all(row.passed is None or row.passed == all(one["passed"] for one in row.gold) for row in rows)
    assert not any(row.retrievals or row.relevant for row in rows if row.system == "llm")
    searched = [row for row in agent if row.retrievals]
    assert searched and all({one.id for one in row.contexts} <= set(row.retrievals[-1]) for row in searched)
    assert all(one.text for row in searched for one in row.contexts)
    assert settings_of(played) == SETTINGS


def test_memory_makes_the_difference(rows: list[TurnRow]) -> None:
    last = {system: [row.passed for row in rows if row.system == system and row.turn_type in ("T3", "T6")]
            for system in ("agent", "llm")}  # fmt: skip
    assert sum(map(bool, last["agent"])) > sum(map(bool, last["llm"]))


def test_rows_come_back_from_json_and_parquet_as_they_were(rows: list[TurnRow], played: Path) -> None:
    assert [TurnRow.from_dict(row.as_dict()) for row in rows] == rows
    table = pq.read_table(played / "p6" / "turns.parquet")
    assert table.num_rows == len(rows) and tuple(table.column_names) == COLUMNS
    assert table.column("uptake").to_pylist() == [row.uptake for row in rows]
    assert table.column("retrievals").to_pylist() == [[list(one) for one in row.retrievals] for row in rows]


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_bytes(played: Path, tmp_path: Path, address: str) -> None:
    out = tmp_path / "study"
    process = subprocess.Popen([sys.executable, "-c", PLAYING, str(out), address], cwd=ROOT)
    until = time.monotonic() + 120
    while not (kept := list(out.glob("p6/pieces/*.json"))):
        # For a moment that leaves it the processor.
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.01)
        assert time.monotonic() < until
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    count = len(tasks_of(SETTINGS, "p6"))
    assert 1 <= len(kept) < count and not (out / "p6" / "turns.jsonl").exists()
    moments = {file: file.stat().st_mtime_ns for file in kept}
    # A crash in the middle of a file leaves this behind.
    (out / "p6" / "pieces" / ".half.part").write_text("[{")
    seen = list[tuple[int, int]]()
    run(SETTINGS, out, at_address(address), workers=0, progress=lambda done, of: seen.append((done, of)))
    assert seen[0][0] >= len(kept) and seen[-1] == (count, count)
    assert {file: file.stat().st_mtime_ns for file in kept} == moments, "what was played is not played again"
    assert _bytes(out) == _bytes(played)


@pytest.mark.torture
@pytest.mark.timeout(1_800)
def test_a_killed_command_takes_its_processes_along_and_goes_on(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    arguments = ("run", "p6", "--out", str(out), "--patients", "1", "--seed", "5", "--systems", "agent,llm")
    command = [sys.executable, "-m", "server", "study", *arguments, "--workers", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    while not list(out.glob("p6/pieces/*.json")):
        assert process.poll() is None
        os.sched_yield()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    watched = [os.pidfd_open(int(child)) for child in children]
    process.kill()
    process.wait()
    assert len(watched) >= 2
    for one in watched:
        assert select.select([one], [], [], 120)[0], "a process outlives its parent"
        os.close(one)
    subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert _bytes(out) == _bytes(played)


def test_a_run_that_is_interrupted_keeps_the_rows_of_what_was_played(tmp_path: Path, address: str) -> None:
    def stop(done: int, of: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(SETTINGS, tmp_path / "study", at_address(address), workers=0, progress=stop)
    rows = list(read_rows(tmp_path / "study" / "p6" / "turns.jsonl"))
    assert rows and len({(row.system, row.scenario) for row in rows}) == 1


def test_processes_play_what_one_process_plays(played: Path, tmp_path: Path, address: str) -> None:
    run(SETTINGS, tmp_path / "study", at_address(address), workers=2)
    assert _bytes(tmp_path / "study") == _bytes(played)


@pytest.mark.timeout(400)
def test_ray_plays_what_one_process_plays(played: Path, tmp_path: Path, address: str) -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is an extra: pip install 'anamnesis[ray]'")
    # In a process of its own, as a user starts it: Ray forks, which a process that serves gRPC must not.
    subprocess.run([sys.executable, "-c", PLAYING, str(tmp_path / "study"), address, "ray"], cwd=ROOT, check=True)
    assert _bytes(tmp_path / "study") == _bytes(played)


def test_ray_that_is_not_installed_is_named_with_what_to_install(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RayNotInstalled) as failure:
        run(SETTINGS, tmp_path / "study", at_address(address), ray=True)
    assert "anamnesis[ray]" in failure.value.advice


def test_what_a_process_cannot_play_is_told_by_name(tmp_path: Path, address: str) -> None:
    stage = "{id: a, family: p6, systems: [wizard]}"
    file = tmp_path / "mine.yaml"
    file.write_text(f"{{name: mine, title: t, question: q, stages: [{stage}]}}", encoding="utf-8")
    settings = Settings(experiments=(str(file),), patients=1)
    with pytest.raises(WorkerFailed, match=r"a\.wizard\.S42-0001-ko\.1: The service refuses wizard"):
        run(settings, tmp_path / "study", at_address(address), workers=1)


def test_a_folder_of_another_study_is_refused(played: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidStudy, match="other settings"):
        run(Settings(patients=2, seed=6), played, at_address("127.0.0.1:1"), workers=0)
    with pytest.raises(InvalidStudy, match="no study"):
        settings_of(tmp_path)
    claim(SETTINGS, tmp_path)
    (tmp_path / "p6" / "experiment.json").write_text("{}")
    with pytest.raises(InvalidStudy, match="declared before"):
        claim(SETTINGS, tmp_path)


def test_a_folder_from_before_a_setting_was_known_goes_on(tmp_path: Path) -> None:
    claim(SETTINGS, tmp_path)
    for file, name in ((tmp_path / "study.json", "scenarios"), (tmp_path / "p6" / "experiment.json", "claims")):
        data = json.loads(file.read_text(encoding="utf-8"))
        del data[name]
        file.write_text(json.dumps(data), encoding="utf-8")
    claim(SETTINGS, tmp_path)
    with pytest.raises(InvalidStudy, match="other settings"):
        claim(replace(SETTINGS, scenarios=1), tmp_path)


def test_all_are_the_experiments_that_need_no_extra_each_once() -> None:
    every = experiments_of(["all"])
    assert set(every) == set(names()) - {"peers_mem0"} and every[:2] == ("p6", "ablation")
    assert experiments_of(["stops", "all", "stops", "peers_mem0"]) == (
        "stops", *(one for one in every if one != "stops"), "peers_mem0"
    )  # fmt: skip


def test_a_sample_is_the_first_conversations_of_every_stage() -> None:
    for name in experiments_of(["all"]):
        for stage in read_experiment(name).stages:
            whole = scenarios_of(Settings(experiments=(name,), patients=12), stage)
            sample = scenarios_of(Settings(experiments=(name,), patients=12, scenarios=3), stage)
            assert [one.scenario_id for one in sample] == [one.scenario_id for one in whole[:3]] and sample


def test_a_report_names_every_version_of_the_code_that_played_its_rows(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    shutil.copytree(played, out)
    file = next(iter(sorted((out / "p6" / "pieces").glob("*.json"))))
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), "version": "0.0.9 earlier"}))
    run(SETTINGS, out, at_address("127.0.0.1:1"), workers=0)
    page = write_report(out, ("en",)).with_name("report.en.md").read_text(encoding="utf-8")
    count = len(tasks_of(SETTINGS, "p6"))
    assert "| played by (conversations) | 0.0.9 earlier (1) |" in page
    assert f"| played by (conversations) | {version()} ({count - 1}) |" in page


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(experiments=()), "at least one experiment"),
        (Settings(experiments=("p6", "p6")), "each once"),
        (Settings(experiments=("p7",)), "No experiment is called p7"),
        (Settings(systems=("wizard",)), "plays wizard"),
        (Settings(language="fr"), "not in fr"),  # type: ignore[arg-type]
    ],
)
def test_settings_that_make_no_study_are_refused(settings: Settings, named: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidStudy, match=named):
        run(settings, tmp_path, at_address("127.0.0.1:1"), workers=0)
    with pytest.raises(InvalidStudy, match="filler"):
        scenarios_of(Settings(fillers=101), read_experiment("p6").stages[0])


def test_a_stage_that_needs_its_own_service_is_not_played_on_another(tmp_path: Path) -> None:
    settings = Settings(experiments=("consistency",), patients=1)
    with pytest.raises(InvalidStudy, match="service of its own"):
        run(settings, tmp_path, at_address("127.0.0.1:1"), workers=0)


def test_patients_between_the_turns_of_another_leave_no_trace(tmp_path: Path, address: str) -> None:
    found = []
    for beside in (0, 2):
        stage = f"{{id: a, family: p6, systems: [agent], beside: {beside}}}"
        file = tmp_path / f"beside{beside}.yaml"
        file.write_text(f"{{name: mine, title: t, question: q, stages: [{stage}]}}", encoding="utf-8")
        out = tmp_path / f"study{beside}"
        run(Settings(experiments=(str(file),), patients=2, seed=5), out, at_address(address), workers=0)
        found.append((out / "mine" / "turns.jsonl").read_bytes())
    assert found[0] == found[1]


def test_perplexity_is_measured_where_an_endpoint_tells_it_and_nowhere_else(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    study_service.keep(knowledge)
    told = tmp_path / "told.yaml"
    told.write_text(
        """
name: told
title: Perplexity
question: Is it measured where it is told?
factors: [stage]
metrics: [perplexity]
stages:
  - {id: likely, family: labelled, model: "played:likely", at_most: 1, options: {questions: 2},
     systems: [full_context_engineering]}
  - {id: content, family: labelled, model: "played:content", at_most: 1, options: {questions: 2},
     systems: [full_context_engineering]}
""",
        encoding="utf-8",
    )
    run(Settings(experiments=(str(told),), patients=1), tmp_path / "study", study_service.in_process, workers=0)
    rows = list(read_rows(tmp_path / "study" / "told" / "turns.jsonl"))
    of = {stage: [one.values["perplexity"] for one in measured(rows) if one.row.factors["stage"] == stage]
          for stage in ("likely", "content")}  # fmt: skip
    assert any(row.calls for row in rows if row.factors["stage"] == "content") and not any(of["content"])
    likely = [value for value in of["likely"] if value is not None]
    # Tokens of e^-0.25 and e^-0.75.
    assert likely and likely == pytest.approx([math.exp(0.5)] * len(likely))
    page = write_report(tmp_path / "study", ("en",)).with_name("report.en.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| perplexity |")]
    assert any("1.649" in line for line in lines) and any("not measured" in line for line in lines)
