"""Reading recorded utterances again with the present extractor, and putting before a person what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol
from uuid import UUID, uuid5

from agent.injection import believed
from agent.nodes.extract import goals_set, lately_corrected, lately_spoken_of, of_last_turn
from agent.whose_record import children_known, patient_named, said_before
from domain.commands import DecideReextraction, ProposeReextraction
from domain.errors import AnamnesisError, ConflictingUpdate, PatientErased, PatientNotFound
from domain.events import PatientRegistered, Recorded, ReextractionDecided, ReextractionProposed, UtteranceReceived
from domain.patient import PatientState
from domain.records import PatientRecords
from domain.reextraction import Difference, NewReading, outdated, reextract
from domain.reextraction import Reextraction as Found
from domain.spreading import Spread
from extraction.naming.mentions import ConceptRecogniser
from extraction.port import UtteranceReader
from projections.patient_view import PatientView

ACTOR: Final = "operator"
ATTEMPTS: Final = 5
"""How often a patient who is talking meanwhile is read again."""

_REQUESTS: Final = UUID("8d0b6b0e-5d3f-5a43-9c55-0a8a9a1d7c21")
_PAGE: Final = 1_000

BATCH_PATIENTS: Final = 20
"""Patients whose utterances a worker reads at once: some seconds of work."""


class ReextractionPorts(Protocol):
    """What re-extraction needs from outside; the agent's `Ports` have it."""

    @property
    def records(self) -> PatientRecords:
        """The log."""

    @property
    def extractor(self) -> UtteranceReader:
        """The extractor that reads now."""

    @property
    def recogniser(self) -> ConceptRecogniser:
        """What finds the relatives that are named."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """The server's clock."""


@dataclass(frozen=True, slots=True)
class Report:
    """One patient: how many utterances were read again, how they differ, and how many differences were proposed."""

    patient_id: str
    utterances: int
    differences: tuple[Difference, ...]
    proposed: int


@dataclass(frozen=True, slots=True)
class Decision:
    """One proposed reading that was decided upon: its event, and how many events of each kind it became."""

    proposed_event_id: str
    accepted: bool
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Batch:
    """Patients who registered after one position up to another, to be read again (all utterances if ``force``)."""

    patients: tuple[str, ...]
    up_to: int
    force: bool


@dataclass(frozen=True, slots=True)
class Reread:
    """One patient, read again: how many utterances, what was found, and the version that it was found at."""

    utterances: int
    found: Found
    version: int


Rereading = Spread[Batch, dict[str, Reread]]
"""Reads batches and gives each back with what was found of its patients; who is missing could not be read."""


@contextmanager
def rereads(
    opens: Callable[[], AbstractContextManager[ReextractionPorts]],
) -> Iterator[Callable[[Batch], dict[str, Reread]]]:
    """What reads batches with the log and the extractor that ``opens`` opens: with it, a task for whoever reads."""
    with opens() as ports:
        yield Reextraction(ports).read_batch


