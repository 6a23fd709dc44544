"""Who speaks: a patient, or somebody for the patient, told from what is on record."""

from __future__ import annotations

from typing import Final

from domain.ages import BIRTH_DATE, years_of
from domain.ledger import Ledger
from domain.values import PATIENT, SlotKind

GENDER: Final = "gender"
"""Concept id of the patient's sex."""
NAME: Final = "name"
"""Concept id of the patient's name."""
RESIDENCE: Final = "residence"
"""Concept id of where the patient lives."""
IDENTIFYING: Final = frozenset({NAME, RESIDENCE, BIRTH_DATE})
"""Details that tell who a patient is: they stay in the record, and leave it in no export that knows a pseudonym."""
SPEAKS_FOR_ITSELF: Final = 10
"""Years below which somebody else speaks for a child."""
CHILD: Final = "child"
ONESELF: Final = "oneself"
"""What the patient is called by whoever is the patient."""


def patient_called(ledger: Ledger) -> str:
    """The words from which the patient's sex was read ("엄마", "my wife", "여자"), by which somebody may have named the
    patient, with "child" behind them of one too young to speak for itself ("남아 child"); "" where nothing tells.
    """
    facts = tuple(one for one in ledger.current(SlotKind.DEMOGRAPHICS) if one.content.subject == PATIENT)
    told = next((one.evidence[0].quote for one in facts if one.content.concept.concept_id == GENDER), "")
    years = [age for one in facts if (age := years_of(one.content)) is not None]
    return " ".join(filter(None, (told, CHILD if years and min(years) < SPEAKS_FOR_ITSELF else "")))
