"""One fact as one FHIR R4 resource."""

from __future__ import annotations

from domain.ledger import Fact, Ledger
from domain.values import PATIENT, SlotKind
from projections.fhir_conditions import allergy, condition, family_member, procedure
from projections.fhir_elements import FACT_ID, Json, id_of, reference
from projections.fhir_life import Life
from projections.fhir_note import fact_note
from projections.fhir_observations import medication, observation


def resource_of(fact: Fact, ledger: Ledger, patient_id: str, language: str) -> Json:
    """The resource of a fact: what a relative has is family history, whatever its slot."""
    content, life = fact.content, Life.of(fact, ledger)
    subject = "patient"
    if content.subject != PATIENT or content.slot is SlotKind.FAMILY_HISTORY:
        resource, told = family_member(content, life, language)
    elif content.slot in (SlotKind.CONDITIONS, SlotKind.SYMPTOMS):
        subject, (resource, told) = "subject", condition(content, life, language)
    elif content.slot is SlotKind.ALLERGIES:
        resource, told = allergy(content, life, language)
    elif content.slot is SlotKind.PROCEDURES:
        subject, (resource, told) = "subject", procedure(content, life, language)
    elif content.slot is SlotKind.MEDICATIONS:
        subject, (resource, told) = "subject", medication(content, life, language)
    else:
        subject, (resource, told) = "subject", observation(fact, life, language)
    return {
        "id": id_of("fact", fact.fact_id),
        "identifier": [{"system": FACT_ID, "value": fact.fact_id}],
        "extension": [fact_note(content, told, fact.ended)],
        **resource,
        subject: reference(patient_id),
    }