class Reextraction:
    """Re-extraction over the log. It changes no fact: a proposal must be accepted first."""

    def __init__(self, ports: ReextractionPorts) -> None:
        self._ports = ports

    def propose(self, patient_id: str, *, force: bool = False, dry_run: bool = False) -> Report:
        """Read again this patient's utterances that other versions read (all if ``force``); save what differs.

        A second run proposes nothing anew; a ``dry_run`` saves nothing. Raises PatientNotFound, PatientErased, and
        ConflictingUpdate when the patient is changed faster than it can be read.
        """
        for _ in range(ATTEMPTS - 1):
            try:
                return self._propose(patient_id, force, dry_run)
            except ConflictingUpdate:
                continue
        return self._propose(patient_id, force, dry_run)

    def run_all(
        self,
        *,
        force: bool = False,
        dry_run: bool = False,
        rereading: Rereading | None = None,
        after: int = 0,
        through: Callable[[int], None] = lambda position: None,
    ) -> Iterator[Report]:
        """The same for every patient of the log that is not erased, in the order of their registration.

        ``rereading`` reads them, by itself this process, which alone saves. ``through`` is told a position whenever
        all who registered up to it are reported and done with; ``after`` such a one the next run goes on.
        """
        batches = self._batches(after, force, BATCH_PATIENTS if rereading else 1)
        for batch, read in rereading(batches) if rereading else ((one, dict[str, Reread]()) for one in batches):
            for patient_id in batch.patients:
                try:
                    yield self._reported(patient_id, read.get(patient_id), force, dry_run)
                except PatientErased:
                    continue
            through(batch.up_to)

    def _batches(self, after: int, force: bool, patients: int) -> Iterator[Batch]:
        while rows := self._ports.records.rows(after, _PAGE, topics=[PatientRegistered.topic()]):
            for first in range(0, len(rows), patients):
                some = rows[first : first + patients]
                yield Batch(tuple(str(row.originator_id) for row in some), some[-1].id, force)
            after = rows[-1].id

    def read_batch(self, batch: Batch) -> dict[str, Reread]:
        """The task: read the patients again, and save nothing.

        Why one cannot be read is told to whoever reads that one alone.
        """
        read = dict[str, Reread]()
        for patient_id in batch.patients:
            try:
                read[patient_id] = self._reread(patient_id, batch.force)
            except AnamnesisError:
                continue
        return read

    def _reported(self, patient_id: str, read: Reread | None, force: bool, dry_run: bool) -> Report:
        if read is not None:
            try:
                return self._settled(patient_id, read, dry_run)
            except ConflictingUpdate:
                pass
        return self.propose(patient_id, force=force, dry_run=dry_run)

    def pending(self, patient_id: str) -> tuple[tuple[str, ReextractionProposed], ...]:
        """The readings that await a decision, by event id, in the order in which the words were said."""
        return self._ports.records.inspect(patient_id, _pending)

    def decide(self, patient_id: str, proposed_event_id: str, *, accept: bool) -> Decision:
        """Accept or reject one proposed reading. Raises ReadingNotFound when none awaits a decision under this id."""
        command = DecideReextraction(
            request_id=str(uuid5(_REQUESTS, f"{proposed_event_id}:{accept}")),
            patient_id=patient_id,
            now=self._ports.clock(),
            actor=ACTOR,
            proposed_event_id=proposed_event_id,
            accept=accept,
        )
        events = self._ports.records.execute(command).events
        decided = next(event.payload for event in events if isinstance(event.payload, ReextractionDecided))
        return Decision(proposed_event_id, accept, decided.counts)

    def _propose(self, patient_id: str, force: bool, dry_run: bool) -> Report:
        return self._settled(patient_id, self._reread(patient_id, force), dry_run)

    def _reread(self, patient_id: str, force: bool) -> Reread:
        stream = self._ports.records.stream(patient_id)
        if not stream:
            raise PatientNotFound(patient_id=patient_id)
        if self._ports.records.inspect(patient_id, lambda state: state.erased):
            raise PatientErased(patient_id=patient_id)
        wanted = None if force else outdated(stream, self._ports.extractor.extractors)
        new = self._read(patient_id, stream, wanted)
        return Reread(len(new), reextract(stream, new), stream[-1].version)

    def _settled(self, patient_id: str, read: Reread, dry_run: bool) -> Report:
        if read.found.proposed and not dry_run:
            self._save(patient_id, read.found, read.version)
        return Report(patient_id, read.utterances, read.found.differences, len(read.found.proposed))

    def _read(
        self, patient_id: str, stream: tuple[Recorded, ...], wanted: frozenset[str] | None
    ) -> dict[str, NewReading]:
        """What the extractor reads now, by utterance event id, each upon what had been spoken of by then."""
        view, new = PatientView(patient_id), {}
        for event in stream:
            view.apply(event)
            said = event.payload
            if isinstance(said, UtteranceReceived) and (wanted is None or event.event_id in wanted):
                reading = self._ports.extractor.read(
                    said.text,
                    said_at=said.said_at,
                    time_zone=view.profile.time_zone,
                    language=said.language,
                    spoken_of=lately_spoken_of(view),
                    of_last_turn=of_last_turn(view),
                    patient_called=patient_named(view, self._ports.recogniser),
                    corrected=lately_corrected(view),
                    goals=goals_set(view),
                    children=children_known(view),
                    said_before=said_before(view, said.turn_number or 0),
                )
                new[event.event_id] = NewReading(reading.extractors, believed(reading, said.text).proposals)
        return new

    def _save(self, patient_id: str, found: Found, version: int) -> None:
        command = ProposeReextraction(
            request_id="",
            patient_id=patient_id,
            now=self._ports.clock(),
            actor=ACTOR,
            readings=found.proposed,
            expected_version=version,
        )
        # The same difference is the same request, whoever finds it.
        request_id = str(uuid5(_REQUESTS, f"{patient_id}:{command.fingerprint()}"))
        self._ports.records.execute(command.with_fields(request_id=request_id))


def _pending(state: PatientState) -> tuple[tuple[str, ReextractionProposed], ...]:
    turns = {turn.event_id: turn.turn_number for turn in state.turns.values()}
    waiting = [(event_id, pending.reading) for event_id, pending in state.readings.items()]
    return tuple(sorted(waiting, key=lambda one: turns[one[1].utterance_event_id]))
