"""PatientRecords: the one writer of the log, and the reader of patients' streams.

Commands of one patient are decided one after the other in this process; another process that was faster shows as a
conflict, upon which the stream is read again and the command decided again. A command whose request id was handled
before returns what it led to then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TypeVar, cast

import msgspec
import orjson
from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError

from domain.commands import Command, CompleteTurn, ErasePatient, RecordExtraction
from domain.errors import (
    AnamnesisError,
    ConflictingUpdate,
    LogCorrupted,
    PatientKeyMissing,
    PatientNotFound,
    RequestIdReused,
    StoreUnavailable,
    UnknownTopic,
)
from domain.events import ExtractionCompleted, PatientErased, Recorded, Shredded, UtteranceReceived, event_id_at
from domain.patient import PatientState, decide
from domain.patient_states import STATES_IN_MEMORY, PatientStates
from domain.store.failures import store_errors
from domain.store.linkage import unlinked_versions
from domain.store.mapper import LogRow, as_stored, decode, opened, placed, recorded_from, replayed, rows_of
from domain.store.places import backend
from domain.store.ports import LogStore
from domain.store.seal import Seal
from domain.tracing import step

MAX_ATTEMPTS = 5
"""How often a command is decided again after a conflict with another process."""

REPLAYED_AT_ONCE = 250
"""Rows that a replay reads at once: few enough to stay in the processor's cache until they are events."""

MAX_ERASURES = 100
"""Rows that claim to record a patient's erasure and are looked at: one is genuine, the others are forged."""

_OF_A_SAVED_REQUEST = (RecordExtraction, CompleteTurn)
"""Commands that go on with a request under the id that its first save has."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Committed:
    """What a command led to: its events, the patient's version and last position, and whether it was a retry."""

    events: tuple[Recorded, ...]
    version: int
    position: int
    replayed: bool = False


