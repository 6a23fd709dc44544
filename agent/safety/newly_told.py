"""What a turn tells of a patient that speaks against a medicine taken already: the danger came with the second thing
told, in whichever order the two were said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from agent.answers.consultation import Consultation
from agent.safety.allergies import conflicting_allergies
from agent.safety.cautions import Met, cautions
from domain.ledger import Fact
from domain.values import PATIENT, Polarity, SlotKind, Temporality
from extraction.naming.mentions import Entry

_STATES: Final = (SlotKind.CONDITIONS, SlotKind.ALLERGIES)
_LIVED_WITH: Final = frozenset(
    {"worsens", "mania", "stroke", "fingers_cold", "movement", "falls", "mind_clouds", "gout", "sugar_high",
     "pressure_rises", "dose_less", "mood", "sodium_low", "stomach"}
)  # fmt: skip
"""Harms that whoever prescribes weighs against what the medicine does, for years: told of only where they are asked
about.
"""


def newly_against(
    consultation: Consultation, told: Iterable[Fact]
) -> tuple[tuple[Entry, tuple[Fact, ...], tuple[Met, ...]], ...]:
    """Each medicine in force that an illness, a pregnancy or an allergy told just now speaks against: the allergies it
    meets and the cautions.
    """
    new = {fact.fact_id for fact in told if _is_state(fact)}
    if not new:
        return ()
    known, words = consultation.known, consultation.words
    found = []
    for fact in known.in_force(SlotKind.MEDICATIONS):
        entry = words.entry(fact.content)
        if entry is None:
            continue
        met = tuple(
            one
            for one in cautions(known, [entry])
            if isinstance(one.against, Fact) and one.against.fact_id in new and one.caution.harm not in _LIVED_WITH
        )
        allergies = tuple(one for one in conflicting_allergies(known, words.dictionary, entry) if one.fact_id in new)
        if met or allergies:
            found.append((entry, allergies, met))
    return tuple(found)


def _is_state(fact: Fact) -> bool:
    content = fact.content
    return (
        fact.current
        and content.slot in _STATES
        and content.subject == PATIENT
        and content.polarity is Polarity.AFFIRMED
        and content.temporality is Temporality.CURRENT
    )
