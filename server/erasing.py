"""Erasing a patient: recorded, the key destroyed, every view cleared, and the files searched for what is left.

The order makes it safe to be interrupted anywhere: once the erasure is recorded, the next start of the service destroys
a key that is still there and clears what was not cleared; a repeated request clears and searches again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from domain.commands import ErasePatient
from domain.errors import AnamnesisError, LogCorrupted, PatientNotFound, StoreLocked
from domain.events import PatientErased, Recorded, UtteranceReceived
from domain.records import PatientRecords
from domain.store.backup import keys_in
from domain.store.erasures import note_erasures, noted_in
from domain.store.failures import store_errors
from domain.store.keyring import Keyring
from domain.store.mapper import recorded_from
from projections.runner import ProjectionRunner
from server.byte_search import Search, checked_values, search
from server.data_directory import DataDirectory

LEAST_CHARACTERS = 12
"""Shorter sentences are not looked for: others say "yes, I do" as well."""
PATIENCE_SECONDS = 5.0
"""How long clearing a file waits for those who read or write it."""


@dataclass(frozen=True, slots=True)
class Erased:
    """An erasure that is done: its event, the search afterwards, and the backups in which the key is destroyed too.

    Backups that are known to have been made, and could not be reached, are ``unreached``: each may hold the key.
    """

    event: Recorded
    payload: PatientErased
    search: Search
    backups: tuple[Path, ...] = ()
    unreached: tuple[Path, ...] = ()


class Erasing:
    """Carries out erasures for a server, or for a command that has the data directory to itself.

    Of a patient who is erased already, the rest is cleared and searched beside a server as well.
    """

    def __init__(
        self,
        records: PatientRecords,
        projections: ProjectionRunner,
        directory: DataDirectory,
        forget: Sequence[Callable[[str], object]] = (),
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        """``forget`` are told the patient whose traces they must drop from memory and files.

        ``patience`` is in seconds.
        """
        self._records = records
        self._projections = projections
        self._directory = directory
        self._forget = tuple(forget)
        self._patience = patience
        self._alone = threading.Lock()

    def erase(
        self,
        request_id: str,
        patient_id: str,
        now: datetime,
        *,
        actor: str = "interface",
        values: Sequence[str] = (),
        backups: Sequence[Path] = (),
    ) -> Erased:
        """Erase ``patient_id`` and look for what the patient said, for the key, and for ``values``, in every file.

        The key is destroyed in ``backups`` too, and they are searched; and it is destroyed in every backup that the
        keyring knows of and that stands where it was made. Erasing an erased patient clears and searches
        again. One erasure waits for the other. Raises PatientNotFound, RequestIdReused, before anything is done what is
        wrong with a backup or a value, StoreLocked where the views are in use and cannot be cleared, and the failures
        of the store.
        """
        checked_values(values)
        with self._alone, ExitStack() as opened:
            keyrings = [opened.enter_context(closing(keyring)) for keyring in self._keyrings(backups)]
            reached, unreached = list(backups), list[Path]()
            for place in self._known_backups(backups):
                try:
                    keyrings += [opened.enter_context(closing(one)) for one in self._keyrings([place])]
                    reached.append(place)
                except AnamnesisError:
                    # Moved, not mounted, or not ours to write: named instead, for the patient is erased all the same.
                    unreached.append(place)
            sentences, keys = self._to_look_for(patient_id, keyrings)
            event = self._recorded(request_id, patient_id, now, actor)
            assert isinstance(event.payload, PatientErased)
            self._records.destroy_key(patient_id)
            for keyring in keyrings:
                if keyring.holds(patient_id):
                    keyring.destroy(patient_id)
            note_erasures(self._directory.erasures, [event])
            self._clear([patient_id])
        found = search(
            self._directory.path,
            (*sentences, *values),
            keys=keys,
            also=(*backups, *self._directory.places_in_memory),
            tables_key=self._records.seal.keyring.tables_key() if self._records.seal is not None else b"",
        )
        return Erased(event, event.payload, found, tuple(reached), tuple(unreached))

    def finish(self) -> int:
        """Clear what erasures that were interrupted have left; of how many patients. Raises StoreUnavailable."""
        if self._records.seal is None:
            return 0
        self._records.finish_erasures()
        keyring = self._records.seal.keyring
        # Also those that another server on the same database carried out while this one did not run.
        unnoted = set(keyring.destroyed()).difference(noted_in(self._directory.erasures))
        erasures = map(self._records.erasure, sorted(unnoted))
        note_erasures(self._directory.erasures, [one for one in erasures if one is not None])
        self._directory.discard_scratch()
        left = [one for one in keyring.uncleared() if self._records.is_erased(one)]
        if left:
            with self._alone:
                self._clear(left)
        return len(left)

    def _known_backups(self, named: Sequence[Path]) -> list[Path]:
        """The backups that were made of this log, without those that are named anyhow."""
        if self._records.seal is None:
            return []
        asked = {place.resolve() for place in named}
        return [place for place, _ in self._records.seal.keyring.backups() if place not in asked]

    def _keyrings(self, backups: Iterable[Path]) -> Iterator[Keyring]:
        if self._records.seal is not None:
            for backup in backups:
                yield keys_in(backup, self._records.seal.keyring)

    def _recorded(self, request_id: str, patient_id: str, now: datetime, actor: str) -> Recorded:
        """The event of the erasure, which is recorded where it was not."""
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
        event = self._records.erasure(patient_id)
        assert event is not None
        return event

    def _to_look_for(self, patient_id: str, backups: Iterable[Keyring]) -> tuple[tuple[str, ...], set[bytes]]:
        """What only this patient's files can hold: sentences, as far as a key opens them, and the key itself.

        After the erasure it is a backup's key that still opens them, if any does.
        """
        own = self._records.seal.keyring if self._records.seal is not None else None
        keyrings = (own, *backups)
        keys = {trace for keyring in keyrings if keyring is not None for trace in keyring.traces(patient_id)}
        texts = (said.text for said in self._said(patient_id, keyrings))
        return tuple(dict.fromkeys(text for text in texts if len(text) >= LEAST_CHARACTERS)), keys

    def _said(self, patient_id: str, keyrings: Sequence[Keyring | None]) -> Iterator[UtteranceReceived]:
        with store_errors():
            rows = self._records.rows_log.patient_rows(patient_id)
        for row in rows:
            for keyring in keyrings if row.topic == UtteranceReceived.topic() else ():
                with suppress(LogCorrupted):
                    payload = recorded_from(row, keyring).payload
                    if isinstance(payload, UtteranceReceived):
                        yield payload
                        break

    def _clear(self, patient_ids: Sequence[str]) -> None:
        self._directory.discard_scratch()
        for forget in (*self._forget, self._directory.tables(self._records).forget):
            for patient_id in patient_ids:
                forget(patient_id)
        self._projections.catch_up()
        # What stands in the journal of the log is encrypted: a backup that reads the log just now may keep it waiting.
        if (log := self._records.rows_log.place()) is not None:
            self._empty_journal(log)
        if not self._rewrite(self._directory.views):
            raise StoreLocked("The patient is erased, but the kept views are being read and could not be cleared.")
        if self._records.seal is not None:
            for patient_id in patient_ids:
                self._records.seal.keyring.note_cleared(patient_id)

    def _empty_journal(self, database: Path) -> bool:
        with self._opened(database) as connection:
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def _rewrite(self, database: Path) -> bool:
        """Write the whole file anew: secure_delete zeroes a deleted row, and not what moving rows between pages left.

        False where others hold on to what the file was.
        """
        try:
            with self._opened(database) as connection:
                connection.execute("VACUUM")
        except StoreLocked:
            return False
        return self._empty_journal(database)

    @contextmanager
    def _opened(self, database: Path) -> Iterator[sqlite3.Connection]:
        with (
            store_errors(),
            closing(sqlite3.connect(database, isolation_level=None, timeout=self._patience)) as connection,
        ):
            yield connection
