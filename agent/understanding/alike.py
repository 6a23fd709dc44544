"""Whether a reading and a model's operation are of one matter, and what the one says that the other does not."""

from __future__ import annotations

from typing import Final

from agent.understanding.merged import MOVING, OVER, STATING
from agent.understanding.verdicts import Verdict
from agent.understanding.words import numbers_of
from domain.comparison import agrees, overlay
from domain.proposals import Operation, Proposal
from domain.values import ANY, Concept, Content, SlotKind, Temporality

_SUBSTANCES: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.ALLERGIES})


def is_within(read: Proposal, proposal: Proposal, verdict: Verdict) -> bool:
    """Whether the other reader's act does nothing, or part of what this one does."""
    fact, content = verdict.fact, proposal.content
    if read.content is None or fact is None:
        return False
    renamed = read.operation is Operation.CORRECT and read.content.concept.concept_id != fact.content.concept.concept_id
    same = same_concept(read.content.concept, fact.content.concept) and not renamed
    if same and agrees(fact.content, read.content) and read.content.valid_from in (None, fact.content.valid_from):
        return True
    if content is None or read.operation is not proposal.operation:
        return False
    # What is on record already is the end that a change came from ("5 to 7.5"), and nothing that it brings.
    told = [
        (getattr(read.content, name), getattr(content, name), numbers_of(str(getattr(fact.content, name))))
        for name in ("value", "dose", "frequency")
    ]
    within = all(
        one is None or (other is not None and numbers_of(str(one)) - known <= numbers_of(str(other)))
        for one, other, known in told
    )
    return (
        within
        and same_concept(read.content.concept, content.concept)
        and read.content.status in (None, content.status, fact.content.status)
    )


def says_more(read: Proposal, proposal: Proposal) -> bool:
    """Whether a reading tells the dose of an operation and more of it ("1.5mg morning, 1mg evening" beside 1.5 mg), or
    which medicine of a class it is.
    """
    one, other = read.content, proposal.content
    if one is None or other is None:
        return False
    if other.concept.concept_id in one.concept.broader:
        return True
    if not one.dose or not other.dose:
        return False
    return numbers_of(other.dose) < numbers_of(one.dose)


def same_concept(one: Concept, other: Concept) -> bool:
    """Whether two concepts are one, or one is broader than the other."""
    if one.concept_id == other.concept_id or one.name.casefold() == other.name.casefold():
        return True
    return one.concept_id in other.broader or other.concept_id in one.broader


def is_same(read: Proposal, proposal: Proposal) -> bool:
    """Whether both readers read the same operation with the same content."""
    if read.operation is not proposal.operation:
        return False
    if read.content is None or proposal.content is None:
        return read.content is proposal.content and read.reattributed_to == proposal.reattributed_to
    one, other = read.content, proposal.content
    if one.concept.concept_id != other.concept.concept_id:
        return False
    if (one.slot, one.polarity) != (other.slot, other.polarity) or not _same_person(one.subject, other.subject):
        return False
    sure = one.with_fields(certainty=other.certainty)
    return agrees(sure, other) and agrees(other, sure) and one.temporality is other.temporality


def _same_person(one: str, other: str) -> bool:
    """Whether two kinship words may be of one person: a model knows siblings alone."""
    return one == other or (other == "sibling" and one in ("brother", "sister"))


def is_about(read: Proposal, slot: SlotKind, concept: Concept) -> bool:
    """Whether a reading is of this concept: in this slot, or in one that the same words may fill."""
    if read.content is not None:
        known = read.content.concept
        alike = read.content.slot is slot or {read.content.slot, slot} <= _SUBSTANCES
        alike = alike or {read.content.slot, slot} <= {SlotKind.CONDITIONS, SlotKind.FAMILY_HISTORY, SlotKind.SYMPTOMS}
        if alike and known.concept_id != ANY and same_concept(known, concept):
            return True
    target = read.target
    if target is None or target.concept_id is None:
        return False
    return target.slot in (None, slot) and target.concept_id in (concept.concept_id, *concept.broader)


def same_matter(read: Proposal, verdict: Verdict) -> bool:
    """Whether a proposal of the other reader is about a concept of this operation: the old one, or the new one."""
    proposal = verdict.proposal
    assert proposal is not None
    concepts = [(proposal.content.slot, proposal.content.concept)] if proposal.content is not None else []
    if verdict.fact is not None:
        concepts.append((verdict.fact.content.slot, verdict.fact.content.concept))
    return any(is_about(read, slot, concept) for slot, concept in concepts)


def is_of_the_fact(read: Proposal, verdict: Verdict) -> bool:
    """Whether a reading is of the fact that an operation is upon; of any, where it is upon none."""
    fact = verdict.fact
    return fact is None or is_about(read, fact.content.slot, fact.content.concept)


def says_nothing_new(read: Proposal, verdict: Verdict) -> bool:
    """Whether the other reader only hears the fact mentioned as it is on record."""
    fact = verdict.fact
    if read.operation is Operation.MENTION:
        return True
    if fact is None or read.content is None or not same_concept(read.content.concept, fact.content.concept):
        return False
    if read.operation in STATING:
        return agrees(fact.content, read.content)
    # A correction to what is on record already does nothing.
    known = read.content.with_fields(concept=fact.content.concept)
    return read.operation in MOVING and overlay(known, fact.content) == fact.content


def brings_something(content: Content, verdict: Verdict) -> bool:
    """Whether more is told than a day."""
    told = (content.value, content.value_low, content.dose, content.frequency)
    return any(one is not None for one in told) or (
        verdict.fact is not None and not same_concept(content.concept, verdict.fact.content.concept)
    )


def ends(proposal: Proposal) -> bool:
    """Whether a proposal ends a fact or withdraws it."""
    content = proposal.content
    if proposal.operation is Operation.RETRACT or content is None:
        return proposal.operation is Operation.RETRACT
    # A habit given up has no status: that it is over stands in its time.
    past = content.slot is SlotKind.SOCIAL_HISTORY and content.temporality is Temporality.PAST
    return past or content.status in OVER
