"""How hard a property is tried: a few examples in every run, many under the ``torture`` marker."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

MANY = 1_000
EFFORT = pytest.mark.parametrize(
    "examples", [12, pytest.param(MANY, marks=[pytest.mark.torture, pytest.mark.timeout(3_600)])]
)


def for_all(examples: int, strategy: SearchStrategy[T], holds: Callable[[T], None]) -> None:
    """``holds`` passes for every example; the few are the same in every run, the many are not.

    Drawing a history takes four times as long as most properties of it: the few are drawn once for all properties of
    one ``strategy``. Where one fails, Hypothesis draws them again and looks for the smallest that fails.
    """
    if examples >= MANY:
        _try(examples, strategy, holds)
        return
    try:
        for example in _drawn(examples, strategy):
            holds(example)
    except Exception:
        _try(examples, strategy, holds)
        raise


@lru_cache(8)
def _drawn(examples: int, strategy: SearchStrategy[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    _try(examples, strategy, found.append)
    return tuple(found)


def _try(examples: int, strategy: SearchStrategy[T], holds: Callable[[T], None]) -> None:
    def holds_of(example: T) -> None:
        holds(example)

    run = settings(
        max_examples=examples,
        derandomize=examples < MANY,
        database=None,
        suppress_health_check=list(HealthCheck),
    )(given(strategy)(holds_of))
    run()
