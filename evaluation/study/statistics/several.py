"""Several systems over the same scenarios: the Friedman test, and the repeated-measures analysis of variance.

Rubric scores are ordinals, so the rank test is the one to read; the analysis of variance stands beside it for figures
that are measured on a scale (tokens, quality), with the degrees of freedom that unequal variances leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from evaluation.study.statistics.samples import (
    Array,
    Interval,
    UnusableSample,
    checked,
    drawn_often,
    percentiles,
)


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
class VarianceAnalysis:
    """One within-scenario factor. ``p`` is of the F test with both degrees of freedom multiplied by ``epsilon``.

    ``epsilon`` is Greenhouse and Geisser's (1 where the variances of all differences are equal, 1/(k-1) at worst);
    ``partial_eta_squared`` is the share of the variance within scenarios that the systems explain.
    """

    n: int
    systems: int
    f: float
    df_systems: float
    df_error: float
    epsilon: float
    p: float
    partial_eta_squared: float
    interval: Interval


def friedman(systems: Mapping[str, Sequence[float]], *, seed: int = 0) -> Friedman:
    """Compare three or more systems over the same scenarios. Raises UnusableSample for fewer, or uneven ones."""
    table = _table(systems, "the Friedman test")
    n, k = table.shape
    statistic = float(_friedman(table, np.ones((1, n)))[0])
    drawn = _friedman(table, drawn_often(n, seed=seed)) / (n * (k - 1))
    p = float(stats.chi2.sf(statistic, k - 1))
    return Friedman(n, k, statistic, p, statistic / (n * (k - 1)), percentiles(drawn))


def _table(systems: Mapping[str, Sequence[float]], test: str) -> Array:
    if len(systems) < 3:
        raise UnusableSample(f"{len(systems)} systems; {test} needs three, the paired tests are for two.")
    samples = [checked(values) for values in systems.values()]
    if len({len(sample) for sample in samples}) > 1:
        raise UnusableSample(f"Systems have {sorted({len(sample) for sample in samples})} scenarios.")
    return np.column_stack(samples)


def _friedman(table: Array, weights: Array) -> Array:
    """The statistic with its correction for ties, a row of weights of scenarios each; 0 where all systems tie."""
    n, k = table.shape
    ranks = np.apply_along_axis(stats.rankdata, 1, table)
    ties = np.array([sum(count**3 - count for count in np.unique(row, return_counts=True)[1]) for row in table])
    sums = weights @ ranks
    plain = 12 / (n * k * (k + 1)) * (sums**2).sum(axis=1) - 3 * n * (k + 1)
    correction = 1 - weights @ ties / (n * k * (k**2 - 1))
    found: Array = np.where(correction > 1e-12, plain / np.maximum(correction, 1e-12), 0.0)
    return found


def variance_analysis(systems: Mapping[str, Sequence[float]], *, seed: int = 0) -> VarianceAnalysis:
    """Repeated-measures analysis of variance. Raises UnusableSample for fewer than three systems, or uneven ones.

    Where nothing varies within scenarios there is nothing to explain: F is 0 and p is 1.
    """
    table = _table(systems, "the analysis of variance")
    n, k = table.shape
    between, error = _sums_of_squares(table)
    epsilon = _greenhouse_geisser(table)
    freedom, error_freedom = (k - 1) * epsilon, (k - 1) * (n - 1) * epsilon
    if error <= 1e-12 * max(1.0, between):
        f, p = (0.0, 1.0) if between <= 1e-12 else (float("inf"), 0.0)
    else:
        f = (between / (k - 1)) / (error / ((k - 1) * (n - 1)))
        p = float(stats.f.sf(f, freedom, error_freedom))
    interval = percentiles(_resampled_eta(table, drawn_often(n, seed=seed)))
    return VarianceAnalysis(n, k, f, freedom, error_freedom, epsilon, p, _eta(between, error), interval)


def _sums_of_squares(table: Array) -> tuple[float, float]:
    """Of the systems, and of what is left within scenarios."""
    n = len(table)
    grand, by_system = table.mean(), table.mean(axis=0)
    residual = table - table.mean(axis=1, keepdims=True) - by_system + grand
    return float(n * ((by_system - grand) ** 2).sum()), float((residual**2).sum())


def _eta(between: float, error: float) -> float:
    return between / (between + error) if between + error > 1e-12 else 0.0


def _resampled_eta(table: Array, often: Array) -> Array:
    """Partial eta squared of each resample; what all of a scenario's figures share drops out of both sums."""
    within = table - table.mean(axis=1, keepdims=True)
    between = ((often @ within) ** 2).sum(axis=1) / len(table)
    total = often @ (within**2).sum(axis=1)
    found: Array = np.where(total > 1e-12, between / np.maximum(total, 1e-12), 0.0)
    return found


def _greenhouse_geisser(table: Array) -> float:
    k = table.shape[1]
    covariance = np.cov(table, rowvar=False)
    centring = np.eye(k) - 1 / k
    centred = centring @ covariance @ centring
    squares = float((centred**2).sum())
    return float(np.trace(centred)) ** 2 / ((k - 1) * squares) if squares > 1e-24 else 1.0
