"""Whose word is shown first while two facts disagree: a matter of presentation, which decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.errors import InvalidCommand
from domain.ledger import Fact
from domain.values import Source

TrustOrder = tuple[Source, ...]
"""All sources, the most trusted first."""

DEFAULT_TRUST_ORDER: TrustOrder = tuple(Source)


class InvalidTrustOrder(InvalidCommand):
    """The trust order is not valid."""

    reason = "INVALID_TRUST_ORDER"
    advice = "Name patient, clinician and record once each, with commas between, the most trusted first."


def trust_order(words: str) -> TrustOrder:
    """The order that ``words`` name ("record,clinician,patient").

    Raises InvalidTrustOrder unless every source stands there exactly once.
    """
    names = [word.strip().lower() for word in words.split(",")]
    if sorted(names) != sorted(Source):
        raise InvalidTrustOrder("A trust order names every source exactly once.", sources=len(Source))
    return tuple(Source(name) for name in names)


def in_trust_order(facts: Iterable[Fact], order: TrustOrder = DEFAULT_TRUST_ORDER) -> tuple[Fact, ...]:
    """``facts`` as they stand, but the sides of each open contradiction with the most trusted one first.

    The sides share out the places that they had; of equally trusted ones the order stays. A fact is trusted as the most
    trusted of those who said it.
    """
    arranged = list(facts)
    places: dict[str, list[int]] = {}
    for place, fact in enumerate(arranged):
        if fact.disputed and fact.question_id is not None:
            places.setdefault(fact.question_id, []).append(place)
    for taken in places.values():
        sides = sorted((arranged[place] for place in taken), key=lambda fact: _rank(fact, order))
        for place, fact in zip(taken, sides, strict=True):
            arranged[place] = fact
    return tuple(arranged)


def _rank(fact: Fact, order: Sequence[Source]) -> int:
    return min(order.index(source) for source in fact.evidence.sources)
