"""Who may do what: one rule for every method, and no method without one.

A rule says which roles may call, and how far the call reaches. What somebody's role never allows is refused by name.
A patient out of somebody's reach is refused as one whom nobody knows, in the same words, whatever the reason: of
another tenant, not granted, or not there. So no answer tells which patients there are.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from domain.errors import AnamnesisError, InvalidIdentifier, PatientNotFound
from domain.records import PatientRecords
from domain.store.even_reading import EvenReading
from domain.utterance import checked_uuid
from server.authentication.principal import Principal, Role


class NotPermitted(AnamnesisError):
    """The caller's role does not allow this."""

    status = "PERMISSION_DENIED"
    reason = "NOT_PERMITTED"
    advice = "Ask somebody whose role allows it; docs/access.md has the table of methods and roles."


class PurposeMissing(NotPermitted):
    """The purpose of use has to be said for this call."""

    reason = "PURPOSE_MISSING"
    advice = "Send the metadata `x-purpose-of-use` with a code of HL7's PurposeOfUse, such as TREAT or PATRQT."


class MethodWithoutRule(AnamnesisError):
    """A method has no rule that says who may call it."""

    reason = "METHOD_WITHOUT_RULE"
    advice = "Add its rule to server/authorize.py; until then nothing is served."


class Reach(StrEnum):
    """What a call concerns."""

    PATIENT = "one patient"
    PATIENT_OR_ALL = "one patient, or every patient of every tenant where none is named"
    TENANT = "a tenant"
    INSTALLATION = "every patient of every tenant"


