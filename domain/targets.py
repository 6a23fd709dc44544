"""Which fact the words mean: a target described by slot, concept, old value, date or place in a series, resolved."""

from __future__ import annotations

from dataclasses import dataclass

from domain.comparison import agrees, says
from domain.ledger import CORRECTED, Fact, Ledger
from domain.proposals import Target
from domain.values import ANY, SERIES_SLOTS, SIDED_SLOTS, SIDES, Content, SlotKind

_OF_THE_PERSON = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.SOCIAL_HISTORY, SlotKind.FAMILY_HISTORY})
"""Slots that "that was my mother" never means: the patient's own age, habits and family."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The facts that fit a target; ``near`` holds those of the concept when the stated old value fits none of them."""

    facts: tuple[Fact, ...]
    near: tuple[Fact, ...] = ()


def resolve(ledger: Ledger, target: Target | None, content: Content | None) -> Resolution:
    """Current facts that ``target`` describes (or ``content``, when no target is given), oldest clinical day first."""
    if target is None:
        if content is None:
            return Resolution(())
        target = Target(slot=content.slot, concept_id=content.concept.concept_id, subject=content.subject)
    pool = _pool(ledger, target)
    if not pool:
        return Resolution(())
    if target.old is None and content is not None:
        pool = _of_its_side(pool, content) or pool
    day = target.date or _day_told(target, content, pool)
    dated = [fact for fact in pool if day is None or same_day(fact.clinical_day, day)]
    said = dated if target.old is None else [fact for fact in dated if says(fact.content, target.old)]
    if target.old is not None and not said:
        return Resolution((), tuple(pool))
    if target.which == "spoken" and said:
        return Resolution(_told_together(ledger, target, said))
    if target.which == "latest" and said:
        return Resolution((said[-1],))
    if target.which == "previous" and len(said) > 1:
        return Resolution((_previous(said, pool),))
    if target.which == "previous" and target.old is None and len(pool) > 1:
        return Resolution((pool[-2],))
    return Resolution(tuple(said), () if said else tuple(pool))


def _of_its_side(pool: list[Fact], content: Content) -> list[Fact]:
    """Of facts on several sides of the body those of the side that is told, else those of none."""
    if content.slot not in SIDED_SLOTS or content.qualifier not in SIDES:
        return pool
    own = [fact for fact in pool if fact.content.qualifier == content.qualifier]
    return own or [fact for fact in pool if fact.content.qualifier not in SIDES]


def _day_told(target: Target, content: Content | None, pool: list[Fact]) -> str | None:
    """The day of a value that is put right, where one stands on it: "on 29 May it was 4.8" means no other reading.

    A value that stands as it is was measured on another day: then the day is what is put right.
    """
    if content is None or content.slot not in SERIES_SLOTS or content.value is None or target.old is not None:
        return None
    same = any(fact.content.value == content.value for fact in pool)
    stands = any(fact.content.valid_from == content.valid_from for fact in pool)
    return content.valid_from if content.valid_from and stands and not same else None


def correction_to_revert(ledger: Ledger, target: Target | None) -> tuple[Fact, tuple[str, ...]] | None:
    """The current correction to undo and the fact ids to restore, or None.

    Without a value it is the last correction made. With one ("7.2 was right after all"), the correction is followed
    back through what it replaced to the fact that says so.
    """
    corrections = sorted(
        (
            fact
            for fact in ledger.current()
            if any(ledger.facts[old].ended == CORRECTED for old in fact.supersedes)
            and (target is None or any(_fits(one, target) for one in (fact, *_replaced(ledger, fact))))
        ),
        key=lambda fact: fact.version,
        reverse=True,
    )
    wanted = target.old if target is not None else None
    for fact in corrections:
        restored = fact.supersedes if wanted is None else _ancestor(ledger, fact, wanted)
        if restored:
            return fact, restored
    return None


def made_with(ledger: Ledger, correction: Fact, target: Target | None) -> tuple[tuple[Fact, tuple[str, ...]], ...]:
    """The other current corrections that the same words made, each with the fact ids to restore.

    "Undo that" takes back both numbers of a blood pressure; undoing a named test or value takes back that alone.
    """
    if target is not None and (target.concept_id is not None or target.old is not None):
        return ()
    return tuple(
        (fact, fact.supersedes)
        for fact in ledger.current(correction.content.slot)
        if fact.fact_id != correction.fact_id
        and any(ledger.facts[old].ended == CORRECTED for old in fact.supersedes)
        and told_as_one((correction, fact))
    )


