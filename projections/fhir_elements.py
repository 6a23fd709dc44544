"""The data types of FHIR R4 that exported resources are made of (hl7.org/fhir/R4/datatypes.html)."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID, uuid5

from domain.values import Concept

Json = dict[str, Any]

TERMINOLOGY: Final = "http://terminology.hl7.org/CodeSystem"
SNOMED: Final = "http://snomed.info/sct"
LOINC: Final = "http://loinc.org"
UCUM: Final = "http://unitsofmeasure.org"
ABSENT_UNKNOWN: Final = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips"
DATA_ABSENT: Final = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

FACT_ID: Final = "urn:anamnesis:fact-id"
EVENT_ID: Final = "urn:anamnesis:event-id"
EXTRACTOR: Final = "urn:anamnesis:extractor"
"""Identifier systems of what the log names."""

_IDS: Final = UUID("0b8f5a52-3c53-5b0e-9d61-7b1f0c6a9e24")


def id_of(*names: str) -> str:
    """The id of a resource that stands for what `names` name: the same in every export."""
    return str(uuid5(_IDS, ":".join(names)))


def url_of(resource_id: str) -> str:
    """The full URL under which a bundle refers to a resource of its own."""
    return f"urn:uuid:{resource_id}"


def reference(resource_id: str) -> Json:
    """A reference to a resource of the same bundle."""
    return {"reference": url_of(resource_id)}


def entry(resource: Json) -> Json:
    """The entry of a bundle that holds a resource."""
    return {"fullUrl": url_of(resource["id"]), "resource": resource}


def coded(system: str, code: str, text: str = "") -> Json:
    """A CodeableConcept of one code."""
    return {"coding": [{"system": system, "code": code}], **({"text": text} if text else {})}


def words_for(concept: Concept, language: str) -> str:
    """What the patient's language calls a concept."""
    return concept.display or concept.name if language == "ko" else concept.name


def code_of(concept: Concept, language: str) -> Json:
    """The CodeableConcept of a concept: all its codes, and its words."""
    codings = [
        {"system": one.system, "code": one.code, **({"display": one.display} if one.display else {})}
        for one in concept.codings
    ]
    return {**({"coding": codings} if codings else {}), "text": words_for(concept, language)}


def span(start: str | None, end: str | None) -> Json:
    """A Period."""
    return {name: date for name, date in (("start", start), ("end", end)) if date}


def when(name: str, start: str | None, end: str | None) -> Json:
    """The choice of `name`DateTime and `name`Period that fits; empty when neither date is known."""
    if end:
        return {f"{name}Period": span(start, end)}
    return {f"{name}DateTime": start} if start else {}
