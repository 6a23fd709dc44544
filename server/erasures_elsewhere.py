"""Erasures by other processes on the same log: what this one still has of the patient in memory is dropped as well.

They are noted in the register of this data directory, too, which outlives a database that several servers share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import structlog

from domain.errors import AnamnesisError
from domain.events import PatientErased
from domain.records import PatientRecords
from domain.store.erasures import note_erasures
from server.work import WorkPool

LOOK_SECONDS = 1.0
"""How often it is looked (ours). No read is late by it: each looks by itself whether its patient was erased."""
_ROWS = 100

log = structlog.get_logger(__name__)


class ErasuresElsewhere:
    """Follows the log for erasures, from where it ends now."""

    def __init__(
        self,
        records: PatientRecords,
        work: WorkPool,
        forget: Sequence[Callable[[str], object]],
        register: Path,
    ) -> None:
        """``forget`` are told each patient, besides the records, and the ``register`` of erasures notes them."""
        self._records = records
        self._work = work
        self._register = register
        self._forget = tuple(forget)
        self._seen: int | None = None

    async def run(self, seconds: float = LOOK_SECONDS) -> None:
        """Look every ``seconds``."""
        while True:
            try:
                await self._work(self.look)
            except AnamnesisError as error:
                log.warning("erasures_not_followed", reason=error.reason)
            await asyncio.sleep(seconds)

    def look(self) -> int:
        """Drop whoever was erased since the last look; how many patients. Raises StoreUnavailable."""
        head = self._records.head()
        after, self._seen = self._seen, head
        if after is None or after >= head:
            return 0
        dropped = 0
        while rows := self._records.rows(after, _ROWS, up_to=head, topics=[PatientErased.topic()]):
            for row in rows:
                patient_id = str(row.originator_id)
                # The records look for themselves whether the erasure is genuine.
                erasure = self._records.erasure(patient_id)
                if erasure is not None and self._records.is_erased(patient_id):
                    note_erasures(self._register, [erasure])
                    dropped += 1
                    for forget in self._forget:
                        forget(patient_id)
            after = rows[-1].id
        return dropped
