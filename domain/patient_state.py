"""What is known of one patient's stream: the aggregate's state, folded from its events and changed by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid5

from domain.commands import Command, RegisterPatient, named
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ClarificationRequested,
    ExtractionCompleted,
    ModelCalled,
    PatientErased,
    PatientRegistered,
    Recorded,
    ReextractionDecided,
    ReextractionProposed,
    Shredded,
    SummaryInvalidated,
    TurnFailed,
    TurnsSummarised,
    UtteranceReceived,
)
from domain.ledger import Ledger, local_day
from domain.setting import Setting
from domain.values import Source

_REQUEST_IDS = UUID("2b7d5c11-9f0e-5d1a-8a44-61b0c7f3e925")


@dataclass(slots=True)
class Turn:
    """One turn: its request, its utterance and how far it has come.

    The utterance is kept until the turn has ended; one that was only observed, until it was extracted.
    """

    turn_number: int
    request_id: str
    event_id: str
    conversation_id: str
    said_at: datetime
    language: str
    profile: str
    utterance: UtteranceReceived | None
    observed: bool = False
    extracted: bool = False
    outcome: str | None = None
    answer_event_id: str | None = None


@dataclass(slots=True)
class Request:
    """What a request id was used for, by whom, and the versions (first, last) of the saves it led to."""

    actor: str
    fingerprint: str
    turn_number: int | None
    spans: list[tuple[int, int]]


@dataclass(slots=True)
class AnswerRecord:
    """What a given answer rests on, and which of it has gone stale since."""

    event_id: str
    turn_number: int
    facts_used: tuple[str, ...]
    invalidated_by: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class PendingReading:
    """A newer extractor's reading of an old utterance that awaits its decision, and the version at which it stands."""

    version: int
    reading: ReextractionProposed


@dataclass(slots=True)
class PatientState:
    """The aggregate's state, folded from its events; ``version`` 0 means that the patient does not exist."""

    patient_id: str
    version: int = 0
    position: int = 0
    recorded_at: datetime | None = None
    registered: PatientRegistered | None = None
    erased: bool = False
    ledger: Ledger = field(default_factory=Ledger)
    requests: dict[str, Request] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    answers: dict[int, AnswerRecord] = field(default_factory=dict)
    summaries: dict[str, tuple[str, ...]] = field(default_factory=dict)
    readings: dict[str, PendingReading] = field(default_factory=dict)
    """Readings that nobody has decided upon yet, by the id of their event; of one utterance only the newest."""
    _unread: dict[int, Turn] = field(default_factory=dict)
    """Turns without extraction: a patient of thousands of turns has one at most, and every turn asks for it."""
    _asked: ClarificationRequested | None = None
    """The last question that was asked back."""
    model_cost: tuple[str, float] = ("", 0.0)
    """The latest day, in the patient's zone, on which a model was called, and what all calls of that day cost."""

    @property
    def unextracted(self) -> tuple[Turn, ...]:
        """Turns whose utterance was saved but never extracted, in order."""
        return tuple(turn for turn in self._unread.values() if turn.utterance is not None)

    def own_request_id(self, command: Command) -> str:
        """Under which id the stream has, or will have, the request of ``command``: one id is one caller's.

        An id that another caller's request took here first becomes one of this caller's own, the same at every retry:
        whoever learns an id is answered as if nobody had ever used it. Where either caller has no name, the content
        tells: so retries outlive the day on which a service begins to ask for names.
        """
        request_id = command.request_id
        while (known := self.requests.get(request_id)) is not None and _of_another(known, command, self.registered):
            request_id = str(uuid5(_REQUEST_IDS, f"{command.actor}:{request_id}"))
        return request_id

    def asked_by(self, turn_number: int) -> ClarificationRequested | None:
        """The question that this turn asked back, if it is the last one that asked."""
        return self._asked if self._asked is not None and self._asked.turn_number == turn_number else None

    def still_asked(self, turn_number: int) -> ClarificationRequested | None:
        """The last question of a turn before the one just past, while all that it offered still stands."""
        asked = self._asked
        if asked is None or not asked.candidates or (asked.turn_number or 0) >= turn_number - 1:
            return None
        facts = (self.ledger.facts.get(fact_id) for fact_id in asked.candidates)
        return asked if all(fact is not None and fact.current for fact in facts) else None

    def hear(self, turn: Turn) -> None:
        """A turn begins."""
        self.turns[turn.turn_number] = self._unread[turn.turn_number] = turn

    def extract(self, turn_number: int) -> None:
        """A turn was extracted."""
        turn = self.turns[turn_number]
        turn.extracted = True
        if turn.observed:
            turn.utterance = None
        self._unread.pop(turn_number, None)

    def spent_on(self, moment: datetime) -> float:
        """What model calls have cost on the patient's day of ``moment``, in the currency of the price table."""
        day, cost = self.model_cost
        return cost if day == local_day(moment, self.ledger.time_zone) else 0.0

    def turn_of(self, utterance_event_id: str) -> Turn | None:
        """The turn whose utterance has this event id."""
        return next((turn for turn in self.turns.values() if turn.event_id == utterance_event_id), None)

    def setting(
        self,
        command: Command,
        said_at: datetime,
        source: Source,
        evidence_event_id: str | None,
        turn_number: int | None,
        *,
        after: int = 0,
    ) -> Setting:
        """Where the claims of ``command`` stand: behind ``after`` events that the same decision puts before them."""
        return Setting(
            patient_id=self.patient_id,
            request_id=command.request_id,
            actor=command.actor,
            turn_number=turn_number,
            said_at=said_at,
            recorded_at=command.now,
            source=source,
            evidence_event_id=evidence_event_id,
            first_version=self.version + 1 + after,
        )