class Action(StrEnum):
    """What is done, in the codes of FHIR's AuditEvent.action."""

    CREATE = "C"
    READ = "R"
    UPDATE = "U"
    DELETE = "D"
    EXECUTE = "E"


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may call a method; ``stated`` where the purpose has to be said, by all but the patient."""

    roles: frozenset[Role]
    reach: Reach
    action: Action
    stated: bool = False


def _rule(action: Action, reach: Reach, *roles: Role, stated: bool = False) -> Rule:
    return Rule(frozenset(roles), reach, action, stated)


_PATIENT, _CAREGIVER, _CLINICIAN, _AGENT = Role.PATIENT, Role.CAREGIVER, Role.CLINICIAN, Role.AGENT
_AUDITOR, _OPERATOR, _RESEARCHER = Role.AUDITOR, Role.OPERATOR, Role.RESEARCHER
_CARE = (_PATIENT, _CAREGIVER, _CLINICIAN, _AGENT)
_ONE, _ANY = Reach.PATIENT, Reach.PATIENT_OR_ALL

_OURS = "/anamnesis.v1."
_CONVERSATION, _MEMORY, _AUDIT = (f"{_OURS}{name}Service/" for name in ("Conversation", "Memory", "Audit"))

RULES: Mapping[str, Rule] = {
    # Spoken by whoever stands for the patient; a clinician's own words are no patient's.
    f"{_CONVERSATION}Converse": _rule(Action.CREATE, _ONE, _PATIENT, _CAREGIVER, _AGENT),
    f"{_CONVERSATION}Observe": _rule(Action.CREATE, _ONE, _AGENT),
    f"{_CONVERSATION}RecordAnswer": _rule(Action.CREATE, _ONE, _AGENT),
    f"{_CONVERSATION}Ask": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}ListPatients": _rule(Action.READ, Reach.TENANT, _CLINICIAN, _AGENT, _AUDITOR, _OPERATOR),
    f"{_MEMORY}RegisterPatient": _rule(Action.CREATE, Reach.TENANT, _CLINICIAN, _AGENT, _OPERATOR),
    f"{_MEMORY}GetProfile": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}GetTimeline": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}GetMemory": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}GetContext": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}SearchMemory": _rule(Action.READ, _ONE, *_CARE),
    f"{_MEMORY}RecordSlots": _rule(Action.CREATE, _ONE, *_CARE),
    f"{_MEMORY}CorrectSlot": _rule(Action.UPDATE, _ONE, *_CARE),
    f"{_MEMORY}RetractSlot": _rule(Action.UPDATE, _ONE, *_CARE),
    f"{_MEMORY}ImportRecord": _rule(Action.CREATE, _ONE, _CLINICIAN, _AGENT),
    f"{_MEMORY}ExportRecord": _rule(Action.READ, _ONE, _PATIENT, _CLINICIAN, stated=True),
    f"{_MEMORY}ErasePatient": _rule(Action.DELETE, _ONE, _OPERATOR, stated=True),
    f"{_AUDIT}ListEvents": _rule(Action.READ, _ANY, _PATIENT, _AUDITOR),
    f"{_AUDIT}WatchEvents": _rule(Action.READ, _ANY, _PATIENT, _AUDITOR),
    f"{_AUDIT}ExplainAnswer": _rule(Action.READ, _ONE, _PATIENT, _CAREGIVER, _CLINICIAN, _AUDITOR),
    f"{_AUDIT}VerifyLog": _rule(Action.EXECUTE, _ANY, _AUDITOR, _OPERATOR),
    f"{_AUDIT}RebuildProjections": _rule(Action.EXECUTE, _ANY, _OPERATOR),
    f"{_AUDIT}ListAccesses": _rule(Action.READ, _ONE, _PATIENT, _CAREGIVER, _AUDITOR),
    f"{_AUDIT}ListProjections": _rule(Action.EXECUTE, Reach.INSTALLATION, _AUDITOR, _OPERATOR),
    f"{_AUDIT}ExportStudy": _rule(Action.READ, Reach.TENANT, _RESEARCHER),
}
"""The rule of every method. Researchers have one alone: tables that name nobody."""

EMERGENCY = "ETREAT"
"""Purpose under which a clinician with that right reads who was not granted, within the tenant."""
PURPOSES = frozenset(
    {
        "TREAT", EMERGENCY, "PATRQT", "FAMRQT", "CAREMGT", "HPAYMT", "HOPERAT", "HSYSADMIN", "HRESCH", "PUBHLTH",
        "HLEGAL", "HQUALIMP", "PATSFTY", "HCOMPL", "RECORDMGT", "HTEST",
    }
)  # fmt: skip
"""Codes of HL7 v3 PurposeOfUse that are taken; words of the caller's own could hold anything."""
USUAL_PURPOSE: Mapping[Role, str] = {
    Role.PATIENT: "PATRQT",
    Role.CAREGIVER: "FAMRQT",
    Role.CLINICIAN: "TREAT",
    Role.AGENT: "TREAT",
    Role.AUDITOR: "HCOMPL",
    Role.OPERATOR: "HSYSADMIN",
    Role.RESEARCHER: "HRESCH",
    Role.LOCAL: "HOPERAT",
}
"""For what somebody acts who does not say it."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What was allowed: whom it concerns ("*" for everybody, "" for nobody), for what, and whether in an emergency."""

    patient_id: str
    purpose: str
    break_glass: bool = False


def check_rules(methods: Iterable[str]) -> None:
    """Raises MethodWithoutRule where a served method has no rule."""
    missing = sorted(set(methods) - set(RULES))
    if missing:
        raise MethodWithoutRule(f"{len(missing)} methods have no rule: {', '.join(missing)}.", count=len(missing))


