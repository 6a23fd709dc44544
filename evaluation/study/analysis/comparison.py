"""Systems of a stage compared over the scenarios that they share: paired tests in one Holm family, pass and fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evaluation.study import statistics
from evaluation.study.analysis.means import ByScenario, Mean, by_scenario, mean_of, shared
from evaluation.study.analysis.reading import Experiment, Stage
from evaluation.study.metrics.definitions import ALIASES, DEFINITIONS
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Friedman, McNemar, Paired, VarianceAnalysis

TESTED = ("passed", "accuracy", "context", "reasoning", "hallucination", "evidence", "total", "sfs", "faithfulness",
          "answer_relevancy", "uptake", "resurrection", "quality", "memory_f1")  # fmt: skip
"""Metrics that are tested in every experiment, beside those that it names itself."""
FEWEST = 3
"""Scenarios with a metric under both systems, below which nothing is tested."""
ALL_PAIRS = 4
"""Systems up to which every pair is compared; more of them are held against one."""


@dataclass(frozen=True, slots=True)
class Test:
    """One metric of two systems; ``holm_p`` is the signed-rank test's p within the whole family of the stage."""

    metric: str
    first: str
    second: str
    paired: Paired
    holm_p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is said of one stage. ``same`` names tested metrics in which no system differs in any scenario."""

    stage: str
    systems: Sequence[str]
    means: Mapping[str, Mapping[str, Mean]]
    tests: Sequence[Test]
    same: Sequence[str]
    friedman: Mapping[str, Friedman]
    variance: Mapping[str, VarianceAnalysis]
    passed: Mapping[tuple[str, str], McNemar]


def compare(experiment: Experiment, stage: Stage, seed: int) -> Comparison:
    """Compare the systems of a stage."""
    turns = experiment.turns_of(stage)
    present = {one.row.system for one in turns}
    systems = [system for system in (*stage.systems, *sorted(present)) if system in present]
    systems = list(dict.fromkeys(systems))
    tables = {metric: by_scenario(turns, metric) for metric in DEFINITIONS}
    means = {metric: {system: mean_of(list(of[system].values()), seed, metric) for system in systems if system in of}
             for metric, of in tables.items() if of}  # fmt: skip
    wanted = [metric for metric in dict.fromkeys([*declared(experiment), *TESTED]) if tables.get(metric)]
    pairs = pairs_of(systems, stage.whole)
    tests, same = _tests({metric: tables[metric] for metric in wanted}, pairs, seed)
    several = {metric: tables[metric] for metric in wanted if metric not in same}
    return Comparison(
        stage=stage.id,
        systems=systems,
        means=means,
        tests=tests,
        same=same,
        friedman={name: statistics.friedman(of, seed=seed) for name, of in _complete(several, systems)},
        variance={name: statistics.variance_analysis(of, seed=seed) for name, of in _complete(several, systems)},
        passed=_passed(turns, pairs, seed),
    )


def declared(experiment: Experiment) -> list[str]:
    """The metrics that an experiment names itself, by the names that they have here."""
    return [ALIASES.get(metric, metric) for metric in experiment.declared.metrics]


def pairs_of(systems: Sequence[str], whole: str) -> list[tuple[str, str]]:
    """Which systems are compared, better expected first: every pair of a few, all against the whole one of many."""
    against = whole if whole in systems else systems[-1] if systems else ""
    if len(systems) <= ALL_PAIRS:
        return [(first, second) for second, first in combinations(systems, 2)]
    return [(against, other) for other in systems if other != against]


def _tests(
    tables: Mapping[str, ByScenario], pairs: Sequence[tuple[str, str]], seed: int
) -> tuple[list[Test], list[str]]:
    found = dict[tuple[str, str, str], Paired]()
    for metric, of in tables.items():
        for first, second in pairs:
            both = shared(of, (first, second)) if first in of and second in of else []
            if len(both) >= FEWEST:
                sides = [[of[system][name] for name in both] for system in (first, second)]
                found[metric, first, second] = statistics.paired(*sides, seed=seed)
    moved = {metric for (metric, _, _), paired in found.items() if paired.rank_biserial or paired.difference}
    same = [metric for metric in tables if metric not in moved and any(key[0] == metric for key in found)]
    # Metrics that never differ are no tests of anything, and in a family they would only make the others blunt.
    found = {key: paired for key, paired in found.items() if key[0] in moved}
    adjusted = statistics.holm({"|".join(key): paired.wilcoxon_p for key, paired in found.items()})
    return [Test(*key, paired, adjusted["|".join(key)]) for key, paired in found.items()], same


def _complete(
    tables: Mapping[str, ByScenario], systems: Sequence[str]
) -> Iterable[tuple[str, Mapping[str, Sequence[float]]]]:
    """Metrics that three systems or more have, over the scenarios that all of those share."""
    for metric, of in tables.items():
        present = [system for system in systems if system in of]
        names = shared(of, present)
        if len(present) >= 3 and len(names) >= FEWEST:
            yield metric, {system: [of[system][name] for name in names] for system in present}


def _passed(turns: Sequence[Measured], pairs: Sequence[tuple[str, str]], seed: int) -> dict[tuple[str, str], McNemar]:
    """Pass or fail of each scenario's last judged turn, which in P6 needs everything that was said before."""
    last = dict[tuple[str, str], tuple[tuple[int, int], bool]]()
    for one in turns:
        row = one.row
        if row.passed is not None and row.turn_type != "RF":
            key, at = (row.system, row.scenario), (-row.repeat, row.turn)
            if key not in last or at > last[key][0]:
                last[key] = at, row.passed
    found = dict[tuple[str, str], McNemar]()
    for first, second in pairs:
        both = sorted(name for system, name in last if system == first and (second, name) in last)
        if len(both) >= FEWEST:
            sides = [[last[system, name][1] for name in both] for system in (first, second)]
            found[first, second] = statistics.mcnemar(*sides, seed=seed)
    return found
