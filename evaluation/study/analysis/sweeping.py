"""Other thresholds of the two safety stops, replayed over turns that were played without them.

Up to a stop nothing depends on its threshold, so the recorded rounds tell what any pair of thresholds would have done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

from evaluation.study import statistics
from evaluation.study.analysis.stopping import has_no_stops
from evaluation.study.metrics.retrieval import unique_retrieval
from evaluation.study.rows import TurnRow
from evaluation.study.statistics import Interval

SAME = (0.6, 0.7, 0.8, 0.9, 1.0)
"""Jaccard from which two searches are the same; the thesis's is .8."""
GAINS = (0.0, 0.02, 0.05, 0.1, 0.2)
"""Improvement below which another round is not worth it; the thesis's is .05."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """A pair of thresholds (None: this stop is off) over ``n`` scenarios: drafts saved and quality lost a turn."""

    same: float | None
    gain: float | None
    n: int
    drafts_saved: float
    drafts_interval: Interval | None
    quality_lost: float
    quality_interval: Interval | None


def sweep(rows: Sequence[TurnRow], seed: int) -> list[Threshold]:
    """Every pair of thresholds, each stop alone among them; [] where no turn without stops has several drafts."""
    free = [row for row in rows if has_no_stops(row.system) and len(row.qualities) > 1]
    if not free:
        return []
    pairs = [(same, None) for same in SAME] + [(None, gain) for gain in GAINS] + list(product(SAME, GAINS))
    return [_replayed(free, same, gain, seed) for same, gain in pairs]


def drafts(row: TurnRow, same: float | None, gain: float | None) -> int:
    """After which draft these thresholds would have stopped a turn."""
    for at in range(1, len(row.qualities)):
        if same is not None and at < len(row.retrievals):
            unique = unique_retrieval(frozenset(row.retrievals[at - 1]), frozenset(row.retrievals[at]))
            if unique is None or 1 - unique >= same:
                return at + 1
        if gain is not None and row.qualities[at] - row.qualities[at - 1] < gain:
            return at + 1
    return len(row.qualities)


def _replayed(free: Sequence[TurnRow], same: float | None, gain: float | None, seed: int) -> Threshold:
    saved, lost = dict[str, list[float]](), dict[str, list[float]]()
    for row in free:
        kept = drafts(row, same, gain)
        saved.setdefault(row.scenario, []).append(len(row.qualities) - kept)
        # The best draft is the answer, not the last.
        lost.setdefault(row.scenario, []).append(max(row.qualities) - max(row.qualities[:kept]))
    means = [[fmean(of[name]) for name in sorted(of)] for of in (saved, lost)]
    intervals = [statistics.bootstrap_mean(of, seed=seed) if len(of) > 1 else None for of in means]
    return Threshold(same, gain, len(saved), fmean(means[0]), intervals[0], fmean(means[1]), intervals[1])
