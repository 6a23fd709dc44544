"""What is remembered word for word, what as a summary, and what for good?

Working memory: the last five turns verbatim. Compressed: each five older turns as a summary, back to turn 20. Semantic:
what stays (chronic conditions and medicines, all allergies). A value that was corrected or withdrawn appears in
verbatim text only inside a marker that says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from domain.events import (
    FACT_EVENTS,
    AnswerGiven,
    AnswerInvalidated,
    PatientRegistered,
    Recorded,
    SlotReaffirmed,
    SummaryInvalidated,
    TurnsSummarised,
    UtteranceReceived,
)
from domain.ledger import CHANGED, Fact
from domain.values import ANY, IN_FORCE, PATIENT, Certainty, Content, Polarity, SlotKind
from projections.facts import FactProjection, FactView, ledger_of

WORKING_TURNS = 5
"""Turns kept verbatim (thesis: working tier)."""
REMEMBERED_TURNS = 20
"""How many turns working and compressed memory reach back (thesis: compressed tier)."""
SUMMARISED_TURNS = 5
"""Turns of one summary (thesis)."""
SEMANTIC_MENTIONS = 2
"""Mentions after which a condition or medicine stays for good (thesis: semantic tier)."""


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn verbatim; ``fact_ids`` have evidence in it, ``stale`` says that its answer was invalidated."""

    turn_number: int
    conversation_id: str
    event_id: str
    question: str
    said_at: datetime
    answer: str | None = None
    answer_event_id: str | None = None
    fact_ids: tuple[str, ...] = ()
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
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

    def working(self) -> tuple[TurnLine, ...]:
        """The last five turns, oldest first, with corrected values marked."""
        return tuple(self.marked(line) for line in list(self.lines.values())[-WORKING_TURNS:])

    def compressed(self) -> tuple[Summary, ...]:
        """Summaries of older turns, back to turn 20, oldest first."""
        newest = max(self.lines, default=0)
        return tuple(
            summary
            for _, summary in sorted(self.summaries.items())
            if summary.last_turn > newest - REMEMBERED_TURNS and summary.first_turn <= newest - WORKING_TURNS
        )

    def semantic(self) -> tuple[Fact, ...]:
        """Facts that stay: allergies, and conditions and medicines in force that are chronic or said twice."""
        return tuple(fact for fact in self.ledger.current() if _stays(fact))

    def marked(self, line: TurnLine) -> TurnLine:
        """``line`` with every value that is no longer believed replaced by its marker."""
        marks = []
        for fact_id in line.fact_ids:
            fact = self.ledger.facts[fact_id]
            if fact.ended in (None, CHANGED):
                continue
            for evidence in fact.evidence:
                if evidence.turn_number == line.turn_number and evidence.start is not None and evidence.end is not None:
                    marks.append((evidence.start, evidence.end, self.marker(fact)))
        question = line.question
        for start, end, marker in _disjoint(marks):
            question = question[:start] + marker + question[end:]
        answer = "[withdrawn: rested on a fact that was corrected]" if line.stale and line.answer else line.answer
        return replace(line, question=question, answer=answer)

    def marker(self, fact: Fact) -> str:
        """What stands for a fact that is no longer believed: "[corrected: 7.2 -> 6.9]" or "[withdrawn: ...]"."""
        name = fact.content.concept.display or fact.content.concept.name
        successor = self.ledger.facts.get(fact.superseded_by or "")
        if fact.ended == "corrected" and successor is not None:
            return f"[corrected: {name} {_value(fact.content)} -> {_value(successor.content)}]"
        return f"[withdrawn: {name} {_value(fact.content)}]"


_LINES = TypeAdapter(dict[int, TurnLine])
_SUMMARIES = TypeAdapter(dict[int, Summary])


class TiersProjection(FactProjection[Tiers]):
    """Folds the memory tiers."""

    name = "tiers"
    version = 1
    handles = (
        PatientRegistered,
        *FACT_EVENTS,
        UtteranceReceived,
        AnswerGiven,
        AnswerInvalidated,
        TurnsSummarised,
        SummaryInvalidated,
    )

    def empty(self, patient_id: str) -> Tiers:
        """No turns and no facts."""
        return Tiers(patient_id)

    def observe(self, view: Tiers, event: Recorded) -> Tiers:
        """Follow turns, answers, summaries, and which facts each turn speaks of."""
        view = FactProjection.observe(self, view, event)
        payload = event.payload
        turn = payload.turn_number or 0
        match payload:
            case UtteranceReceived():
                view.lines[turn] = TurnLine(
                    turn, payload.conversation_id, event.event_id, payload.text, payload.said_at
                )
                view.lines.pop(turn - REMEMBERED_TURNS - SUMMARISED_TURNS, None)
            case AnswerGiven() if turn in view.lines:
                line = view.lines[turn]
                view.lines[turn] = replace(line, answer=payload.text, answer_event_id=event.event_id)
            case AnswerInvalidated() if payload.answer_turn_number in view.lines:
                view.lines[payload.answer_turn_number] = replace(view.lines[payload.answer_turn_number], stale=True)
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
            case _ if turn in view.lines and isinstance(payload, FACT_EVENTS):
                line = view.lines[turn]
                fact_id = payload.kept if not hasattr(payload, "fact_id") else payload.fact_id
                if fact_id not in line.fact_ids and _speaks(payload):
                    view.lines[turn] = replace(line, fact_ids=(*line.fact_ids, fact_id))
        return view

    def dump(self, view: Tiers) -> dict[str, Any]:
        """Facts, turns and summaries."""
        return {
            **super().dump(view),
            "lines": _LINES.dump_python(view.lines, mode="json"),
            "summaries": _SUMMARIES.dump_python(view.summaries, mode="json"),
        }

    def load(self, data: dict[str, Any]) -> Tiers:
        """The tiers of a stored form."""
        lines = _LINES.validate_python({int(turn): line for turn, line in data["lines"].items()})
        summaries = _SUMMARIES.validate_python({int(turn): one for turn, one in data["summaries"].items()})
        return Tiers(
            data["patient_id"],
            data["tenant"],
            data["locale"],
            data["time_zone"],
            ledger_of(data),
            dict(sorted(lines.items())),
            dict(sorted(summaries.items())),
        )


def _speaks(payload: object) -> bool:
    return isinstance(payload, (SlotReaffirmed, *FACT_EVENTS))


def _stays(fact: Fact) -> bool:
    content = fact.content
    if content.subject != PATIENT or content.certainty is not Certainty.CONFIRMED or content.concept.concept_id == ANY:
        return False
    if content.polarity is not Polarity.AFFIRMED:
        return False
    if content.slot is SlotKind.ALLERGIES:
        return True
    if content.slot not in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS):
        return False
    in_force = content.status is None or content.status in IN_FORCE
    return in_force and (content.concept.chronic or fact.mentions >= SEMANTIC_MENTIONS)


def _disjoint(marks: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    for start, end, marker in sorted(set(marks), reverse=True):
        if not kept or end <= kept[-1][0]:
            kept.append((start, end, marker))
    return kept


def _value(content: Content) -> str:
    shown = content.value if content.value is not None else content.dose
    if shown is None:
        return ""
    number = f"{shown:g}" if isinstance(shown, (int, float)) and not isinstance(shown, bool) else str(shown)
    return f"{number} {content.unit}" if content.unit and content.value is not None else number
