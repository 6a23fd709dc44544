"""Samples, intervals and the bootstrap that all comparisons rest on; the unit that is drawn is the scenario."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from domain.errors import AnamnesisError

Array = NDArray[np.float64]

CONFIDENCE = 0.95
"""Of every interval here (two-sided)."""
RESAMPLES = 5_000
"""Bootstrap resamples: the ends of a 95 % percentile interval then rest on 125 resamples each."""
FEW_RESAMPLES = 1_000
"""For statistics that cost more than a mean: 25 resamples at each end."""
RESAMPLED_AT_ONCE = 500
"""Resamples drawn in one go."""
MOST_DRAWN = 10_000_000
"""Scenarios times resamples that are kept (40 MB); beyond 2,000 scenarios fewer resamples are drawn."""


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


def checked(values: Sequence[float] | Array, least: int = 2) -> Array:
    """The figures as an array. Raises UnusableSample where they are too few, nested or not finite."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1 or len(sample) < least:
        raise UnusableSample(f"{sample.size} figures; at least {least} in one row are needed.")
    if not np.isfinite(sample).all():
        raise UnusableSample(f"{int((~np.isfinite(sample)).sum())} of {sample.size} figures are not finite.")
    return sample


def bootstrap_mean(values: Sequence[float] | Array, *, seed: int = 0) -> Interval:
    """Percentile interval of the mean, scenarios drawn with replacement. The same seed gives the same interval."""
    sample = checked(values)
    return percentiles(drawn_often(len(sample), seed=seed) @ sample / len(sample))


def exact_share(count: int, of: int) -> Interval:
    """The interval of a share of independent cases (Clopper and Pearson): it has a width where all are alike, too."""
    if not 0 <= count <= of or of < 1:
        raise UnusableSample(f"{count} cases of {of}.")
    found = stats.binomtest(count, of).proportion_ci(CONFIDENCE, method="exact")
    return Interval(float(found.low), float(found.high))


def percentiles(resampled: Array) -> Interval:
    """The interval between the outer percentiles of resampled figures."""
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(resampled, [outside, 1 - outside])
    return Interval(float(low), float(high))


def drawn_often(clusters: int, *, seed: int = 0, resamples: int = RESAMPLES) -> Array:
    """How often each scenario is drawn, one row a resample; not to be written to.

    Turns of one conversation are no independent samples: drawing turns would make an interval too narrow, so whole
    scenarios are drawn and their turns weigh as often as they are.
    """
    if clusters < 2:
        raise UnusableSample(f"{clusters} scenarios; at least 2 are needed.")
    return _drawn(clusters, seed, min(resamples, max(FEW_RESAMPLES, MOST_DRAWN // clusters)))


@lru_cache(maxsize=8)
def _drawn(clusters: int, seed: int, resamples: int) -> Array:
    generator = np.random.default_rng(seed)
    often = np.empty((resamples, clusters), dtype=np.float32)
    for start in range(0, resamples, RESAMPLED_AT_ONCE):
        part = often[start : start + RESAMPLED_AT_ONCE]
        indices = generator.integers(0, clusters, (len(part), clusters))
        part[...] = [np.bincount(row, minlength=clusters) for row in indices]
    often.flags.writeable = False
    return often  # type: ignore[return-value]


def bootstrap_ratio(parts: Sequence[float], wholes: Sequence[float], *, seed: int = 0) -> Interval | None:
    """Percentile interval of a share whose parts and wholes are counted by scenario; None where nothing is counted."""
    if len(parts) != len(wholes):
        raise UnusableSample(f"{len(parts)} parts of {len(wholes)} wholes.")
    often = drawn_often(len(wholes), seed=seed)
    whole = often @ checked(wholes)
    usable = whole > 0
    return percentiles((often @ checked(parts))[usable] / whole[usable]) if usable.any() else None
