"""How a metric grows with the turns of a conversation, by system, with intervals over scenarios."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from evaluation.study.analysis.means import mean_of
from evaluation.study.metrics.turns import Measured
from evaluation.study.statistics import Interval


@dataclass(frozen=True, slots=True)
class Point:
    """A metric at one turn: its mean over the ``n`` scenarios that last so long."""

    turn: int
    n: int
    mean: float
    interval: Interval | None


def curves(turns: Iterable[Measured], metric: str, seed: int) -> dict[str, list[Point]]:
    """A metric by system and turn. Repeats of a scenario are averaged first."""
    found: dict[str, dict[int, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for one in turns:
        value = one.values.get(metric)
        if value is not None:
            found[one.row.system][one.row.turn][one.row.scenario].append(value)
    return {
        system: [_point(turn, {name: fmean(values) for name, values in of[turn].items()}, seed) for turn in sorted(of)]
        for system, of in found.items()
    }


def _point(turn: int, of: dict[str, float], seed: int) -> Point:
    found = mean_of([of[name] for name in sorted(of)], seed)
    return Point(turn, found.n, found.mean, found.interval)
