"""Do two figures of the same turns move together? Correlations with intervals over scenarios.

Turns of one scenario are alike, so no p-value of independent turns is given: the interval, drawn over scenarios, says
whether 0 is excluded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.study.statistics.samples import FEW_RESAMPLES, Array, Interval, UnusableSample, drawn_often, percentiles

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r and Spearman's rho of ``n`` turns in ``scenarios``; None where a figure does not vary."""

    n: int
    scenarios: int
    r: float | None
    r_interval: Interval | None
    rho: float | None
    rho_interval: Interval | None


def correlation(scenarios: Sequence[Sequence[Point]], *, seed: int = 0) -> Correlation:
    """Correlate pairs of figures that stand in scenarios. Raises UnusableSample for fewer than three pairs or two
    scenarios, and for figures that are not finite.
    """
    filled = [one for one in scenarios if one]
    points = np.asarray([point for one in filled for point in one], dtype=np.float64)
    if len(points) < 3 or len(filled) < 2:
        raise UnusableSample(f"{len(points)} pairs in {len(filled)} scenarios; three in two are needed.")
    if not np.isfinite(points).all():
        raise UnusableSample("A pair has a figure that is not finite.")
    once = np.ones((1, len(points)))
    often = drawn_often(len(filled), seed=seed, resamples=FEW_RESAMPLES)[
        :, np.repeat(np.arange(len(filled)), [len(one) for one in filled])
    ]
    left, right = points.T
    r, r_interval = _with_interval(_pearson(left, right, once), _pearson(left, right, often))
    rho, rho_interval = _with_interval(_spearman(left, right, once), _spearman(left, right, often))
    return Correlation(len(points), len(filled), r, r_interval, rho, rho_interval)


def _with_interval(once: Array, drawn: Array) -> tuple[float | None, Interval | None]:
    """A resample in which one figure does not vary has no correlation and is left out."""
    usable = drawn[np.isfinite(drawn)]
    if not np.isfinite(once[0]):
        return None, None
    return float(once[0]), percentiles(usable) if 2 * len(usable) >= len(drawn) else None


def _pearson(left: Array, right: Array, weights: Array) -> Array:
    """Weighted r, a row of weights each; figures are one row for all of them, or a row for each."""
    count = weights.sum(axis=1, keepdims=True)
    left = left - (weights * left).sum(axis=1, keepdims=True) / count
    right = right - (weights * right).sum(axis=1, keepdims=True) / count
    spread = (weights * left**2).sum(axis=1) * (weights * right**2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Array = np.where(spread > 1e-24, (weights * left * right).sum(axis=1) / np.sqrt(spread), np.nan)
    return found


def _spearman(left: Array, right: Array, weights: Array) -> Array:
    return _pearson(_mid_ranks(left, weights), _mid_ranks(right, weights), weights)


def _mid_ranks(figures: Array, weights: Array) -> Array:
    """Ranks within each weighted sample: what lies below, and half of what is equal."""
    order = np.argsort(figures, kind="stable")
    _, starts, place = np.unique(figures, return_index=True, return_inverse=True)
    size = np.add.reduceat(weights[:, order], np.searchsorted(figures[order], figures[starts]), axis=1)
    ranks: Array = (np.cumsum(size, axis=1) - size / 2)[:, place]
    return ranks
