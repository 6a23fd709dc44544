"""Laboratory results, vital signs, habits, age and sex as Observations, and medicines as MedicationStatements."""

from __future__ import annotations

from typing import Any, Final

from domain.ledger import Fact
from domain.values import ANY, SERIES_SLOTS, Certainty, Content, Polarity, SlotKind, Status
from projections.fhir_absence import subject_code
from projections.fhir_dosage import dosage_of
from projections.fhir_elements import DATA_ABSENT, TERMINOLOGY, UCUM, Json, coded, when
from projections.fhir_life import Life
from projections.fhir_note import negation, status_note

Told = dict[str, Any]

_CATEGORIES: Final = {SlotKind.LABS: "laboratory", SlotKind.VITALS: "vital-signs"}
_COMPARATORS: Final = ("<", "<=", ">=", ">")
_MEDICATION: Final = {
    None: "unknown",
    Status.ACTIVE: "active",
    Status.RECURRENCE: "active",
    Status.STOPPED: "stopped",
    Status.RESOLVED: "completed",
    Status.REMISSION: "completed",
    Status.ON_HOLD: "on-hold",
    Status.PLANNED: "intended",
}
_READ_AS: Final = {
    "unknown": None,
    "active": Status.ACTIVE,
    "stopped": Status.STOPPED,
    "completed": Status.STOPPED,
    "not-taking": Status.STOPPED,
    "on-hold": Status.ON_HOLD,
    "intended": Status.PLANNED,
}
_UNDATED: Final = {"_effectiveDateTime": {"extension": [{"url": DATA_ABSENT, "valueCode": "unknown"}]}}


def observation(fact: Fact, life: Life, language: str) -> tuple[Json, Told]:
    """An Observation. A value without a date of its own belongs to the day on which it was told."""
    content = fact.content
    code, told = subject_code(content, language)
    sure = content.certainty is Certainty.CONFIRMED and not life.disputed
    word = "preliminary" if not sure else "corrected" if life.corrects else "final"
    category = _CATEGORIES.get(content.slot, "social-history")
    resource: Json = {
        "resourceType": "Observation",
        "status": life.word(word, ended=word),
        "category": [coded(f"{TERMINOLOGY}/observation-category", category)],
        "code": code,
        "issued": fact.recorded_at.isoformat(),
    }
    told |= {"certainty": Certainty.CONFIRMED if sure else Certainty.UNCERTAIN, "polarity": content.polarity}
    if content.polarity is Polarity.NEGATED:
        resource |= negation()
    if content.status is not None:
        resource["_status"] = status_note(content.status)
    start = content.valid_from or (fact.day if content.slot in SERIES_SLOTS else None)
    resource |= when("effective", start, content.valid_to) or _UNDATED
    told |= {"valid_from": start, "valid_to": content.valid_to}
    resource |= _value(content, told)
    return resource, told


def medication(content: Content, life: Life, language: str) -> tuple[Json, Told]:
    """A MedicationStatement: what the patient takes, took, will take or does not take."""
    code, told = subject_code(content, language)
    negated = content.polarity is Polarity.NEGATED and not told
    word = "not-taking" if negated else _MEDICATION[content.status]
    resource: Json = {
        "resourceType": "MedicationStatement",
        "status": life.word(word, ended="completed"),
        "medicationCodeableConcept": code,
    }
    read_as = None if content.concept.concept_id == ANY else _READ_AS[word]
    if content.status is not read_as:
        resource["_status"] = status_note(content.status)
    end = life.ended_at or content.valid_to
    resource |= when("effective", content.valid_from, end) or _UNDATED
    told |= {"valid_from": content.valid_from, "valid_to": end}
    dosage, dosed = dosage_of(content)
    if dosage:
        resource["dosage"] = dosage
    return resource, told | dosed


def _value(content: Content, told: Told) -> Json:
    value, unit = content.value, content.unit
    if isinstance(value, bool):
        told["value"] = value
        return {"valueBoolean": value}
    if isinstance(value, str):
        told["value"] = value
        return {"valueString": value}
    if value is not None:
        comparator = content.comparator if content.comparator in _COMPARATORS else None
        told |= {"value": value, "unit": unit, "comparator": comparator}
        return {"valueQuantity": {**({"comparator": comparator} if comparator else {}), **_quantity(value, unit)}}
    edges = {"low": content.value_low, "high": content.value_high}
    if any(edge is not None for edge in edges.values()):
        told |= {"value_low": content.value_low, "value_high": content.value_high, "unit": unit}
        return {"valueRange": {name: _quantity(edge, unit) for name, edge in edges.items() if edge is not None}}
    return {"dataAbsentReason": coded(f"{TERMINOLOGY}/data-absent-reason", "unknown")}


def _quantity(value: float, unit: str | None) -> Json:
    return {"value": value, **({"unit": unit, "system": UCUM, "code": unit} if unit else {})}
