"""Stretches of a text by their place: whether one of many touches another is found without looking at them all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate


class Spans:
    """Half-open stretches of a text, which may overlap and stand in any order."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        placed = sorted(spans)
        self._starts = [start for start, _ in placed]
        self._reached = list(accumulate((end for _, end in placed), max))

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them begins before ``end`` and ends after ``start``."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._reached[before - 1] > start
