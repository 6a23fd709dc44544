"""What a question for what was told is about: what it names, else what was last told or spoken of, else the only one.

Only what is the patient's own and was said to be so is meant, whether it still holds or not; what was withdrawn is
looked for apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import present
from domain.ledger import CORRECTED, RETRACTED, Fact
from domain.values import ANY, PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry, Kind

MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_TURNS: Final = 4
"""Turns back to which what was told or spoken of is still what words mean that name nothing."""


def entries_named(consultation: Consultation, *kinds: Kind) -> tuple[Entry, ...]:
    """The things of these kinds that the question names, each once."""
    named = {one.entry.concept_id: one.entry for one in consultation.request.mentions if one.entry.kind in kinds}
    return tuple(named.values())


def entry_name(consultation: Consultation, entry: Entry) -> str:
    """A thing of the lexicon as it is called in the answer's language."""
    return consultation.pick(entry.name_ko or entry.name, entry.name)


def is_of(fact: Fact, concept_ids: Collection[str]) -> bool:
    """Whether a fact is about one of these concepts, or about a narrower one."""
    return not set(concept_ids).isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))


def facts_meant(consultation: Consultation, slot: SlotKind, *kinds: Kind) -> tuple[Fact, ...]:
    """The patient's facts of ``slot`` that the question is about; those that hold come first."""
    own = consultation.known.own(slot)
    named = entries_named(consultation, *kinds)
    meant = [one for one in own if is_of(one, {each.concept_id for each in named})] if named else in_mind(
        consultation, own
    )  # fmt: skip
    return tuple(sorted(meant, key=lambda fact: not consultation.known.is_in_force(fact)))


def medicines_meant(consultation: Consultation) -> tuple[Fact, ...]:
    """The patient's medicines that are asked about: those that are taken, else those that no longer are."""
    affirmed = [
        one
        for one in facts_meant(consultation, SlotKind.MEDICATIONS, *MEDICINES)
        if one.content.polarity is Polarity.AFFIRMED
    ]
    taken = tuple(one for one in affirmed if consultation.known.is_in_force(one))
    return taken or tuple(affirmed)


def in_mind(consultation: Consultation, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Those of ``facts`` that the latest turn which told or spoke of any did; without such a turn the only one."""
    view, now = consultation.situation.view, consultation.situation.question.turn_number
    for turn in range(now - 1, max(0, now - 1 - _TURNS), -1):
        given = view.answers.given.get(turn)
        spoken = (one for reference in given.spoke_of for one in reference.fact_ids) if given is not None else ()
        followed = {fact.fact_id for one in spoken if (fact := present(consultation.ledger, one)) is not None}
        found = [
            fact for fact in facts if fact.fact_id in followed or any(one.turn_number == turn for one in fact.evidence)
        ]
        if found:
            return tuple(found)
    return tuple(facts) if len(facts) == 1 else ()


def withdrawn(consultation: Consultation, slot: SlotKind, concept_ids: Collection[str]) -> Fact | None:
    """What the patient took back last of ``slot`` about these concepts; without concepts, of any."""
    found: Iterable[Fact] = (
        fact
        for fact in consultation.ledger.ended()
        if fact.content.slot is slot
        and fact.ended in (CORRECTED, RETRACTED)
        and fact.content.subject == PATIENT
        and fact.content.polarity is Polarity.AFFIRMED
        and fact.content.concept.concept_id != ANY
        and (not concept_ids or is_of(fact, concept_ids))
    )
    return max(found, key=lambda fact: fact.version, default=None)


def put_in_its_place(consultation: Consultation, fact: Fact) -> Fact | None:
    """What stands now where a correction took a fact away and named another thing; None where nothing does."""
    instead = present(consultation.ledger, fact.fact_id)
    if instead is None or instead.content.concept.concept_id == fact.content.concept.concept_id:
        return None
    return instead if instead.content.slot is fact.content.slot else None
