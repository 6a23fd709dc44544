"""How many scenarios a paired comparison needs, and what effect so many can find (paired t-test, two-sided)."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from evaluation.study.statistics.samples import UnusableSample


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
