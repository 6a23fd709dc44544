"""What one event becomes in the analysis tables: pure, and without a word that was said."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    CheckFailed,
    ContradictionFound,
    DocumentsRetrieved,
    ExtractionCompleted,
    FallbackUsed,
    ModelCalled,
    QualityAssessed,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    TurnFailed,
    TurnsSummarised,
    UtteranceReceived,
)
from domain.store.mapper import LogRow

Row = dict[str, Any]
FactMaking = SlotRecorded | SlotChanged | SlotCorrected | ContradictionFound

INTERFACE = "interface"
"""Extractor of what a person entered by hand; the reason they gave is in their own words."""


def skeleton(row: LogRow) -> Row:
    """The row of ``events`` that can be told of any event, also of one that cannot be read or was erased."""
    return {
        "position": row.id,
        "patient_id": str(row.originator_id),
        "recorded_at": _moment(row.recorded_at),
        "version": row.originator_version,
        "topic": row.topic,
        "event": row.topic.split(".")[-2] if row.topic.count(".") > 1 else row.topic,
        "event_id": row.event_id,
    }


def rows_of(event: Recorded) -> Iterator[tuple[str, Row]]:
    """The rows of an event by table, apart from ``events``.

    A correction's columns on the old fact are open: they are known where that fact is (:mod:`projections.event_parts`).
    """
    for table, row in _rows(event):
        yield table, _place(event) | row


def text_rows(event: Recorded) -> Iterator[Row]:
    """What was said in an event, word for word: for someone who has asked for it."""
    payload = event.payload
    found: tuple[tuple[str, str], ...] = ()
    match payload:
        case UtteranceReceived():
            found = (("utterance", payload.text),)
        case AnswerGiven():
            found = (("answer", payload.text),)
        case TurnsSummarised():
            found = (("summary", payload.text),)
        case SlotRecorded() | SlotChanged() | SlotCorrected() | ContradictionFound():
            found = (("quote", payload.evidence.quote), ("stated", payload.content.value_stated or ""))
    for kind, text in found:
        if text:
            yield {**_place(event), "kind": kind, "text": text}


TEXT_TOPICS = tuple(
    event.topic()
    for event in (
        UtteranceReceived,
        AnswerGiven,
        TurnsSummarised,
        SlotRecorded,
        SlotChanged,
        SlotCorrected,
        ContradictionFound,
    )
)
"""The events that :func:`text_rows` reads."""


def _rows(event: Recorded) -> Iterator[tuple[str, Row]]:
    payload = event.payload
    match payload:
        case SlotRecorded() | SlotChanged() | SlotCorrected() | ContradictionFound():
            yield "slots", _slot(payload)
            if isinstance(payload, SlotCorrected):
                for old_id in payload.supersedes:
                    yield "corrections", _correction(payload, old_id)
        case UtteranceReceived():
            row = _fields(payload, "conversation_id", "said_at", "language", "profile")
            yield "turn_steps", {"step": "received", **row, "characters": len(payload.text)}
        case ExtractionCompleted():
            row = {"proposals": payload.counts.get("proposals"), "extraction_milliseconds": payload.milliseconds}
            yield "turn_steps", {"step": "extracted", **row}
        case TurnFailed():
            yield "turn_steps", {"step": "ended", "outcome": "failed", "failure": payload.reason}
        case AnswerGiven():
            yield "turn_steps", {"step": "ended", "outcome": "answered"}
            yield from _answer(payload)
        case AnswerInvalidated():
            yield "invalidations", _fields(payload, "answer_turn_number", "fact_id", "reason")
        case DocumentsRetrieved():
            yield from _retrieval(payload)
        case QualityAssessed():
            scores = ("grounding", "completeness", "accuracy", "overall", "threshold")
            yield "quality", _fields(payload, "iteration", *scores, "verdict", "judge")
        case ModelCalled():
            row = _fields(payload, "skill", "model", "prompt_hash", "cost", "milliseconds")
            yield "model_calls", row | {"tokens": sum(payload.tokens.values())}
        case FallbackUsed():
            yield "fallbacks", _fields(payload, "skill", "reason")
        case CheckFailed():
            yield "checks_failed", _fields(payload, "skill", "check", "outcome")
        case _:
            return


def _slot(payload: FactMaking) -> Row:
    content, evidence = payload.content, payload.evidence
    row = _fields(
        content, "unit", "dose", "frequency", "timing", "status", "polarity", "certainty", "subject", "valid_from"
    )
    return row | {
        "event": type(payload).__name__,
        "fact_id": payload.fact_id,
        "supersedes": _superseded(payload),
        "slot": content.slot,
        "name": content.concept.name,
        "value": _number(content.value),
        "source": evidence.source,
        "extractor": evidence.extractor,
        "said_at": payload.said_at,
    }


def _correction(payload: SlotCorrected, old_id: str) -> Row:
    content = payload.content
    return {
        "slot": content.slot,
        "name": content.concept.name,
        "old_fact_id": old_id,
        "new_fact_id": payload.fact_id,
        "new_value": _number(content.value),
        "new_dose": content.dose,
        "unit": content.unit,
        "reason": payload.reason if payload.evidence.extractor != INTERFACE else INTERFACE,
        "source": payload.evidence.source,
    }


def _answer(payload: AnswerGiven) -> Iterator[tuple[str, Row]]:
    names = ("intent", "language", "author", "profile", "quality", "uncertainty", "iterations", "cost", "warnings")
    yield (
        "answers",
        _fields(payload, *names)
        | {
            "tokens": sum(payload.tokens.values()),
            "facts": len(payload.facts_used),
            "documents": len(payload.document_ids),
            "citations": len(payload.citations),
            "characters": len(payload.text),
            "from_cache": payload.cached_from is not None,
            "milliseconds": sum(payload.milliseconds.values()),
        },
    )
    for fact_id in payload.facts_used:
        yield "facts_used", {"fact_id": fact_id}
    for citation in payload.citations:
        yield "citations", _fields(citation, "document_id", "title", "source")
    for stage, milliseconds in payload.milliseconds.items():
        yield "stages", {"stage": stage, "milliseconds": milliseconds}


def _retrieval(payload: DocumentsRetrieved) -> Iterator[tuple[str, Row]]:
    scores = [document.score for document in payload.documents]
    found = {"documents": len(scores), "best_score": max(scores, default=None)}
    yield "retrievals", _fields(payload, "iteration", "k", "consistency", "legs") | found
    for document in payload.documents:
        row = _fields(document, "document_id", "content_hash", "rank", "score")
        yield "retrieved", {"iteration": payload.iteration, **row}


def _place(event: Recorded) -> Row:
    return {
        "position": event.position,
        "patient_id": event.patient_id,
        "turn_number": event.payload.turn_number,
        "recorded_at": event.recorded_at,
    }


def _fields(value: object, *names: str) -> Row:
    return {name: getattr(value, name) for name in names}


def _superseded(payload: FactMaking) -> tuple[str, ...]:
    match payload:
        case SlotCorrected():
            return payload.supersedes
        case SlotChanged():
            return (payload.supersedes,)
        case _:
            return ()


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
