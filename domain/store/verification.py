"""Verifying a log: every row against the chain, the end against anchor and checkpoints, every stream for gaps.

A row whose digest does not hold is looked at more closely, with what encryption and event ids prove about it, so that a
finding can say what was done to it and not only that something was.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag

from domain.errors import PatientKeyMissing, PatientNotFound
from domain.events import PatientErased, event_id_at
from domain.store.chain import GENESIS, Head
from domain.store.checkpoints import EVERY_EVENTS, Checkpoint
from domain.store.failures import store_errors
from domain.store.ports import ChainedRow, LogStore
from domain.store.seal import Seal
from domain.store.verifying import PAGE_ROWS, RangeFound, Verifying, linked, opens_with, ranges_of

MAX_MISSTORED = 500
"""Rows that are named where many are stored in another form; the first of them tell what is wrong."""
MAX_SUSPECTS = 500
"""Suspicious rows that are compared with each other, to see whether they were swapped."""

ERASURE_SECONDS, ERASURE_LOOKS = 1.0, 10
"""How long and how often an erased patient's key is looked for: it is destroyed a few disk writes after the record."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of the log: its ``kind`` in upper snake case, where it is, and what was found, without patient text.

    ``position`` is the first one concerned and ``version`` that of the patient, 0 for what has none; ``patient_id`` is
    empty where none can be named.
    """

    kind: str
    position: int
    patient_id: str
    detail: str
    version: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """How far a verification has come, and what it found since the step before."""

    events: int
    findings: tuple[Finding, ...]
    done: bool = False


@dataclass(slots=True)
class _Suspect:
    row: ChainedRow
    before: bytes
    gap: bool
    follows: bool = False
    skipped: bool = False
    only_digest: bool = False


def verify(
    log: LogStore, seal: Seal, patient_id: str | None = None, *, verifying: Verifying | None = None
) -> Iterator[Step]:
    """Read the whole log and report every fault; with ``patient_id`` only those that concern this patient.

    ``verifying`` looks at its ranges, by itself this process; what is reported is the same, whoever looked.
    Rows that are appended meanwhile are not looked at. Nothing is changed. Raises LogCorrupted for a file that
    the database cannot read, PatientNotFound for a patient of whom there is neither an event nor a key, and
    StoreUnavailable.
    """
    verification = _Verification(log, seal, verifying)
    with store_errors():
        if patient_id is not None and not _known(log, seal, patient_id):
            # A mistyped patient must not pass for one without a fault.
            raise PatientNotFound(patient_id=patient_id)
        for step in verification.steps():
            kept = tuple(one for one in step.findings if patient_id is None or one.patient_id in ("", patient_id))
            yield Step(step.events, kept, step.done)


def _known(log: LogStore, seal: Seal, patient_id: str) -> bool:
    keys = seal.keyring
    return bool(log.select_events(patient_id, limit=1)) or keys.holds(patient_id) or patient_id in keys.destroyed()


@dataclass(slots=True)
class _Verification:
    log: LogStore
    seal: Seal
    verifying: Verifying | None = None
    events: int = 0
    head: Head = field(default_factory=Head)
    versions: dict[str, int] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    erasures: dict[str, ChainedRow] = field(default_factory=dict)
    """Erasures that are what was written, by patient."""
    unopened: dict[str, ChainedRow] = field(default_factory=dict)
    suspects: list[_Suspect] = field(default_factory=list)
    run: int = 0
    """Where in ``suspects`` those begin that no sound row has come after yet."""
    carried: bytes = GENESIS
    """The digest that the chain would have here if of those nothing but the digests had been changed."""
    checkpoints: tuple[Checkpoint, ...] = ()
    used: int = 0
    digests: dict[int, bytes] = field(default_factory=dict)
    noted: dict[int, bytes] = field(default_factory=dict)

    def steps(self) -> Iterator[Step]:
        # What notes an end is read before the log is: the other way round, a save in between would pass for a loss.
        anchor, damaged = self.seal.anchor.read() if self.seal.anchor is not None else (None, 0)
        self.checkpoints = tuple(self.seal.checkpoints.read())
        self.used = self.log.last_used_position()
        noted = (*(one.head for one in self.checkpoints), anchor)
        self.noted = {head.position: head.digest for head in noted if head is not None}
        end = self.log.max_notification_id()
        yield Step(0, tuple(self._schema()))
        if self.verifying is None:
            yield from self._read(end)
        else:
            with closing(self.verifying(ranges_of(end, frozenset(self.noted)))) as looked:
                for part, found in looked:
                    if self._takes(found):
                        yield Step(self.events, ())
                    else:
                        yield from self._read(part.up_to)
        yield Step(
            self.events, (*self._suspects(), *self._keys(), *self._ends(anchor, damaged), *self._file()), done=True
        )

    def _read(self, up_to: int) -> Iterator[Step]:
        """Look at the rows up to a position, one after the other."""
        while rows := self.log.select_chained(self.head.position, PAGE_ROWS, up_to):
            findings = [finding for row in rows for finding in self._row(row)]
            self.digests.update((row.position, row.chain) for row in rows if row.position in self.noted)
            yield Step(self.events, tuple(findings))

    def _takes(self, found: RangeFound) -> bool:
        """Take what was found of the next range, if it needs no look at what stands before it."""
        follows = found.sound and found.before == self.head and self.run == len(self.suspects)
        if not follows or any(first != self.versions.get(one, 0) + 1 for one, first in found.firsts.items()):
            return False
        self.events += found.events
        self.head, self.carried = found.head, found.head.digest if found.events else self.carried
        self.versions.update(found.lasts)
        self.unopened.update(found.unopened)
        self.erased.update(found.erasures)
        self.erasures.update(found.erasures)
        self.digests.update(found.digests)
        return True

    def _row(self, row: ChainedRow) -> Iterator[Finding]:
        self.events += 1
        sound = row.state is not None and self._link(self.head.digest, row) == row.chain
        if sound and self.run == len(self.suspects):
            self.carried = row.chain
        else:
            row = _filled(row)
            sound = self._examined(row)
        self.head = Head(row.position, row.chain)
        yield from self._version(row)
        if sound and row.version == 1 and not opens_with(self.seal, row):
            self.unopened[row.patient_id] = row
        if row.topic == PatientErased.topic():
            self.erased.add(row.patient_id)
            if sound:
                self.erasures[row.patient_id] = row

    def _examined(self, row: ChainedRow) -> bool:
        """Whether the row is what was written, judged with those before it that may not be; else it joins them."""
        gap = row.position != self.head.position + 1
        computed, carried = self._link(self.head.digest, row), self._link(self.carried, row)
        sound = row.chain in (computed, carried)
        if self.suspects and self.suspects[-1].row.position == self.head.position:
            sound |= self._note_follower(self.suspects[-1], row)
        only_digests = carried in (row.chain, self.noted.get(row.position))
        if only_digests:
            for suspect in self.suspects[self.run :]:
                suspect.only_digest = True
        if not sound:
            self.suspects.append(_Suspect(row, self.head.digest, gap, only_digest=only_digests))
        if sound or only_digests:
            self.run = len(self.suspects)
        self.carried = row.chain if sound else carried
        return sound

    def _note_follower(self, suspect: _Suspect, row: ChainedRow) -> bool:
        """What the next row says of a suspect; whether the row itself is sound although it does not link to it."""
        suspect.follows = self._link(suspect.row.chain, row) == row.chain
        suspect.skipped = not suspect.follows and self._link(suspect.before, row) == row.chain
        return suspect.skipped

    def _version(self, row: ChainedRow) -> Iterator[Finding]:
        last = self.versions.get(row.patient_id, 0)
        if row.version != last + 1:
            missing = _missing(last + 1, row.version - 1, "version") if row.version > last else f"{row.version} comes"
            yield Finding("VERSION_GAP", row.position, row.patient_id, f"After version {last}, {missing}.", last + 1)
        self.versions[row.patient_id] = row.version

    def _suspects(self) -> Iterator[Finding]:
        swapped = self._swapped()
        for suspect in self.suspects:
            row = suspect.row
            if row.position in swapped:
                detail = f"It stands where the event of position {swapped[row.position]} was written."
                yield Finding("EVENT_SWAPPED", row.position, row.patient_id, detail, row.version)
            else:
                yield self._judged(suspect)

    def _judged(self, suspect: _Suspect) -> Finding:
        row, fault = suspect.row, self._fault(suspect.row)
        # Of an erased patient no key can tell any more: then what the positions say is all there is.
        if suspect.gap and (not fault or row.patient_id in self.erased):
            first = self.log.select_last_position(row.position) + 1
            return Finding("EVENTS_DELETED", first, "", f"{_missing(first, row.position - 1, 'Position')}.")
        if suspect.skipped:
            kind, detail = "EVENT_INSERTED", "The log goes on as if it were not there."
        elif fault:
            kind, detail = "EVENT_EDITED", fault
        elif suspect.only_digest or len(row.chain) != len(GENESIS):
            kind, detail = "CHAIN_EDITED", "Its digest is not the one that was written."
        elif suspect.follows or self.noted.get(row.position) == row.chain:
            # Everything else is proven by encryption and event id, so only the time is left.
            kind, detail = "EVENT_REDATED", "Its time is not the one that was written."
        else:
            kind, detail = "EVENT_REDATED", "Its time, or the digest that proves it, is not the one that was written."
        return Finding(kind, row.position, row.patient_id, detail, row.version)

    def _fault(self, row: ChainedRow) -> str:
        if row.event_id != event_id_at(row.patient_id, row.version):
            return "Patient, version or event id is not the one that was written."
        try:
            self.seal.keyring.decrypt(row.patient_id, row.version, row.topic, row.state)
        except InvalidTag:
            return "Its payload, topic, version or patient is not the one that was written."
        except PatientKeyMissing:
            return "It is not the event that was written."
        return ""

    def _swapped(self) -> dict[int, int]:
        """Positions of suspicious rows, to the position where the event that now stands there was written."""
        found: dict[int, int] = {}
        suspects = self.suspects[:MAX_SUSPECTS]
        for place in suspects:
            for content in suspects:
                if content is place:
                    continue
                digest = self._link(place.before, content.row, place.row.position)
                if digest in (place.row.chain, content.row.chain):
                    found[content.row.position] = place.row.position
        return found

    def _link(self, before: bytes, row: ChainedRow, position: int | None = None) -> bytes:
        return linked(self.seal, before, row, position)

    def _keys(self) -> Iterator[Finding]:
        keyring = self.seal.keyring
        shut = (self.unopened.keys() | (self.versions.keys() - keyring.held())) - self.erased
        # Keys are looked at last, so an erasure may stand among the rows that came meanwhile.
        since = set(self.log.patients_with(PatientErased.topic(), after=self.head.position)) if shut else set[str]()
        for patient_id in sorted(shut - since):
            row = self.unopened.get(patient_id)
            if row is not None and keyring.holds(patient_id):
                detail = "The patient's key does not open what was written under it."
                yield Finding("KEY_ALTERED", row.position, patient_id, detail, row.version)
            else:
                yield Finding("KEY_MISSING", 0, patient_id, "The patient's key is gone, and no erasure says why.")
        for patient_id in self._undestroyed():
            erasure = self.erasures[patient_id]
            detail = "The patient is erased, but the key is there: a start destroys it."
            yield Finding("KEY_NOT_DESTROYED", erasure.position, patient_id, detail, erasure.version)

    def _undestroyed(self) -> list[str]:
        """The erased patients whose keys are there, given a moment for an erasure that is under way."""
        for _ in range(ERASURE_LOOKS):
            if not (left := self.erasures.keys() & self.seal.keyring.held()):
                break
            time.sleep(ERASURE_SECONDS / ERASURE_LOOKS)
        return sorted(left)

    def _schema(self) -> Iterator[Finding]:
        if detail := self.log.missing_mark():
            yield Finding("MARK_MISSING", 0, "", detail)
        for name in self.log.missing_triggers():
            yield Finding(
                "TRIGGER_MISSING", 0, "", f"The trigger {name} that keeps the log append-only is gone or altered."
            )

    def _file(self) -> Iterator[Finding]:
        # Rows are verified by position and patients are read through an index: one that lies would hide an event.
        for position, patient_id, version in self.log.misstored(self.head.position, MAX_MISSTORED):
            if position not in {suspect.row.position for suspect in self.suspects}:
                detail = "It is not stored in the form in which it was written."
                yield Finding("EVENT_EDITED", position, patient_id, detail, version)
        for fault in self.log.damages():
            yield Finding("DATABASE_DAMAGED", 0, "", f"The database's own check says: {fault}.")

    def _ends(self, anchor: Head | None, damaged: int) -> Iterator[Finding]:
        end = self.head.position
        furthest = max(end, self.used)
        for checkpoint in self.checkpoints:
            if checkpoint.head is None:
                detail = f"Checkpoint {checkpoint.line} does not bear its signature."
                yield Finding("CHECKPOINT_DAMAGED", 0, "", detail if checkpoint.line else "Its file cannot be read.")
            elif checkpoint.head.position > end:
                furthest = max(furthest, checkpoint.head.position)
            else:
                yield from self._agrees(checkpoint.head, "CHECKPOINT_DIFFERS")
        if not self.checkpoints and end >= 2 * EVERY_EVENTS:
            detail = f"There is no checkpoint, though the log was signed every {EVERY_EVENTS:,} events."
            yield Finding("CHECKPOINTS_MISSING", 0, "", detail)
        if self.seal.anchor is not None:
            if anchor is None:
                yield Finding("ANCHOR_MISSING", 0, "", "The head anchor is gone or cannot be read.")
            elif anchor.position > end:
                furthest = max(furthest, anchor.position)
            else:
                yield from self._agrees(anchor, "ANCHOR_DIFFERS")
            if anchor is not None and damaged:
                yield Finding("ANCHOR_DAMAGED", 0, "", "A record of the head anchor cannot be read.")
        if furthest > end:
            yield Finding("LOG_TRUNCATED", end + 1, "", f"{_missing(end + 1, furthest, 'Position')}.")

    def _agrees(self, noted: Head, kind: str) -> Iterator[Finding]:
        digest = self.digests.get(noted.position, GENESIS if noted.position == 0 else b"")
        if digest != noted.digest:
            yield Finding(kind, noted.position, "", f"At position {noted.position} another event was noted.")


def _filled(row: ChainedRow) -> ChainedRow:
    """The row with something to compare in every column; damage can make any of them nothing at all."""
    if None not in (row.patient_id, row.version, row.topic, row.event_id, row.recorded_at, row.state):
        return row
    return ChainedRow(
        row.position,
        row.patient_id or "",
        row.version or 0,
        row.topic or "",
        row.event_id or "",
        row.recorded_at or "",
        row.state or b"",
        row.chain,
    )


def _missing(first: int, last: int, what: str) -> str:
    return f"{what} {first} is missing" if first == last else f"{what}s {first} to {last} are missing"
