"""What was read from a ledger, brought forward over the changes since instead of being read again.

A patient may have ten thousand current facts, and a turn changes one or two of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from domain.ledger import Fact

T = TypeVar("T")

Change = tuple["Fact | None", "Fact"]
"""A fact before (None where there was none) and after an event; either may be current or not."""
Advance = Callable[[T, Sequence[Change]], "T | None"]
"""What was made of a ledger, after these changes; None where it must be made anew. It changes nothing in place."""

MOST_CHANGES = 64
"""Changes from which on everything is made anew: an import changes thousands."""
MOMENTS = 4
"""Moments of reading, back from now, among which a reader finds what it last read."""
_MISSING: Final = object()


class Derived:
    """What readers made of a ledger at one moment, by the reader's name. Copies of a ledger share it.

    Threads may read it at once: at the worst a thing is made twice.
    """

    __slots__ = ("_base", "_changes", "_found")

    def __init__(self, base: Derived | None = None, changes: tuple[Change, ...] = ()) -> None:
        self._base = base
        self._changes = changes
        self._found: dict[object, Any] = {}

    def after(self, changes: Sequence[Change]) -> Derived:
        """What is derived at the moment after these changes."""
        base, all_changes = (self, tuple(changes)) if self._found else (self._base, (*self._changes, *changes))
        if base is None or len(all_changes) > MOST_CHANGES:
            return Derived()
        oldest: Derived | None = base
        for _ in range(MOMENTS - 1):
            oldest = oldest._base if oldest is not None else None
        if oldest is not None:
            oldest._base = None
        return Derived(base, all_changes)

    def get(self, name: object, make: Callable[[], T], advance: Advance[T] | None = None) -> T:
        """What ``make`` makes, made once a moment, or brought forward by ``advance`` from an earlier one."""
        found = self._known(name, advance)
        if found is _MISSING:
            found = self._found[name] = make()
        return found  # type: ignore[no-any-return]

    def _known(self, name: object, advance: Advance[Any] | None) -> Any:
        found, base = self._found.get(name, _MISSING), self._base
        if found is _MISSING and advance is not None and base is not None:
            earlier = base._known(name, advance)
            if earlier is not _MISSING and (later := advance(earlier, self._changes)) is not None:
                found = self._found[name] = later
        return found


def spliced(
    facts: tuple[Fact, ...],
    changes: Sequence[Change],
    key: Callable[[Fact], Any],
    holds: Callable[[Fact], bool],
) -> tuple[Fact, ...] | None:
    """The facts that ``holds``, in order of ``key``, which no two share, after ``changes``; None if one is amiss.

    The same tuple where nothing in it has changed.
    """
    ordered: list[Fact] | None = None
    for before, after in changes:
        was, becomes = before is not None and holds(before), holds(after)
        if not was and not becomes:
            continue
        ordered = list(facts) if ordered is None else ordered
        if was and before is not None:
            place = bisect_left(ordered, key(before), key=key)
            if place == len(ordered) or ordered[place].fact_id != before.fact_id:
                return None
            del ordered[place]
        if becomes:
            ordered.insert(bisect_left(ordered, key(after), key=key), after)
    return facts if ordered is None else tuple(ordered)
