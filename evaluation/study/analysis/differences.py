"""Two studies of the same scenarios: what changed from one to the other, system by system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evaluation.study import statistics
from evaluation.study.analysis.comparison import FEWEST, TESTED, declared
from evaluation.study.analysis.means import by_scenario, shared
from evaluation.study.analysis.reading import Experiment, Study
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.statistics import Paired

EFFORT = ("tokens", "calls", "cost", "iterations", "retrievals", "cache_hit", "memory_items_kept", "collateral",
          "false_apply")  # fmt: skip
"""Compared beside what is tested in every report: what answers cost."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of one system in both studies; ``paired`` is second minus first, ``holm_p`` over all that differ."""

    experiment: str
    system: str
    metric: str
    first: float
    second: float
    paired: Paired
    holm_p: float


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between two studies; ``equal`` counts metrics that are equal in every shared scenario."""

    scenarios: int
    differing: list[Difference]
    equal: int
    settings: list[str]


def differences(first: Study, second: Study) -> Differences:
    """Compare two studies over the scenarios that both played, which the same patients and seed give."""
    found, equal, scenarios = list[Difference](), 0, set[tuple[str, str]]()
    for left in first.experiments:
        right = second.experiment(left.name)
        if right is None:
            continue
        for system, metric, names, sides in _sides(left, right):
            scenarios |= {(left.name, name) for name in names}
            paired = statistics.paired(sides[1], sides[0], seed=first.seed)
            if not paired.difference and not paired.rank_biserial:
                equal += 1
                continue
            means = [sum(side) / len(side) for side in sides]
            found.append(Difference(left.name, system, metric, means[0], means[1], paired, paired.wilcoxon_p))
    adjusted = statistics.holm({str(at): one.paired.wilcoxon_p for at, one in enumerate(found)})
    differing = [
        Difference(one.experiment, one.system, one.metric, one.first, one.second, one.paired, adjusted[str(at)])
        for at, one in enumerate(found)
    ]
    names = sorted(first.settings.keys() | second.settings.keys())
    other = [name for name in names if first.settings.get(name) != second.settings.get(name)]
    return Differences(len(scenarios), differing, equal, other)


def _sides(left: Experiment, right: Experiment) -> Iterator[tuple[str, str, list[str], list[list[float]]]]:
    """By system and metric, the scenarios that both have, and their figures in the first and in the second."""
    wanted = dict.fromkeys([*declared(left), *TESTED, *EFFORT])
    turns = [[one for stage in each.stages() for one in each.turns_of(stage)] for each in (left, right)]
    for metric in (one for one in wanted if one in DEFINITIONS):
        of = [by_scenario(each, metric) for each in turns]
        for system in left.systems:
            if system in of[0] and system in of[1]:
                names = shared({"first": of[0][system], "second": of[1][system]}, ("first", "second"))
                if len(names) >= FEWEST:
                    yield system, metric, names, [[each[system][name] for name in names] for each in of]
