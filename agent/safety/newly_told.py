"""What a turn tells of a patient that speaks against a medicine taken already: the danger came with the second thing
told, in whichever order the two were said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.record.known import numeric
from agent.safety.allergies import conflicting_allergies
from agent.safety.cautions import Met, cautions
from agent.safety.states_told import states_heard
from domain.ledger import Fact
from domain.values import PATIENT, Certainty, Polarity, SlotKind, Temporality
from extraction.naming.mentions import Entry

_STATES: Final = (SlotKind.CONDITIONS, SlotKind.ALLERGIES, SlotKind.LABS, SlotKind.VITALS)
_MEASURED: Final = (SlotKind.LABS, SlotKind.VITALS)
_FALLS: Final = frozenset({"egfr"})
"""Tests of which a lower value is the worse one; of the others that rules heed it is the higher."""
_LIVED_WITH: Final = frozenset(
    {"worsens", "worsens_mild", "mania", "stroke_in_dementia", "fingers_cold", "movement", "falls", "mind_clouds",
     "gout", "sugar_high", "sugar_moves", "pressure_rises", "mood", "sodium_low", "stomach", "drying", "calcium_high",
     "stones", "of_age", "suicidal_thoughts"}
)  # fmt: skip
"""Harms that whoever prescribes weighs against what the medicine does, for years: told of only where they are asked
about.
"""
_BY_VALUE: Final = frozenset({"dose_less", "works_less"})
"""Harms that only a value that is new makes one to be told of."""


def newly_against(
    consultation: Consultation, told: Iterable[Fact]
) -> tuple[tuple[Entry, tuple[Fact, ...], tuple[Met, ...]], ...]:
    """Each medicine in force that an illness, a pregnancy, a value or an allergy told just now speaks against: the
    allergies it meets and the cautions.
    """
    states = [fact for fact in told if _is_state(fact)]
    new = {fact.fact_id for fact in states if _is_worse(consultation, fact)}
    heard = _heard(consultation, states)
    if not new and not heard:
        return ()
    known, words = consultation.known, consultation.words
    found = []
    for fact in (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS)):
        entry = words.entry(fact.content)
        if entry is None:
            continue
        met = tuple(one for one in cautions(known, [entry], heard) if _is_told(one, new, heard))
        allergies = tuple(one for one in conflicting_allergies(known, words.dictionary, entry) if one.fact_id in new)
        if met or allergies:
            found.append((entry, allergies, met))
    return tuple(found)


def _is_told(met: Met, new: set[str], heard: tuple[Entry, ...]) -> bool:
    if met.caution.harm in _LIVED_WITH:
        return False
    if isinstance(met.against, Fact):
        by_value = met.against.content.slot in _MEASURED
        return met.against.fact_id in new and (by_value or met.caution.harm not in _BY_VALUE)
    return met.against in heard and met.caution.harm not in _BY_VALUE


def _heard(consultation: Consultation, states: Iterable[Fact]) -> tuple[Entry, ...]:
    """States that the words tell and the record does not hold as present: one that is planned or likely, or nursing."""
    request, words = consultation.request, consultation.words
    uncertain = [fact for fact in states if fact.content.certainty is not Certainty.CONFIRMED]
    likely = [entry for fact in uncertain if (entry := words.entry(fact.content)) is not None]
    # A pregnancy of years ago was told before: what is on record of it says more than the words.
    spoken = () if request.asks else states_heard(request.text, words.dictionary)
    return tuple({one.concept_id: one for one in (*likely, *spoken)}.values())


def _is_state(fact: Fact) -> bool:
    content = fact.content
    return (
        fact.current
        and content.slot in _STATES
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.temporality in (Temporality.CURRENT, Temporality.PAST)
    )


def _is_worse(consultation: Consultation, fact: Fact) -> bool:
    """Whether a value is worse than the one before it; what is no value is new."""
    value = numeric(fact)
    if fact.content.slot not in _MEASURED or value is None:
        return True
    test = fact.content.concept.concept_id
    earlier = [one for one in consultation.known.series(test) if one.fact_id != fact.fact_id]
    before = numeric(earlier[-1]) if earlier else None
    if before is None:
        return True
    return value < before if test in _FALLS else value > before
