"""What an accepted reading of an old utterance becomes: facts with the old words as their evidence.

A claim about what the utterance was read as before names that by its place in the text, so it never reaches a fact that
a person has corrected since. Every other claim is interpreted over what is known now, on the clock of then.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from domain.comparison import agrees, says
from domain.events import (
    CorrectionReverted,
    Payload,
    Recorded,
    ReextractionProposed,
    SlotCorrected,
    SlotReaffirmed,
    SlotRetracted,
    event_id_at,
    fact_id_of,
)
from domain.interpretation import Interpretation
from domain.ledger import Fact, Ledger
from domain.overruling import claim_overruled, overlap, overruled, span_of, told_in
from domain.proposals import Operation, Proposal, Target
from domain.setting import Setting
from domain.values import Content, Evidence

READING = ("reading",)
"""The ``fields`` of a correction or withdrawal that is about how words were read, not about what they said."""


def reread(fact: Fact, like: Proposal, content: Content) -> Proposal:
    """The proposal that the words of ``like``, once read as ``fact``, say ``content`` instead."""
    reason = "read differently by a newer extractor"
    return like.with_fields(
        operation=Operation.CORRECT, content=content, target=_target(fact), reason=reason, fields=READING
    )


def unread(fact: Fact, extractor: str) -> Proposal:
    """The proposal that the words once read as ``fact`` say nothing of the kind."""
    told = fact.evidence[0]
    return Proposal(
        operation=Operation.RETRACT,
        target=_target(fact),
        reason="not read by a newer extractor",
        quote=told.quote,
        start=told.start,
        end=told.end,
        extractor=extractor,
        fields=READING,
    )


def accepted(ledger: Ledger, reading: ReextractionProposed, setting: Setting, *, since: int) -> tuple[Payload, ...]:
    """The events that an accepted ``reading`` becomes over ``ledger``, which is used up.

    ``since`` is the version of the proposal: a claim about words whose old reading was ended after it becomes nothing,
    and neither does one that :mod:`domain.overruling` speaks against.
    """
    acceptance = _Acceptance(ledger, setting, reading.utterance_event_id, since)
    own = [proposal for proposal in reading.proposals if proposal.fields == READING]
    for proposal in own:
        acceptance.take(proposal)
    behind = replace(setting, first_version=setting.first_version + len(acceptance.events))
    others = tuple(
        proposal
        for proposal in reading.proposals
        if proposal not in own and acceptance.untouched(proposal) and not claim_overruled(ledger, proposal, behind)
    )
    return (*acceptance.events, *Interpretation(ledger, behind).take(others))


@dataclass(slots=True)
class _Acceptance:
    """Applies claims about earlier readings, one after the other, over a scratch ledger."""

    ledger: Ledger
    setting: Setting
    utterance_event_id: str
    since: int
    events: list[Payload] = field(default_factory=list)

    def take(self, proposal: Proposal) -> None:
        fact = self._read_as(proposal)
        if fact is None:
            return
        content = proposal.content
        if content is None:
            self._withdraw(fact, proposal)
            return
        if overruled(self.ledger, content, self.setting.said_at, self.utterance_event_id):
            return
        beside = self.ledger.others_at(content, fact.day, fact.fact_id)
        if not beside:
            self._correct(fact, proposal, content)
        elif agrees(beside[0].content, content):
            self._withdraw(fact, proposal)
            self._reaffirm(beside[0], proposal)

    def untouched(self, proposal: Proposal) -> bool:
        """Whether nobody has decided about what these words were read as since the proposal was made."""
        place = proposal.start, proposal.end
        decisions = {
            event_id_at(self.setting.patient_id, version)
            for version in range(self.since + 1, self.setting.first_version)
        }
        ended = (fact for fact in self.ledger.facts.values() if fact.ended_by in decisions)
        return not any(told_in(fact) == self.utterance_event_id and overlap(span_of(fact), place) for fact in ended)

    def _read_as(self, proposal: Proposal) -> Fact | None:
        target = proposal.target
        if target is None:
            return None
        place = proposal.start, proposal.end
        found = [
            fact
            for fact in self.ledger.current(target.slot)
            if told_in(fact) == self.utterance_event_id
            and fact.content.concept.concept_id == target.concept_id
            and fact.content.subject == target.subject
            and (target.old is None or says(fact.content, target.old))
            and (overlap(span_of(fact), place) or span_of(fact) == place)
        ]
        return max(found, key=lambda fact: overlap(span_of(fact), place), default=None)

    def _correct(self, fact: Fact, proposal: Proposal, content: Content) -> None:
        self._emit(
            SlotCorrected(
                actor=self.setting.actor,
                request_id=self.setting.request_id,
                # Claims beside these count their facts from 1 under the plain request id.
                fact_id=fact_id_of(f"{self.setting.request_id}:reading", len(self.events) + 1),
                supersedes=(fact.fact_id,),
                content=content,
                reason=proposal.reason,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _withdraw(self, fact: Fact, proposal: Proposal) -> None:
        """Take back what was read; what it had replaced lives again."""
        replaced = tuple(old for old in fact.supersedes if self.ledger.facts[old].superseded_by == fact.fact_id)
        told: dict[str, Any] = {
            "actor": self.setting.actor,
            "request_id": self.setting.request_id,
            "fact_id": fact.fact_id,
            "evidence": self._evidence(proposal),
            "said_at": self.setting.said_at,
            "reason": proposal.reason,
        }
        self._emit(CorrectionReverted(**told, restored=replaced) if replaced else SlotRetracted(**told))

    def _reaffirm(self, fact: Fact, proposal: Proposal) -> None:
        self._emit(
            SlotReaffirmed(
                actor=self.setting.actor,
                request_id=self.setting.request_id,
                fact_id=fact.fact_id,
                evidence=self._evidence(proposal),
                said_at=self.setting.said_at,
            )
        )

    def _evidence(self, proposal: Proposal) -> Evidence:
        return Evidence(
            event_id=self.utterance_event_id,
            turn_number=self.setting.turn_number,
            quote=proposal.quote,
            start=proposal.start,
            end=proposal.end,
            source=self.setting.source,
            extractor=proposal.extractor,
            confidence=proposal.confidence,
        )

    def _emit(self, payload: Payload) -> None:
        version = self.setting.first_version + len(self.events)
        self.ledger.apply(
            Recorded(
                patient_id=self.setting.patient_id,
                version=version,
                event_id=event_id_at(self.setting.patient_id, version),
                recorded_at=self.setting.recorded_at,
                payload=payload,
            )
        )
        self.events.append(payload)


def _target(fact: Fact) -> Target:
    content = fact.content
    return Target(
        slot=content.slot,
        concept_id=content.concept.concept_id,
        subject=content.subject,
        old=None if isinstance(content.value, bool) else content.value,
        date=content.valid_from,
    )
