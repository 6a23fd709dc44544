"""Other thresholds of refinement, replayed over turns that were played without its two safety stops.

Up to a stop nothing depends on its threshold, so the recorded rounds tell what any thresholds would have done: the
Jaccard from which two searches are the same, the improvement that another round must bring, and the quality that is
enough. What would have gone on beyond the recorded rounds is not known, and is left out by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

from evaluation.study import statistics
from evaluation.study.analysis.stopping import without_stops
from evaluation.study.experiments.definition import Sweep
from evaluation.study.metrics.retrieval import unique_retrieval
from evaluation.study.metrics.stops import LEAST_GAIN, SAME_DOCUMENTS
from evaluation.study.rows import TurnRow
from evaluation.study.statistics import Interval

_ROUNDING = 1e-9
"""Qualities are decimals: .58 - .53 is not below .05."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds of one replay; None: this one ends nothing."""

    same: float | None = None
    gain: float | None = None
    enough: float | None = None


THESIS = Thresholds(SAME_DOCUMENTS, LEAST_GAIN)


@dataclass(frozen=True, slots=True)
class Swept:
    """Thresholds over ``n`` scenarios: drafts saved and quality lost a turn; ``unknown`` turns would have gone on."""

    thresholds: Thresholds
    n: int
    unknown: int
    drafts_saved: float
    drafts_interval: Interval | None
    quality_lost: float
    quality_interval: Interval | None


@dataclass(frozen=True, slots=True)
class Replay:
    """All that a sweep found; of ``played`` turns with both stops, ``alike`` have as many drafts as the replay says."""

    swept: Sequence[Swept]
    played: int
    alike: int


def sweep(rows: Sequence[TurnRow], whole: str, values: Sweep, seed: int) -> Replay | None:
    """Every threshold alone, and the stops' two together; None where no turn without stops has several drafts.

    ``whole`` is the system that plays with both stops at the thesis's thresholds, against which the replay is checked.
    """
    without = without_stops(whole, list(dict.fromkeys(row.system for row in rows)))
    free = [row for row in rows if row.system == without and len(row.qualities) > 1]
    if not free:
        return None
    wanted = [Thresholds(same=one) for one in values.same] + [Thresholds(gain=one) for one in values.gain]
    wanted += [Thresholds(enough=one) for one in values.enough]
    wanted += [Thresholds(same, gain) for same, gain in product(values.same, values.gain)]
    swept = [one for one in (_replayed(free, thresholds, seed) for thresholds in wanted) if one is not None]
    stopped = {_place(row): row for row in rows if row.system == whole}
    pairs = [(row, stopped[_place(row)]) for row in free if _place(row) in stopped]
    return Replay(swept, len(pairs), sum(drafts(row, THESIS) == len(other.qualities) for row, other in pairs))


def drafts(row: TurnRow, thresholds: Thresholds) -> int | None:
    """After which draft these thresholds would have ended a turn; None where that is beyond what was played."""
    for at, quality in enumerate(row.qualities):
        if thresholds.enough is not None and quality >= thresholds.enough:
            return at + 1
        if at and _stops(row, at, thresholds):
            return at + 1
    accepted = row.stop_reason == "accepted"
    return None if accepted and thresholds.enough is not None else len(row.qualities)


def _stops(row: TurnRow, at: int, thresholds: Thresholds) -> bool:
    if thresholds.same is not None and at < len(row.retrievals):
        unique = unique_retrieval(frozenset(row.retrievals[at - 1]), frozenset(row.retrievals[at]))
        if unique is None or 1 - unique >= thresholds.same:
            return True
    return thresholds.gain is not None and row.qualities[at] - row.qualities[at - 1] < thresholds.gain - _ROUNDING


def _place(row: TurnRow) -> tuple[str, int, int]:
    return row.scenario, row.repeat, row.turn


def _replayed(free: Iterable[TurnRow], thresholds: Thresholds, seed: int) -> Swept | None:
    saved, lost, unknown = dict[str, list[float]](), dict[str, list[float]](), 0
    for row in free:
        kept = drafts(row, thresholds)
        if kept is None:
            unknown += 1
            continue
        saved.setdefault(row.scenario, []).append(len(row.qualities) - kept)
        # The best draft is the answer, not the last.
        lost.setdefault(row.scenario, []).append(max(row.qualities) - max(row.qualities[:kept]))
    if not saved:
        return None
    means = [[fmean(of[name]) for name in sorted(of)] for of in (saved, lost)]
    intervals = [statistics.bootstrap_mean(of, seed=seed) if len(of) > 1 else None for of in means]
    return Swept(thresholds, len(saved), unknown, fmean(means[0]), intervals[0], fmean(means[1]), intervals[1])
