"""The two safety stops of refinement: loops that they prevent, and whether they stopped where they should.

A stop is right where going on would not have paid: the same turn, played without stops, gains less than
``LEAST_GAIN`` from any later draft. So both are known only for turns that were played with and without stops.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from evaluation.study.metrics.retrieval import unique_retrieval
from evaluation.study.rows import TurnRow

LEAST_GAIN = 0.05
"""Of judged quality, 0 to 1: the smallest improvement that another draft is worth (thesis, section 4)."""
SAME_DOCUMENTS = 0.8
"""Jaccard of two searches' documents from which they count as the same (thesis, section 4)."""
STOPS = frozenset({"same_documents", "no_progress"})


def searched_again_in_vain(row: TurnRow) -> bool | None:
    """A loop: a search whose documents were those of the one before, followed by a draft that is no better.

    None for a turn that never went round, so the rate is one of turns that could loop.
    """
    if row.iterations < 2:
        return None
    for (before, now), (was, judged) in zip(pairwise(row.retrievals), pairwise(row.qualities), strict=False):
        unique = unique_retrieval(frozenset(before), frozenset(now))
        if unique is not None and 1 - unique >= SAME_DOCUMENTS and judged - was < LEAST_GAIN:
            return True
    return False


def stopped_early(row: TurnRow) -> bool | None:
    """Whether one of the two stops ended the turn; None for a turn that was never judged."""
    return row.stop_reason in STOPS if row.qualities else None


@dataclass(frozen=True, slots=True)
class StopScore:
    """Counts over turns played with and without stops; the shares are None where nothing is counted."""

    stopped: int
    rightly: int
    pointless: int

    @property
    def precision(self) -> float | None:
        """Share of stops after which nothing was to be gained."""
        return self.rightly / self.stopped if self.stopped else None

    @property
    def recall(self) -> float | None:
        """Share of turns whose further drafts gain nothing that were stopped."""
        return self.rightly / self.pointless if self.pointless else None


def stop_score(pairs: Iterable[tuple[TurnRow, TurnRow]]) -> StopScore:
    """Score stops by pairs of one turn with stops and without them.

    Where a stop ended the first at draft k, the second shows what drafts after k would have brought. A turn without a
    stop counts for recall where its own last draft, of several, gained nothing.
    """
    stopped = rightly = pointless = 0
    for with_stops, without in pairs:
        if with_stops.stop_reason in STOPS:
            drafts = len(with_stops.qualities)
            if len(without.qualities) <= drafts:
                continue
            in_vain = gain(without.qualities, drafts) < LEAST_GAIN
            stopped, rightly, pointless = stopped + 1, rightly + in_vain, pointless + in_vain
        elif len(with_stops.qualities) > 1:
            pointless += gain(with_stops.qualities, len(with_stops.qualities) - 1) < LEAST_GAIN
    return StopScore(stopped, rightly, pointless)


def gain(qualities: Sequence[float], drafts: int) -> float:
    """How much better the best later draft is than the best of the first so many."""
    return max(qualities[drafts:], default=0.0) - max(qualities[:drafts], default=0.0)
