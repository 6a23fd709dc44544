"""Systems compared over scenarios: means with intervals, paired tests in one Holm family, pass and fail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from evaluation.study import statistics
from evaluation.study.playing import SYSTEMS, Row
from evaluation.study.statistics import Friedman, Interval, McNemar, Paired

SCORED = ("T1", "T2", "T3", "T4", "T5", "T5b", "T6")
"""The protocol's turns; intake, pressure, abstention, filler and red flag are shown by turn and not averaged in."""
COMPARED = ("accuracy", "context", "reasoning", "hallucination", "evidence", "total", "total_with_evidence", "clean",
            "sfs", "faithfulness", "answer_relevancy", "answered_uptake")  # fmt: skip
"""Metrics that are tested: one family with all pairs of systems."""
DESCRIBED = (*COMPARED, "context_precision", "cus", "urr", "targeted_retrieval_rate", "retrieval_rate", "tokens",
             "cost", "iterations", "memory_precision", "memory_recall", "memory_f1", "uptake", "resurrection",
             "collateral", "false_apply")  # fmt: skip
FEWEST = 3
"""Scenarios with a metric under both systems, below which nothing is tested."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A metric of a system over scenarios; no interval for a single scenario."""

    n: int
    mean: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Test:
    """One metric of two systems; ``holm_p`` is the signed-rank test's p within the whole family."""

    metric: str
    first: str
    second: str
    paired: Paired
    holm_p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that a report says of a played study."""

    means: Mapping[str, Mapping[str, Mean]]
    by_turn: Mapping[str, Mapping[str, float]]
    by_cohort: Mapping[str, Mapping[str, float]]
    by_shape: Mapping[str, Mapping[str, float]]
    tests: Sequence[Test]
    friedman: Mapping[str, Friedman]
    passed: Mapping[str, McNemar]

    def as_data(self) -> dict[str, Any]:
        """The comparison as JSON values."""
        return asdict(self)


def compare(rows: Sequence[Row], seed: int = 42) -> Comparison:
    """Compare the systems of a study over the scenarios that all of them played."""
    systems: list[str] = [name for name in SYSTEMS if any(row["system"] == name for row in rows)]
    by_scenario = _scenario_means(rows, systems)
    means = {
        metric: {system: _mean(list(by_scenario[metric][system].values()), seed) for system in systems
                 if by_scenario[metric][system]}
        for metric in DESCRIBED
    }  # fmt: skip
    scored = [row for row in rows if row["turn_type"] in SCORED]
    return Comparison(
        means=means,
        by_turn=_grouped([row for row in rows if row["clean"] is not None], "turn_type"),
        by_cohort=_grouped(scored, "cohort"),
        by_shape=_grouped([row for row in scored if row["turn_type"] in ("T5", "T5b", "T6")], "shape"),
        tests=_tests(by_scenario, systems, seed),
        friedman=_friedman(by_scenario, systems, seed),
        passed=_passed(rows, systems, seed),
    )


def _scenario_means(rows: Sequence[Row], systems: Sequence[str]) -> dict[str, dict[str, dict[str, float]]]:
    """By metric and system, the mean of each scenario that every system has played."""
    played = [{row["scenario_id"] for row in rows if row["system"] == system} for system in systems]
    complete = set.intersection(*played) if played else set()
    gathered: dict[str, dict[str, dict[str, list[float]]]] = {
        metric: {system: defaultdict(list) for system in systems} for metric in DESCRIBED
    }
    for row in rows:
        if row["scenario_id"] in complete and row["turn_type"] in SCORED:
            for metric in DESCRIBED:
                if row[metric] is not None:
                    gathered[metric][row["system"]][row["scenario_id"]].append(row[metric])
    return {
        metric: {system: {name: fmean(values) for name, values in sorted(of.items())} for system, of in by.items()}
        for metric, by in gathered.items()
    }


def _mean(values: Sequence[float], seed: int) -> Mean:
    interval = statistics.bootstrap_mean(values, seed=seed) if len(values) > 1 else None
    return Mean(len(values), fmean(values), interval)


def _grouped(rows: Sequence[Row], column: str) -> dict[str, dict[str, float]]:
    """Share of clean turns by group and system."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["clean"] is not None:
            found[row[column]][row["system"]].append(row["clean"])
    return {group: {name: fmean(values) for name, values in sorted(of.items())} for group, of in sorted(found.items())}


def _tests(
    by_scenario: Mapping[str, Mapping[str, Mapping[str, float]]], systems: Sequence[str], seed: int
) -> list[Test]:
    found = dict[tuple[str, str, str], Paired]()
    for metric in COMPARED:
        for second, first in combinations(systems, 2):
            of = by_scenario[metric]
            both = sorted(of[first].keys() & of[second].keys())
            if len(both) >= FEWEST:
                left, right = [of[first][name] for name in both], [of[second][name] for name in both]
                found[metric, first, second] = statistics.paired(left, right, seed=seed)
    adjusted = statistics.holm({"|".join(key): paired.wilcoxon_p for key, paired in found.items()})
    return [Test(*key, paired, adjusted["|".join(key)]) for key, paired in found.items()]


def _friedman(
    by_scenario: Mapping[str, Mapping[str, Mapping[str, float]]], systems: Sequence[str], seed: int
) -> dict[str, Friedman]:
    found = dict[str, Friedman]()
    if len(systems) < 3:
        return found
    for metric in COMPARED:
        of = by_scenario[metric]
        shared = sorted(set.intersection(*(set(of[system]) for system in systems)))
        if len(shared) >= FEWEST:
            found[metric] = statistics.friedman({one: [of[one][name] for name in shared] for one in systems}, seed=seed)
    return found


def _passed(rows: Sequence[Row], systems: Sequence[str], seed: int) -> dict[str, McNemar]:
    """Pass or fail of the last protocol turn, which needs everything that was said before."""
    last = {(row["scenario_id"], row["system"]): row["clean"] == 1.0 for row in rows if row["turn_type"] == "T6"}
    names = sorted({name for name, _ in last})
    found = dict[str, McNemar]()
    for second, first in combinations(systems, 2):
        both = [name for name in names if (name, first) in last and (name, second) in last]
        if len(both) >= FEWEST:
            passes = [[last[name, system] for name in both] for system in (first, second)]
            found[f"{first} - {second}"] = statistics.mcnemar(*passes, seed=seed)
    return found
