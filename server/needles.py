"""Many byte strings looked for at once, so that a thousand sentences take hardly longer than a hundred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

WORD = 8
"""Bytes of a string that are compared first, those of all strings at once, as one number."""
FEW = 64
"""Up to so many strings are looked for faster one by one."""

_TABLE_BITS = 20
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


class Needles:
    """The strings, ready to be looked for in any number of contents."""

    def __init__(self, strings: Iterable[bytes]) -> None:
        """Empty strings, which stand everywhere, are left out."""
        strings = {one for one in strings if one}
        self.longest = max(map(len, strings), default=0)
        few = len(strings) <= FEW
        self._one_by_one = tuple(one for one in strings if few or len(one) < WORD)
        self._by_word = _by_rarest_word(strings.difference(self._one_by_one))
        self._words = np.array(sorted(self._by_word), dtype="<u8")
        self._marked = np.zeros(1 << _TABLE_BITS, dtype=bool)
        self._marked[_places(self._words)] = True

    def stand_in(self, content: bytes) -> bool:
        """Whether one of the strings stands in ``content``."""
        return any(one in content for one in self._one_by_one) or (bool(self._by_word) and self._all_at_once(content))

    def _all_at_once(self, content: bytes) -> bool:
        for offset in range(min(WORD, len(content) - WORD + 1)):
            words = np.frombuffer(content, "<u8", offset=offset, count=(len(content) - offset) // WORD)
            # Nearly all is ruled out by a look into the table; the rest is compared exactly.
            near = np.flatnonzero(self._marked[_places(words)])
            for place in near[np.isin(words[near], self._words)].tolist():
                start = place * WORD + offset
                for one, before in self._by_word[int(words[place])]:
                    if start >= before and content.startswith(one, start - before):
                        return True
        return False


def _by_rarest_word(strings: Collection[bytes]) -> dict[int, list[tuple[bytes, int]]]:
    """The strings by the word in them that fewest others have, with its place: sentences often begin alike."""
    common = Counter(word for one in strings for word in set(_words(one)))
    found: dict[int, list[tuple[bytes, int]]] = {}
    for one in strings:
        words = _words(one)
        place = min(range(len(words)), key=lambda at: common[words[at]])
        found.setdefault(words[place], []).append((one, place))
    return found


def _words(string: bytes) -> list[int]:
    return [int.from_bytes(string[at : at + WORD], "little") for at in range(len(string) - WORD + 1)]


def _places(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    places: NDArray[np.uint64] = (words * _SPREAD) >> np.uint64(64 - _TABLE_BITS)
    return places
