"""Which letters a text must hold for a pattern to match anywhere in it: a look that costs a tenth of trying.

Tables of hundreds of patterns are tried on every utterance, and nearly all of them speak of words that it lacks.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import add
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final, Generic, TypeAlias, TypeVar

from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex
from extraction.text.warm_store import kept

Needs: TypeAlias = tuple[frozenset[str], ...]
"""Groups of pieces of one to three letters: a text that matches holds a piece of each."""

MANY_PATTERNS: Final = 24
"""Patterns of a table from which on what they need is kept on disk: to take one apart takes half a millisecond."""

_LETTERS: Final = 3
"""Letters of the longest piece."""
_ALTERNATIVES: Final = 64
"""Pieces of a group beyond which it says too little."""
_OTHER_LETTERS: Final = lazy_regex(r"[^\W\d_a-zA-Z가-힣ㄱ-ㆎ]")
"""Letters of which some match others without case than their own small ones: a Kelvin sign is a k."""

_Words: TypeAlias = frozenset[str]
T = TypeVar("T")


class Rows(Generic[T]):
    """The rows of a table, each with a pattern that is looked for in texts; immutable, so threads may share it."""

    def __init__(self, rows: Iterable[T], pattern_of: Callable[[T], re.Pattern[str]]) -> None:
        self._rows = tuple(rows)
        self._pattern_of = pattern_of

    def __iter__(self) -> Iterator[T]:
        """All rows, in the order of the table."""
        return iter(self._rows)

    def worth_trying(self, text: str) -> Iterator[T]:
        """The rows whose pattern may match in ``text``, in the order of the table; none of the others matches."""
        pieces = pieces_of(text)
        if pieces is None:
            return iter(self._rows)
        near = set(self._near[""])
        for piece in self._near.keys() & pieces:
            near.update(self._near[piece])
        return (self._rows[at] for at in sorted(near) if may_match(self._needed[at], pieces))

    @cached_property
    def _needed(self) -> tuple[Needs, ...]:
        patterns = list(map(self._pattern_of, self._rows))

        def derived() -> list[list[list[str]]]:
            return [[sorted(group) for group in needs(one)] for one in patterns]

        if len(patterns) < MANY_PATTERNS:
            return tuple(map(needs, patterns))
        # How a pattern is taken apart is Python's own matter, and another one's with its next version.
        given = [sys.version, *(f"{one.flags} {one.pattern}" for one in patterns)]
        listed = kept(f"needs{len(patterns)}", given, list[list[list[str]]], derived)
        return tuple(tuple(map(frozenset, groups)) for groups in listed)

    @cached_property
    def _near(self) -> Mapping[str, Sequence[int]]:
        """The rows by each piece of what they need first; under "" those that need nothing."""
        near: dict[str, list[int]] = {"": []}
        for at, needed in enumerate(self._needed):
            for piece in needed[0] if needed else ("",):
                near.setdefault(piece, []).append(at)
        return near


@remembered
def pieces_of(text: str) -> frozenset[str] | None:
    """The pieces that stand in ``text``; None where it holds letters of which nothing can be foretold."""
    if _OTHER_LETTERS.search(text):
        return None
    small = text.lower()
    longer: Iterable[str] = small
    found = set(small)
    for count in range(1, _LETTERS):
        longer = list(map(add, longer, small[count:]))
        found.update(longer)
    return frozenset(found)


def may_match(needs: Needs, pieces: frozenset[str] | None) -> bool:
    """Whether a pattern that ``needs`` these may match a text of these ``pieces``; where it is not so, none does."""
    return pieces is None or not any(map(pieces.isdisjoint, needs))


def needs(pattern: re.Pattern[str]) -> Needs:
    """What any text that ``pattern`` matches holds; nothing where that cannot be told."""
    groups = list(_groups(parser.parse(pattern.pattern, pattern.flags)))
    # The fewest first: most texts fail at the first look.
    found = sorted(
        {frozenset(word[:_LETTERS] for word in group) for group in groups}, key=lambda one: (len(one), sorted(one))
    )
    return tuple(one for one in found if len(one) <= _ALTERNATIVES)


def _groups(parsed: Iterable[tuple[Any, Any]]) -> Iterator[_Words]:
    """For each part of a sequence that cannot be left out, the words of which it holds one."""
    run = ""
    for code, value in parsed:
        if code is codes.LITERAL:
            run += chr(value).lower()
            continue
        if run:
            yield frozenset({run})
            run = ""
        yield from _groups_of(code, value)
    if run:
        yield frozenset({run})


def _groups_of(code: Any, value: Any) -> Iterator[_Words]:
    if code is codes.SUBPATTERN:
        yield from _groups(value[3])
    elif code is codes.ATOMIC_GROUP:
        yield from _groups(value)
    elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT) and value[0] > 0:
        yield from _groups(value[2])
    elif code is codes.BRANCH:
        either = [_best(list(_groups(one))) for one in value[1]]
        if all(either):
            yield frozenset().union(*(one for one in either if one))
    elif code is codes.IN and all(kind is codes.LITERAL for kind, _ in value):
        yield frozenset(chr(letter).lower() for _, letter in value)


def _best(groups: Sequence[_Words]) -> _Words | None:
    """The group that tells the most: the longest of words, then the fewest; None where there is none."""
    return max(groups, key=lambda one: (min(min(map(len, one)), _LETTERS), -len(one)), default=None)
