"""Every mention of a fact, kept so that one more costs the same after ten thousand as after one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from domain.values import Evidence


class Mentions(Sequence[Evidence]):
    """The evidence of a fact in the order in which it came: at least one, and never changed.

    A longer one shares the list of the one that it continues; each sees as far as its own length.
    """

    __slots__ = ("_items", "_length", "sources")

    def __init__(self, first: Evidence) -> None:
        self._items = [first]
        self._length = 1
        self.sources = frozenset((first.source,))
        """Who has said it."""

    def and_(self, evidence: Evidence) -> Mentions:
        """These mentions and one more."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(evidence)
        # Another thread, or another continuation of the same mentions, may have been first.
        if len(items) == length or items[length] is not evidence:
            items = [*items[:length], evidence]
        longer = object.__new__(Mentions)
        longer._items, longer._length = items, length + 1
        longer.sources = self.sources if evidence.source in self.sources else self.sources | {evidence.source}
        return longer

    def last(self, count: int) -> list[Evidence]:
        """The last ``count`` mentions, or as many as there are."""
        return self._items[max(0, self._length - count) : self._length]

    @overload
    def __getitem__(self, index: int) -> Evidence: ...
    @overload
    def __getitem__(self, index: slice) -> list[Evidence]: ...
    def __getitem__(self, index: int | slice) -> Evidence | list[Evidence]:
        if isinstance(index, slice):
            return self._items[: self._length][index]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(index)
        return self._items[place]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Evidence]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mentions) and self._items[: self._length] == other._items[: other._length]

    def __hash__(self) -> int:
        return hash((self._length, self._items[0], self._items[self._length - 1]))

    def __repr__(self) -> str:
        return f"Mentions({self._items[: self._length]!r})"
