"""A patient's stream told again: what an utterance led to, what it would lead to as read now, and what came later.

The one pass interprets new proposals over what was known when the words were said, which is why it walks the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain.events import (
    FACT_EVENTS,
    ClarificationRequested,
    ContradictionResolved,
    CorrectionReverted,
    ExtractionCompleted,
    PatientRegistered,
    Payload,
    Recorded,
    ReextractionDecided,
    ReextractionProposed,
    SlotChanged,
    SlotCorrected,
    SlotRetracted,
    UtteranceReceived,
)
from domain.interpretation import Interpretation
from domain.ledger import Ledger
from domain.overruling import told_in
from domain.proposals import Proposal
from domain.readings import Reading, readings
from domain.setting import Setting
from domain.values import Source


@dataclass(slots=True)
class ToldAgain:
    """One utterance: what its words led to, what new proposals would have led to, and what was decided of them.

    ``read_by`` names the extractors (name -> version) that read it last, None while it was never extracted.
    """

    event_id: str
    turn_number: int
    request_id: str
    said_at: datetime
    read_by: dict[str, str] | None = None
    events: list[Payload] = field(default_factory=list)
    fresh: list[Reading] | None = None
    proposed: dict[str, ReextractionProposed] = field(default_factory=dict)
    decided: list[Proposal] = field(default_factory=list)

    @property
    def pending(self) -> ReextractionProposed | None:
        """The newest reading that was proposed for it, until it is decided."""
        return next(reversed(self.proposed.values()), None)


@dataclass(slots=True)
class Retelling:
    """All of a patient's utterances by event id, the facts as they stand, and what people decided about facts later.

    ``later`` holds, by fact id, why a fact stays as it is: words or edits other than those it came from ended or
    confirmed it.
    """

    ledger: Ledger = field(default_factory=Ledger)
    utterances: dict[str, ToldAgain] = field(default_factory=dict)
    later: dict[str, str] = field(default_factory=dict)
    patient_id: str = ""
    version: int = 0

    def setting_of(self, told: ToldAgain, version: int) -> Setting:
        """Where the claims of an utterance stand when they are interpreted from ``version`` on."""
        return Setting(
            patient_id=self.patient_id,
            request_id=told.request_id,
            actor="patient",
            turn_number=told.turn_number,
            said_at=told.said_at,
            recorded_at=told.said_at,
            source=Source.PATIENT,
            evidence_event_id=told.event_id,
            first_version=version,
        )


def retell(stream: Iterable[Recorded], proposals: Mapping[str, tuple[Proposal, ...]]) -> Retelling:
    """Tell ``stream`` again with new ``proposals`` by utterance event id."""
    story = Retelling()
    turns: dict[int, ToldAgain] = {}
    for event in stream:
        payload = event.payload
        story.patient_id, story.version = event.patient_id, event.version
        match payload:
            case PatientRegistered():
                story.ledger.time_zone = payload.time_zone
            case UtteranceReceived() if payload.turn_number is not None:
                told = ToldAgain(event.event_id, payload.turn_number, payload.request_id, payload.said_at)
                story.utterances[event.event_id] = turns[payload.turn_number] = told
            case ReextractionProposed():
                told = story.utterances[payload.utterance_event_id]
                told.proposed[event.event_id], told.read_by = payload, payload.extractors
            case ReextractionDecided():
                _decide(story, payload)
            case ClarificationRequested() | ExtractionCompleted() if payload.turn_number in turns:
                told = turns[payload.turn_number]
                _read_again(story, told, event, proposals)
                told.events.append(payload)
                if isinstance(payload, ExtractionCompleted):
                    told.read_by = payload.extractors
            case _ if isinstance(payload, FACT_EVENTS):
                told_by = story.utterances.get(payload.evidence.event_id)
                if told_by is not None:
                    _read_again(story, told_by, event, proposals)
                    told_by.events.append(payload)
                _note_decision(story, payload)
                story.ledger.apply(event)
            case _:
                continue
    return story


def _read_again(
    story: Retelling, told: ToldAgain, event: Recorded, proposals: Mapping[str, tuple[Proposal, ...]]
) -> None:
    """Interpret the new proposals where the old ones were: at the first event that the utterance led to."""
    if told.fresh is not None or told.event_id not in proposals:
        return
    interpretation = Interpretation(story.ledger.copy(), story.setting_of(told, event.version))
    events = interpretation.take(proposals[told.event_id])
    told.fresh = readings(events, interpretation.ledger)


def _decide(story: Retelling, payload: ReextractionDecided) -> None:
    for told in story.utterances.values():
        reading = told.proposed.pop(payload.proposed_event_id, None)
        if reading is not None:
            told.decided.extend(reading.proposals)


def _note_decision(story: Retelling, payload: Payload) -> None:
    ended: tuple[str, ...]
    confirmed: tuple[str, ...] = ()
    match payload:
        case SlotCorrected():
            ended, how = payload.supersedes, "corrected later"
        case SlotChanged():
            ended, how = (payload.supersedes,), "changed later"
        case SlotRetracted():
            ended, how = (payload.fact_id,), "retracted later"
        case CorrectionReverted():
            ended, confirmed, how = (payload.fact_id,), payload.restored, "reverted later"
        case ContradictionResolved():
            ended, confirmed, how = payload.dropped, (payload.kept,), "resolved later"
        case _:
            return
    for fact_id, why in (dict.fromkeys(ended, how) | dict.fromkeys(confirmed, "confirmed later")).items():
        if told_in(story.ledger.facts[fact_id]) != payload.evidence.event_id:
            story.later[fact_id] = why
