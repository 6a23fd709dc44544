"""What is known of a patient, as a FHIR R4 bundle: every fact with its status, its history and its provenance.

Current facts stand as they are; what changed is there as ended, and what was corrected or retracted as entered in
error. The patient is a pseudonym: an id and a sex, without name and date of birth. What FHIR has no place for is told
in :mod:`projections.fhir_note`. The same view and moment give the same bundle.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from domain.cancellation import cancellable
from domain.speaking_for import IDENTIFYING
from domain.values import PATIENT, Polarity, SlotKind
from projections.fhir_elements import Json, entry, id_of
from projections.fhir_note import EXPORT
from projections.fhir_provenance import provenance_of
from projections.fhir_resources import resource_of
from projections.patient_view import PatientView

AS_OF: Final = "urn:anamnesis:as-of"
"""Extension of the bundle: the version of the patient and the position in the log that it describes."""

_OF_THE_PATIENT_ALONE: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.VITALS, SlotKind.MEDICATIONS})
_SEXES: Final = ("male", "female", "other", "unknown")


def export_bundle(view: PatientView, *, at: datetime, language: str, known_at: datetime | None = None) -> Json:
    """A collection bundle of all facts of `view`, put together `at` a moment; `known_at` when it was asked as of one.

    `language` ("ko" or "en") names the concepts in the resources' texts.
    """
    resources = [patient_resource(view)]
    for fact in cancellable(view.ledger.facts.values()):
        if fact.content.concept.concept_id in IDENTIFYING and fact.content.slot is SlotKind.DEMOGRAPHICS:
            continue
        if fact.content.subject != PATIENT and fact.content.slot in _OF_THE_PATIENT_ALONE:
            # A sister's weight or name is no part of this patient's history, and the name is hers.
            continue
        resources.append(resource_of(fact, view.ledger, view.patient_id, language))
        resources += provenance_of(fact, view.ledger, view.patient_id, fact.ended_recorded_at)
    return {
        "resourceType": "Bundle",
        "id": id_of("bundle", view.patient_id, str(view.version)),
        "meta": {"extension": [as_of(view, known_at)]},
        "type": "collection",
        "timestamp": at.isoformat(),
        "entry": [entry(resource) for resource in resources],
    }


def patient_resource(view: PatientView) -> Json:
    """The pseudonymous Patient."""
    sexes = (
        fact.content.value
        for fact in view.ledger.current(SlotKind.DEMOGRAPHICS)
        if fact.content.concept.concept_id == "gender"
        and fact.content.subject == PATIENT
        and fact.content.polarity is Polarity.AFFIRMED
    )
    sex = next((value for value in sexes if value in _SEXES), None)
    return {
        "resourceType": "Patient",
        "id": view.patient_id,
        "extension": [{"url": EXPORT, "valueBoolean": True}],
        **({"gender": sex} if sex else {}),
    }


def as_of(view: PatientView, known_at: datetime | None) -> Json:
    """Which past of the patient a bundle describes."""
    parts: list[Json] = [
        {"url": "version", "valueInteger": view.version},
        # Positions of a log outgrow FHIR's 32-bit integers.
        {"url": "position", "valueString": str(view.position)},
    ]
    if known_at is not None:
        parts.append({"url": "known-at", "valueDateTime": known_at.isoformat()})
    return {"url": AS_OF, "extension": parts}