def evolve(state: PatientState, event: Recorded) -> PatientState:
    """Fold one event into ``state``, which the caller owns, and return it."""
    payload = event.payload
    state.version, state.recorded_at = event.version, event.recorded_at
    state.position = event.position or state.position
    _note_request(state, event)
    match payload:
        case PatientRegistered():
            state.registered = payload
            state.ledger.time_zone = payload.time_zone
        case PatientErased() | Shredded():
            state.erased = True
            state.ledger = Ledger(state.ledger.time_zone)
            state.answers.clear()
            state.readings.clear()
            for turn in state.turns.values():
                turn.utterance = None
        case UtteranceReceived() if payload.turn_number is not None:
            state.hear(_turn(event, payload, payload.turn_number))
        case ExtractionCompleted() if payload.turn_number in state.turns:
            state.extract(payload.turn_number)
        case AnswerGiven() if payload.turn_number in state.turns:
            _finish(state.turns[payload.turn_number], "answered", event.event_id)
            state.answers[payload.turn_number] = AnswerRecord(event.event_id, payload.turn_number, payload.facts_used)
        case TurnFailed() if payload.turn_number in state.turns:
            _finish(state.turns[payload.turn_number], "failed", None)
        case AnswerInvalidated() if payload.answer_turn_number in state.answers:
            state.answers[payload.answer_turn_number].invalidated_by.add(payload.fact_id)
        case TurnsSummarised():
            state.summaries[payload.summary_id] = payload.fact_ids
        case SummaryInvalidated():
            state.summaries.pop(payload.summary_id, None)
        case ModelCalled():
            spent = state.spent_on(event.recorded_at)
            state.model_cost = local_day(event.recorded_at, state.ledger.time_zone), spent + payload.cost
        case ClarificationRequested():
            state._asked = payload
        case ReextractionProposed():
            _await_decision(state, event, payload)
        case ReextractionDecided():
            state.readings.pop(payload.proposed_event_id, None)
        case _:
            state.ledger.apply(event)
    return state


def fold(patient_id: str, events: Iterable[Recorded]) -> PatientState:
    """The state after these events."""
    state = PatientState(patient_id)
    for event in events:
        evolve(state, event)
    return state


def _turn(event: Recorded, payload: UtteranceReceived, turn_number: int) -> Turn:
    return Turn(
        turn_number=turn_number,
        request_id=payload.request_id,
        event_id=event.event_id,
        conversation_id=payload.conversation_id,
        said_at=payload.said_at,
        language=payload.language,
        profile=payload.profile,
        utterance=payload,
        observed=bool(payload.observed),
    )


def _finish(turn: Turn, outcome: str, answer_event_id: str | None) -> None:
    turn.outcome, turn.answer_event_id, turn.utterance = outcome, answer_event_id, None


def _note_request(state: PatientState, event: Recorded) -> None:
    payload = event.payload
    known = state.requests.get(payload.request_id)
    if known is None:
        state.requests[payload.request_id] = Request(
            payload.actor, payload.request_hash or "", payload.turn_number, [(event.version, event.version)]
        )
    elif known.spans[-1][1] == event.version - 1:
        known.spans[-1] = (known.spans[-1][0], event.version)
    else:
        known.spans.append((event.version, event.version))


def _of_another(request: Request, command: Command, registered: PatientRegistered | None) -> bool:
    if isinstance(command, RegisterPatient) and registered is not None and registered.tenant != command.tenant:
        # Two tenants may use one name for somebody of theirs.
        return True
    if request.actor == command.actor or not (named(request.actor) or named(command.actor)):
        return False
    return (named(request.actor) and named(command.actor)) or request.fingerprint != command.fingerprint()


def _await_decision(state: PatientState, event: Recorded, payload: ReextractionProposed) -> None:
    older = [
        event_id
        for event_id, pending in state.readings.items()
        if pending.reading.utterance_event_id == payload.utterance_event_id
    ]
    for event_id in older:
        del state.readings[event_id]
    state.readings[event.event_id] = PendingReading(event.version, payload)
