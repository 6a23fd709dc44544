"""Metrics by scenario: the unit of every mean, interval and test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.study import statistics
from evaluation.study.metrics.definitions import DEFINITIONS
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


def mean_of(values: Sequence[float], seed: int, metric: str = "") -> Mean:
    """The mean of scenarios with its interval; ``metric`` tells the ends of the scale, where it has any."""
    if len(values) < 2:
        return Mean(len(values), fmean(values), None)
    return Mean(len(values), fmean(values), _at_the_end(values, metric) or statistics.bootstrap_mean(values, seed=seed))


def _at_the_end(values: Sequence[float], metric: str) -> Interval | None:
    """The interval of figures that all lie at one end of the metric's scale; None for others.

    However few they are, a bootstrap of equal figures has no width. That so many of so many lay at the end bounds the
    share of all that do, and the mean lies no farther from the end than if the others lay at the opposite one.
    """
    ends = DEFINITIONS[metric].unit.split("-") if metric in DEFINITIONS else []
    if len(ends) != 2 or not all(map(str.isdecimal, ends)) or min(values) < max(values):
        return None
    low, high, count = float(ends[0]), float(ends[1]), len(values)
    if values[0] == high:
        return Interval(low + (high - low) * statistics.exact_share(count, count).low, high)
    if values[0] == low:
        return Interval(low, low + (high - low) * statistics.exact_share(0, count).high)
    return None


def means(turns: Iterable[Measured], metric: str, seed: int) -> dict[str, Mean]:
    """A metric's mean over scenarios, by system."""
    return {system: mean_of(list(of.values()), seed, metric) for system, of in by_scenario(turns, metric).items()}


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
