"""What is found in a study: comparisons, own metrics, claims, growth and differences, on made rows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.study.analysis.claims import Finding, check_claims, claims
from evaluation.study.analysis.comparison import ALL_PAIRS, compare, pairs_of
from evaluation.study.analysis.differences import differences
from evaluation.study.analysis.growth import curves
from evaluation.study.analysis.means import mean_of
from evaluation.study.analysis.own import own_effects
from evaluation.study.analysis.reading import Study, read_study
from evaluation.study.analysis.relations import relate
from evaluation.study.analysis.stopping import has_no_stops, stopping, without_stops
from evaluation.study.analysis.sweeping import THESIS, Thresholds, drafts, sweep
from evaluation.study.experiments.definition import Sweep
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.patients import InvalidStudy
from tests.evaluation.study.made_rows import example, played, row, study_folder


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return read_study(example(tmp_path_factory.mktemp("made") / "study"))


def test_systems_are_compared_over_scenarios_in_one_family(study: Study) -> None:
    experiment = study.experiments[0]
    found = compare(experiment, experiment.stages()[0], study.seed)
    assert experiment.name == "p6" and found.systems == ["llm", "basic_rag", "agent"]
    passed = {(one.first, one.second): one for one in found.tests if one.metric == "passed"}
    assert set(passed) == {("basic_rag", "llm"), ("agent", "llm"), ("agent", "basic_rag")}
    best = passed["agent", "llm"]
    assert best.paired.n == 12 and best.paired.interval.low > 0.4 and best.holm_p < 0.05
    assert all(one.holm_p >= one.paired.wilcoxon_p for one in found.tests)
    assert "hallucination" in found.same, "a metric that never differs is no test"
    assert found.friedman["passed"].kendall_w > 0.5 and found.variance["passed"].p < 0.001
    assert found.passed["agent", "llm"].n == 12


def test_many_systems_are_held_against_the_whole_one() -> None:
    names = [f"s{number}" for number in range(ALL_PAIRS + 2)]
    assert pairs_of(names, "s2") == [("s2", name) for name in names if name != "s2"]
    assert len(pairs_of(names[:3], "")) == 3


def test_a_part_moves_its_own_metric_or_is_said_not_to(study: Study) -> None:
    effects = {one.part: one for one in own_effects(study.experiments[1], study.seed)}
    cache = effects["response_cache"]
    # Nine of twelve turns, against none.
    assert cache.whole == pytest.approx(0.75) and cache.off == 0.0 and cache.verdict == "moved"
    assert cache.holm_p is not None and cache.paired is not None and cache.holm_p >= cache.paired.wilcoxon_p
    assert effects["turned round"].verdict == "moved the wrong way"
    assert effects["no such effect"].verdict == "too few", "nobody was asked for evidence"


def test_claims_are_held_against_what_was_played(study: Study) -> None:
    found = {one.claim.id: one for one in check_claims(study)}
    assert set(found) == {one.id for one in claims()}
    hits = found["cache_hits"]
    assert hits.found == pytest.approx(0.75) and hits.verdict == "as stated"
    judge = found["judge"]
    assert judge.found is not None and judge.found > 0.65 and judge.verdict == "as stated"
    assert found["memory_items_10"].found == pytest.approx(0.25) and found["memory_items_10"].verdict == "below"
    assert found["availability"].verdict == "not measured" and found["availability"].found is None
    assert all(claim.metric in DEFINITIONS and claim.thesis.keys() == {"ko", "en"} for claim in claims())


def test_a_change_is_judged_by_its_interval_first(tmp_path: Path) -> None:
    def verdict(name: str, before: float, after: float) -> str:
        rows = played("ablation", "profiles", {"baseline": before, "full_context_engineering": after}, 12)
        stages = [{"id": "profiles", "systems": ["baseline", "full_context_engineering"]}]
        folder = study_folder(tmp_path / name, {"ablation": rows}, {"ablation": stages})
        return next(one.verdict for one in check_claims(read_study(folder)) if one.claim.id == "quality")

    # Quality is .4 for a failed turn and .8 for a passed one: the claim is +.30.
    assert verdict("large", 0.0, 1.0) == "as stated"
    assert verdict("small", 0.2, 0.7) == "same direction"
    assert verdict("none", 0.5, 0.5) == "not shown"
    assert verdict("worse", 0.9, 0.2) == "opposite"


def test_figures_that_all_lie_at_one_end_of_a_scale_still_have_an_interval() -> None:
    all_right, all_wrong = (mean_of([value] * 20, 1, "passed").interval for value in (1.0, 0.0))
    assert all_right is not None and all_right.high == 1.0 and 0.8 < all_right.low < 0.85
    assert all_wrong is not None and all_wrong.low == 0.0 and 0.15 < all_wrong.high < 0.2
    points = mean_of([2.0] * 20, 1, "accuracy").interval
    assert points is not None and points.low == pytest.approx(2 * all_right.low) and points.high == 2.0
    # In the middle, or without a scale, equal figures are equal.
    for values, metric in (([0.5] * 20, "passed"), ([1.0] * 20, "iterations")):
        middle = mean_of(values, 1, metric).interval
        assert middle is not None and middle.low == middle.high == values[0]


def test_a_share_near_to_all_is_shown_by_many_turns_only(tmp_path: Path) -> None:
    def finding(name: str, turns: int, failed: int) -> Finding:
        ends = [("", "MODEL")] * failed + [("x", "")] * (turns - failed)
        rows = [row(experiment="availability", scenario=f"faults.S{at % 4}", turn=at, answer=answer, failure=failure,
                    factors={"stage": "faults"}) for at, (answer, failure) in enumerate(ends)]  # fmt: skip
        folder = study_folder(tmp_path / name, {"availability": rows}, {"availability": [{"id": "faults"}]})
        return next(one for one in check_claims(read_study(folder)) if one.claim.id == "availability")

    few, many, broken = finding("few", 400, 0), finding("many", 4_000, 0), finding("broken", 4_000, 40)
    assert (few.found, few.n, few.verdict) == (1.0, 400, "undecided")
    assert (many.n, many.verdict) == (4_000, "as stated") and many.interval is not None and many.interval.low > 0.999
    assert broken.found == pytest.approx(0.99) and broken.verdict == "below"


def test_a_prompt_is_held_against_all_that_was_said_until_then(tmp_path: Path) -> None:
    rows = [
        row(experiment="memory", system="full_context_engineering", scenario=f"long.S{scenario}", turn=turn,
            message="word " * 10, answer="word " * 10, tokens_in=100, factors={"stage": "long"})
        for scenario in range(3) for turn in range(1, 22)
    ]  # fmt: skip
    folder = study_folder(tmp_path / "memory", {"memory": rows}, {"memory": [{"id": "long"}]})
    found = {one.claim.id: one for one in check_claims(read_study(folder))}["tokens_tiers"]
    said = next(
        one.values["transcript_tokens"] for one in read_study(folder).experiments[0].turns if one.row.turn == 21
    )
    # Twenty turns of both and a last message: some ten tokens each.
    assert said is not None and 400 <= said <= 500
    assert found.found == pytest.approx(100 / said - 1) and found.verdict == "as stated" and found.n == 3


def test_experiments_that_are_there_for_a_claim_are_asked_first(tmp_path: Path) -> None:
    either = {"baseline": 0.2, "full_context_engineering": 0.9}
    studies = {name: played(name, "profiles", either, 6) for name in ("first", "meant")}
    stages = {name: [{"id": "profiles", "systems": list(either)}] for name in studies}
    folder = study_folder(tmp_path / "two", studies, stages)

    def place() -> str:
        return next(one.place for one in check_claims(read_study(folder)) if one.claim.id == "quality")

    assert place().startswith("first/")
    declared = json.loads((folder / "meant" / "experiment.json").read_text(encoding="utf-8"))
    (folder / "meant" / "experiment.json").write_text(json.dumps({**declared, "claims": ["quality"]}), encoding="utf-8")
    assert place().startswith("meant/")


def test_growth_has_a_point_a_turn_and_relations_an_interval(study: Study) -> None:
    grown = curves(study.experiments[1].turns, "memory_items_raw", 1)
    points = grown["full_context_engineering"]
    assert [(one.turn, one.mean, one.n) for one in points[:2]] == [(1, 4.0, 6), (2, 8.0, 6)] and len(points) == 12
    relation = relate(study.experiments[0].turns, "uncertainty", "quality", 1)
    assert relation is not None and relation.correlation.scenarios == 12
    assert relate(study.experiments[0].turns, "perplexity", "quality", 1) is None


def test_stops_are_scored_against_the_profile_without_them() -> None:
    free = [row(system="a-duplicate_detection-progress_monitoring", scenario=f"s{at}", qualities=(0.4, 0.41, 0.4 + at))
            for at in range(2)]  # fmt: skip
    with_stops = [row(system="a", scenario=f"s{at}", qualities=(0.4, 0.41), stop_reason="no_progress")
                  for at in range(2)]  # fmt: skip
    found = stopping([*free, *with_stops], 1)
    assert [(one.system, one.stopped, one.rightly, one.precision) for one in found] == [("a", 2, 1, 0.5)]
    assert stopping(with_stops, 1) == [] and has_no_stops("self_refine_no_safety") and not has_no_stops("a")


def test_thresholds_are_replayed_over_turns_without_stops() -> None:
    turn = row(system="self_refine_no_safety", qualities=(0.4, 0.44, 0.7),
               retrievals=(("a", "b", "c"), ("a", "b", "d"), ("a", "b", "d")))  # fmt: skip
    # Half of four documents are the same, then all: the second draft gains .04, the third .26.
    wanted = {Thresholds(same=0.5): 2, Thresholds(same=0.8): 3, Thresholds(gain=0.05): 2, Thresholds(gain=0.02): 3,
              Thresholds(enough=0.4): 1, Thresholds(enough=0.5): 3, THESIS: 2}  # fmt: skip
    assert {one: drafts(turn, one) for one in wanted} == wanted
    values = Sweep(same=(0.5, 0.8), gain=(0.02, 0.05), enough=(0.4, 0.9))
    stopped = row(system="self_refine_full_safety", qualities=(0.4, 0.44))
    rows = [turn, replace(turn, scenario="p6.S2", stop_reason="accepted"), stopped]
    found = sweep(rows, "self_refine_full_safety", values, 1)
    assert found is not None and (found.played, found.alike) == (1, 1)
    of = {one.thresholds: one for one in found.swept}
    assert len(of) == 2 + 2 + 2 + 4
    early = of[Thresholds(gain=0.05)]
    assert (early.drafts_saved, early.n) == (1.0, 2) and early.quality_lost == pytest.approx(0.26)
    assert of[Thresholds(same=0.8)].quality_lost == 0.0
    # Whoever was content with .7 would have gone on for .9: what that brings was not played.
    assert (of[Thresholds(enough=0.9)].n, of[Thresholds(enough=0.9)].unknown) == (1, 1)
    assert sweep([replace(turn, system="agent")], "agent", values, 1) is None
    assert without_stops("a-response_cache", ["b", "self_refine_no_safety"]) == "self_refine_no_safety"


def test_two_studies_are_compared_scenario_by_scenario(study: Study, tmp_path: Path) -> None:
    worse = read_study(example(tmp_path / "worse", agent=0.3))
    found = differences(study, worse)
    assert found.scenarios == 12 + 6 and found.equal > 0 and found.settings == []
    changed = {(one.experiment, one.system, one.metric): one for one in found.differing}
    assert changed["p6", "agent", "passed"].paired.interval.high < 0
    assert not any(one.system == "llm" for one in found.differing), "the same rows differ in nothing"


def test_broken_folders_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidStudy, match="holds no played study"):
        read_study(tmp_path)
    (tmp_path / "p6").mkdir()
    (tmp_path / "p6" / "turns.jsonl").write_text(json.dumps({"nothing": 1}) + "\n")
    with pytest.raises(InvalidStudy, match="no turn row"):
        read_study(tmp_path)
