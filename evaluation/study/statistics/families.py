"""Families of tests: the chance of one false finding among all of them stays what a single test would have."""

from __future__ import annotations

from collections.abc import Mapping


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """The p-values of one family of tests, adjusted by Holm's step-down method; keys keep their order."""
    adjusted, reached = dict[str, float](), 0.0
    for rank, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        reached = max(reached, min(1.0, p_values[name] * (len(p_values) - rank)))
        adjusted[name] = reached
    return {name: adjusted[name] for name in p_values}
