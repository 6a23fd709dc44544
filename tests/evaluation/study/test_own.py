"""A part that is switched off moves its own metric; and the metrics say what they claim on turns made by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.study.analysis.own import OwnEffect, own_effects
from evaluation.study.analysis.reading import Declared, Experiment, read_study
from evaluation.study.analysis.reading import Stage as OwnStage
from evaluation.study.experiments.definition import Stage, read_experiment
from evaluation.study.experiments.own import OWN
from evaluation.study.rows import Context, Rubric, TurnRow
from evaluation.study.running.settings import Settings
from evaluation.study.running.workers import run
from server.cli import study_service
from server.composition import Knowledge

SAMPLE = ("second_search", "drifting", "contradictions")
"""Stages of the ablation that are played in short, one question a patient; all of them run under -m torture."""


def _moved(tmp_path: Path, stages: Sequence[Stage], patients: int) -> dict[str, bool]:
    chosen = read_experiment("ablation").model_copy(update={"stages": tuple(stages)})
    file = tmp_path / "parts.yaml"
    file.write_text(json.dumps(chosen.model_dump(mode="json")), encoding="utf-8")
    settings = Settings(experiments=(str(file),), patients=patients, seed=5)
    run(settings, tmp_path / "study", study_service.in_process, workers=0)
    (found,) = read_study(tmp_path / "study").experiments
    assert not any(row.failure for row in found.rows)
    assert {row.factors["off"] for row in found.rows if row.factors["whole"]} == {""}
    return {one.part: _helps(one) for one in own_effects(found, 5)}


def _helps(one: OwnEffect) -> bool:
    """By the interval, or with too few scenarios for one by the means."""
    if one.verdict != "too few":
        return one.verdict == "moved"
    assert one.whole is not None and one.off is not None
    return one.whole > one.off if one.better == "high" else one.whole < one.off


def test_switching_a_part_off_moves_its_own_metric(tmp_path: Path, knowledge: Knowledge) -> None:
    study_service.keep(knowledge)
    short = [
        one.model_copy(update={"options": {"questions": 1}})
        for one in read_experiment("ablation").stages
        if one.id in SAMPLE
    ]
    assert _moved(tmp_path, short, 1) == dict.fromkeys(
        ("self_refine_enabled", "llm_based_quality_check", "quality_check_enabled", "dynamic_query_rewrite",
         "duplicate_detection", "consistency_check"), True)  # fmt: skip


@pytest.mark.torture
@pytest.mark.timeout(1_800)
def test_every_part_moves_its_own_metric(tmp_path: Path, knowledge: Knowledge) -> None:
    study_service.keep(knowledge)
    found = _moved(tmp_path, read_experiment("ablation").stages, 12)
    assert len(found) == 16 and all(found.values()), found


WARNED = "low_consistency"
ROW = TurnRow(
    experiment="x", system="whole", scenario="s.1", patient="p", cohort="Full", level="L1", mode="minimal", locale="ko",
    repeat=1, turn=1, turn_type="EQ", template="EQ.x", question="q", message="q", answer="a", factors={"stage": "s"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "changes", "value"),
    [
        ("passed", {}, None),
        ("passed", {"passed": True}, 1.0),
        ("evidence", {"rubric": Rubric(evidence=1)}, 1.0),
        ("wanted_found", {"wanted": ("a", "b"), "contexts": (Context("a", ""), Context("c", ""))}, 0.5),
        ("wanted_found", {}, None),
        ("reciprocal_rank", {"wanted": ("b",), "retrievals": (("a", "b"), ("b",))}, 0.5),
        ("reciprocal_rank", {"wanted": ("z",), "retrievals": (("a", "b"),)}, 0.0),
        ("reciprocal_rank", {"wanted": ("z",)}, None),
        # 4 of 5 documents are the same: .8 counts as the same search.
        ("same_searches", {"retrievals": (("a", "b", "c", "d"), ("a", "b", "c", "d", "e"), ("x",))}, 1.0),
        ("same_searches", {"retrievals": (("a", "b", "c"), ("a", "b", "d"))}, 0.0),
        ("needless_documents", {"retrievals": (("a", "b"),)}, 2.0),
        ("needless_documents", {"retrievals": (("a", "b"),), "needs_retrieval": True}, None),
        ("contradiction_warned", {"wanted": ("a", "b"), "retrievals": (("a", "b"),)}, 0.0),
        ("contradiction_warned", {"wanted": ("a", "b"), "retrievals": (("a",),)}, None),
        ("contradiction_warned", {"wanted": ("a", "b"), "retrievals": (("a", "b"),), "warnings": (WARNED,)}, 1.0),
        ("cache_hit", {"template": "EQ.again_1", "cache_hit": True}, 1.0),
        ("cache_hit", {"cache_hit": True}, None),
        ("iterations", {"iterations": 2, "qualities": (0.1, 0.2), "needs_retrieval": True}, 2.0),
        ("iterations", {"iterations": 1, "qualities": (0.1,)}, None),
        ("older_turns_in_prompt", {"turn": 9, "context_turns": (3, 4, 8), "context_summaries": 1}, 2.0),
        ("older_turns_in_prompt", {"turn": 6, "context_turns": (1,)}, None),
        ("documents_in_prompt", {"retrievals": (("a",),), "contexts": (Context("a", ""),)}, 1.0),
        ("memory_recall", {"memory_right": 3, "memory_expected": 4}, 0.75),
        ("uptake", {"uptake": False}, 0.0),
        ("uncertain_warned", {"needs_retrieval": True, "calls": 3, "warnings": ("uncertain",)}, 1.0),
        ("repeated_fact_in_prompt", {"template": "EQ.asked_0", "context_facts": ("symptoms headache",)}, 1.0),
    ],
)  # fmt: skip
def test_own_metrics_by_hand(metric: str, changes: dict[str, object], value: float | None) -> None:
    assert OWN[metric](replace(ROW, **changes)) == value  # type: ignore[arg-type]


def test_a_part_is_judged_on_the_scenarios_that_both_played() -> None:
    stage = OwnStage(id="repeats", whole="a", own=[{"part": "cache", "system": "b", "metric": "cache_hit"}])
    rows = [
        replace(ROW, system=system, scenario=name, template="EQ.again_1", cache_hit=hit, factors={"stage": "repeats"})
        for system, name, hit in (
            ("a", "repeats.1", True), ("a", "repeats.1", False), ("b", "repeats.1", False), ("a", "repeats.2", True),
        )
    ]  # fmt: skip
    (found,) = own_effects(Experiment(Declared(name="x", stages=(stage,)), rows, {}, {}), 1)
    assert (found.whole, found.off, found.paired, found.verdict) == (0.5, 0.0, None, "too few")
