"""Comparisons of systems that played the same scenarios: every p-value comes with its effect and an interval.

The unit is the scenario (one patient, one conversation). Runs of one scenario with other seeds at temperature 0 are no
independent samples: average them before they come here. Rubric scores are ordinals of few steps, so the signed-rank
test is the one to read; the t-test stands beside it because the thesis reports it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from domain.errors import AnamnesisError

Array = NDArray[np.float64]

CONFIDENCE = 0.95
"""Of every interval here (two-sided)."""
RESAMPLES = 5_000
"""Bootstrap resamples: the ends of a 95 % percentile interval then rest on 125 resamples each."""
EXACT_UP_TO = 200
"""Differences that are not 0, up to which the signed-rank test counts every outcome (16 million steps at most)."""
RESAMPLED_AT_ONCE = 500
"""Resamples drawn in one go, so that memory does not grow with the number of scenarios."""


class UnusableSample(AnamnesisError):
    """The figures cannot be compared as they are."""

    status = "INVALID_ARGUMENT"
    reason = "UNUSABLE_SAMPLE"
    advice = "Give every system one finite figure for each scenario, and at least two scenarios."


@dataclass(frozen=True, slots=True)
class Interval:
    """Ends of a two-sided interval of confidence ``CONFIDENCE``."""

    low: float
    high: float


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
class Friedman:
    """Several systems over the same scenarios: the rank test, with Kendall's W (0 to 1) as its effect."""

    n: int
    systems: int
    statistic: float
    p: float
    kendall_w: float
    interval: Interval


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


def _sample(values: Sequence[float] | Array, least: int = 2) -> Array:
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1 or len(sample) < least:
        raise UnusableSample(f"{sample.size} figures; at least {least} in one row are needed.")
    if not np.isfinite(sample).all():
        raise UnusableSample(f"{int((~np.isfinite(sample)).sum())} of {sample.size} figures are not finite.")
    return sample


def _pairs(first: Sequence[float], second: Sequence[float]) -> tuple[Array, Array]:
    left, right = _sample(first), _sample(second)
    if len(left) != len(right):
        raise UnusableSample(f"{len(left)} figures of the first system, {len(right)} of the second.")
    return left, right


def bootstrap_mean(values: Sequence[float] | Array, *, seed: int = 0, resamples: int = RESAMPLES) -> Interval:
    """Percentile interval of the mean, scenarios drawn with replacement. The same seed gives the same interval."""
    sample = _sample(values)
    generator = np.random.default_rng(seed)
    means: list[Array] = []
    for start in range(0, resamples, RESAMPLED_AT_ONCE):
        count = min(RESAMPLED_AT_ONCE, resamples - start)
        means.append(sample[generator.integers(0, len(sample), (count, len(sample)))].mean(axis=1))
    return _percentiles(np.concatenate(means))


def _percentiles(resampled: Array) -> Interval:
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(resampled, [outside, 1 - outside])
    return Interval(float(low), float(high))


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
    generator = np.random.default_rng(seed)
    drawn = differences[generator.integers(0, len(differences), (RESAMPLES // 5, len(differences)))]
    spread = drawn.std(axis=1, ddof=1)
    usable = spread > 1e-12
    if not usable.any():
        return None
    return _percentiles(correction * drawn[usable].mean(axis=1) / spread[usable])


def friedman(systems: Mapping[str, Sequence[float]], *, seed: int = 0) -> Friedman:
    """Compare three or more systems over the same scenarios. Raises UnusableSample for fewer, or uneven ones."""
    if len(systems) < 3:
        raise UnusableSample(f"{len(systems)} systems; the Friedman test needs three, the paired tests are for two.")
    samples = [_sample(values) for values in systems.values()]
    if len({len(sample) for sample in samples}) > 1:
        raise UnusableSample(f"Systems have {sorted({len(sample) for sample in samples})} scenarios.")
    table = np.column_stack(samples)
    statistic, p = _friedman(table)
    n, k = table.shape
    generator = np.random.default_rng(seed)
    drawn = [_friedman(table[generator.integers(0, n, n)])[0] / (n * (k - 1)) for _ in range(RESAMPLES // 10)]
    return Friedman(n, k, statistic, p, statistic / (n * (k - 1)), _percentiles(np.asarray(drawn)))


def _friedman(table: Array) -> tuple[float, float]:
    if (table == table[:, :1]).all():
        return 0.0, 1.0
    result = stats.friedmanchisquare(*table.T)
    return float(result.statistic), float(result.pvalue)


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """The p-values of one family of tests, adjusted by Holm's step-down method; keys keep their order."""
    adjusted, reached = dict[str, float](), 0.0
    for rank, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        reached = max(reached, min(1.0, p_values[name] * (len(p_values) - rank)))
        adjusted[name] = reached
    return {name: adjusted[name] for name in p_values}


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


def power(dz: float, n: int, alpha: float = 0.05) -> float:
    """Power of the two-sided paired t-test to find an effect ``dz`` with ``n`` scenarios (non-central t)."""
    if n < 2 or not 0 < alpha < 1:
        raise UnusableSample(f"n = {n}, alpha = {alpha:g}: n must be at least 2, and alpha between 0 and 1.")
    freedom, shift = n - 1, abs(dz) * math.sqrt(n)
    critical = float(stats.t.ppf(1 - alpha / 2, freedom))
    # The far tail underflows to nan for large shifts, where it is 0.
    below = float(np.nan_to_num(stats.nct.cdf(-critical, freedom, shift)))
    return float(np.nan_to_num(stats.nct.sf(critical, freedom, shift), nan=1.0)) + below


def scenarios_needed(dz: float, wanted: float = 0.8, alpha: float = 0.05, most: int = 100_000) -> int:
    """The fewest scenarios that find an effect ``dz`` with this power. Raises UnusableSample beyond ``most``."""
    if not 0 < wanted < 1:
        raise UnusableSample(f"A power of {wanted:g} cannot be reached: it lies between 0 and 1.")
    if power(dz, most, alpha) < wanted:
        raise UnusableSample(f"An effect of dz = {dz:g} needs more than {most} scenarios.")
    low, high = 2, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if power(dz, middle, alpha) >= wanted else (middle + 1, high)
    return low


def detectable_effect(n: int, wanted: float = 0.8, alpha: float = 0.05) -> float:
    """The smallest dz that ``n`` scenarios find with this power, to 1e-4; at most 100."""
    low, high = 0.0, 100.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle, n, alpha) >= wanted else (middle, high)
    return high
