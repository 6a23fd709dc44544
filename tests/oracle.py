"""What a patient's facts are, computed from the events by the plainest code: lists, loops, and no fold of ours.

Slow, and blind to keys, targets and views on purpose; it knows only what each event says. Everything that presents
facts is held against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.events import (
    AnswerGiven,
    AnswerInvalidated,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    PatientErased,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotReaffirmed,
    SlotRecorded,
    SlotRetracted,
)
from domain.values import Content


@dataclass
class Known:
    """One fact as the oracle sees it; ``ended`` is "" while it stands."""

    fact_id: str
    content: Content
    mentions: int = 1
    ended: str = ""


@dataclass
class Truth:
    """All facts in the order of their recording, the open questions, and the answers with what went stale."""

    facts: list[Known] = field(default_factory=list)
    questions: list[list[str]] = field(default_factory=list)
    answers: dict[int, list[str]] = field(default_factory=dict)

    def find(self, fact_id: str) -> Known:
        return next(fact for fact in self.facts if fact.fact_id == fact_id)

    def current(self) -> list[Known]:
        return [fact for fact in self.facts if not fact.ended]

    def disputed(self) -> set[str]:
        standing = {fact.fact_id for fact in self.current()}
        return {fact_id for sides in self.questions for fact_id in sides if fact_id in standing}

    def end(self, fact_id: str, how: str) -> None:
        """A fact ends; a question with one side left needs no answer any more."""
        self.find(fact_id).ended = how
        standing = {fact.fact_id for fact in self.current()}
        self.questions = [
            sides for sides in self.questions if fact_id not in sides or len(standing.intersection(sides)) > 1
        ]

    def open_question(self, sides: list[str]) -> None:
        """A new question takes over every open one that shares a side with it."""
        merged = list(sides)
        for other in self.questions:
            if set(other) & set(sides):
                merged += [fact_id for fact_id in other if fact_id not in merged]
        self.questions = [other for other in self.questions if not set(other) & set(sides)] + [merged]


def truth(events: Sequence[Recorded]) -> Truth:
    """What holds after these events of one patient."""
    known = Truth()
    for event in events:
        if isinstance(event.payload, PatientErased):
            known = Truth()
        _hear(known, event)
    return known


def _hear(known: Truth, event: Recorded) -> None:
    said = event.payload
    if isinstance(said, SlotRecorded):
        known.facts.append(Known(said.fact_id, said.content))
    elif isinstance(said, SlotReaffirmed):
        fact = known.find(said.fact_id)
        fact.mentions += 1
        fact.content = said.details or fact.content
    elif isinstance(said, SlotChanged):
        known.end(said.supersedes, "changed")
        known.facts.append(Known(said.fact_id, said.content))
    elif isinstance(said, SlotCorrected):
        for old in said.supersedes:
            known.end(old, "corrected")
        known.facts.append(Known(said.fact_id, said.content))
    elif isinstance(said, SlotRetracted):
        known.end(said.fact_id, "retracted")
    elif isinstance(said, CorrectionReverted):
        known.end(said.fact_id, "reverted")
        for old in said.restored:
            fact = known.find(old)
            fact.ended, fact.mentions = "", fact.mentions + 1
        if len(said.restored) > 1:
            _reopen(known, list(said.restored))
    elif isinstance(said, ContradictionFound):
        known.open_question([*said.conflicts_with, said.fact_id])
        known.facts.append(Known(said.fact_id, said.content))
    elif isinstance(said, ContradictionResolved):
        known.questions = [sides for sides in known.questions if said.kept not in sides]
        for dropped in said.dropped:
            if not known.find(dropped).ended:
                known.find(dropped).ended = "resolved"
    elif isinstance(said, AnswerGiven):
        known.answers[said.turn_number or 0] = []
    elif isinstance(said, AnswerInvalidated):
        known.answers[said.answer_turn_number].append(said.fact_id)


def _reopen(known: Truth, restored: list[str]) -> None:
    """Restored together means disputed again only where both say something about the same thing."""

    def about(fact_id: str) -> tuple[object, ...]:
        content = known.find(fact_id).content
        return content.slot, content.concept.concept_id, content.subject, content.qualifier, content.valid_from

    for fact_id in restored:
        rivals = [other for other in restored if about(other) == about(fact_id)]
        if len(rivals) > 1 and fact_id not in known.disputed():
            known.questions.append(rivals)
