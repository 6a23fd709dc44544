from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from extraction.bench import bench, bench_served, percentile
from extraction.naming.concepts import Recogniser
from extraction.naming.lexicon import read_tables

SMALL = read_tables([Path(__file__).parent / "tables"])


def test_a_turn_is_the_sum_of_its_parts() -> None:
    ticks = count()
    timings = bench(SMALL, Recogniser(SMALL), lambda: float(next(ticks)), ("고혈압이 있어요",), repeats=3)

    found = {timing.part: timing.p50 for timing in timings}
    assert list(found) == ["normalise", "recognise", "read", "turn"]
    assert found["turn"] == found["normalise"] + found["recognise"] + found["read"]


def test_both_readers_are_timed_as_they_are_served() -> None:
    timings = bench_served(SMALL, Recogniser(SMALL), count().__next__, ("고혈압이 있어요",), repeats=2)

    assert [(timing.part, timing.p50) for timing in timings] == [
        ("linear readers", 1000.0),
        ("with the encoder", 1000.0),
    ]


@pytest.mark.parametrize(("rank", "expected"), [(1, 1.0), (50, 50.0), (95, 95.0), (100, 100.0)])
def test_percentiles_are_of_the_nearest_rank(rank: int, expected: float) -> None:
    assert percentile([each / 1000 for each in range(100, 0, -1)], rank) == pytest.approx(expected)