def correction_of(ledger: Ledger, content: Content) -> tuple[Fact, tuple[str, ...]] | None:
    """The current correction that put something else in the place of ``content``, and the fact ids to restore."""
    key = (content.slot, content.concept.concept_id, content.subject)
    for fact in sorted(ledger.current(), key=lambda one: one.version, reverse=True):
        restored = tuple(
            old.fact_id
            for old in _replaced(ledger, fact)
            if old.ended == CORRECTED
            and (old.content.slot, old.content.concept.concept_id, old.content.subject) == key
            and agrees(old.content, content)
        )
        if restored:
            return fact, restored
    return None


def _replaced(ledger: Ledger, fact: Fact) -> tuple[Fact, ...]:
    return tuple(ledger.facts[old] for old in fact.supersedes)


def superseded_by_correction(ledger: Ledger, fact: Fact, content: Content) -> tuple[str, ...]:
    """What correcting ``fact`` to ``content`` replaces: the fact, and whatever stands where the content belongs.

    The other side of a contradiction goes with it, and so does a value on the day to which a wrong date is moved.
    """
    others = ledger.others_at(content, fact.day, fact.fact_id)
    return (fact.fact_id, *(other.fact_id for other in others))


def _pool(ledger: Ledger, target: Target) -> list[Fact]:
    if target.slot is None and target.concept_id is None:
        return _last_spoken(ledger, target)
    facts = [fact for fact in ledger.current(target.slot) if _fits(fact, target)]
    return sorted(facts, key=lambda fact: (fact.clinical_day, fact.version))


def _last_spoken(ledger: Ledger, target: Target) -> list[Fact]:
    facts = [fact for fact in ledger.current() if target.old is None or says(fact.content, target.old)]
    if not facts:
        return []
    turn = max(fact.evidence[-1].turn_number or 0 for fact in facts)
    return [fact for fact in facts if (fact.evidence[-1].turn_number or 0) == turn]


def _told_together(ledger: Ledger, target: Target, said: list[Fact]) -> tuple[Fact, ...]:
    """The fact of ``said`` that was told last, and what else was told in the same turn of the same kind."""
    last = max(said, key=lambda fact: (fact.evidence[-1].turn_number or 0, fact.version))
    turn = last.evidence[-1].turn_number
    others = [
        fact
        for fact in ledger.current(target.slot)
        if fact.content.slot not in _OF_THE_PERSON
        and fact.content.subject == target.subject
        and fact.content.concept.concept_id != ANY
        and fact.evidence[-1].turn_number == turn
    ]
    return tuple(others) if turn is not None else (last,)


def told_as_one(facts: tuple[Fact, ...]) -> bool:
    """Whether the same words told all of them, as the two numbers of a blood pressure."""
    places = {(fact.evidence[0].event_id, fact.evidence[0].start, fact.evidence[0].end) for fact in facts}
    return len(places) == 1 and None not in next(iter(places))


def _fits(fact: Fact, target: Target) -> bool:
    concept = fact.content.concept
    if target.slot is not None and fact.content.slot is not target.slot:
        return False
    if fact.content.subject != target.subject:
        return False
    if target.concept_id is None:
        return concept.concept_id != ANY
    return concept.concept_id == target.concept_id or target.concept_id in concept.broader


def same_day(known: str, date: str) -> bool:
    """Whether two partial dates agree as far as both go."""
    shorter, longer = sorted((known, date), key=len)
    return longer.startswith(shorter)


def _previous(said: list[Fact], pool: list[Fact]) -> Fact:
    before_last = [fact for fact in said if fact is not pool[-1]]
    return before_last[-1] if before_last else said[-1]


def _ancestor(ledger: Ledger, fact: Fact, wanted: float | str) -> tuple[str, ...]:
    queue, seen = list(fact.supersedes), set()
    while queue:
        old = queue.pop(0)
        if old in seen:
            continue
        seen.add(old)
        if says(ledger.facts[old].content, wanted):
            return (old,)
        queue.extend(ledger.facts[old].supersedes)
    return ()
