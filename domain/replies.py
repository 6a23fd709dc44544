"""What a reply names: a side of an open contradiction, or one of the facts that the turn before asked about."""

from __future__ import annotations

from domain.comparison import agrees, says
from domain.events import ClarificationRequested
from domain.ledger import Fact, Ledger
from domain.proposals import Proposal, Target
from domain.targets import same_day
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


def chosen(ledger: Ledger, asked: ClarificationRequested, target: Target | None) -> Fact | None:
    """The fact that a reply chooses among those that were asked about; None unless it fits exactly one.

    "The latest" and "the one before" go by clinical day, "the first" and "the second" by the order of the question;
    "the March one" is that of any March, where none of this year's was offered.
    """
    if asked.kind != "ambiguous_target" or target is None or target.which == "asked":
        return None
    offered = [fact for fact_id in asked.candidates if (fact := ledger.facts.get(fact_id)) and fact.ended is None]
    fitting = [fact for place, fact in enumerate(offered) if _is_meant(fact, place, target)]
    if target.date is not None:
        fitting = _on(fitting, target.date)
    by_day = sorted(fitting, key=lambda fact: fact.clinical_day or fact.day)
    if target.which == "latest":
        return by_day[-1] if by_day else None
    if target.which == "previous":
        return by_day[-2] if len(by_day) > 1 else None
    return fitting[0] if len(fitting) == 1 else None


def names_what_it_means(target: Target | None) -> bool:
    """Whether a reply names a value, a day, a source or a concept: only such a one answers a question of long ago."""
    return target is not None and any(
        one is not None for one in (target.concept_id, target.old, target.date, target.source)
    )


def is_yes_to(asked: ClarificationRequested, target: Target | None) -> bool:
    """Whether a reply says that it is so as it was asked; only a question that a yes answers is one."""
    return asked.kind == "unsure_reading" and target is not None and target.which == "asked"


def confirmed_dose(ledger: Ledger, asked: ClarificationRequested, target: Target | None) -> Fact | None:
    """The fact whose unusual dose was asked about and is said to be right; None where something else was meant."""
    if asked.kind != "unusual_dose" or target is None or target.which == "asked":
        return None
    fact = ledger.facts.get(asked.candidates[0])
    return fact if fact is not None and fact.current and _is_meant(fact, 0, target) else None


def _on(facts: list[Fact], date: str) -> list[Fact]:
    year, month_and_day = date[:4], date[5:]
    exactly = [fact for fact in facts if same_day(fact.clinical_day, date)]
    if exactly or not month_and_day:
        return exactly
    return [fact for fact in facts if same_day(fact.clinical_day, f"{fact.clinical_day[:4] or year}-{month_and_day}")]


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
