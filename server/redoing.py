"""What happened to a patient later, as requests that can be made a second time, in another memory.

A turn is asked again by its own words and clock. A record is imported and an edit is made again from the facts that it
led to, for the log keeps those and not what was sent. Request ids stay, and with them the ids of facts that come out
as they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.turns import TurnRequest
from domain.commands import Command, CorrectSlot, ImportRecord, RecordSlots, RetractSlot
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    Payload,
    Recorded,
    RecordImported,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
    UtteranceReceived,
)
from domain.ledger import Ledger
from domain.proposals import Proposal
from domain.values import Content, Evidence, Source


@dataclass(frozen=True, slots=True)
class Again:
    """One request to be made again, at the moment at which it was recorded; None where that cannot be done."""

    recorded_at: datetime
    name: str
    request: TurnRequest | Command | None


def later_requests(earlier: Sequence[Recorded], later: Sequence[Recorded], known: Ledger) -> Iterator[Again]:
    """The requests that led to the events ``later``; ``known`` is the ledger after them all.

    What a request that began ``earlier`` still led to is not asked for a second time.
    """
    begun = {event.payload.request_id for event in earlier}
    for event in later:
        request_id = event.payload.request_id
        if request_id in begun:
            continue
        begun.add(request_id)
        own = [one.payload for one in later if one.payload.request_id == request_id]
        yield Again(event.recorded_at, type(event.payload).__name__, _request(event, own, known))


def _request(event: Recorded, own: Sequence[Payload], known: Ledger) -> TurnRequest | Command | None:
    first = event.payload
    stamp = {
        "request_id": first.request_id,
        "patient_id": event.patient_id,
        "now": event.recorded_at,
        "actor": first.actor,
    }
    match first:
        case UtteranceReceived():
            return TurnRequest(
                request_id=first.request_id,
                patient_id=event.patient_id,
                conversation_id=first.conversation_id,
                text=first.text,
                said_at=first.said_at,
                locale=first.language,
                profile=first.profile,
                actor=first.actor,
                agent_said=first.agent_said,
                observed=bool(first.observed),
            )
        case RecordImported():
            claims = tuple(_claims(own, known))
            source = {"source": first.source, "source_hash": first.source_hash, "as_of": first.as_of}
            return ImportRecord.of(stamp | source | {"proposals": claims})
        case SlotCorrected():
            edit = {"fact_id": first.supersedes[0], "reason": first.reason, "source": first.evidence.source}
            return CorrectSlot.of(stamp | edit | {"replacement": first.content})
        case SlotRetracted():
            edit = {"fact_id": first.fact_id, "reason": first.reason, "source": first.evidence.source}
            return RetractSlot.of(stamp | edit)
        case SlotRecorded() | SlotReaffirmed() | SlotChanged() | ContradictionFound():
            contents = tuple(claim.content for claim in _claims(own, known) if claim.content is not None)
            return RecordSlots.of(stamp | {"contents": contents, "source": Source(first.evidence.source)})
        case _:
            return None


def _claims(own: Sequence[Payload], known: Ledger) -> Iterator[Proposal]:
    for payload in own:
        match payload:
            case SlotRecorded() | SlotChanged() | SlotCorrected() | ContradictionFound():
                yield _claim(payload.content, payload.evidence)
            case SlotReaffirmed():
                yield _claim(payload.details or known.facts[payload.fact_id].content, payload.evidence)
            case ClarificationRequested():
                yield payload.proposal
            case _:
                continue


def _claim(content: Content, evidence: Evidence) -> Proposal:
    return Proposal(content=content, quote=evidence.quote, confidence=evidence.confidence, extractor=evidence.extractor)
