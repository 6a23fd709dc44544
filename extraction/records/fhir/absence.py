"""Codes that say "none known" or "no information" of a whole section, instead of naming an entry of it.

International Patient Summary, CodeSystem absent-unknown-uv-ips (hl7.org/fhir/uv/ips), and the SNOMED CT situations that
stand for the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from domain.values import ANY, Certainty, Concept, Polarity
from extraction.naming.lexicon import CODE_SYSTEMS
from extraction.records.fhir.elements import Coded

ABSENT_UNKNOWN: Final = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips"


@dataclass(frozen=True, slots=True)
class Absence:
    """What is absent, or not known to be there."""

    concept: Concept
    polarity: Polarity = Polarity.NEGATED
    certainty: Certainty = Certainty.CONFIRMED


_WHOLE_SLOT: Final = Concept(concept_id=ANY, name=ANY)
_NONE: Final = Absence(_WHOLE_SLOT)
_NO_INFORMATION: Final = Absence(_WHOLE_SLOT, Polarity.AFFIRMED, Certainty.UNKNOWN)


def _none_of(concept_id: str) -> Absence:
    # "No known food allergy" leaves other allergies open, so it is no statement about the whole slot.
    return Absence(Concept(concept_id=concept_id, name=concept_id))


_IPS: Final = {
    "no-known-allergies": _NONE,
    "no-known-medication-allergies": _none_of("medication"),
    "no-known-food-allergies": _none_of("food"),
    "no-known-environmental-allergies": _none_of("environment"),
    "no-allergy-info": _NO_INFORMATION,
    "no-known-medications": _NONE,
    "no-medication-info": _NO_INFORMATION,
    "no-known-problems": _NONE,
    "no-problem-info": _NO_INFORMATION,
    "no-known-procedures": _NONE,
    "no-procedure-info": _NO_INFORMATION,
}
_SNOMED: Final = {
    "716186003": _NONE,
    "409137002": _none_of("medication"),
    "429625007": _none_of("food"),
    "428607008": _none_of("environment"),
    "787481004": _NONE,
    "160245001": _NONE,
    "787480003": _NONE,
}


def absence(code: Coded) -> Absence | None:
    """What the code says is absent or unknown; None when it names something."""
    for coding in code.codings:
        if coding.system == ABSENT_UNKNOWN and coding.code in _IPS:
            return _IPS[coding.code]
        if coding.system == CODE_SYSTEMS["SNOMED"] and coding.code in _SNOMED:
            return _SNOMED[coding.code]
    return None
