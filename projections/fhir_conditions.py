"""Conditions, symptoms, allergies, procedures and the relatives' conditions as FHIR R4 resources.

The invariants kept are R4's con-3, con-4 and con-5, and ait-1 and ait-2: an entry in error has no clinical status,
every other has one, and a condition that has an end is not active.
"""

from __future__ import annotations

from typing import Any, Final

from domain.values import ANY, BOTH, LEFT, RIGHT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from projections.fhir_absence import subject_code
from projections.fhir_elements import SNOMED, TERMINOLOGY, Json, code_of, coded, span, when
from projections.fhir_life import Life
from projections.fhir_note import negation, status_note

Told = dict[str, Any]

_CLINICAL: Final = {
    None: "active",
    Status.ACTIVE: "active",
    Status.PLANNED: "active",
    Status.RECURRENCE: "recurrence",
    Status.REMISSION: "remission",
    Status.RESOLVED: "resolved",
    Status.STOPPED: "inactive",
    Status.ON_HOLD: "inactive",
}
_READ_AS: Final = {
    "active": Status.ACTIVE,
    "recurrence": Status.RECURRENCE,
    "remission": Status.REMISSION,
    "resolved": Status.RESOLVED,
    "inactive": Status.RESOLVED,
}
_SEVERITIES: Final = {"mild": "255604002", "moderate": "6736007", "severe": "24484000"}
LATERALITY: Final = {LEFT: "7771000", RIGHT: "24028007", BOTH: "51440002"}
"""SNOMED CT: Left, Right, Right and left."""
_REPORTED_BY_PATIENT: Final = coded(SNOMED, "418799008", "symptom")
"""SNOMED CT: finding reported by subject or history provider."""

_RELATIVES: Final = {
    "mother": "MTH", "father": "FTH", "parents": "PRN", "brother": "BRO", "sister": "SIS", "sibling": "SIB",
    "son": "SON", "daughter": "DAU", "child": "CHILD", "grandmother": "GRMTH", "grandfather": "GRFTH",
    "grandparents": "GRPRN", "grandchild": "GRNDCHILD", "aunt": "AUNT", "uncle": "UNCLE", "cousin": "COUSN",
    "nephew": "NEPHEW", "niece": "NIECE", "husband": "HUSB", "wife": "WIFE", "spouse": "SPS", "family": "FAMMEMB",
}  # fmt: skip
"""Kinship words in HL7 v3 RoleCode."""

_FAMILY: Final = "FAMMEMB"


def condition(content: Content, life: Life, language: str) -> tuple[Json, Told]:
    """A Condition; a symptom is one that the patient reported."""
    code, told = subject_code(content, language)
    resource: Json = {"resourceType": "Condition", "code": code}
    category = coded(f"{TERMINOLOGY}/condition-category", "problem-list-item")
    resource["category"] = [_REPORTED_BY_PATIENT if content.slot is SlotKind.SYMPTOMS else category]
    clinical = _verified(resource, content, life, told, "condition", _CLINICAL[content.status], _READ_AS)
    if content.severity:
        snomed = _SEVERITIES.get(content.severity)
        resource["severity"] = coded(SNOMED, snomed, content.severity) if snomed else {"text": content.severity}
        told["severity"] = content.severity
    if content.stage:
        resource["stage"] = [{"summary": {"text": content.stage}}]
        told["stage"] = content.stage
    _on_its_side(resource, content, told)
    if content.valid_from:
        resource["onsetDateTime"] = told["valid_from"] = content.valid_from
    if (end := life.ended_at or content.valid_to) and clinical in ("inactive", "remission", "resolved"):
        resource["abatementDateTime"] = told["valid_to"] = end
    return resource, told


def allergy(content: Content, life: Life, language: str) -> tuple[Json, Told]:
    """An AllergyIntolerance."""
    code, told = subject_code(content, language)
    resource: Json = {"resourceType": "AllergyIntolerance", "code": code}
    clinical = "resolved" if content.status is Status.RESOLVED else "active"
    read_as = {"active": None, "resolved": Status.RESOLVED, "inactive": Status.RESOLVED}
    _verified(resource, content, life, told, "allergyintolerance", clinical, read_as)
    if content.reaction:
        reaction: Json = {"manifestation": [{"text": content.reaction}]}
        if content.severity in _SEVERITIES:
            reaction["severity"] = told["severity"] = content.severity
        resource["reaction"] = [reaction]
        # A closing bracket is read as the semantic tag of SNOMED CT.
        told["reaction"] = None if content.reaction.endswith(")") else content.reaction
    if content.valid_from:
        resource["onsetDateTime"] = told["valid_from"] = content.valid_from
    return resource, told


