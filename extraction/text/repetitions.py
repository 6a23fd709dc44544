"""What stands in a long text over and over in an unbroken row is read a few times, not a thousand.

A key that was held down, a phrase pasted again and again: the thousandth time says nothing that the third did not, and
each name in it would cost as much as one that is told once. Nothing that is said is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from extraction.text.normalise import Normalised

LONG: Final = 600
"""Characters up to which a text is read as it stands: ordinary utterances are shorter."""

LONGEST_UNIT: Final = 250
"""Characters of what may be said again and again."""

KEPT: Final = 200
"""Characters of such a row that are read, and :data:`TIMES` rounds of it at the least."""

TIMES: Final = 3


def without_repetitions(text: Normalised) -> Normalised:
    """``text`` with endless rows of one unit cut down to their beginning; the same for all but long texts."""
    if len(text.text) <= LONG:
        return text
    cuts = list(_cuts(text.text))
    if not cuts:
        return text
    places = np.ones(len(text.text), dtype=bool)
    for start, end in cuts:
        places[start:end] = False
    kept = np.flatnonzero(places).tolist()
    return replace(
        text,
        text="".join(text.text[at] for at in kept),
        starts=tuple(text.starts[at] for at in kept),
        ends=tuple(text.ends[at] for at in kept),
    )


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """What is left out, whole rounds at the end of each row, from the shortest units on; none twice."""
    letters = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    reached = np.zeros(len(text), dtype=bool)
    for size in range(1, LONGEST_UNIT + 1):
        kept = size * max(TIMES, -(-KEPT // size))
        for start, end in _rows(letters, size, kept):
            if not reached[start:end].any():
                reached[start:end] = True
                rounds = (end - start - kept) // size
                yield end - rounds * size, end


def _rows(letters: np.ndarray, size: int, longest: int) -> Iterator[tuple[int, int]]:
    """The stretches, longer than ``longest``, in which every letter stands again ``size`` letters further."""
    again = np.concatenate(([False], letters[size:] == letters[:-size], [False]))
    edges = np.flatnonzero(again[1:] != again[:-1])
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if end - start + size >= longest + size:
            yield start, end + size
