"""What model calls have cost each principal on the present day: summed from the log, so for all servers of it alike."""

from __future__ import annotations

import threading
from collections import defaultdict
from datetime import UTC, datetime, timedelta

from domain.commands import named
from domain.errors import LogCorrupted
from domain.events import ModelCalled, PatientRegistered
from domain.records import PatientRecords

STEP_BACK = 1_024
"""Positions of the first step back from the log's head to the beginning of the day; each further one is doubled."""

Spender = tuple[str, str]
"""Tenant and actor: two tenants may use one name. Whoever was not asked for a name is the one local principal."""
LOCAL: Spender = ("", "")


class PrincipalSpending:
    """Follows the calls of models in the log; days are those of UTC, for a principal has no zone of its own.

    Calls count from the save that holds them. Those of a patient who was erased are no longer readable to a server
    that starts later, and count no more there. For use by several threads.
    """

    def __init__(self, records: PatientRecords) -> None:
        self._records = records
        self._lock = threading.Lock()
        self._day = ""
        self._position: int | None = None
        self._spent: defaultdict[tuple[str, Spender], float] = defaultdict(float)
        self._tenants: dict[str, str] = {}

    def spent_on(self, moment: datetime, patient_id: str, actor: str) -> float:
        """What the principal who speaks as ``actor`` for this patient has spent on the day of ``moment``.

        In the currency of the price table, over all patients of the principal.
        """
        day = _day(moment)
        with self._lock:
            self._catch_up(day, _day(moment - timedelta(days=1)))
            return self._spent.get((day, self._spender(patient_id, actor)), 0.0)

    def whose(self, moment: datetime, patient_id: str, actor: str) -> tuple[str, str]:
        """The day of ``moment``, and a name of its own for the principal who speaks as ``actor`` for this patient."""
        with self._lock:
            tenant, name = self._spender(patient_id, actor)
        return _day(moment), f"{len(tenant)}:{tenant}{name}"

    def _catch_up(self, day: str, yesterday: str) -> None:
        if day != self._day:
            self._day = day
            self._tenants.clear()
            # One day more: a turn that began before midnight may ask after one that began behind it.
            kept = {key: cost for key, cost in self._spent.items() if key[0] >= yesterday}
            self._spent = defaultdict(float, kept)
        head = self._records.head()
        if self._position is None:
            self._position = self._before(day, head)
        for row, event in self._records.replay(self._position, up_to=head, topics=[ModelCalled.topic()]):
            if event is not None and isinstance(event.payload, ModelCalled):
                spender = self._spender(event.patient_id, event.payload.actor)
                self._spent[_day(event.recorded_at), spender] += event.payload.cost
            # A log that fails half-way is read on from here, and nothing is counted twice.
            self._position = row.id
        self._position = max(self._position, head)

    def _before(self, day: str, head: int) -> int:
        """A position that nothing of the day stands before; found without reading the whole log."""
        after, step = head, STEP_BACK
        while after and (rows := self._records.rows(after - 1, 1)) and str(rows[0].recorded_at)[:10] >= day:
            after, step = max(0, after - step), step * 2
        return after

    def _spender(self, patient_id: str, actor: str) -> Spender:
        return (self._tenant(patient_id), actor) if named(actor) else LOCAL

    def _tenant(self, patient_id: str) -> str:
        if patient_id not in self._tenants:
            try:
                first = self._records.stream(patient_id, up_to_version=1)
            except LogCorrupted:
                # One patient's damaged stream must not keep the service from all the others.
                first = ()
            payload = first[0].payload if first else None
            self._tenants[patient_id] = payload.tenant if isinstance(payload, PatientRegistered) else ""
        return self._tenants[patient_id]


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()
