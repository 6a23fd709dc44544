"""The aggregate: what a command does to a patient's stream.

``decide(state, command)`` returns the events a command becomes and changes nothing; ``evolve(state, event)`` folds one
event into a state that the caller owns. Both are pure: time and request ids come with the command.
"""

from __future__ import annotations

from collections import Counter

from domain.commands import (
    Command,
    CompleteTurn,
    CorrectSlot,
    DecideReextraction,
    ErasePatient,
    ImportRecord,
    ObserveUtterance,
    ProposeReextraction,
    ReceiveUtterance,
    RecordAnswer,
    RecordExtraction,
    RecordSlots,
    RegisterPatient,
    RetractSlot,
)
from domain.consequences import cascade
from domain.direct_edits import edit_slots
from domain.erasure import certificate_hash
from domain.errors import (
    AlreadyRegistered,
    ConflictingUpdate,
    FactNotFound,
    PatientErased,
    PatientNotFound,
    ReadingNotFound,
    TurnAnswered,
    TurnNotFound,
    TurnNotObserved,
)
from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ExtractionCompleted,
    PatientRegistered,
    Payload,
    RecordImported,
    ReextractionDecided,
    Stamp,
    UtteranceReceived,
    event_id_at,
)
from domain.events import PatientErased as Erasure
from domain.interpretation import Interpretation
from domain.patient_state import PatientState, Turn, evolve, fold
from domain.proposals import Proposal
from domain.reread_facts import accepted
from domain.utterance import checked_answer, checked_text, checked_uuid
from domain.values import Source

__all__ = ["PatientState", "Turn", "decide", "evolve", "fold"]


def decide(state: PatientState, command: Command) -> tuple[Payload, ...]:
    """The events that ``command`` becomes; an empty result means that it has nothing left to do.

    Raises the named failures of :mod:`domain.errors`; retries are told apart by the caller (``PatientRecords``).
    """
    if isinstance(command, RegisterPatient):
        return _register(state, command)
    if state.version == 0:
        raise PatientNotFound(patient_id=command.patient_id)
    if state.erased:
        if isinstance(command, ErasePatient):
            return ()
        raise PatientErased(patient_id=command.patient_id)
    match command:
        case ErasePatient():
            return _erase(state, command)
        case ReceiveUtterance():
            return _receive(state, command)
        case RecordExtraction():
            return _record_extraction(state, command)
        case CompleteTurn():
            return _complete_turn(state, command)
        case RecordAnswer():
            return _record_answer(state, command)
        case ImportRecord():
            return _import_record(state, command)
        case RecordSlots() | CorrectSlot() | RetractSlot():
            return edit_slots(state, command)
        case ProposeReextraction():
            return _propose_reextraction(state, command)
        case DecideReextraction():
            return _decide_reextraction(state, command)
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


def _erase(state: PatientState, command: ErasePatient) -> tuple[Payload, ...]:
    return (
        Erasure(
            actor=command.actor,
            request_id=command.request_id,
            request_hash=command.fingerprint(),
            certificate_hash=certificate_hash(command.patient_id, command.key_fingerprint, state.version),
            key_fingerprint=command.key_fingerprint,
            events=state.version,
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
            agent_said=None if command.agent_said is None else checked_answer("agent_said", command.agent_said),
            observed=isinstance(command, ObserveUtterance) or None,
        ),
    )


def _record_extraction(state: PatientState, command: RecordExtraction) -> tuple[Payload, ...]:
    turn = state.turns.get(command.turn_number)
    if turn is None:
        raise TurnNotFound(turn_number=command.turn_number)
    if turn.extracted:
        return ()
    setting = state.setting(command, turn.said_at, Source.PATIENT, turn.event_id, turn.turn_number)
    asked = state.asked_by(turn.turn_number - 1)
    still = state.still_asked(turn.turn_number)
    facts = Interpretation(state.ledger.copy(), setting, asked=asked, still_asked=still).take(command.proposals)
    completed = ExtractionCompleted(
        actor=command.actor,
        request_id=command.request_id,
        turn_number=command.turn_number,
        extractors=command.extractors,
        counts=_counts(command.proposals, facts),
        milliseconds=command.milliseconds,
    )
    trace = _stamped(command, command.trace)
    return (*facts, *cascade(state, command, facts, turn.turn_number), *trace, completed)


def _complete_turn(state: PatientState, command: CompleteTurn) -> tuple[Payload, ...]:
    turn = state.turns.get(command.turn_number)
    if turn is None:
        raise TurnNotFound(turn_number=command.turn_number)
    if turn.outcome is not None:
        return ()
    trace = _stamped(command, command.trace)
    return (*trace, *_stale_at_once(state, command, trace))


