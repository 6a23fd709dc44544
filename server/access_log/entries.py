"""One line of the access log. Every field is a name, a code or a number, checked to be one: nothing clinical fits."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson

from server.authentication.principal import Principal
from server.authorize import EVERYBODY, Action

SUCCEEDED = "OK"
"""Outcome of what was done; a failure's is its reason."""


@dataclass(frozen=True, slots=True)
class Access:
    """That ``principal`` did something.

    ``method`` is a method of the wire or a command, ``patient_id`` a UUID, ``*`` for everybody's data, or empty for
    nobody's. ``peer`` is the caller's host. ``count`` says how many calls the line stands for. ``request_id`` is empty
    unless it is a UUID: anything else could hold a patient's words.
    """

    at: datetime
    principal: str
    role: str
    tenant: str
    peer: str
    method: str
    action: Action
    patient_id: str
    purpose: str
    outcome: str = SUCCEEDED
    break_glass: bool = False
    request_id: str = ""
    count: int = 1

    def plain(self) -> dict[str, Any]:
        """The fields as JSON values."""
        # Not asdict, which copies deep: each access would spend a quarter of its time there.
        told = {name: getattr(self, name) for name in _FIELDS}
        return told | {"at": self.at.astimezone(UTC).isoformat(timespec="microseconds")}

    def encoded(self) -> bytes:
        """The one form in which it is stored and chained."""
        return orjson.dumps(self.plain(), option=orjson.OPT_SORT_KEYS)


_FIELDS = tuple(one.name for one in fields(Access))


def decoded(content: bytes) -> Access:
    """The access that :meth:`Access.encoded` wrote. Raises ValueError, KeyError or TypeError for anything else."""
    told = orjson.loads(content)
    return Access(**told | {"at": datetime.fromisoformat(told["at"]), "action": Action(told["action"])})


def access(
    at: datetime,
    principal: Principal | None,
    peer: str,
    method: str,
    action: Action,
    *,
    patient_id: str = "",
    purpose: str = "",
    outcome: str = SUCCEEDED,
    break_glass: bool = False,
    request_id: str = "",
    count: int = 1,
) -> Access:
    """An entry from what a call brought; ``principal`` None is a caller who was not recognised."""
    return Access(
        at=at,
        principal=principal.name if principal else "",
        role=principal.role if principal else "",
        tenant=(principal.tenant or EVERYBODY) if principal else "",
        peer=peer,
        method=method,
        action=action,
        patient_id=EVERYBODY if patient_id == EVERYBODY else _uuid(patient_id),
        purpose=purpose,
        outcome=outcome,
        break_glass=break_glass,
        request_id=_uuid(request_id),
        count=count,
    )


def _uuid(value: str) -> str:
    try:
        return str(UUID(value))
    except ValueError:
        return ""
