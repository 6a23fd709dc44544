"""From the events of a turn to what the stream shows of them: the fact, what it replaces, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from domain.comparison import overlay
from domain.events import (
    AnswerInvalidated,
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
)
from domain.ledger import Fact
from domain.transitions import ENDED
from projections.patient_view import PatientView
from protos.anamnesis.v1 import fact_pb2
from server.translate import Presenter, short

Shown = fact_pb2.SlotEvent | fact_pb2.Invalidated

_QUESTIONS = {
    "contradiction": ("다음 중 어느 것이 맞는지 알려 주세요: {}", "Which of these is right: {}?"),
    "ambiguous_target": ("어느 것을 말씀하시는지 알려 주세요: {}", "Which of these do you mean: {}?"),
    "none_after_concrete": (
        "전에는 다음과 같이 알고 있었습니다. 이제는 해당하지 않나요? {}",
        "Until now I had noted the following. Does it no longer apply? {}",
    ),
    "implausible_value": (
        "있을 수 없는 값이어서 기록하지 않았습니다. 값을 다시 알려 주세요: {}",
        "This value cannot be, so it was not recorded. Please tell it again: {}",
    ),
    "unusual_dose": (
        "통상 최대 용량을 크게 넘습니다. 맞는지 확인해 주세요: {}",
        "This is far above the usual maximum dose. Please confirm whether it is right: {}",
    ),
    "unsure_reading": (
        "이렇게 이해했는데 맞는지 '네' 또는 '아니요'로 알려 주세요: {}",
        "Is this what you mean? Please answer yes or no: {}",
    ),
}


def shown(events: Sequence[Recorded], view: PatientView, language: str) -> Iterator[Shown]:
    """What the stream shows of ``events``, in their order.

    ``view`` is the patient's after the last of them; a fact that a later one of them ended is shown as it stood at its
    own event.
    """
    for place, event in enumerate(events):
        later = frozenset(one.event_id for one in events[place + 1 :])
        message = _Translation(event, view, language, later).message()
        if message is not None:
            yield message


@dataclass(frozen=True, slots=True)
class _Translation:
    event: Recorded
    view: PatientView
    language: str
    later: frozenset[str]

    def message(self) -> Shown | None:
        """The message of the event; None for one that the stream does not show."""
        payload = self.event.payload
        match payload:
            case SlotRecorded():
                return self._slot(fact_pb2.SLOT_EVENT_KIND_RECORDED, payload.fact_id, payload.said_at)
            case SlotReaffirmed():
                return self._slot(fact_pb2.SLOT_EVENT_KIND_REAFFIRMED, payload.fact_id, payload.said_at)
            case SlotChanged():
                return self._slot(
                    fact_pb2.SLOT_EVENT_KIND_CHANGED,
                    payload.fact_id,
                    payload.said_at,
                    supersedes=payload.supersedes,
                    reason=payload.reason,
                )
            case SlotCorrected():
                return self._slot(
                    fact_pb2.SLOT_EVENT_KIND_CORRECTED,
                    payload.fact_id,
                    payload.said_at,
                    supersedes=payload.supersedes[0],
                    reason=payload.reason,
                )
            case SlotRetracted():
                return self._slot(
                    fact_pb2.SLOT_EVENT_KIND_RETRACTED, payload.fact_id, payload.said_at, reason=payload.reason
                )
            case CorrectionReverted():
                return self._slot(
                    fact_pb2.SLOT_EVENT_KIND_REVERTED,
                    payload.restored[0],
                    payload.said_at,
                    supersedes=payload.fact_id,
                    reason=payload.reason,
                )
            case ContradictionFound():
                return self._contradiction(payload)
            case ContradictionResolved():
                return self._slot(
                    fact_pb2.SLOT_EVENT_KIND_CORRECTED,
                    payload.kept,
                    payload.said_at,
                    supersedes=payload.dropped[0] if payload.dropped else "",
                    reason="contradiction resolved",
                )
            case ClarificationRequested():
                return fact_pb2.SlotEvent(
                    kind=fact_pb2.SLOT_EVENT_KIND_CLARIFICATION,
                    reason=payload.kind,
                    event_id=self.event.event_id,
                    question=self._clarification(payload),
                    candidate_fact_ids=payload.candidates,
                )
            case AnswerInvalidated():
                return fact_pb2.Invalidated(
                    turn_number=payload.answer_turn_number,
                    answer_event_id=payload.answer_event_id,
                    reason=f"{payload.reason}: {short(self.view.ledger.facts[payload.fact_id].content)}",
                )
        return None

    def _contradiction(self, payload: ContradictionFound) -> fact_pb2.SlotEvent:
        message = self._slot(fact_pb2.SLOT_EVENT_KIND_CONTRADICTION, payload.fact_id, payload.said_at)
        other = payload.conflicts_with[0]
        message.conflicts_with = other
        message.previous.CopyFrom(self._presenter(payload.said_at).fact(self._as_it_stood(other)))
        message.question = self._question("contradiction", (*payload.conflicts_with, payload.fact_id))
        return message

    def _slot(
        self, kind: fact_pb2.SlotEventKind, fact_id: str, at: datetime, *, supersedes: str = "", reason: str = ""
    ) -> fact_pb2.SlotEvent:
        presenter = self._presenter(at)
        message = fact_pb2.SlotEvent(
            kind=kind,
            fact=presenter.fact(self._after_event(fact_id)),
            supersedes=supersedes,
            reason=reason,
            event_id=self.event.event_id,
        )
        if supersedes:
            message.previous.CopyFrom(presenter.fact(self._as_it_stood(supersedes)))
        return message

    def _presenter(self, at: datetime) -> Presenter:
        return Presenter(self.view, at)

    def _after_event(self, fact_id: str) -> Fact:
        fact = self.view.ledger.facts[fact_id]
        return _living(fact) if fact.ended_by in self.later else fact

    def _as_it_stood(self, fact_id: str) -> Fact:
        return _living(self.view.ledger.facts[fact_id])

    def _clarification(self, payload: ClarificationRequested) -> str:
        if payload.kind == "unsure_reading" and payload.candidates:
            return self._whether(payload)
        if payload.candidates or payload.proposal.content is None:
            return self._question(payload.kind, payload.candidates)
        korean, english = _QUESTIONS[payload.kind]
        return (korean if self.language == "ko" else english).format(short(payload.proposal.content))

    def _whether(self, payload: ClarificationRequested) -> str:
        """What a yes would do: the fact as it stands, and what would stand in its place."""
        known, claim = self.view.ledger.facts[payload.candidates[0]].content, payload.proposal.content
        new = overlay(claim, known) if claim is not None else None
        ended = new is None or (new.status is not known.status and new.status in ENDED)
        korean, english = _QUESTIONS[payload.kind]
        after = ("없음" if self.language == "ko" else "no longer") if new is None or ended else short(new)
        return (korean if self.language == "ko" else english).format(f"{short(known)} → {after}")

    def _question(self, kind: str, fact_ids: Sequence[str]) -> str:
        korean, english = _QUESTIONS[kind]
        names = " / ".join(short(self.view.ledger.facts[fact_id].content) for fact_id in fact_ids)
        return (korean if self.language == "ko" else english).format(names)


def _living(fact: Fact) -> Fact:
    return replace(fact, ended=None, ended_by=None, ended_at=None, superseded_by=None, reason="")
