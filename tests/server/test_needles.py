"""Looking for many strings at once finds what looking for each of them finds."""

from __future__ import annotations

from hypothesis import strategies as st

from server.needles import FEW, Needles
from tests.properties.effort import EFFORT, for_all

# Of two letters, so that strings share words with each other and with what they are looked for in.
LETTERS = st.sampled_from((b"a", b"b"))


@EFFORT
def test_many_strings_are_found_as_each_is(examples: int) -> None:
    text = st.lists(LETTERS, min_size=1, max_size=40).map(b"".join)
    many = st.lists(text, min_size=FEW + 1, max_size=FEW + 40, unique=True)

    def holds(example: tuple[list[bytes], bytes, int]) -> None:
        strings, content, cut = example
        # Long enough for the words to count, and not so short that one of them stands in anything.
        strings = [one for one in strings if len(one) > 8] or [b"never"]
        for looked_for in (strings, [*strings, *(b"%d more that are missing" % number for number in range(FEW))]):
            for read in (content, content[cut:], strings[0][1:], b"c" + strings[0] + b"c"):
                assert Needles(looked_for).stand_in(read) == any(one in read for one in looked_for)

    for_all(examples, st.tuples(many, st.lists(LETTERS, max_size=200).map(b"".join), st.integers(0, 9)), holds)
