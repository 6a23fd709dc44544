"""Erasing a patient: recorded, the key destroyed, every view cleared, and the files searched for what is left.

The order makes it safe to be interrupted anywhere: once the erasure is recorded, the next start of the service destroys
a key that is still there and clears what was not cleared; a repeated request clears and searches again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from domain.commands import ErasePatient
from domain.errors import PatientNotFound
from domain.events import PatientErased, Recorded, UtteranceReceived
from domain.records import PatientRecords, store_errors
from projections.event_log import EventLog
from projections.folding import decoded
from projections.runner import ProjectionRunner
from server.data_directory import DataDirectory

LEAST_CHARACTERS = 12
"""Shorter sentences are not looked for: others say "yes, I do" as well."""
CHUNK_BYTES = 4 * 1024 * 1024
"""Bytes of a file that are searched at once."""
BUSY_MILLISECONDS = 2_000
"""How long emptying a write-ahead log waits for readers."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search of the data directory came to; ``found_in`` holds paths relative to it."""

    values: int = 0
    files: int = 0
    size: int = 0
    found_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Erased:
    """An erasure that is done: the event that records it, and the search afterwards."""

    event: Recorded
    payload: PatientErased
    search: Search


class Erasing:
    """Carries out erasures for a server, or for a command that has the data directory to itself."""

    def __init__(
        self,
        records: PatientRecords,
        projections: ProjectionRunner,
        directory: DataDirectory,
        forget: Sequence[Callable[[str], object]] = (),
    ) -> None:
        """``forget`` are told the patient whose traces they must drop from memory and files."""
        self._records = records
        self._projections = projections
        self._directory = directory
        self._forget = tuple(forget)
        self._alone = threading.Lock()

    def erase(
        self, request_id: str, patient_id: str, now: datetime, *, actor: str = "interface", values: Sequence[str] = ()
    ) -> Erased:
        """Erase ``patient_id`` and look for what the patient said, and for ``values``, in every file.

        Erasing an erased patient clears and searches again. One erasure waits for the other. Raises PatientNotFound,
        RequestIdReused and the failures of the store.
        """
        with self._alone:
            return self._erase(request_id, patient_id, now, actor, values)

    def finish(self) -> int:
        """Clear what erasures that were interrupted have left; of how many patients. Raises StoreUnavailable."""
        if self._records.seal is None:
            return 0
        self._records.finish_erasures()
        left = [one for one in self._records.seal.keyring.uncleared() if self._records.is_erased(one)]
        if left:
            with self._alone:
                self._clear(left)
        return len(left)

    def _erase(self, request_id: str, patient_id: str, now: datetime, actor: str, values: Sequence[str]) -> Erased:
        spoken = () if self._records.is_erased(patient_id) else self._spoken(patient_id)
        if not self._records.is_erased(patient_id):
            if not self._records.rows(0, 1, patient_id=patient_id):
                raise PatientNotFound(patient_id=patient_id)
            command = ErasePatient(
                request_id=request_id,
                patient_id=patient_id,
                now=now,
                actor=actor,
                key_fingerprint=self._records.key_fingerprint(patient_id),
            )
            self._records.execute(command)
        self._records.destroy_key(patient_id)
        self._clear([patient_id])
        event = self._records.erasure_of(patient_id)
        assert event is not None and isinstance(event.payload, PatientErased)
        return Erased(event, event.payload, search(self._directory.path, (*spoken, *values)))

    def _spoken(self, patient_id: str) -> tuple[str, ...]:
        # An event that can no longer be read must not keep the others from being looked for.
        rows = self._records.rows(0, self._records.head(), patient_id=patient_id)
        payloads = (event.payload for row in rows if (event := decoded(row, self._records.recorded).event))
        texts = (payload.text for payload in payloads if isinstance(payload, UtteranceReceived))
        return tuple(dict.fromkeys(text for text in texts if len(text) >= LEAST_CHARACTERS))

    def _clear(self, patient_ids: Sequence[str]) -> None:
        for forget in (*self._forget, EventLog(self._directory.analysis).forget):
            for patient_id in patient_ids:
                forget(patient_id)
        self._projections.catch_up()
        _empty_journal(self._directory.log)
        _rewrite(self._directory.views)
        if self._records.seal is not None:
            for patient_id in patient_ids:
                self._records.seal.keyring.note_cleared(patient_id)


def search(folder: Path, values: Sequence[str]) -> Search:
    """Look for ``values`` as UTF-8 in every file under ``folder``."""
    wanted = [value.encode() for value in values if value]
    if not wanted:
        return Search()
    files = size = 0
    found = []
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        try:
            files, size = files + 1, size + path.stat().st_size
            if any(value in chunk for chunk in _chunks(path, max(map(len, wanted))) for value in wanted):
                found.append(str(path.relative_to(folder)))
        except FileNotFoundError:
            # A journal that was emptied and removed while the search went on.
            continue
    return Search(len(wanted), files, size, tuple(found))


def _chunks(path: Path, overlap: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        tail = b""
        while read := file.read(CHUNK_BYTES):
            chunk = tail + read
            yield chunk
            tail = chunk[-overlap:]


def _empty_journal(database: Path) -> None:
    with _opened(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rewrite(database: Path) -> None:
    """Write the whole file anew: secure_delete zeroes a deleted row, and not what moving rows between pages left."""
    with _opened(database) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _opened(database: Path) -> Iterator[sqlite3.Connection]:
    with store_errors(), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        yield connection
