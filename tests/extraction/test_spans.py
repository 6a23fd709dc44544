"""Stretches by their place: what one touches is the same as when all of them are looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extraction.text.spans import Spans

PLACES = st.integers(0, 30)
STRETCHES = st.tuples(PLACES, st.integers(0, 8)).map(lambda one: (one[0], one[0] + one[1]))


@given(st.lists(STRETCHES, max_size=12), STRETCHES)
def test_a_stretch_touches_what_it_shares_a_place_with(spans: list[tuple[int, int]], asked: tuple[int, int]) -> None:
    start, end = asked

    assert Spans(spans).touch(start, end) == any(first < end and last > start for first, last in spans)