class Authoriser:
    """Holds calls against the rules. ``tenants`` may read the log: to be used where that is allowed."""

    def __init__(self, tenants: Tenants) -> None:
        self._tenants = tenants

    def admit(self, principal: Principal, method: str, request: Any, purpose: str) -> Admission:
        """What the principal may do with this request.

        Raises NotPermitted for a role that may not, PatientNotFound for a patient out of reach, InvalidIdentifier, and
        MethodWithoutRule.
        """
        rule = RULES.get(method)
        if rule is None:
            raise MethodWithoutRule
        stated, purpose = bool(purpose), purpose or USUAL_PURPOSE[principal.role]
        if principal.role is Role.LOCAL:
            try:
                return Admission(_subject(rule, request), purpose)
            except InvalidIdentifier:
                # The handler's to refuse, which knows how its call tells bad content.
                return Admission("", purpose)
        patient_id = _subject(rule, request)
        if purpose not in PURPOSES:
            raise PurposeMissing("The purpose of use is no code that is known here.")
        if principal.role not in rule.roles:
            raise NotPermitted
        if rule.stated and not stated and principal.role is not Role.PATIENT:
            raise PurposeMissing
        if rule.reach is Reach.TENANT:
            self._check_tenant(principal, method, request)
            return Admission(patient_id, purpose)
        if patient_id == EVERYBODY:
            if principal.tenant is not None or principal.patients is not None:
                raise NotPermitted("Only who stands above the tenants may ask about every patient.")
            return Admission(patient_id, purpose)
        return Admission(patient_id, purpose, self._reached(principal, rule, patient_id, purpose))

    def _reached(self, principal: Principal, rule: Rule, patient_id: str, purpose: str) -> bool:
        """Whether the patient is reached in an emergency only. Raises PatientNotFound where not at all."""
        # Looked up first and for everybody, so that the time taken does not tell why somebody was refused.
        tenant = self._tenants.of(patient_id, principal)
        if tenant is None and principal.tenant is None:
            # Above the tenants nothing is hidden: the handler itself says whom there is not.
            return False
        if tenant is None or (principal.tenant is not None and tenant != principal.tenant):
            raise PatientNotFound(patient_id=patient_id)
        if principal.patients is None or patient_id in principal.patients:
            return False
        if principal.break_glass and purpose == EMERGENCY and rule.action is Action.READ:
            return True
        raise PatientNotFound(patient_id=patient_id)

    def _check_tenant(self, principal: Principal, method: str, request: Any) -> None:
        """Raises NotPermitted for another tenant, whether or not there is one of that name."""
        if principal.tenant is not None and request.tenant not in ("", principal.tenant):
            raise NotPermitted("The tenant is not the caller's.")
        if method == f"{_MEMORY}RegisterPatient" and principal.patients is not None:
            raise NotPermitted("Who was granted single patients registers none.")
        if method == f"{_AUDIT}ExportStudy" and request.study not in ("", principal.name):
            # Two studies of one recipient could be joined by what is in them.
            raise NotPermitted("A researcher's study is the one that the credential is made for.")


EVERYBODY = "*"
"""In place of a patient: all of them."""


def _subject(rule: Rule, request: Any) -> str:
    """Whom a request concerns. Raises InvalidIdentifier."""
    if rule.reach is Reach.INSTALLATION or (rule.reach is _ANY and not request.patient_id):
        return EVERYBODY
    # Of a tenant's calls one names a patient: who is registered is to find out by whom.
    return checked_uuid("patient_id", request.patient_id) if hasattr(request, "patient_id") else ""


MAX_TENANTS_KNOWN = 100_000
"""Patients whose tenant is kept in memory: some 15 MB."""


class Tenants:
    """Of which tenant a patient is: it stands in the registration and never changes. For use by several threads."""

    def __init__(self, records: PatientRecords) -> None:
        self._registered = EvenReading(records.rows_log, records.seal.keyring if records.seal is not None else None)
        self._known: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, patient_id: str, asking: Principal | None = None) -> bool:
        """Whether the next question about this patient is answered from memory."""
        tenant = self._known.get(patient_id)
        return tenant is not None and _reaches(asking, patient_id, tenant)

    def of(self, patient_id: str, asking: Principal | None = None) -> str | None:
        """The patient's tenant; None for one who is not registered, or whose registration opens for nobody any more.

        Only who reaches a patient is answered from memory; None as the one ``asking`` reaches all. A patient out of
        reach is looked up each time, as one who is not there is, with as many reads: no haste tells of them.
        """
        with self._lock:
            if self.known(patient_id, asking):
                self._known.move_to_end(patient_id)
                return self._known[patient_id]
        registered = self._registered.registration(patient_id)
        if registered is None:
            return None
        if _reaches(asking, patient_id, registered.tenant):
            with self._lock:
                self._known[patient_id] = registered.tenant
                if len(self._known) > MAX_TENANTS_KNOWN:
                    self._known.popitem(last=False)
        return registered.tenant


def _reaches(asking: Principal | None, patient_id: str, tenant: str) -> bool:
    """Whether a patient of ``tenant`` is of those whom the principal is there for; an emergency aside."""
    if asking is None:
        return True
    return asking.tenant in (None, tenant) and (asking.patients is None or patient_id in asking.patients)
