"""Measures of one ranked list against graded judgements, and intervals over many queries; pure.

Gains are linear in the grade and unjudged documents count 0, as trec_eval has it. A document is relevant when its
grade is above 0; relevant documents that no corpus line holds count as missed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy.stats import bootstrap

Grades = Mapping[str, float]

RESAMPLES = 2_000
CONFIDENCE = 0.95
SEED = 20_250_309


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean over queries and its bootstrap interval at 95 %."""

    mean: float
    low: float
    high: float


def ndcg(ranked: Sequence[str], grades: Grades, k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first ``k``, 0 to 1."""
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    ideal = _discounted(best[:k])
    return _discounted([max(0.0, grades.get(document, 0.0)) for document in ranked[:k]]) / ideal if ideal else 0.0


def recall(ranked: Sequence[str], grades: Grades, k: int) -> float:
    """Share of the relevant documents among the first ``k``."""
    relevant = {document for document, grade in grades.items() if grade > 0}
    return len(relevant.intersection(ranked[:k])) / len(relevant) if relevant else 0.0


def precision(ranked: Sequence[str], grades: Grades, k: int) -> float:
    """Share of the first ``k`` places that hold a relevant document; empty places count as wrong."""
    return sum(grades.get(document, 0.0) > 0 for document in ranked[:k]) / k


def reciprocal_rank(ranked: Sequence[str], grades: Grades) -> float:
    """One over the rank of the first relevant document, 0 when there is none."""
    found = (rank for rank, document in enumerate(ranked, start=1) if grades.get(document, 0.0) > 0)
    return 1 / next(islice(found, 1), math.inf)


def interval(values: NDArray[np.float64]) -> Interval:
    """The mean over queries with its percentile bootstrap interval; paired when the values are differences."""
    mean = float(values.mean())
    if len(values) < 2 or not np.ptp(values):
        return Interval(mean, mean, mean)
    resampled = bootstrap(
        (values,),
        np.mean,
        n_resamples=RESAMPLES,
        batch=200,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Interval(mean, float(resampled.low), float(resampled.high))


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
