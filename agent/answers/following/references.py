"""What "that value" and "the second medicine you listed" stand for: answers given, followed to the present."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.events import SpokenReference
from domain.ledger import Fact, Ledger
from projections.answers import Answers

ReferenceKind = Literal["measurement", "medications", "conditions", "allergies", "symptoms", "plan"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reference as an answer made it, and the turn in which it did."""

    turn_number: int
    reference: SpokenReference


def spoken(answers: Answers, kind: ReferenceKind, *, at_least: int = 1, before: int | None = None) -> Spoken | None:
    """The latest reference of ``kind`` that named at least so many facts, optionally before a turn."""
    for turn_number in sorted(answers.given, reverse=True):
        if before is not None and turn_number >= before:
            continue
        for reference in answers.given[turn_number].spoke_of:
            if reference.kind == kind and len(reference.fact_ids) >= at_least:
                return Spoken(turn_number, reference)
    return None


def present(ledger: Ledger, fact_id: str) -> Fact | None:
    """What ``fact_id`` has become: itself while current, else what took its place; None for a withdrawn fact."""
    seen: set[str] = set()
    fact = ledger.facts.get(fact_id)
    while fact is not None and not fact.current and fact.superseded_by and fact.fact_id not in seen:
        seen.add(fact.fact_id)
        fact = ledger.facts.get(fact.superseded_by)
    if fact is None or fact.current:
        return fact
    return next((old for old in map(ledger.facts.get, fact.supersedes) if old is not None and old.current), None)


def medicines_spoken(facts: tuple[Fact, ...]) -> tuple[SpokenReference, ...]:
    """The reference that a list of medicines makes, in the order named."""
    return (SpokenReference(kind="medications", fact_ids=tuple(fact.fact_id for fact in facts)),) if facts else ()
