"""Principals: on whose behalf a call is made, with which role, and how far that reaches.

A principal has one role. A person with two roles has two credentials, so that the log always tells in which of them
something was done.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from domain.errors import AnamnesisError, InvalidCommand
from domain.utterance import checked_uuid
from domain.values import Source

DEFAULT_TENANT = "default"
ALL_TENANTS = "*"
"""How files and tokens write that somebody stands above the tenants."""
MAX_NAME = 128
"""Characters of a principal's or a tenant's name: room for two UUIDs with a prefix."""


class Role(StrEnum):
    """What somebody is to the patients whom a call concerns."""

    PATIENT = "patient"
    CAREGIVER = "caregiver"
    CLINICIAN = "clinician"
    AGENT = "agent"
    AUDITOR = "auditor"
    OPERATOR = "operator"
    RESEARCHER = "researcher"
    LOCAL = "local"
    """Whoever reaches a service that asks nobody for a name: on loopback, or where `--insecure` was said."""


INSTALLATION_ROLES = frozenset({Role.AUDITOR, Role.OPERATOR})
"""Roles that may stand above the tenants."""
GRANTED_ROLES = frozenset({Role.PATIENT, Role.CAREGIVER, Role.CLINICIAN, Role.AGENT})
"""Roles that patients may be granted to one by one."""


class NotAuthenticated(AnamnesisError):
    """The call carries no valid credential."""

    status = "UNAUTHENTICATED"
    reason = "NOT_AUTHENTICATED"
    advice = (
        "Send `authorization: Bearer TOKEN` with a token of this service that is valid now, or a client certificate."
    )


class InvalidPrincipal(InvalidCommand):
    """The principal is not valid."""

    reason = "INVALID_PRINCIPAL"
    advice = "Give it a role, and the patients that a patient or caregiver stands for; see docs/access.md."


@dataclass(frozen=True, slots=True)
class Principal:
    """Somebody who was recognised.

    ``tenant`` None stands above the tenants; ``patients`` None reaches all patients of the tenant. ``credential`` names
    the entry of the principals' file, ``expires_at`` when what was shown ends to be valid. ``break_glass`` allows a
    clinician to read, in an emergency, patients of the tenant who were not granted.
    """

    name: str
    role: Role
    tenant: str | None = DEFAULT_TENANT
    patients: frozenset[str] | None = None
    expires_at: datetime | None = None
    credential: str = ""
    break_glass: bool = False

    @property
    def source(self) -> Source:
        """Whose word a fact is that this principal records: a clinician's only from a clinician.

        An agent and a caregiver hand on what the patient says. The local principal is trusted as the clinician whose
        own machine it is.
        """
        return Source.CLINICIAN if self.role in (Role.CLINICIAN, Role.LOCAL) else Source.PATIENT

    def actor(self, local: str) -> str:
        """Who acted, as the events of the log say it: ``local`` where nobody was asked for a name."""
        return local if self.role is Role.LOCAL else f"{self.role}:{self.name}"

    @property
    def key(self) -> str:
        """What tells this principal from all others: two tenants may use one name."""
        return f"{self.tenant or ALL_TENANTS}/{self.role}/{self.name}"

    def expired(self, now: datetime) -> bool:
        """Whether what was shown is no longer valid."""
        return self.expires_at is not None and now >= self.expires_at


LOCAL = Principal("local", Role.LOCAL, tenant=None)
"""The principal of a service that asks nobody for a name."""


def checked_principal(
    name: str,
    role: str,
    tenant: str | None,
    patients: Iterable[str] | None,
    *,
    expires_at: datetime | None = None,
    credential: str = "",
    break_glass: bool = False,
) -> Principal:
    """A principal from the words of a file or a token. Raises InvalidPrincipal, which says what is wrong."""
    if not (0 < len(name) <= MAX_NAME and name.isprintable() and name.strip() == name):
        raise InvalidPrincipal(f"The name is not 1 to {MAX_NAME} printable characters.", field="name")
    if role not in tuple(Role) or role == Role.LOCAL:
        raise InvalidPrincipal("The role is none of those that there are.", field="role")
    known = Role(role)
    tenant = tenant or DEFAULT_TENANT
    if not (len(tenant) <= MAX_NAME and tenant.isprintable()):
        raise InvalidPrincipal(f"The tenant is not 1 to {MAX_NAME} printable characters.", field="tenant")
    if tenant == ALL_TENANTS and known not in INSTALLATION_ROLES:
        raise InvalidPrincipal("Only auditors and operators stand above the tenants.", field="tenant")
    granted = None if patients is None else frozenset(checked_uuid("patients", one) for one in patients)
    if granted is not None and known not in GRANTED_ROLES:
        raise InvalidPrincipal("Patients are granted to patients, caregivers, clinicians and agents.", field="patients")
    if known is Role.PATIENT and len(granted or ()) != 1:
        raise InvalidPrincipal("A patient stands for exactly one patient.", field="patients")
    if known is Role.CAREGIVER and not granted:
        raise InvalidPrincipal("A caregiver stands for patients who are named.", field="patients")
    if break_glass and known is not Role.CLINICIAN:
        raise InvalidPrincipal("Only a clinician reads in an emergency who was not granted.", field="break_glass")
    return Principal(
        name, known, None if tenant == ALL_TENANTS else tenant, granted, expires_at, credential, break_glass
    )


_acting: ContextVar[Principal] = ContextVar("acting")


def act_as(principal: Principal) -> None:
    """From now on this call, and every task that it starts, is made by ``principal``."""
    _acting.set(principal)


def acting() -> Principal:
    """By whom the present call is made. Raises LookupError outside of one: nobody is trusted by default."""
    return _acting.get()
