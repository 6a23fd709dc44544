"""Metrics by scenario: the unit of every mean, interval and test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.study import statistics
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Interval

ByScenario = Mapping[str, Mapping[str, float]]
"""By system, the mean of each scenario: over its turns, and over repeats of it."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over ``n`` scenarios; no interval for a single one."""

    n: int
    mean: float
    interval: Interval | None


def by_scenario(turns: Iterable[Measured], metric: str) -> ByScenario:
    """The scenario means of a metric, scenarios in the order of their names; systems without any are left out."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in turns:
        value = one.values.get(metric)
        if value is not None:
            found[one.row.system][one.row.scenario].append(value)
    return {system: {name: fmean(values) for name, values in sorted(of.items())} for system, of in found.items()}


def mean_of(values: Sequence[float], seed: int) -> Mean:
    """The mean of scenarios with its interval."""
    interval = statistics.bootstrap_mean(values, seed=seed) if len(values) > 1 else None
    return Mean(len(values), fmean(values), interval)


def means(turns: Iterable[Measured], metric: str, seed: int) -> dict[str, Mean]:
    """A metric's mean over scenarios, by system."""
    return {system: mean_of(list(of.values()), seed) for system, of in by_scenario(turns, metric).items()}


def shared(of: ByScenario, systems: Iterable[str]) -> list[str]:
    """Scenarios that have the metric under all of these systems."""
    sets = [of[system].keys() for system in systems]
    return sorted(set.intersection(*map(set, sets))) if sets else []


def grouped(turns: Iterable[Measured], metric: str, group: Callable[[Measured], str]) -> dict[str, dict[str, float]]:
    """The plain mean of a metric by group and system, in the order in which groups come."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one in turns:
        value = one.values.get(metric)
        if value is not None:
            found[group(one)][one.row.system].append(value)
    return {name: {system: fmean(values) for system, values in of.items()} for name, of in found.items()}
