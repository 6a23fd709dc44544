"""A study over the wire: scored, resumed, reported, and the same bytes however it was stopped."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from evaluation.study import remembered
from evaluation.study.comparison import compare
from evaluation.study.corrections import memory_keys
from evaluation.study.experiment import Settings, rows_of, run, scenarios_of
from evaluation.study.gold import Check
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.report import p_value, write_report
from evaluation.study.scoring import WEIGHTS, WEIGHTS_WITH_EVIDENCE, points, total

SETTINGS = Settings(patients=3, seed=5)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, address: str) -> Path:
    out = tmp_path_factory.mktemp("played") / "study"
    run(SETTINGS, out, address=address)
    write_report(out)
    return out


def _bytes(out: Path) -> dict[str, str]:
    return {
        str(file.relative_to(out)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(out.rglob("*"))
        if file.is_file() and "times" not in file.parts and file.name != "timing.md"
    }


def test_every_turn_of_every_system_is_a_scored_row(played: Path) -> None:
    rows = rows_of(played)
    turns = sum(len(one.turns) for one in scenarios_of(SETTINGS))
    assert len(rows) == 3 * turns and not any(row["failure"] for row in rows)
    agent = [row for row in rows if row["system"] == "agent"]
    assert all(row["answer"] and row["tokens"] > 0 for row in agent)
    assert {row["uptake"] for row in agent if row["turn_type"] == "T5"} <= {0.0, 1.0}
    assert all(row["retrievals"] == 0 for row in rows if row["system"] == "llm")
    table = pq.read_table(played / "turns.parquet")
    assert table.num_rows == len(rows) and {"truth", "said", "answer", "total"} <= set(table.column_names)


def test_memory_makes_the_difference_that_the_study_measures(played: Path) -> None:
    means = compare(rows_of(played)).means
    assert means["total"]["agent"].mean > means["total"]["basic_rag"].mean + 0.5
    assert means["retrieval_rate"]["llm"].mean == 0 < means["retrieval_rate"]["basic_rag"].mean
    assert means["evidence"]["llm"].mean == 0


def test_a_study_that_was_stopped_goes_on_and_ends_with_the_same_bytes(
    played: Path, tmp_path: Path, address: str
) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 4:
            raise Stopped

    out = tmp_path / "study"
    with pytest.raises(Stopped):
        run(SETTINGS, out, address=address, workers=1, progress=stop)
    kept = {file: file.stat().st_mtime_ns for file in (out / "pieces").glob("*.json")}
    assert 4 <= len(kept) < 9
    # A crash in the middle of a file leaves this behind.
    (out / "pieces" / ".half.part").write_text("[{")
    seen = list[tuple[int, int]]()
    run(SETTINGS, out, address=address, progress=lambda done, of: seen.append((done, of)))
    assert seen[0] == (len(kept), 9) and seen[-1] == (9, 9)
    assert all(file.stat().st_mtime_ns == moment for file, moment in kept.items())
    (out / "pieces" / ".half.part").unlink()
    write_report(out)
    assert _bytes(out) == _bytes(played)


def test_a_folder_of_another_study_is_refused(played: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidStudy, match="other settings"):
        run(Settings(patients=3, seed=6), played, address="127.0.0.1:1")
    with pytest.raises(InvalidStudy, match="no study"):
        write_report(tmp_path)
    with pytest.raises(InvalidStudy, match="called wizard"):
        scenarios_of(Settings(systems=("wizard",)))  # type: ignore[arg-type]
    with pytest.raises(InvalidStudy, match="filler"):
        scenarios_of(Settings(fillers=101))


def test_no_p_value_stands_without_effect_and_interval(played: Path) -> None:
    comparison = compare(rows_of(played))
    assert comparison.tests
    for test in comparison.tests:
        assert test.holm_p >= test.paired.wilcoxon_p
        assert test.paired.interval.low <= test.paired.difference <= test.paired.interval.high
        assert -1 <= test.paired.rank_biserial <= 1
    text = (played / "report.md").read_text(encoding="utf-8")
    assert "| metric | pair | n | difference | 95 % | dz | g |" in text and "p (Holm)" in text
    assert all(f"**{name}**" in text for name in DEFINITIONS)
    assert (played / "report.html").read_text(encoding="utf-8").count("<table>") >= 6
    assert json.loads((played / "comparison.json").read_text(encoding="utf-8"))["means"]["total"]["agent"]["n"] == 3
    assert (p_value(0.00004), p_value(0.0412)) == ("< .001", ".041")


def test_points_and_totals_by_hand() -> None:
    checks = (Check("a", "accuracy"), Check("b", "accuracy"), Check("c", "context"), Check("d", "hallucination"))
    scores = points(checks, {"a": True, "b": False, "c": False, "d": True})
    assert scores == {"accuracy": 1, "context": 0, "reasoning": None, "hallucination": 2, "evidence": None}
    # (.35 * 1 + .25 * 0 + .15 * 2) / .75 and (.30 * 1 + .20 * 0 + .10 * 2) / .60
    assert total(scores, WEIGHTS) == pytest.approx(0.65 / 0.75)
    assert total(scores, WEIGHTS_WITH_EVIDENCE) == pytest.approx(0.5 / 0.6)
    assert sum(WEIGHTS.values()) == pytest.approx(1) and sum(WEIGHTS_WITH_EVIDENCE.values()) == pytest.approx(1)


def test_memory_and_corrections_are_scored_by_hand() -> None:
    old = generate(1, 1)[0].model_copy(update={"diagnoses": ("gout", "asthma"), "medications": (), "labs": ()})
    new = old.model_copy(update={"diagnoses": ("gout", "hypertension")})
    was, now = memory_keys(old), memory_keys(new)
    stale = frozenset({("conditions", "asthma", "")})
    good = remembered.corrected(was, now, old, new, stale)
    assert (good.uptake, good.collateral, good.false_apply) == (True, 0.0, 0)
    frozen = remembered.corrected(was, was, old, new, stale)
    assert (frozen.uptake, frozen.false_apply) == (False, 0)
    appended = remembered.corrected(was, was | now, old, new, stale)
    assert not appended.uptake
    # Of age, sex and gout, gout is lost; gerd is new and false.
    harmed = {key: value for key, value in now.items() if key[1] != "gout"} | {("conditions", "gerd"): ""}
    lost = remembered.corrected(was, harmed, old, new, stale)
    assert lost.collateral == pytest.approx(1 / 3) and lost.false_apply == 1
    assert remembered.resurrected(was, new, sorted(stale)) and not remembered.resurrected(now, new, sorted(stale))
    assert not remembered.resurrected(was, old, sorted(stale)), "what was taken back and put back is no resurrection"
    half = remembered.score({("conditions", "gout"): "", ("conditions", "gerd"): ""}, now)
    assert (half.precision, half.recall) == (0.5, 1 / 4)
