"""Which side of an open contradiction a reply names: by its value, by who said it, or by its place in the question."""

from __future__ import annotations

from domain.comparison import agrees, says
from domain.ledger import Fact, Ledger
from domain.proposals import Proposal, Target
from domain.values import Content

_PLACES = {"first": 0, "second": 1}


def confirmed_sides(ledger: Ledger, target: Target | None, content: Content | None) -> tuple[Fact, ...]:
    """The sides that a reply fits: one settles its contradiction; several, of different questions, must be asked about.

    A reply that fits more than one side of the same contradiction says nothing about it.
    """
    if target is None:
        return ()
    found: list[Fact] = []
    for sides in ledger.disputes.values():
        facts = [ledger.facts[fact_id] for fact_id in sides]
        fitting = [
            fact
            for place, fact in enumerate(facts)
            if _is_meant(fact, place, target) and (content is None or agrees(fact.content, content))
        ]
        if len(fitting) == 1:
            found.append(fitting[0])
    return tuple(found)


def reverted_side(ledger: Ledger, proposal: Proposal, *, after: int) -> Fact | None:
    """The side of a contradiction found after version ``after`` that words of undoing bring back ("the first one").

    Without a value or a claim that is the side that was there first.
    """
    for sides in reversed(ledger.disputes.values()):
        facts = [ledger.facts[fact_id] for fact_id in sides]
        target, content = proposal.target or Target(), proposal.content
        fitting = [
            fact
            for place, fact in enumerate(facts)
            if _is_meant(fact, place, target) and (content is None or agrees(fact.content, content))
        ]
        if fitting and max(fact.version for fact in facts) > after:
            return fitting[0]
    return None


def _is_meant(fact: Fact, place: int, target: Target) -> bool:
    content = fact.content
    return (
        (target.slot is None or content.slot is target.slot)
        and (target.concept_id is None or target.concept_id in (content.concept.concept_id, *content.concept.broader))
        and (target.old is None or says(content, target.old))
        and (target.source is None or fact.evidence[0].source is target.source)
        and (target.which not in _PLACES or _PLACES[target.which] == place)
    )
