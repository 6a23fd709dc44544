"""Whose record it is, and what of the person is remembered: age and sex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.values import Concept, Content, SlotKind, Status
from extraction.records.card import OLDEST_AGE
from extraction.records.fhir.document import Document
from extraction.records.fhir.elements import member
from extraction.records.fhir.note import EXPORT
from extraction.records.reader import Node, refuse

_WHOLE_DATE: Final = len("2024-12-31")
_URN: Final = "urn:uuid:"


def one_patient(document: Document, kinds: frozenset[str], wanted: str | None) -> tuple[list[Node], int]:
    """The resources of one patient, and how many of another patient, or of no patient at all, were left out.

    `kinds` are the resource types that have a subject. Raises InvalidRecord when the record is about several patients
    and none is `wanted`, and when a subject is no Patient of a record that holds Patients.
    """
    patients = [one for one in document.resources if one.named("resourceType") == "Patient"]
    taken: list[Node] = []
    left_out, seen = 0, wanted
    for resource in document.resources:
        kind = resource.named("resourceType")
        if kind != "Patient" and kind not in kinds:
            taken.append(resource)
            continue
        owner = (resource.text("id") or resource.path) if kind == "Patient" else _owner(resource, document, patients)
        if owner is not None and wanted is None and seen not in (None, owner):
            refuse(resource.path, "resources of one patient")
        seen = seen or owner
        if owner == seen:
            taken.append(resource)
        else:
            left_out += 1
    return taken, left_out


def _owner(resource: Node, document: Document, patients: Sequence[Node]) -> str | None:
    """The logical id of the patient whom the resource is about; None when its subject is no patient."""
    key = "patient" if resource.has("patient") else "subject"
    reference = member(resource, key) or refuse(resource.at(key), "a reference to the patient")
    words = reference.text("reference")
    if words is None:
        return patients[0].text("id") or patients[0].path if len(patients) == 1 else None
    found = document.find(words)
    if found is not None:
        is_patient = found.named("resourceType") == "Patient"
        return (found.text("id") or found.path) if is_patient else None
    if not words.startswith(_URN) and "Patient/" not in words:
        return None
    if patients:
        refuse(reference.at("reference"), "a reference to a patient of this record")
    return words.removeprefix(_URN).split("/_history/")[0].split("/")[-1]


def demographics(
    document: Document, resources: Sequence[Node], contents: Sequence[Content]
) -> tuple[list[Content], str | None]:
    """The contents with age and sex before them, and the newest clinical date, at which the age was so."""
    as_of = _newest(contents)
    patient = next((one for one in resources if one.text("resourceType") == "Patient"), None)
    if patient is None or any(one.text("url") == EXPORT for one in patient.items("extension")):
        return list(contents), as_of
    found: list[Content] = []
    born, died = patient.date("birthDate"), patient.date("deceasedDateTime")
    known = as_of or document.timestamp
    if born is not None and known is not None:
        found.append(_age(patient, born, min(known, died or known)))
    if (gender := patient.text("gender")) is not None:
        concept = Concept(concept_id="gender", name="gender")
        found.append(Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=gender.casefold()))
    return [*found, *contents], as_of


def _newest(contents: Sequence[Content]) -> str | None:
    told = (content for content in contents if content.status is not Status.PLANNED)
    dates = [date for content in told for date in (content.valid_from, content.valid_to) if date]
    return max(dates, default=None)


def _age(patient: Node, born: str, at: str) -> Content:
    years = int(at[:4]) - int(born[:4])
    # A year alone leaves the birthday open: then it is taken to have passed.
    if len(at) == len(born) == _WHOLE_DATE and at[5:] < born[5:]:
        years -= 1
    if not 0 <= years <= OLDEST_AGE:
        refuse(patient.at("birthDate"), f"a date of birth within {OLDEST_AGE} years of the record's dates")
    return Content(
        slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="age", name="age"), value=float(years), unit="a"
    )
