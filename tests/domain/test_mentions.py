"""Mentions share what they have in common, and none of them ever changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.mentions import Mentions
from domain.values import Evidence, Source


@given(st.lists(st.tuples(st.integers(0, 20), st.sampled_from(list(Source))), max_size=30))
def test_continuing_any_earlier_one_leaves_all_others_as_they_were(steps: list[tuple[int, Source]]) -> None:
    first = Evidence(event_id="first")
    made = [Mentions(first)]
    expected: list[tuple[Evidence, ...]] = [(first,)]
    for number, (which, source) in enumerate(steps):
        evidence, place = Evidence(event_id=str(number), source=source), which % len(made)
        made.append(made[place].and_(evidence))
        expected.append((*expected[place], evidence))
    for mentions, items in zip(made, expected, strict=True):
        assert tuple(mentions) == items == tuple(mentions[:])
        assert len(mentions) == len(items) and mentions[-1] == items[-1]
        assert mentions.sources == {one.source for one in items}
        assert mentions.last(3) == list(items[-3:])
