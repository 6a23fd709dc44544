"""A medicine that is called by when it is taken: "and the Sunday one?", "자기 전에 먹는 약은요"."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from projections.patient_view import PatientView

_THING_EN: Final = r"(?:one|pill|tablet|medicine|med|capsule|injection|shot|jab)\b"
_WEEKDAY_EN: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day'?s?"
_WEEKLY: Final = re.compile(
    rf"\b(?:{_WEEKDAY_EN}|weekly|once[- ]a[- ]week) {_THING_EN}"
    r"|(?:[월화수목금토일]요일(?:마다|에)?|일주일에\s?한\s?번|주\s?1회|매주)\s?(?:먹는|맞는)?\s?(?:약|거|것|주사)",
    re.IGNORECASE,
)
_NIGHTLY: Final = re.compile(
    rf"\b(?:bedtime|night(?:ly|time)?) {_THING_EN}|(?:자기\s?전|밤|취침\s?전)(?:에)?\s?(?:먹는)?\s?(?:약|거|것)",
    re.IGNORECASE,
)
_AS_NEEDED: Final = re.compile(
    rf"\b(?:as[- ]needed|rescue) {_THING_EN}|필요할\s?때\s?(?:만\s?)?먹는\s?(?:약|거|것)", re.IGNORECASE
)
_RHYTHMS: Final = (
    (frozenset({"weekly", "QW"}), _WEEKLY),
    (frozenset({"QHS"}), _NIGHTLY),
    (frozenset({"PRN"}), _AS_NEEDED),
)
"""Words for a rhythm, and the codes that it is kept under. A morning is no rhythm of one medicine alone."""


def medicine_by_rhythm(request: Request, view: PatientView) -> Fact | None:
    """The one medicine in force that the words call by its rhythm; None where they name another, or several fit."""
    if request.concepts("medications", "drug_classes"):
        return None
    codes = next((codes for codes, said in _RHYTHMS if said.search(request.text) is not None), None)
    if codes is None:
        return None
    fitting = [fact for fact in view.ledger.current(SlotKind.MEDICATIONS) if _is_taken(fact, codes)]
    return fitting[0] if len(fitting) == 1 else None


def _is_taken(fact: Fact, codes: frozenset[str]) -> bool:
    content = fact.content
    in_force = content.status is None or content.status in IN_FORCE
    own = content.subject == PATIENT and content.polarity is Polarity.AFFIRMED
    return own and in_force and content.frequency in codes
