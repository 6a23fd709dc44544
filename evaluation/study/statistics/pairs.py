"""Two systems over the same scenarios: every p-value comes with its effect and an interval.

The unit is the scenario (one patient, one conversation). Runs of one scenario with other seeds at temperature 0 are no
independent samples: average them before they come here. Rubric scores are ordinals of few steps, so the signed-rank
test is the one to read; the t-test stands beside it because the thesis reports it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from evaluation.study.statistics.samples import (
    CONFIDENCE,
    FEW_RESAMPLES,
    Array,
    Interval,
    UnusableSample,
    bootstrap_mean,
    checked,
    drawn_often,
    percentiles,
)

EXACT_UP_TO = 200
"""Differences that are not 0, up to which the signed-rank test counts every outcome (16 million steps at most)."""


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems over the same ``n`` scenarios; differences are first minus second.

    ``dz`` is Cohen's d of the differences (mean over their standard deviation), ``g`` the same with Hedges' correction
    for small samples; both are None where all differences are one number that is not 0. ``rank_biserial`` is the
    signed-rank test's effect: +1 when the first is better wherever they differ.
    """

    n: int
    difference: float
    interval: Interval
    dz: float | None
    g: float | None
    g_interval: Interval | None
    rank_biserial: float
    wilcoxon_p: float
    t_p: float


@dataclass(frozen=True, slots=True)
class McNemar:
    """Pass or fail of two systems: the exact test over the scenarios on which they disagree.

    ``difference`` is the share passed by the first minus that of the second; ``odds_ratio`` is first_only over
    second_only, infinite where second_only is 0 and None where they never disagree.
    """

    n: int
    first_only: int
    second_only: int
    p: float
    difference: float
    interval: Interval
    odds_ratio: float | None
    odds_interval: Interval | None


def _pairs(first: Sequence[float], second: Sequence[float]) -> tuple[Array, Array]:
    left, right = checked(first), checked(second)
    if len(left) != len(right):
        raise UnusableSample(f"{len(left)} figures of the first system, {len(right)} of the second.")
    return left, right


def small_sample_correction(freedom: int) -> float:
    """Hedges' J for so many degrees of freedom, in its exact gamma form (Hedges 1981)."""
    return math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom - 1) / 2)) / math.sqrt(freedom / 2)


def paired(first: Sequence[float], second: Sequence[float], *, seed: int = 0) -> Paired:
    """Compare two systems over the same scenarios. Raises UnusableSample for figures that make no pairs."""
    left, right = _pairs(first, second)
    differences = left - right
    n, mean, spread = len(differences), float(differences.mean()), float(differences.std(ddof=1))
    # Differences that are all one number still differ by rounding: 1e-12 of their size is no spread.
    if spread <= 1e-12 * max(1.0, abs(mean)):
        dz = 0.0 if abs(mean) <= 1e-12 else None
        t_p = 1.0 if dz is not None else 0.0
    else:
        dz, t_p = mean / spread, float(stats.ttest_rel(left, right).pvalue)
    correction = small_sample_correction(n - 1) if n > 2 else None
    scaled = dz is not None and correction is not None
    return Paired(
        n=n,
        difference=mean,
        interval=bootstrap_mean(differences, seed=seed),
        dz=dz,
        g=dz * correction if dz is not None and correction is not None else None,
        g_interval=_scaled_interval(differences, correction or 1.0, seed) if scaled and spread > 0 else None,
        rank_biserial=_rank_biserial(differences),
        wilcoxon_p=_signed_rank(differences),
        t_p=t_p,
    )


def _signed_rank(differences: Array) -> float:
    """Exact under ties, which ordinals of few steps are full of: there the normal approximation is too bold."""
    moved = differences[differences != 0]
    if not len(moved):
        return 1.0
    if len(moved) > EXACT_UP_TO:
        return float(stats.wilcoxon(moved, method="approx").pvalue)
    # Mid-ranks are halves at the least: doubled they are whole, and sums of them can be counted.
    ranks = np.rint(2 * stats.rankdata(np.abs(moved))).astype(np.int64)
    chances = np.zeros(int(ranks.sum()) + 1)
    chances[0] = 1.0
    for rank in ranks:
        shifted = np.zeros_like(chances)
        shifted[rank:] = chances[: len(chances) - rank]
        chances = (chances + shifted) / 2
    positive = int(ranks[moved > 0].sum())
    return min(1.0, 2 * float(min(chances[: positive + 1].sum(), chances[positive:].sum())))


def _rank_biserial(differences: Array) -> float:
    moved = differences[differences != 0]
    if not len(moved):
        return 0.0
    ranks = stats.rankdata(np.abs(moved))
    return float((ranks[moved > 0].sum() - ranks[moved < 0].sum()) / ranks.sum())


def _scaled_interval(differences: Array, correction: float, seed: int) -> Interval | None:
    n = len(differences)
    often = drawn_often(n, seed=seed)[:FEW_RESAMPLES]
    mean = often @ differences / n
    spread = np.sqrt(
        np.maximum(often @ (differences - differences.mean()) ** 2 / n - (mean - differences.mean()) ** 2, 0)
    )
    spread = spread * math.sqrt(n / (n - 1))
    usable = spread > 1e-9
    if not usable.any():
        return None
    return percentiles(correction * mean[usable] / spread[usable])


def mcnemar(first: Sequence[bool], second: Sequence[bool], *, seed: int = 0) -> McNemar:
    """Compare pass and fail of two systems over the same scenarios, by the exact binomial test."""
    left, right = _pairs([float(value) for value in first], [float(value) for value in second])
    first_only, second_only = int((left > right).sum()), int((left < right).sum())
    odds: float | None = None
    odds_interval: Interval | None = None
    p = 1.0
    if first_only + second_only:
        result = stats.binomtest(first_only, first_only + second_only, 0.5)
        ends: Any = result.proportion_ci(CONFIDENCE, "exact")
        p, odds = float(result.pvalue), _odds(first_only / (first_only + second_only))
        odds_interval = Interval(_odds(float(ends.low)), _odds(float(ends.high)))
    differences = left - right
    return McNemar(
        n=len(left),
        first_only=first_only,
        second_only=second_only,
        p=p,
        difference=float(differences.mean()),
        interval=bootstrap_mean(differences, seed=seed),
        odds_ratio=odds,
        odds_interval=odds_interval,
    )


def _odds(share: float) -> float:
    return math.inf if share >= 1 else share / (1 - share)
