"""One answered turn as the log holds it: what was said, what was read and weighed, and the saves that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from domain.errors import PatientErased, PatientNotFound, TurnNotFound
from domain.events import (
    AnswerDrafted,
    AnswerGiven,
    AnswerInvalidated,
    ContextAssembled,
    DocumentsRetrieved,
    ExtractionCompleted,
    IntentClassified,
    ModelCalled,
    Payload,
    QualityAssessed,
    Recorded,
    RefinementStopped,
    Shredded,
    UtteranceReceived,
)
from domain.events import PatientErased as Erasure

P = TypeVar("P", bound=Payload)


@dataclass(frozen=True, slots=True)
class RecordedPass:
    """One pass of retrieve, assemble, draft and judge, as recorded; ``retrieved`` is None where none was asked for."""

    number: int
    retrieved: DocumentsRetrieved | None
    context: ContextAssembled
    draft: AnswerDrafted | None
    quality: QualityAssessed | None


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One answered turn.

    Its context was read at some version from ``extracted_at`` (the end of save 2) to ``read_until`` (the last version
    before save 3): they differ only where another command was saved while the answer was being written.
    """

    turn_number: int
    utterance: UtteranceReceived
    extraction: ExtractionCompleted
    extracted_at: int
    read_until: int
    intent: IntentClassified | None
    passes: tuple[RecordedPass, ...]
    stopped: RefinementStopped | None
    models: tuple[ModelCalled, ...]
    given: AnswerGiven
    answer: Recorded
    stale_at_once: tuple[str, ...]
    """Facts used that were found stale when the answer was saved, and recorded as such in the same save."""
    event_ids: tuple[str, ...]

    @property
    def best(self) -> RecordedPass | None:
        """The pass whose draft was given; None for a cached answer, and where the record names a pass that is not."""
        number = self.stopped.best_iteration if self.stopped else 0
        return next((one for one in self.passes if one.number == number), None)


def answered_turn(patient_id: str, events: Sequence[Recorded], turn_number: int) -> RecordedTurn:
    """The turn of this number in a patient's stream, which begins with the first event.

    Raises PatientNotFound, PatientErased, and TurnNotFound for a turn that has no answer.
    """
    if not events:
        raise PatientNotFound(patient_id=patient_id)
    if any(isinstance(event.payload, Erasure | Shredded) for event in events):
        raise PatientErased(patient_id=patient_id)
    own = [event for event in events if event.payload.turn_number == turn_number]
    answer = next((event for event in own if isinstance(event.payload, AnswerGiven)), None)
    if answer is None:
        raise TurnNotFound(f"Turn {turn_number} has no answer.", turn_number=turn_number)
    # Another agent's answer is a request of its own.
    said_as = {event.payload.request_id for event in own if isinstance(event.payload, UtteranceReceived)}
    own = [event for event in own if event.payload.request_id in {*said_as, answer.payload.request_id}]
    extracted_at = next((event.version for event in own if isinstance(event.payload, ExtractionCompleted)), 0)
    save = _save_around(own, answer, extracted_at)
    trace = [event.payload for event in save]
    given, said = _all(trace, AnswerGiven), _all([event.payload for event in own], UtteranceReceived)
    extractions = _all([event.payload for event in own], ExtractionCompleted)
    if not said or not extractions:
        raise TurnNotFound(f"Turn {turn_number} is not whole in the log.", turn_number=turn_number)
    return RecordedTurn(
        turn_number=turn_number,
        utterance=said[0],
        extraction=extractions[0],
        extracted_at=extracted_at,
        read_until=save[0].version - 1,
        intent=next(iter(_all(trace, IntentClassified)), None),
        passes=_passes(trace),
        stopped=next(iter(_all(trace, RefinementStopped)), None),
        models=tuple(_all([event.payload for event in own], ModelCalled)),
        given=given[0],
        answer=answer,
        stale_at_once=tuple(stale.fact_id for stale in _all(trace, AnswerInvalidated)),
        event_ids=tuple(event.event_id for event in own),
    )


def _save_around(own: Sequence[Recorded], answer: Recorded, extracted_at: int) -> list[Recorded]:
    """The events of save 3: versions without a gap around the answer, all after the end of save 2."""
    by_version = {event.version: event for event in own if event.version > extracted_at}
    first = last = answer.version
    while first - 1 in by_version:
        first -= 1
    while last + 1 in by_version:
        last += 1
    return [by_version.get(version, answer) for version in range(first, last + 1)]


def _passes(trace: Sequence[Payload]) -> tuple[RecordedPass, ...]:
    retrieved = {one.iteration: one for one in _all(trace, DocumentsRetrieved)}
    drafts = {one.iteration: one for one in _all(trace, AnswerDrafted)}
    qualities = {one.iteration: one for one in _all(trace, QualityAssessed)}
    return tuple(
        RecordedPass(
            context.iteration,
            retrieved.get(context.iteration),
            context,
            drafts.get(context.iteration),
            qualities.get(context.iteration),
        )
        for context in _all(trace, ContextAssembled)
    )


def _all(payloads: Sequence[Payload], kind: type[P]) -> list[P]:
    return [payload for payload in payloads if isinstance(payload, kind)]