class PatientRecords(Application[str]):
    """All patients of one log. Safe for use from several threads and processes."""

    name = "patient_records"

    def __init__(
        self,
        database: Path | str,
        *,
        lock_timeout: int = 5,
        states: int = STATES_IN_MEMORY,
        probe: Callable[[str], None] | None = None,
        seal: Seal | None = None,
    ) -> None:
        """Open or create the log at ``database``, which is a file or the URL of a PostgreSQL database.

        It waits ``lock_timeout`` seconds for another process's write.
        Under a ``seal`` payloads are encrypted and rows chained; the records close it with themselves. Without one
        everything is stored in the clear. ``probe`` is told "before <Command>" and "after <Command>" around every
        save: a seam for fault tests. Raises LogSealed and LogNotSealed where the log is of the other kind,
        LogTruncated when it ends too early, and StoreUnavailable.
        """
        with store_errors():
            super().__init__(
                {
                    "MAPPER_TOPIC": "domain.store.mapper:PayloadMapper",
                    "ORIGINATOR_ID_TYPE": "text",
                    **backend(database, lock_timeout),
                }
            )
        self.rows_log = cast(LogStore, self.recorder)
        self.seal = seal
        self._keyring = seal.keyring if seal is not None else None
        self._erased: set[str] = set()
        try:
            with store_errors():
                self.rows_log.open_writer(seal, lock_timeout)
        except BaseException:
            super().close()
            raise
        self.states = PatientStates(states)
        self._probe = probe or (lambda _: None)
        self._refusal: StoreUnavailable | None = None

    def close(self) -> None:
        """Close the log, and sign its head where it is sealed."""
        try:
            with store_errors():
                self.rows_log.close_writer()
        finally:
            super().close()
            if self.seal is not None:
                self.seal.close()

    def __del__(self) -> None:
        # Whoever forgets to close also forgets where an error could go.
        with suppress(AttributeError, AnamnesisError):
            self.close()

    def execute(self, command: Command) -> Committed:
        """Decide ``command`` and save its events in one transaction.

        An id that stands for another caller's request is replaced by one of this caller's own, which the events carry.
        Raises the domain's named failures, RequestIdReused when the id stands for another payload, ConflictingUpdate
        when other writers stay faster, and StoreUnavailable when the log cannot be written; then nothing was saved,
        unless it was the anchor or a checkpoint that could not be: the same command again returns what was.
        """
        with self.states.locked(command.patient_id):
            for _ in range(MAX_ATTEMPTS):
                # Taken anew for each attempt: the connection that held it may be what was lost.
                with self.rows_log.turn_of(command.patient_id):
                    done = self._attempted(command)
                if done is not None:
                    return done
                self.states.forget(command.patient_id)
            raise ConflictingUpdate(patient_id=command.patient_id, attempts=MAX_ATTEMPTS)

    def _attempted(self, command: Command) -> Committed | None:
        """What the command led to, decided on what is there now; None where somebody else was faster."""
        state = self._decided_on(command)
        if not isinstance(command, _OF_A_SAVED_REQUEST):
            command = command.with_fields(request_id=state.own_request_id(command))
        earlier = self._replay(state, command)
        if earlier is not None:
            return earlier
        payloads = decide(state, command)
        if not payloads:
            return Committed((), state.version, state.position, replayed=True)
        if self._refusal is not None:
            raise self._refusal.again()
        now = max(command.now, state.recorded_at) if state.recorded_at else command.now
        events = tuple(
            Recorded(
                patient_id=command.patient_id,
                version=state.version + offset,
                event_id=event_id_at(command.patient_id, state.version + offset),
                recorded_at=now,
                payload=as_stored(payload),
            )
            for offset, payload in enumerate(payloads, start=1)
        )
        self._probe(f"before {type(command).__name__}")
        if self._keyring is not None and state.version == 0:
            self._keyring.make([command.patient_id])
        with step(f"save {type(command).__name__}") as note:
            note("anamnesis.events", len(events))
            saved = self._saved(events)
        self._probe(f"after {type(command).__name__}")
        if saved is None:
            return None
        self.states.evolve(state, saved)
        return Committed(saved, state.version, state.position)

    def refuse_saves(self, failure: StoreUnavailable | None) -> None:
        """Refuse every command that would be saved, by this failure, until None is told."""
        self._refusal = failure

    def inspect(self, patient_id: str, question: Callable[[PatientState], _T]) -> _T:
        """Ask the aggregate's current state something, while no command of this process changes it."""
        with self.states.locked(patient_id):
            return question(self._current(patient_id))

    def stream(
        self,
        patient_id: str,
        *,
        after_version: int = 0,
        up_to_version: int | None = None,
        position: int | None = None,
        known_at: datetime | None = None,
    ) -> tuple[Recorded, ...]:
        """A patient's events in order: all, or those between versions, or up to a position or a moment of recording.

        Raises LogCorrupted, with the position, for one that was changed, and for versions that are not there.
        """
        with store_errors():
            rows: Sequence[LogRow] = self.rows_log.select_events(patient_id, gt=after_version, lte=up_to_version)
        # Another process may have destroyed the key that this one still has in memory.
        if not (rows and rows[-1].topic == PatientErased.topic() and self.is_erased(patient_id)):
            _check_versions(rows, after_version)
        events = (event for _, event in replayed(rows, self._keyring, self._placed))
        return tuple(
            event
            for event in events
            if event is not None
            and (position is None or event.position <= position)
            and (known_at is None or event.recorded_at <= known_at)
        )

    def rows(
        self,
        after_position: int,
        limit: int,
        *,
        up_to: int | None = None,
        topics: Sequence[str] = (),
        patient_id: str | None = None,
    ) -> Sequence[LogRow]:
        """Undecoded rows of the log after a position, in order."""
        with store_errors():
            return self.rows_log.select_notifications(
                after_position, limit, up_to, topics, inclusive_of_start=False, originator_id=patient_id
            )

    def last(self, patient_id: str) -> Recorded:
        """Where a patient's last event stands and when it was recorded, without what it says.

        Raises PatientNotFound, and LogCorrupted for a damaged time.
        """
        with store_errors():
            rows: Sequence[LogRow] = self.rows_log.select_events(patient_id, desc=True, limit=1)
        if not rows:
            raise PatientNotFound(patient_id=patient_id)
        return placed(rows[0], Shredded(stored_topic=rows[0].topic))

    def recorded(self, row: LogRow) -> Recorded:
        """The event of a row; one of an erased patient is read as Shredded.

        Raises LogCorrupted, UnknownTopic and, when a key is missing though nobody was erased, PatientKeyMissing.
        """
        try:
            if not type(row.topic) is type(row.event_id) is type(row.recorded_at) is str:
                # SQLite hands out whatever type a column has come to have.
                raise LogCorrupted("An event is not stored in the form in which it was written.", position=row.id)
            return recorded_from(row, self._keyring)
        except LogCorrupted:
            if self.is_erased(str(row.originator_id)):
                return placed(row, Shredded(stored_topic=row.topic))
            raise

    def _placed(self, row: LogRow) -> Recorded:
        try:
            return self.recorded(row)
        except (PatientKeyMissing, UnknownTopic):
            raise
        except LogCorrupted as error:
            details = {"position": str(row.id), **error.details}
            raise LogCorrupted(f"Position {row.id}: {error}", **details) from None

    def unproved_versions(self, patient_id: str, up_to_version: int) -> tuple[int, ...]:
        """Versions of a patient, up to one, whose row the hash chain does not prove; none for a log in the clear."""
        if self.seal is None:
            return ()
        with store_errors():
            return unlinked_versions(self.rows_log, self.seal.keyring.chain_key, patient_id, up_to_version)

    def replay(
        self, after_position: int = 0, *, up_to: int | None = None, topics: Sequence[str] = ()
    ) -> Iterator[tuple[LogRow, Recorded | None]]:
        """Rows of the log after a position with their events, in order; None for one that cannot be read."""
        pages = self._pages(after_position, up_to, topics)
        return replayed(chain.from_iterable(pages), self._keyring, self._readable)

    def _pages(self, after: int, up_to: int | None, topics: Sequence[str]) -> Iterator[Sequence[LogRow]]:
        while rows := self.rows(after, REPLAYED_AT_ONCE, up_to=up_to, topics=topics):
            yield rows
            after = rows[-1].id

    def _readable(self, row: LogRow) -> Recorded | None:
        try:
            return self.recorded(row)
        except LogCorrupted:
            return None

    def payload_json(self, row: LogRow) -> str:
        """The payload of a row as JSON, fields at their default among it.

        Empty when nothing can be read there, for an erased patient above all; that of an unknown topic is as stored.
        """
        try:
            state = opened(row, self._keyring)
            try:
                return orjson.dumps(decode(row.topic, state).plain()).decode()
            except UnknownTopic:
                return state.decode()
        except (LogCorrupted, UnicodeDecodeError):
            return ""

    def is_erased(self, patient_id: str) -> bool:
        """Whether the patient's log ends in an erasure."""
        if patient_id not in self._erased:
            if self.erasure(patient_id) is None:
                return False
            self._erased.add(patient_id)
            if self._keyring is not None:
                self._keyring.forget(patient_id)
            self.states.forget(patient_id)
        return True

    def erasure(self, patient_id: str) -> Recorded | None:
        """The event that records the patient's erasure; None where there is none."""
        for row in self.rows(0, MAX_ERASURES, topics=[PatientErased.topic()], patient_id=patient_id):
            # A forged erasure must not destroy a key: only one that opens under the log's own key counts.
            with suppress(LogCorrupted):
                return recorded_from(row, self._keyring)
        return None

    def key_fingerprint(self, patient_id: str) -> str:
        """The fingerprint of the patient's key; empty for a log in the clear, and where no key opens the payloads."""
        with suppress(PatientKeyMissing):
            return self._keyring.fingerprint(patient_id) if self._keyring is not None else ""
        return ""

    def destroy_key(self, patient_id: str) -> None:
        """Destroy the key of a patient whose erasure is recorded; raises PatientNotFound when none is.

        Nothing of the patient stays in the memory of the records.
        """
        if not self.is_erased(patient_id):
            raise PatientNotFound("No erasure of this patient is recorded.", patient_id=patient_id)
        with self.states.locked(patient_id):
            if self._keyring is not None:
                self._keyring.destroy(patient_id)
            self.states.forget(patient_id)

    def finish_erasures(self) -> int:
        """Destroy the keys that an interrupted erasure left; how many there were."""
        if self._keyring is None:
            return 0
        with store_errors():
            erased = self.rows_log.patients_with(PatientErased.topic())
        destroyed = set(self._keyring.destroyed())
        left = [one for one in erased if (one not in destroyed or self._keyring.holds(one)) and self.is_erased(one)]
        for patient_id in left:
            self.destroy_key(patient_id)
        return len(left)

    def head(self) -> int:
        """The last position of the log, 0 when it is empty."""
        with store_errors():
            return self.rows_log.max_notification_id()

    def unextracted_patients(self) -> list[str]:
        """Patients with an utterance that was saved but never extracted."""
        with store_errors():
            return self.rows_log.patients_with_more(UtteranceReceived.topic(), ExtractionCompleted.topic())

    def _current(self, patient_id: str) -> PatientState:
        return self.states.current(patient_id, lambda after: self.stream(patient_id, after_version=after))

    def _decided_on(self, command: Command) -> PatientState:
        """What a command is decided on; to be erased, a patient need not be readable."""
        try:
            return self._current(command.patient_id)
        except LogCorrupted:
            if not isinstance(command, ErasePatient):
                raise
            return self._skeleton(command.patient_id)

    def _skeleton(self, patient_id: str) -> PatientState:
        with store_errors():
            last: Sequence[LogRow] = self.rows_log.select_events(patient_id, desc=True, limit=1)
        state = PatientState(patient_id)
        for row in last:
            state.version, state.position = row.originator_version, row.id
            with suppress(LogCorrupted):
                state.recorded_at = placed(row, Shredded(stored_topic=row.topic)).recorded_at
        return state

    def _replay(self, state: PatientState, command: Command) -> Committed | None:
        request = state.requests.get(command.request_id)
        if request is None:
            return None
        if isinstance(command, _OF_A_SAVED_REQUEST):
            turn = state.turns.get(command.turn_number)
            done = turn is not None and (turn.extracted if isinstance(command, RecordExtraction) else turn.outcome)
            if not done:
                return None
        elif request.fingerprint != command.fingerprint():
            raise RequestIdReused(request_id=command.request_id)
        events = tuple(
            event
            for event in self.stream(command.patient_id)
            if any(first <= event.version <= last for first, last in request.spans)
        )
        return Committed(events, state.version, state.position, replayed=True)

    def append(self, events: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Save events that were decided already, in one transaction; returns them with their positions.

        For restoring and measuring; everything else is decided by :meth:`execute`. Raises IntegrityError for versions
        that are taken.
        """
        with store_errors():
            positions = self.rows_log.insert_events(rows_of(events, self._keyring))
        return tuple(
            msgspec.structs.replace(event, position=position) for event, position in zip(events, positions, strict=True)
        )

    def _saved(self, events: tuple[Recorded, ...]) -> tuple[Recorded, ...] | None:
        try:
            return self.append(events)
        except IntegrityError:
            return None
        except BaseException:
            self.states.forget(events[0].patient_id)
            raise


def _check_versions(rows: Sequence[LogRow], after_version: int) -> None:
    """What is built on a stream with a hole would look whole and be wrong."""
    for version, row in enumerate(rows, start=after_version + 1):
        if row.originator_version != version:
            raise LogCorrupted(
                f"Position {row.id}: the patient's event of version {version} should stand before it.",
                position=row.id,
                patient_id=str(row.originator_id),
                version=version,
            )
