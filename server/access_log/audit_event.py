"""The access log as FHIR R4 AuditEvents, after IHE's Basic Audit Log Patterns (BALP 1.1), for who collects them."""

from __future__ import annotations

from datetime import UTC
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from server.access_log.entries import SUCCEEDED, Access
from server.access_log.journal import Stored
from server.authorize import EVERYBODY, Action

DCM = "http://dicom.nema.org/resources/ontology/DCM"
AUDIT_TYPE = "http://terminology.hl7.org/CodeSystem/audit-event-type"
INTERACTION = "http://hl7.org/fhir/restful-interaction"
PURPOSE = "http://terminology.hl7.org/CodeSystem/v3-ActReason"
PARTICIPATION = "http://terminology.hl7.org/CodeSystem/v3-ParticipationType"
ENTITY_TYPE = "http://terminology.hl7.org/CodeSystem/audit-entity-type"
OBJECT_ROLE = "http://terminology.hl7.org/CodeSystem/object-role"
PROFILES = "https://profiles.ihe.net/ITI/BALP/StructureDefinition/"
SYSTEM = "urn:anamnesis"

_INTERACTIONS = {
    Action.CREATE: ("create", "Create"),
    Action.READ: ("read", "Read"),
    Action.UPDATE: ("update", "Update"),
    Action.DELETE: ("delete", "Delete"),
    Action.EXECUTE: ("operation", "Query"),
}
"""Interaction of FHIR, and the word in the name of BALP's profile; what is executed is recorded as a query."""


def audit_event(stored: Stored) -> dict[str, Any]:
    """One entry as an AuditEvent; its id follows from entry and content, so an export repeated is no second event."""
    access = stored.access
    interaction, word = _INTERACTIONS[Action(access.action)]
    about_patient = access.patient_id not in ("", EVERYBODY)
    outcome = "0" if access.outcome == SUCCEEDED else "4"
    event: dict[str, Any] = {
        "resourceType": "AuditEvent",
        "id": str(uuid5(NAMESPACE_URL, f"{SYSTEM}:{stored.seq}:{access.encoded().decode()}")),
        "meta": {"profile": [f"{PROFILES}IHE.BasicAudit.{'Patient' if about_patient else ''}{word}"]},
        "type": {"system": AUDIT_TYPE, "code": "rest", "display": "Restful Operation"},
        "subtype": [
            {"system": INTERACTION, "code": interaction, "display": interaction},
            {"system": f"{SYSTEM}:method", "code": access.method},
        ],
        "action": access.action,
        "recorded": access.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "outcome": outcome,
        "agent": _agents(access),
        "source": {
            "observer": {"display": "Anamnesis"},
            "type": [{"system": "http://terminology.hl7.org/CodeSystem/security-source-type", "code": "4"}],
        },
        "entity": _entities(access, about_patient),
    }
    if outcome != "0":
        event["outcomeDesc"] = access.outcome
    if access.purpose:
        event["purposeOfEvent"] = [{"coding": [{"system": PURPOSE, "code": access.purpose}]}]
    return {name: value for name, value in event.items() if value != []}


def _agents(access: Access) -> list[dict[str, Any]]:
    who = access.principal or "not recognised"
    return [
        {
            "type": {"coding": [{"system": DCM, "code": "110153", "display": "Source Role ID"}]},
            "who": {"display": access.peer},
            "requestor": False,
            "network": {"address": access.peer, "type": "2"},
        },
        {
            "type": {"coding": [{"system": DCM, "code": "110152", "display": "Destination Role ID"}]},
            "who": {"display": "Anamnesis"},
            "requestor": False,
        },
        {
            "type": {"coding": [{"system": PARTICIPATION, "code": "IRCP", "display": "information recipient"}]},
            "who": {"identifier": {"system": f"{SYSTEM}:tenant:{access.tenant}", "value": who}, "display": who},
            "role": [{"coding": [{"system": f"{SYSTEM}:role", "code": access.role or "none"}]}],
            "requestor": True,
        },
    ]


def _entities(access: Access, about_patient: bool) -> list[dict[str, Any]]:
    entities: list[dict[str, Any]] = []
    if about_patient:
        entities.append(
            {
                "what": {"reference": f"Patient/{access.patient_id}"},
                "type": {"system": ENTITY_TYPE, "code": "1", "display": "Person"},
                "role": {"system": OBJECT_ROLE, "code": "1", "display": "Patient"},
            }
        )
    if access.patient_id == EVERYBODY:
        entities.append({"type": {"system": ENTITY_TYPE, "code": "2"}, "description": "the data of every patient"})
    if access.request_id:
        entities.append(
            {
                "what": {"identifier": {"system": f"{SYSTEM}:request", "value": access.request_id}},
                "type": {"system": f"{PROFILES}BasicAuditEntityType".replace("StructureDefinition/", "CodeSystem/"),
                         "code": "XrequestId"},
            }
        )  # fmt: skip
    return entities
