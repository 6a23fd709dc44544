"""The medicine that words without its name are about: told in these words, else asked about or told just before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from agent.answers.asking.request import Finder, read_request
from agent.answers.following.references import present
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry, Kind
from projections.patient_view import PatientView

MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_TURNS: Final = 4
"""Turns back to which a medicine that was spoken of is still the one that "it" means."""
_WARNED: Final = ("주의:", "Caution:")
"""How a warning begins: what was advised against is not what is taken with something else."""


def own_medicines(view: PatientView) -> tuple[Fact, ...]:
    """The patient's medicines that are in force or suspected to be taken, the one told last first."""
    facts = [fact for fact in view.ledger.current(SlotKind.MEDICATIONS) if _is_own(fact)]
    return tuple(sorted(facts, key=lambda fact: (_turn(fact), fact.version), reverse=True))


def medicines_in_mind(view: PatientView, turn: int, finder: Finder) -> Iterator[Entry]:
    """What "it" may mean, the likeliest first; what is on record and was told longest ago comes last."""
    own = own_medicines(view)
    seen: set[str] = set()
    for concept_id, name in _in_order(view, own, turn, finder):
        if concept_id in seen:
            continue
        seen.add(concept_id)
        if (entry := _entry(concept_id, name, finder)) is not None:
            yield entry


def entry_of(fact: Fact, finder: Finder) -> Entry | None:
    """The lexicon's row of a medicine on record."""
    return _entry(*_named(fact), finder)


def _entry(concept_id: str, name: str, finder: Finder) -> Entry | None:
    return next((one.entry for one in finder.find(name) if one.entry.concept_id == concept_id), None)


def _in_order(view: PatientView, own: tuple[Fact, ...], turn: int, finder: Finder) -> Iterator[tuple[str, str]]:
    yield from (_named(fact) for fact in own if _turn(fact) == turn)
    for each in range(turn - 1, max(0, turn - 1 - _TURNS), -1):
        line, given = view.tiers.lines.get(each), view.answers.given.get(each)
        warned = given is not None and any(word in given.text for word in _WARNED)
        if line is not None and not warned:
            asked = [one.entry for one in read_request(line.question, finder).mentions if one.entry.kind in MEDICINES]
            # Of a class it is the patient's own one that is meant.
            yield from (_named(fact) for entry in asked for fact in own if entry.concept_id in _family(fact))
            yield from ((entry.concept_id, entry.name) for entry in asked if entry.kind == "medications")
        yield from (_named(fact) for fact in own if _turn(fact) == each)
        if given is not None:
            spoken = [one for one in given.spoke_of if one.kind == "medications" and len(one.fact_ids) == 1]
            ids = [*(one.fact_ids[0] for one in spoken), *(given.facts_used if warned else ())]
            meant = {fact.fact_id for one in ids if (fact := present(view.ledger, one)) is not None}
            yield from (_named(fact) for fact in own if fact.fact_id in meant)
    yield from (_named(fact) for fact in own)


def _is_own(fact: Fact) -> bool:
    content = fact.content
    in_force = content.status is None or content.status in IN_FORCE
    return content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and in_force


def _turn(fact: Fact) -> int:
    return (fact.evidence[-1].turn_number or 0) if fact.evidence else 0


def _named(fact: Fact) -> tuple[str, str]:
    return fact.content.concept.concept_id, fact.content.concept.name


def _family(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)
