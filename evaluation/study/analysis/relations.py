"""Figures of the same turns held against each other: uncertainty against quality, judges against faithfulness."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.study import statistics
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Correlation, UnusableSample


@dataclass(frozen=True, slots=True)
class Relation:
    """Two metrics of the turns of one system (of all, where it is "")."""

    first: str
    second: str
    system: str
    correlation: Correlation


def points(turns: Iterable[Measured], first: str, second: str) -> dict[str, list[tuple[float, float]]]:
    """By scenario, the pairs of turns that have both metrics."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for one in turns:
        left, right = one.values.get(first), one.values.get(second)
        if left is not None and right is not None:
            found[one.row.scenario].append((left, right))
    return dict(sorted(found.items()))


def relate(turns: Iterable[Measured], first: str, second: str, seed: int, system: str = "") -> Relation | None:
    """The correlation of two metrics; None where too few turns have both."""
    chosen = [one for one in turns if not system or one.row.system == system]
    try:
        found = statistics.correlation(list(points(chosen, first, second).values()), seed=seed)
    except UnusableSample:
        return None
    return Relation(first, second, system, found)
