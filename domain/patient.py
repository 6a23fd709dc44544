"""The aggregate: what is known of one patient's stream, and what a command does to it.

``decide(state, command)`` returns the events a command becomes and changes nothing; ``evolve(state, event)`` folds one
event into a state that the caller owns. Both are pure: time and request ids come with the command.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from domain.commands import (
    Command,
    CompleteTurn,
    CorrectSlot,
    ImportRecord,
    ReceiveUtterance,
    RecordExtraction,
    RecordSlots,
    RegisterPatient,
    RetractSlot,
)
from domain.errors import (
    AlreadyRegistered,
    ConflictingUpdate,
    FactNotFound,
    PatientErased,
    PatientNotFound,
    TurnNotFound,
)
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    ExtractionCompleted,
    PatientRegistered,
    Payload,
    Recorded,
    RecordImported,
    SlotCorrected,
    SlotRetracted,
    SummaryInvalidated,
    TurnFailed,
    TurnsSummarised,
    UtteranceReceived,
    event_id_at,
    fact_id_of,
)
from domain.events import PatientErased as PatientErasedEvent
from domain.interpretation import Interpretation, Setting
from domain.ledger import Ledger
from domain.proposals import Proposal
from domain.targets import superseded_by_correction
from domain.utterance import checked_text, checked_uuid
from domain.values import Evidence, Source

Stale = tuple[str, str]
"""A fact id that stopped being true, and why: corrected, retracted, reverted or resolved."""


@dataclass(slots=True)
class Turn:
    """One turn: its request, its utterance (kept until the turn has ended) and how far it has come."""

    turn_number: int
    request_id: str
    event_id: str
    conversation_id: str
    said_at: datetime
    language: str
    profile: str
    utterance: UtteranceReceived | None
    extracted: bool = False
    outcome: str | None = None
    answer_event_id: str | None = None


@dataclass(slots=True)
class Request:
    """What a request id was used for, and the versions (first, last) of the saves it led to."""

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

    @property
    def unextracted(self) -> tuple[Turn, ...]:
        """Turns whose utterance was saved but never extracted, in order."""
        return tuple(turn for turn in self.turns.values() if not turn.extracted and turn.utterance is not None)


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
        case PatientErasedEvent():
            state.erased = True
            state.ledger = Ledger(state.ledger.time_zone)
            state.answers.clear()
            for turn in state.turns.values():
                turn.utterance = None
        case UtteranceReceived() if payload.turn_number is not None:
            state.turns[payload.turn_number] = _turn(event, payload, payload.turn_number)
        case ExtractionCompleted() if payload.turn_number in state.turns:
            state.turns[payload.turn_number].extracted = True
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
        case _:
            state.ledger.apply(event)
    return state


def fold(patient_id: str, events: Iterable[Recorded]) -> PatientState:
    """The state after these events."""
    state = PatientState(patient_id)
    for event in events:
        evolve(state, event)
    return state


def decide(state: PatientState, command: Command) -> tuple[Payload, ...]:
    """The events that ``command`` becomes; an empty result means that it has nothing left to do.

    Raises the named failures of :mod:`domain.errors`; retries are told apart by the caller (``PatientRecords``).
    """
    if isinstance(command, RegisterPatient):
        return _register(state, command)
    if state.version == 0:
        raise PatientNotFound(patient_id=command.patient_id)
    if state.erased:
        raise PatientErased(patient_id=command.patient_id)
    match command:
        case ReceiveUtterance():
            return _receive(state, command)
        case RecordExtraction():
            return _record_extraction(state, command)
        case CompleteTurn():
            return _complete_turn(state, command)
        case ImportRecord():
            return _import_record(state, command)
        case RecordSlots() | CorrectSlot() | RetractSlot():
            return _edit_slots(state, command)
    raise TypeError(f"no decision for {type(command).__name__}")


def _register(state: PatientState, command: RegisterPatient) -> tuple[Payload, ...]:
    if state.version:
        raise AlreadyRegistered(patient_id=command.patient_id)
    checked_uuid("patient_id", command.patient_id)
    return (
        PatientRegistered(
            actor=command.actor,
            request_id=command.request_id,
            request_hash=command.fingerprint(),
            tenant=command.tenant,
            locale=command.locale,
            time_zone=command.time_zone,
        ),
    )


def _receive(state: PatientState, command: ReceiveUtterance) -> tuple[Payload, ...]:
    return (
        UtteranceReceived(
            actor=command.actor,
            request_id=command.request_id,
            request_hash=command.fingerprint(),
            turn_number=len(state.turns) + 1,
            conversation_id=command.conversation_id,
            text=checked_text(command.text),
            said_at=command.said_at or command.now,
            language=command.language,
            profile=command.profile,
        ),
    )


def _record_extraction(state: PatientState, command: RecordExtraction) -> tuple[Payload, ...]:
    turn = state.turns.get(command.turn_number)
    if turn is None:
        raise TurnNotFound(turn_number=command.turn_number)
    if turn.extracted:
        return ()
    setting = _setting(state, command, turn.said_at, Source.PATIENT, turn.event_id, turn.turn_number)
    facts = Interpretation(state.ledger.copy(), setting).take(command.proposals)
    counts: dict[str, int] = {"proposals": len(command.proposals)}
    for payload in facts:
        counts[type(payload).__name__] = counts.get(type(payload).__name__, 0) + 1
    completed = ExtractionCompleted(
        actor=command.actor,
        request_id=command.request_id,
        turn_number=command.turn_number,
        extractors=command.extractors,
        counts=counts,
        milliseconds=command.milliseconds,
    )
    return (*facts, *_cascade(state, command, facts, turn.turn_number), completed)


def _complete_turn(state: PatientState, command: CompleteTurn) -> tuple[Payload, ...]:
    turn = state.turns.get(command.turn_number)
    if turn is None:
        raise TurnNotFound(turn_number=command.turn_number)
    if turn.outcome is not None:
        return ()
    stamp = {"actor": command.actor, "request_id": command.request_id, "turn_number": command.turn_number}
    trace = tuple(payload.model_copy(update=stamp) for payload in command.trace)
    answer_event_id = event_id_at(state.patient_id, state.version + len(trace))
    answer = trace[-1]
    stale: list[Payload] = []
    if isinstance(answer, AnswerGiven):
        for fact_id in answer.facts_used:
            fact = state.ledger.facts.get(fact_id)
            if fact is not None and fact.ended not in (None, "changed"):
                stale.append(
                    AnswerInvalidated.model_validate(
                        {
                            **stamp,
                            "answer_event_id": answer_event_id,
                            "answer_turn_number": command.turn_number,
                            "fact_id": fact_id,
                            "reason": fact.ended,
                        }
                    )
                )
    return (*trace, *stale)


def _import_record(state: PatientState, command: ImportRecord) -> tuple[Payload, ...]:
    setting = _setting(
        state, command, command.now, Source.RECORD, event_id_at(state.patient_id, state.version + 1), None
    )
    setting_after = _shift(setting, 1)
    facts = Interpretation(state.ledger.copy(), setting_after).take(command.proposals)
    counts: dict[str, int] = {"proposals": len(command.proposals)}
    for payload in facts:
        counts[type(payload).__name__] = counts.get(type(payload).__name__, 0) + 1
    imported = RecordImported(
        actor=command.actor,
        request_id=command.request_id,
        request_hash=command.fingerprint(),
        source=command.source,
        source_hash=command.source_hash,
        counts=counts,
        as_of=command.as_of,
    )
    return (imported, *facts, *_cascade(state, command, facts, None))


def _edit_slots(state: PatientState, command: RecordSlots | CorrectSlot | RetractSlot) -> tuple[Payload, ...]:
    if command.expected_version is not None and command.expected_version != state.version:
        raise ConflictingUpdate(current_version=state.version)
    setting = _setting(state, command, command.now, command.source, None, None)
    if isinstance(command, RecordSlots):
        proposals = tuple(Proposal(content=content, extractor="interface") for content in command.contents)
        facts = Interpretation(state.ledger.copy(), setting).take(proposals)
    else:
        facts = (_edit_fact(state, command, setting),)
    stamped = tuple(
        payload.model_copy(update={"request_hash": command.fingerprint()}) if index == 0 else payload
        for index, payload in enumerate(facts)
    )
    return (*stamped, *_cascade(state, command, stamped, None))


def _edit_fact(state: PatientState, command: CorrectSlot | RetractSlot, setting: Setting) -> Payload:
    fact = state.ledger.facts.get(command.fact_id)
    if fact is None or not fact.current:
        raise FactNotFound(fact_id=command.fact_id)
    evidence = Evidence(
        event_id=event_id_at(state.patient_id, state.version + 1), source=command.source, extractor="interface"
    )
    base = {"actor": command.actor, "request_id": command.request_id}
    if isinstance(command, RetractSlot):
        return SlotRetracted(
            **base, fact_id=fact.fact_id, reason=command.reason, evidence=evidence, said_at=setting.said_at
        )
    return SlotCorrected(
        **base,
        fact_id=fact_id_of(command.request_id, 1),
        supersedes=superseded_by_correction(state.ledger, fact, command.replacement),
        content=command.replacement,
        reason=command.reason,
        evidence=evidence,
        said_at=setting.said_at,
    )


def _cascade(
    state: PatientState, command: Command, facts: Iterable[Payload], turn_number: int | None
) -> tuple[Payload, ...]:
    """What a correction brings down with it: earlier answers and summaries that used the fact."""
    stamp = {"actor": command.actor, "request_id": command.request_id, "turn_number": turn_number}
    found: list[Payload] = []
    for fact_id, reason in _stale_facts(facts):
        found.extend(
            AnswerInvalidated.model_validate(
                {
                    **stamp,
                    "answer_event_id": answer.event_id,
                    "answer_turn_number": answer.turn_number,
                    "fact_id": fact_id,
                    "reason": reason,
                }
            )
            for answer in state.answers.values()
            if fact_id in answer.facts_used and fact_id not in answer.invalidated_by
        )
        found.extend(
            SummaryInvalidated.model_validate({**stamp, "summary_id": summary_id, "fact_id": fact_id})
            for summary_id, used in state.summaries.items()
            if fact_id in used
        )
    return tuple(found)


def _stale_facts(facts: Iterable[Payload]) -> list[Stale]:
    stale: list[Stale] = []
    for payload in facts:
        match payload:
            case SlotCorrected():
                stale.extend((fact_id, "corrected") for fact_id in payload.supersedes)
            case SlotRetracted():
                stale.append((payload.fact_id, "retracted"))
            case CorrectionReverted():
                stale.append((payload.fact_id, "reverted"))
            case ContradictionResolved():
                stale.extend((fact_id, "resolved") for fact_id in payload.dropped)
            case ContradictionFound() | _:
                continue
    return stale


def _setting(
    state: PatientState,
    command: Command,
    said_at: datetime,
    source: Source,
    evidence_event_id: str | None,
    turn_number: int | None,
) -> Setting:
    return Setting(
        patient_id=state.patient_id,
        request_id=command.request_id,
        actor=command.actor,
        turn_number=turn_number,
        said_at=said_at,
        recorded_at=command.now,
        source=source,
        evidence_event_id=evidence_event_id,
        first_version=state.version + 1,
    )


def _shift(setting: Setting, by: int) -> Setting:
    return Setting(
        patient_id=setting.patient_id,
        request_id=setting.request_id,
        actor=setting.actor,
        turn_number=setting.turn_number,
        said_at=setting.said_at,
        recorded_at=setting.recorded_at,
        source=setting.source,
        evidence_event_id=setting.evidence_event_id,
        first_version=setting.first_version + by,
    )


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
    )


def _finish(turn: Turn, outcome: str, answer_event_id: str | None) -> None:
    turn.outcome, turn.answer_event_id, turn.utterance = outcome, answer_event_id, None


def _note_request(state: PatientState, event: Recorded) -> None:
    payload = event.payload
    known = state.requests.get(payload.request_id)
    if known is None:
        state.requests[payload.request_id] = Request(
            payload.request_hash or "", payload.turn_number, [(event.version, event.version)]
        )
    elif known.spans[-1][1] == event.version - 1:
        known.spans[-1] = (known.spans[-1][0], event.version)
    else:
        known.spans.append((event.version, event.version))
