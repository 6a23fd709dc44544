"""How two memories of one patient differ, fact by fact: what both hold, what one lacks, what they say differently."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from domain.ledger import Fact, FactKey, Ledger


@dataclass(frozen=True, slots=True)
class FactDifference:
    """What one memory holds and the other holds differently, or not at all (None)."""

    before: Fact | None
    after: Fact | None


@dataclass(frozen=True, slots=True)
class MemoryDifference:
    """The current facts that differ, in the order of the memory they stand in, and how many are the same."""

    facts: tuple[FactDifference, ...]
    same: int


def memory_difference(before: Ledger, after: Ledger) -> MemoryDifference:
    """Compare what is current: a fact is the same when it says the same and is as disputed, whatever its id."""
    left, right = _by_key(before), _by_key(after)
    differing: list[FactDifference] = []
    same = 0
    for key in dict.fromkeys((*left, *right)):
        own, other = list(left[key]), list(right[key])
        for fact in list(own):
            twin = next((one for one in other if _same(fact, one)), None)
            if twin is not None:
                own.remove(fact)
                other.remove(twin)
                same += 1
        differing.extend(_paired(own, other))
    return MemoryDifference(tuple(differing), same)


def _by_key(ledger: Ledger) -> defaultdict[FactKey, list[Fact]]:
    found: defaultdict[FactKey, list[Fact]] = defaultdict(list)
    for fact in ledger.current():
        found[fact.key].append(fact)
    return found


def _same(one: Fact, other: Fact) -> bool:
    return one.content == other.content and one.disputed == other.disputed


def _paired(before: Sequence[Fact], after: Sequence[Fact]) -> list[FactDifference]:
    pairs = [FactDifference(one, other) for one, other in zip(before, after, strict=False)]
    pairs += [FactDifference(one, None) for one in before[len(after) :]]
    return pairs + [FactDifference(None, other) for other in after[len(before) :]]