def _record_answer(state: PatientState, command: RecordAnswer) -> tuple[Payload, ...]:
    turn = state.turns.get(command.turn_number)
    if turn is None:
        raise TurnNotFound(turn_number=command.turn_number)
    if not turn.observed:
        raise TurnNotObserved(turn_number=command.turn_number)
    if turn.outcome is not None:
        raise TurnAnswered(turn_number=command.turn_number)
    for fact_id in command.fact_ids:
        if fact_id not in state.ledger.facts:
            raise FactNotFound("fact_ids names a fact that this patient never had.", fact_id=fact_id)
    answer = AnswerGiven(
        text=checked_answer("text", command.text),
        language=command.language,
        intent="foreign",
        citations=command.citations,
        facts_used=command.facts_used,
        document_ids=tuple(dict.fromkeys(citation.document_id for citation in command.citations)),
        spoke_of=command.spoke_of,
        warnings=(),
        iterations=0,
        tokens={},
        cost=0.0,
        author=command.model,
        said_at=turn.said_at,
        foreign=True,
    )
    first, *rest = _stamped(command, (*command.trace, answer))
    trace = (first.with_fields(request_hash=command.fingerprint()), *rest)
    return (*trace, *_stale_at_once(state, command, trace))


def _stale_at_once(
    state: PatientState, command: CompleteTurn | RecordAnswer, trace: tuple[Payload, ...]
) -> tuple[Payload, ...]:
    """That the answer at the end of ``trace`` rests on what was withdrawn while it was written."""
    answer = trace[-1]
    if not isinstance(answer, AnswerGiven):
        return ()
    ended = ((fact_id, state.ledger.facts.get(fact_id)) for fact_id in answer.facts_used)
    return tuple(
        AnswerInvalidated.of(
            {
                **_stamp(command),
                "answer_event_id": event_id_at(state.patient_id, state.version + len(trace)),
                "answer_turn_number": command.turn_number,
                "fact_id": fact_id,
                "reason": fact.ended,
            }
        )
        for fact_id, fact in ended
        if fact is not None and fact.ended not in (None, "changed")
    )


_OfTurn = RecordExtraction | CompleteTurn | RecordAnswer
"""The commands whose events belong to one turn."""


def _stamp(command: _OfTurn) -> Stamp:
    return Stamp(actor=command.actor, request_id=command.request_id, turn_number=command.turn_number)


def _stamped(command: _OfTurn, trace: tuple[Payload, ...]) -> tuple[Payload, ...]:
    return tuple(payload.with_fields(**_stamp(command)) for payload in trace)


def _import_record(state: PatientState, command: ImportRecord) -> tuple[Payload, ...]:
    imported_as = event_id_at(state.patient_id, state.version + 1)
    setting = state.setting(command, command.now, Source.RECORD, imported_as, None, after=1)
    facts = Interpretation(state.ledger.copy(), setting).take(command.proposals)
    imported = RecordImported(
        actor=command.actor,
        request_id=command.request_id,
        request_hash=command.fingerprint(),
        source=command.source,
        source_hash=command.source_hash,
        counts=_counts(command.proposals, facts),
        as_of=command.as_of,
    )
    return (imported, *facts, *cascade(state, command, facts, None))


def _propose_reextraction(state: PatientState, command: ProposeReextraction) -> tuple[Payload, ...]:
    if command.expected_version is not None and command.expected_version != state.version:
        raise ConflictingUpdate(current_version=state.version)
    for reading in command.readings:
        if state.turn_of(reading.utterance_event_id) is None:
            raise TurnNotFound(utterance_event_id=reading.utterance_event_id)
    stamp = Stamp(actor=command.actor, request_id=command.request_id, turn_number=None)
    sent = command.fingerprint()
    return tuple(
        reading.with_fields(**stamp, request_hash=None if index else sent)
        for index, reading in enumerate(command.readings)
    )


def _decide_reextraction(state: PatientState, command: DecideReextraction) -> tuple[Payload, ...]:
    pending = state.readings.get(command.proposed_event_id)
    turn = state.turn_of(pending.reading.utterance_event_id) if pending is not None else None
    if pending is None or turn is None:
        raise ReadingNotFound(event_id=command.proposed_event_id)
    facts: tuple[Payload, ...] = ()
    if command.accept:
        setting = state.setting(command, turn.said_at, Source.PATIENT, turn.event_id, turn.turn_number, after=1)
        facts = accepted(state.ledger.copy(), pending.reading, setting, since=pending.version)
    # The words are of the old turn, which their evidence says; the decision is of none.
    facts = tuple(payload.with_fields(turn_number=None) for payload in facts)
    decided = ReextractionDecided(
        actor=command.actor,
        request_id=command.request_id,
        request_hash=command.fingerprint(),
        proposed_event_id=command.proposed_event_id,
        accepted=command.accept,
        counts=_counts(pending.reading.proposals, facts),
    )
    return (decided, *facts, *cascade(state, command, facts, None))


def _counts(proposals: tuple[Proposal, ...], facts: tuple[Payload, ...]) -> dict[str, int]:
    return {"proposals": len(proposals)} | Counter(type(payload).__name__ for payload in facts)