def procedure(content: Content, life: Life, language: str) -> tuple[Json, Told]:
    """A Procedure that was done, is planned, or was not done."""
    code, told = subject_code(content, language)
    resource: Json = {"resourceType": "Procedure", "code": code}
    planned = content.status is Status.PLANNED or content.temporality is Temporality.FUTURE
    negated = content.polarity is Polarity.NEGATED and not told
    word = "not-done" if negated else "preparation" if planned else "completed"
    resource["status"] = life.word(word, ended="unknown")
    told.setdefault("polarity", Polarity.NEGATED if negated else Polarity.AFFIRMED)
    if content.status is not (Status.PLANNED if word == "preparation" else None):
        resource["_status"] = status_note(content.status)
    _on_its_side(resource, content, told)
    resource |= when("performed", content.valid_from, content.valid_to)
    told |= {"valid_from": content.valid_from}
    told |= {"valid_to": content.valid_to if content.valid_to != content.valid_from else None}
    return resource, told


def _on_its_side(resource: Json, content: Content, told: Told) -> None:
    if content.qualifier in LATERALITY:
        resource["bodySite"] = [coded(SNOMED, LATERALITY[content.qualifier], content.qualifier)]
        told["qualifier"] = content.qualifier


def family_member(content: Content, life: Life, language: str) -> tuple[Json, Told]:
    """A FamilyMemberHistory of one condition; what a relative does not have is marked as negated."""
    code = _RELATIVES.get(content.subject)
    known: Json = {"code": code_of(content.concept, language)}
    if content.polarity is Polarity.NEGATED:
        known |= negation()
    if onset := span(content.valid_from, content.valid_to):
        known["onsetPeriod"] = onset
    unknown = content.certainty is Certainty.UNKNOWN
    resource: Json = {
        "resourceType": "FamilyMemberHistory",
        "status": life.word("health-unknown" if unknown else "completed", ended="partial"),
        "relationship": coded(f"{TERMINOLOGY}/v3-RoleCode", code or _FAMILY, content.subject),
        "condition": [known],
    }
    if content.status is not None:
        resource["_status"] = status_note(content.status)
    told: Told = {
        "subject": content.subject if code else None,
        "polarity": content.polarity,
        "certainty": Certainty.UNKNOWN if unknown else Certainty.CONFIRMED,
        "valid_from": content.valid_from,
        "valid_to": content.valid_to,
    }
    return resource, told


def _verified(
    resource: Json,
    content: Content,
    life: Life,
    told: Told,
    system: str,
    clinical: str,
    read_as: dict[str, Status | None] | dict[str, Status],
) -> str | None:
    """Add both statuses to a condition or allergy, and return the clinical one."""
    by_code = bool(told)
    negated = content.polarity is Polarity.NEGATED
    sure = content.certainty is Certainty.CONFIRMED and not life.disputed
    word = "refuted" if negated and not by_code else "confirmed" if sure else "unconfirmed"
    suffix = "ver-status" if system == "condition" else "verification"
    resource["verificationStatus"] = coded(f"{TERMINOLOGY}/{system}-{suffix}", life.word(word, ended=word))
    told.setdefault("polarity", content.polarity)
    told.setdefault("certainty", Certainty.UNCERTAIN if word == "unconfirmed" else Certainty.CONFIRMED)
    if life.in_error:
        return None
    clinical = "inactive" if life.ended or (negated and not by_code) else clinical
    resource["clinicalStatus"] = coded(f"{TERMINOLOGY}/{system}-clinical", clinical)
    meaningless = negated or (content.concept.concept_id == ANY and system == "condition")
    if content.status is not (None if meaningless else read_as[clinical]):
        resource["clinicalStatus"] |= status_note(content.status)
    return clinical
