"""Statements about a whole section, "none" and "not known", in the codes of the International Patient Summary."""

from __future__ import annotations

from typing import Any, Final

from domain.values import ANY, Certainty, Content, Polarity, SlotKind
from projections.fhir_elements import ABSENT_UNKNOWN, Json, code_of

_CODES: Final = {
    SlotKind.ALLERGIES: ("no-known-allergies", "no-allergy-info"),
    SlotKind.MEDICATIONS: ("no-known-medications", "no-medication-info"),
    SlotKind.CONDITIONS: ("no-known-problems", "no-problem-info"),
    SlotKind.PROCEDURES: ("no-known-procedures", "no-procedure-info"),
}
"""CodeSystem absent-unknown-uv-ips: the code of "none", and of "not known"."""


def subject_code(content: Content, language: str) -> tuple[Json, dict[str, Any]]:
    """The code of what a fact is about, and which fields that code tells by itself.

    A fact's concept about a whole slot without such a code is told in words.
    """
    codes = _CODES.get(content.slot)
    if content.concept.concept_id != ANY or codes is None:
        return code_of(content.concept, language), {}
    none, unknown = codes
    if content.certainty is Certainty.UNKNOWN and content.polarity is Polarity.AFFIRMED:
        return _absent(unknown), {"polarity": Polarity.AFFIRMED, "certainty": Certainty.UNKNOWN}
    if content.polarity is Polarity.NEGATED:
        return _absent(none), {"polarity": Polarity.NEGATED, "certainty": Certainty.CONFIRMED}
    return code_of(content.concept, language), {}


def _absent(code: str) -> Json:
    return {"coding": [{"system": ABSENT_UNKNOWN, "code": code}], "text": code.replace("-", " ")}
