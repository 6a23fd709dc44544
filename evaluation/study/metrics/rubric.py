"""Totals of the rubric by the thesis's two sets of weights, which don't compare with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType

from evaluation.study.rows import Rubric

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"accuracy": 0.35, "context": 0.25, "reasoning": 0.25, "hallucination": 0.15}
)
WEIGHTS_WITH_EVIDENCE: Mapping[str, float] = MappingProxyType(
    {"accuracy": 0.30, "context": 0.20, "reasoning": 0.20, "hallucination": 0.10, "evidence": 0.20}
)
"""The thesis's two sets (section 7)."""


def total(rubric: Rubric, weights: Mapping[str, float]) -> float | None:
    """The weighted mean of the points that a turn has, 0 to 2; weights are scaled to those. None without points."""
    given = [
        (points, weights[name]) for name, points in asdict(rubric).items() if points is not None and name in weights
    ]
    weight = sum(one for _, one in given)
    return sum(points * one for points, one in given) / weight if weight else None
