"""The part of FHIR R4 and of the International Patient Summary that our exports must keep, as a validator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

ID = re.compile(r"[A-Za-z0-9\-.]{1,64}")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
DATE_TIME = re.compile(rf"\d{{4}}(-\d\d(-\d\d)?)?|{INSTANT.pattern}")
REQUIRED = {
    "Patient": (),
    "Condition": ("code", "subject", "verificationStatus"),
    "AllergyIntolerance": ("code", "patient", "verificationStatus"),
    "MedicationStatement": ("status", "medicationCodeableConcept", "subject"),
    "Observation": ("status", "category", "code", "subject", "issued"),
    "Procedure": ("status", "code", "subject"),
    "FamilyMemberHistory": ("status", "relationship", "patient", "condition"),
    "Provenance": ("target", "recorded", "agent", "activity", "entity"),
    "Composition": ("status", "type", "subject", "date", "author", "title", "section"),
    "Device": ("deviceName",),
}
STATUSES = {
    "MedicationStatement": "active completed entered-in-error intended stopped on-hold unknown not-taking",
    "Observation": "registered preliminary final amended corrected cancelled entered-in-error unknown",
    "Procedure": "preparation in-progress not-done on-hold stopped completed entered-in-error unknown",
    "FamilyMemberHistory": "partial completed entered-in-error health-unknown",
}
IN_ERROR = "entered-in-error"


def check_bundle(bundle: Json) -> None:
    """Every rule below holds; ids are unique, and every reference is to a resource of the bundle."""
    assert bundle["resourceType"] == "Bundle" and INSTANT.fullmatch(bundle["timestamp"])
    urls = [entry["fullUrl"] for entry in bundle["entry"]]
    assert len(urls) == len(set(urls))
    for entry in bundle["entry"]:
        resource = entry["resource"]
        assert entry["fullUrl"] == f"urn:uuid:{resource['id']}" and ID.fullmatch(resource["id"])
        assert all(resource.get(name) for name in REQUIRED[resource["resourceType"]]), resource["resourceType"]
        _check_status(resource)
        _check_choices(resource)
    for key, value in _walk(bundle):
        if key == "reference":
            assert value in urls
        elif key in ("effectiveDateTime", "onsetDateTime", "abatementDateTime", "performedDateTime", "start", "end"):
            assert DATE_TIME.fullmatch(value)
        elif key in ("issued", "recorded", "occurredDateTime"):
            assert INSTANT.fullmatch(value)
        elif key == "url":
            assert value
        assert value not in ("", [], {}), f"FHIR has no empty elements: {key}"


def check_ips(document: Json) -> None:
    """The document rules of IPS: composition first, required sections with entries or a reason, texts everywhere."""
    check_bundle(document)
    composition = document["entry"][0]["resource"]
    assert document["type"] == "document" and document["identifier"]["value"]
    assert composition["resourceType"] == "Composition"
    assert composition["type"]["coding"][0]["code"] == "60591-5"
    sections = {section["code"]["coding"][0]["code"]: section for section in composition["section"]}
    assert len(sections) == len(composition["section"])
    assert {"11450-4", "48765-2", "10160-0"} <= sections.keys()
    for section in sections.values():
        assert bool(section.get("entry")) != bool(section.get("emptyReason"))
        assert section["text"]["div"].startswith('<div xmlns="http://www.w3.org/1999/xhtml">')
    for entry in document["entry"]:
        assert _code(entry["resource"].get("verificationStatus")) not in (IN_ERROR, "refuted")
        assert entry["resource"].get("status") != IN_ERROR


def _check_status(resource: Json) -> None:
    kind = resource["resourceType"]
    if kind in STATUSES:
        assert resource["status"] in STATUSES[kind].split()
    if kind not in ("Condition", "AllergyIntolerance"):
        return
    clinical = _code(resource.get("clinicalStatus"))
    # con-3 and con-5, ait-1 and ait-2: a clinical status unless entered in error, and never then.
    assert (clinical is None) == (_code(resource["verificationStatus"]) == IN_ERROR)
    if "abatementDateTime" in resource:  # con-4
        assert clinical in ("inactive", "resolved", "remission")


def _check_choices(resource: Json) -> None:
    for base in ("value", "effective", "onset", "performed"):
        chosen = [key for key in resource if re.fullmatch(rf"_?{base}[A-Z]\w+", key)]
        assert len(chosen) <= 1
    if resource["resourceType"] == "Observation":  # obs-6
        assert ("dataAbsentReason" in resource) != any(key.startswith("value") for key in resource)
    if resource["resourceType"] == "MedicationStatement":
        assert any(key.lstrip("_").startswith("effective") for key in resource)


def _code(concept: Json | None) -> str | None:
    return None if concept is None else str(concept["coding"][0]["code"])


def _walk(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from _walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner)
