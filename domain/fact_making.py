"""How facts are made: the fact events that a decision emits, each with its evidence, folded at once.

It works on a ledger of its own, so that what is emitted is seen by what is decided next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.comparison import fills
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    Payload,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
    Stamp,
    event_id_at,
    fact_id_of,
)
from domain.ledger import Fact, Ledger, local_day
from domain.proposals import Proposal
from domain.setting import Setting
from domain.targets import superseded_by_correction
from domain.values import Content, Evidence


@dataclass(slots=True)
class FactMaking:
    """Emits the events of one decision over a scratch ledger; what to emit is decided by who derives from it."""

    ledger: Ledger
    setting: Setting
    events: list[Payload] = field(default_factory=list)
    _ordinal: int = 0

    @property
    def _day(self) -> str:
        return local_day(self.setting.said_at, self.ledger.time_zone)

    def _settle(self, fact: Fact, proposal: Proposal) -> None:
        # A side that was withdrawn before bears no question of its own; that it was told again is what is disputed.
        question = fact.question_id or next(one for one, sides in self.ledger.disputes.items() if fact.fact_id in sides)
        self._emit(
            ContradictionResolved(
                **self._base(),
                question_id=question,
                kept=fact.fact_id,
                dropped=tuple(one for one in self.ledger.disputes[question] if one != fact.fact_id),
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _reaffirm(self, fact: Fact, proposal: Proposal, content: Content | None) -> None:
        details = fills(fact.content, content) if content is not None else None
        if details is not None and self.ledger.others_at(details, fact.day, fact.fact_id):
            details = None
        self._emit(
            SlotReaffirmed(
                **self._base(),
                fact_id=fact.fact_id,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
                details=details,
            )
        )

    def _record(self, proposal: Proposal, content: Content) -> None:
        self._emit(
            SlotRecorded(
                **self._base(),
                fact_id=self._new_fact_id(),
                content=content,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _change_fact(
        self, fact: Fact, proposal: Proposal, content: Content, *, reason: str, ended_at: str | None = None
    ) -> None:
        self._emit(
            SlotChanged(
                **self._base(),
                fact_id=self._new_fact_id(),
                supersedes=fact.fact_id,
                content=content,
                ended_at=ended_at or self._day,
                reason=reason,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _correct_fact(self, fact: Fact, proposal: Proposal, content: Content, *, reason: str) -> None:
        self._emit(
            SlotCorrected(
                **self._base(),
                fact_id=self._new_fact_id(),
                supersedes=superseded_by_correction(self.ledger, fact, content),
                content=content,
                reason=reason,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _retract_fact(self, fact: Fact, proposal: Proposal) -> None:
        self._emit(
            SlotRetracted(
                **self._base(),
                fact_id=fact.fact_id,
                reason=proposal.reason or "retracted",
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
                reattributed_to=proposal.reattributed_to,
            )
        )

    def _contradict(self, proposal: Proposal, content: Content, rivals: tuple[Fact, ...]) -> None:
        fact_id = self._new_fact_id()
        self._emit(
            ContradictionFound(
                **self._base(),
                question_id=fact_id,
                fact_id=fact_id,
                content=content,
                conflicts_with=tuple(fact.fact_id for fact in rivals),
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _ask(self, kind: str, proposal: Proposal, candidates: list[Fact]) -> None:
        self._emit(
            ClarificationRequested.of(
                {
                    **self._base(),
                    "question_id": self._new_fact_id(),
                    "kind": kind,
                    "proposal": proposal,
                    "candidates": tuple(fact.fact_id for fact in candidates),
                    "said_at": self.setting.said_at,
                }
            )
        )

    def _made_here(self, fact: Fact) -> bool:
        return fact.version >= self.setting.first_version

    def _new_fact_id(self) -> str:
        self._ordinal += 1
        return fact_id_of(self.setting.request_id, self._ordinal)

    @property
    def _next_event_id(self) -> str:
        return event_id_at(self.setting.patient_id, self.setting.first_version + len(self.events))

    def _evidence(self, proposal: Proposal) -> Evidence:
        return Evidence(
            event_id=self.setting.evidence_event_id or self._next_event_id,
            turn_number=self.setting.turn_number,
            quote=proposal.quote,
            start=proposal.start,
            end=proposal.end,
            source=self.setting.source,
            extractor=proposal.extractor,
            confidence=proposal.confidence,
        )

    def _base(self) -> Stamp:
        setting = self.setting
        return Stamp(actor=setting.actor, request_id=setting.request_id, turn_number=setting.turn_number)

    def _emit(self, payload: Payload) -> None:
        event = Recorded(
            patient_id=self.setting.patient_id,
            version=self.setting.first_version + len(self.events),
            event_id=self._next_event_id,
            recorded_at=self.setting.recorded_at,
            payload=payload,
        )
        self.ledger.apply(event)
        self.events.append(payload)
