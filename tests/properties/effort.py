"""How hard a property is tried: a few examples in every run, many under the ``torture`` marker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

EFFORT = pytest.mark.parametrize(
    "examples", [20, pytest.param(1_000, marks=[pytest.mark.torture, pytest.mark.timeout(3_600)])]
)


def for_all(examples: int, strategy: SearchStrategy[T], holds: Callable[[T], None]) -> None:
    """``holds`` passes for every example; the few are the same in every run, the many are not."""

    def holds_of(example: T) -> None:
        holds(example)

    few = examples < 1_000
    run = settings(
        max_examples=examples,
        derandomize=few,
        database=None,
        suppress_health_check=list(HealthCheck),
    )(given(strategy)(holds_of))
    run()
