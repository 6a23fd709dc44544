"""What is remembered word for word, what as a summary, and what for good?

Working memory: the last five turns verbatim. Compressed: each five older turns as a summary, back to turn 20. Semantic:
what stays (chronic conditions and medicines, all allergies). Each of the last 20 turns is in working memory, in a
summary, or among the turns that wait for theirs. What no longer holds stands in text only with a marker that says so.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

import msgspec
import orjson
from msgspec.structs import replace

from domain.events import (
    FACT_EVENTS,
    AnswerGiven,
    AnswerInvalidated,
    ContradictionResolved,
    CorrectionReverted,
    FactEvent,
    PatientRegistered,
    Recorded,
    SummaryInvalidated,
    TurnsSummarised,
    UtteranceReceived,
)
from domain.ledger import CHANGED, Fact, Ledger
from domain.values import ANY, IN_FORCE, PATIENT, Certainty, Polarity, SlotKind
from projections.base import HEAD
from projections.facts import FactProjection, FactView
from projections.markers import mark_of, marked, marker, marks_of_replaced

WORKING_TURNS = 5
"""Turns kept verbatim (thesis: working tier)."""
REMEMBERED_TURNS = 20
"""How many turns working and compressed memory reach back (thesis: compressed tier)."""
SUMMARISED_TURNS = 5
"""Turns of one summary (thesis)."""
SEMANTIC_MENTIONS = 2
"""Mentions after which a condition or medicine stays for good (thesis: semantic tier)."""


class TurnLine(msgspec.Struct, frozen=True, gc=False):
    """One turn verbatim.

    ``fact_ids`` have evidence in it, and ``spans`` says which characters of the question state which fact;
    ``answer_fact_ids`` are those the answer rested on, and ``stale_fact_ids`` those among them that invalidated it.
    """

    turn_number: int
    conversation_id: str
    event_id: str
    question: str
    said_at: datetime
    answer: str | None = None
    answer_event_id: str | None = None
    fact_ids: tuple[str, ...] = ()
    answer_fact_ids: tuple[str, ...] = ()
    stale_fact_ids: tuple[str, ...] = ()
    spans: tuple[tuple[str, int, int], ...] = ()

    @property
    def event_ids(self) -> tuple[str, ...]:
        """The events that hold the utterance and the answer."""
        return tuple(event_id for event_id in (self.event_id, self.answer_event_id) if event_id)


class Summary(msgspec.Struct, frozen=True, gc=False):
    """A summary of consecutive turns, and the facts it states."""

    summary_id: str
    event_id: str
    first_turn: int
    last_turn: int
    text: str
    tokens: int
    fact_ids: tuple[str, ...]


@dataclass(slots=True)
class Tiers(FactView):
    """Turns by number and summaries by first turn, as far as memory reaches back."""

    lines: dict[int, TurnLine] = field(default_factory=dict)
    summaries: dict[int, Summary] = field(default_factory=dict)
    told: dict[int, TurnLine] = field(default_factory=dict, compare=False)
    """What was said in older turns, for good: a detail that no field of a fact holds stands in them alone.

    They are folded from the log as everything is, and not stored: whoever reads stored tiers asks for what is near.
    """
    _marked: dict[int, tuple[TurnLine, TurnLine]] = field(default_factory=dict, compare=False)
    """Lines that were marked since the last event, each with what it became; copies of one moment share them."""

    def hear(self, turn: int, fact_id: str | None, spans: Sequence[tuple[str, int, int]]) -> None:
        """Note in the line of a turn which fact it speaks of, and which of its words state which facts."""
        line = self.lines.get(turn)
        if line is None:
            return
        facts = line.fact_ids if fact_id is None or fact_id in line.fact_ids else (*line.fact_ids, fact_id)
        self.lines[turn] = replace(line, fact_ids=facts, spans=(*line.spans, *spans))

    def copy(self, ledger: Ledger) -> Tiers:
        """An independent view of the same moment over a copied ledger."""
        return dataclasses.replace(
            self, ledger=ledger, lines=dict(self.lines), summaries=dict(self.summaries), told=dict(self.told)
        )

    def line_of(self, turn_number: int) -> TurnLine | None:
        """A turn as it was said, however long ago it told a fact; None where it is not kept."""
        return self.lines.get(turn_number) or self.told.get(turn_number)

    def kept(self) -> tuple[TurnLine, ...]:
        """Every turn as it was said, oldest first, with what no longer holds marked; of older ones without answers."""
        return tuple(self.marked(line) for line in (*self.told.values(), *self.lines.values()))

    def working(self) -> tuple[TurnLine, ...]:
        """The last five turns, oldest first, with what no longer holds marked."""
        return tuple(self.marked(line) for line in list(self.lines.values())[-WORKING_TURNS:])

    def pending(self) -> tuple[TurnLine, ...]:
        """Remembered turns before those that no summary covers yet, marked likewise, oldest first.

        A turn that failed delays the summary of its block, and a correction takes one away until the next turn.
        """
        newest = max(self.lines, default=0)
        covered = {turn for one in self.summaries.values() for turn in range(one.first_turn, one.last_turn + 1)}
        return tuple(
            self.marked(line)
            for turn, line in self.lines.items()
            if newest - REMEMBERED_TURNS < turn <= newest - WORKING_TURNS and turn not in covered
        )

    def compressed(self) -> tuple[Summary, ...]:
        """Summaries of older turns, back to turn 20, oldest first."""
        newest = max(self.lines, default=0)
        return tuple(
            summary
            for _, summary in sorted(self.summaries.items())
            if summary.last_turn > newest - REMEMBERED_TURNS and summary.first_turn <= newest - WORKING_TURNS
        )

    def holds(self, first_turn: int) -> bool:
        """Whether the block that begins with this turn has a summary, and all it tells is still so."""
        summary = self.summaries.get(first_turn)
        return summary is not None and not self.since_changed(summary.fact_ids)

    def semantic(self) -> tuple[Fact, ...]:
        """Facts that stay: allergies, and conditions and medicines in force that are chronic or said twice."""
        return tuple(fact for fact in self.ledger.current() if _stays(fact))

    def since_changed(self, fact_ids: Iterable[str]) -> tuple[str, ...]:
        """Markers for those of the facts that were true and are no more, for text that states them as they were."""
        facts = (self.ledger.facts[fact_id] for fact_id in fact_ids if fact_id in self.ledger.facts)
        return tuple(dict.fromkeys(marker(self.ledger, fact) for fact in facts if fact.ended == CHANGED))

    def marked(self, line: TurnLine) -> TurnLine:
        """``line`` with a marker for every value that is no longer believed or has changed since."""
        found = self._marked.get(line.turn_number)
        if found is None or found[0] is not line:
            found = self._marked[line.turn_number] = (line, self._mark(line))
        return found[1]

    def _mark(self, line: TurnLine) -> TurnLine:
        facts = [self.ledger.facts[fact_id] for fact_id in line.fact_ids]
        marks = [
            mark_of(self.ledger, self.ledger.facts[fact_id], start, end)
            for fact_id, start, end in line.spans
            if fact_id in line.fact_ids
        ]
        replaced = [mark for fact in facts for mark in marks_of_replaced(self.ledger, fact, line.question)]
        question = marked(line.question, (*(mark for mark in marks if mark is not None), *replaced))
        return replace(line, question=question, answer=self._marked_answer(line, facts))

    def _marked_answer(self, line: TurnLine, facts: Sequence[Fact]) -> str | None:
        """The answer with what has changed since; one that rested on what was never true is not repeated."""
        if line.answer is None:
            return None
        if line.stale_fact_ids:
            ended = (self.ledger.facts[fact_id] for fact_id in line.stale_fact_ids if fact_id in self.ledger.facts)
            why = " ".join(dict.fromkeys(marker(self.ledger, fact) for fact in ended if not fact.current))
            return " ".join(("[answer withdrawn: it rested on what was corrected]", why)).strip()
        replaced = [mark for fact in facts for mark in marks_of_replaced(self.ledger, fact, line.answer)]
        return " ".join((marked(line.answer, replaced), *self.since_changed(line.answer_fact_ids)))


_FACT_EVENTS = frozenset(FACT_EVENTS)


class TiersProjection(FactProjection[Tiers]):
    """Folds the memory tiers."""

    name = "tiers"
    version = 3
    handles = (
        PatientRegistered,
        *FACT_EVENTS,
        UtteranceReceived,
        AnswerGiven,
        AnswerInvalidated,
        TurnsSummarised,
        SummaryInvalidated,
    )
    folds = handles

    def empty(self, patient_id: str) -> Tiers:
        """No turns and no facts."""
        return Tiers(patient_id)

    def fold(self, view: Tiers, event: Recorded) -> Tiers:
        """Follow turns, answers, summaries, and which facts each turn speaks of."""
        payload, view._marked = event.payload, {}
        if type(payload) in _FACT_EVENTS:
            _hear(view, cast(FactEvent, payload))
            return view
        turn = payload.turn_number or 0
        match payload:
            case PatientRegistered():
                return FactProjection.fold(self, view, event)
            case UtteranceReceived():
                view.lines[turn] = TurnLine(
                    turn, payload.conversation_id, event.event_id, payload.text, payload.said_at
                )
                gone = view.lines.pop(turn - REMEMBERED_TURNS - SUMMARISED_TURNS, None)
                if gone is not None:
                    view.told[gone.turn_number] = replace(gone, answer=None, answer_event_id=None)
            case AnswerGiven() if turn in view.lines:
                view.lines[turn] = replace(
                    view.lines[turn],
                    answer=payload.text,
                    answer_event_id=event.event_id,
                    answer_fact_ids=payload.facts_used,
                    stale_fact_ids=(),
                )
            case AnswerInvalidated() if payload.answer_turn_number in view.lines:
                line = view.lines[payload.answer_turn_number]
                stale = tuple(dict.fromkeys((*line.stale_fact_ids, payload.fact_id)))
                view.lines[payload.answer_turn_number] = replace(line, stale_fact_ids=stale)
            case TurnsSummarised():
                view.summaries[payload.first_turn] = Summary(
                    payload.summary_id,
                    event.event_id,
                    payload.first_turn,
                    payload.last_turn,
                    payload.text,
                    payload.tokens,
                    payload.fact_ids,
                )
            case SummaryInvalidated():
                view.summaries = {
                    first: one for first, one in view.summaries.items() if one.summary_id != payload.summary_id
                }
        return view

    def rows(self, view: Tiers, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """Turns and summaries, as far as memory reaches back."""
        data = {
            "patient_id": view.patient_id,
            "lines": list(view.lines.values()),
            "summaries": [one for _, one in sorted(view.summaries.items())],
        }
        return {HEAD: orjson.dumps(data, default=msgspec.structs.asdict, option=orjson.OPT_UTC_Z)}


def _hear(view: Tiers, payload: FactEvent) -> None:
    """Note in the line of its turn which fact an event speaks of, and where its words stand."""
    stated = payload.kept if isinstance(payload, ContradictionResolved) else payload.fact_id
    evidence = payload.evidence
    turn, told = payload.turn_number or 0, evidence.turn_number or 0
    spans: list[tuple[str, int, int]] = []
    if told in view.lines and evidence.start is not None and evidence.end is not None:
        mentioned = payload.restored if isinstance(payload, CorrectionReverted) else (stated,)
        # What ends a fact is no mention of it; the ledger has decided which events are.
        spans = [
            (fact_id, evidence.start, evidence.end)
            for fact_id in mentioned
            if view.ledger.facts[fact_id].evidence[-1] is evidence
        ]
    if told != turn:
        view.hear(told, None, spans)
        spans = []
    view.hear(turn, stated, spans)


def _stays(fact: Fact) -> bool:
    content = fact.content
    if content.subject != PATIENT or content.concept.concept_id == ANY or content.polarity is not Polarity.AFFIRMED:
        return False
    if content.slot is SlotKind.ALLERGIES:
        return True
    if content.slot not in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS) or content.certainty is not Certainty.CONFIRMED:
        return False
    in_force = content.status is None or content.status in IN_FORCE
    return in_force and (content.concept.chronic or fact.mentions >= SEMANTIC_MENTIONS)
