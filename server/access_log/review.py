"""What stands out in the access log: the monthly look that somebody has to take, as figures and as findings.

It names what a person should ask about, and judges nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import datetime, tzinfo
from typing import Any

from server.access_log.entries import SUCCEEDED
from server.access_log.journal import Stored
from server.authentication.principal import Role
from server.authorize import EVERYBODY, Action

MANY_PATIENTS = 50
"""Different patients whom one principal reached within an hour: more than a ward has (ours)."""
MANY_REFUSALS = 10
"""Refusals of one principal, or of one host without a credential, on one day (ours)."""
DAY_BEGINS, DAY_ENDS = 6, 22
"""Hours between which a person's access is nothing to ask about (ours)."""
PERSONS = frozenset({Role.CLINICIAN, Role.AUDITOR, Role.OPERATOR, Role.LOCAL, Role.RESEARCHER})
"""Roles whose access at night is named; patients and agents talk when they do."""
TAKEN_AWAY = frozenset(
    {
        "MemoryService/ExportRecord",
        "command sql",
        "command backup",
        "command fork",
        "command deidentify",
        "AuditService/ExportStudy",
        "command keys former",
    }
)
"""What leaves the service as a whole."""
EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to ask about: what, whose, how often, and the first entries that show it."""

    kind: str
    who: str
    count: int
    entries: tuple[int, ...]


@dataclass(slots=True)
class Review:
    """The figures of a period, and what stands out in it."""

    since: datetime
    until: datetime
    entries: int = 0
    by_action: Counter[str] = field(default_factory=Counter)
    by_role: Counter[str] = field(default_factory=Counter)
    by_outcome: Counter[str] = field(default_factory=Counter)
    principals: int = 0
    patients: int = 0
    findings: list[Finding] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        counters = {name: dict(sorted(getattr(self, name).items())) for name in ("by_action", "by_role", "by_outcome")}
        return {
            "since": self.since.isoformat(),
            "until": self.until.isoformat(),
            "entries": self.entries,
            "principals": self.principals,
            "patients": self.patients,
            **counters,
            "findings": [asdict(one) | {"entries": list(one.entries)} for one in self.findings],
        }


def review(stored: Iterable[Stored], since: datetime, until: datetime, zone: tzinfo) -> Review:
    """Look at the entries of a period; hours of the day are those of ``zone``."""
    told = Review(since, until)
    shown: dict[tuple[str, str], list[int]] = {}
    refused: dict[tuple[str, str], list[int]] = {}
    reached: dict[tuple[str, str], dict[str, int]] = {}
    principals, patients = set(), set()
    for one in stored:
        access, local = one.access, one.access.at.astimezone(zone)
        who = access.principal or f"host {access.peer}"
        told.entries += 1
        told.by_action[Action(access.action).name.lower()] += 1
        told.by_role[access.role or "nobody"] += 1
        told.by_outcome[access.outcome] += 1
        principals.add((access.principal, access.role))
        if access.outcome != SUCCEEDED:
            refused.setdefault((who, local.date().isoformat()), []).append(one.seq)
            continue
        if access.patient_id not in ("", EVERYBODY):
            patients.add(access.patient_id)
            reached.setdefault((who, f"{local:%Y-%m-%dT%H}"), {}).setdefault(access.patient_id, one.seq)
        for kind in _kinds(one, local.hour):
            shown.setdefault((kind, who), []).append(one.seq)
    told.principals, told.patients = len(principals), len(patients)
    for (who, day), seqs in refused.items():
        if len(seqs) >= MANY_REFUSALS:
            told.findings.append(Finding(f"many refusals on {day}", who, len(seqs), tuple(seqs[:EXAMPLES])))
    for (who, hour), seen in reached.items():
        if len(seen) > MANY_PATIENTS:
            told.findings.append(Finding(f"many patients at {hour}", who, len(seen), tuple(seen.values())[:EXAMPLES]))
    told.findings += [Finding(kind, who, len(seqs), tuple(seqs[:EXAMPLES])) for (kind, who), seqs in shown.items()]
    return told


def _kinds(one: Stored, hour: int) -> Iterable[str]:
    access = one.access
    if access.break_glass:
        yield "emergency access"
    if access.action is Action.DELETE:
        yield "erasure"
    if access.method in TAKEN_AWAY:
        yield f"taken away by {access.method}"
    if access.patient_id == EVERYBODY and access.action is Action.READ and access.method not in TAKEN_AWAY:
        yield f"everybody's data by {access.method}"
    if access.role in PERSONS and not DAY_BEGINS <= hour < DAY_ENDS:
        yield "at night"
