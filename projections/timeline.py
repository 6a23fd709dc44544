"""What was said about it, in which order, and how did each version end?"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from domain.events import (
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    Recorded,
    SlotChanged,
    SlotCorrected,
    SlotRecorded,
    SlotRetracted,
)
from domain.ledger import Fact
from domain.values import SlotKind
from projections.facts import FactProjection, FactView, ledger_of


@dataclass(frozen=True, slots=True)
class Version:
    """One version of what was known, and the event, time and kind of its end (None and "" while current)."""

    fact: Fact
    ended_by: str | None
    ended_at: datetime | None
    ended: str
    reason: str


@dataclass(frozen=True, slots=True)
class History:
    """All versions of one line of facts: each replaced, or stood against, the one before it."""

    key: str
    slot: SlotKind
    name: str
    versions: tuple[Version, ...]


@dataclass(slots=True)
class Timeline(FactView):
    """Every version of every fact. ``roots`` names the first fact of each line, ``ends`` when each last ended."""

    roots: dict[str, str] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)

    def histories(self, slot: SlotKind | None = None, name: str | None = None) -> tuple[History, ...]:
        """Histories in the order of their first recording, optionally of one slot or of one concept by name."""
        lines: dict[str, list[Fact]] = {}
        for fact in self.ledger.facts.values():
            lines.setdefault(self.roots.get(fact.fact_id, fact.fact_id), []).append(fact)
        return tuple(
            _history(facts, self.ends)
            for facts in lines.values()
            if (slot is None or facts[0].content.slot is slot)
            and (not name or any(_named(fact, name) for fact in facts))
        )


class TimelineProjection(FactProjection[Timeline]):
    """Folds the timeline."""

    name = "timeline"
    version = 1

    def empty(self, patient_id: str) -> Timeline:
        """A timeline without histories."""
        return Timeline(patient_id)

    def observe(self, view: Timeline, event: Recorded) -> Timeline:
        """Note which line a new fact continues, and when a fact ended."""
        view = FactProjection.observe(self, view, event)
        payload, ended = event.payload, event.recorded_at.isoformat()
        match payload:
            case SlotRecorded():
                view.roots[payload.fact_id] = payload.fact_id
            case SlotChanged():
                self._continue(view, payload.fact_id, (payload.supersedes,), ended)
            case SlotCorrected():
                self._continue(view, payload.fact_id, payload.supersedes, ended)
            case ContradictionFound():
                view.roots[payload.fact_id] = view.roots[payload.conflicts_with[0]]
            case SlotRetracted():
                view.ends[payload.fact_id] = ended
            case CorrectionReverted():
                view.ends[payload.fact_id] = ended
            case ContradictionResolved():
                view.ends.update(dict.fromkeys(payload.dropped, ended))
        return view

    def _continue(self, view: Timeline, fact_id: str, supersedes: tuple[str, ...], ended: str) -> None:
        view.roots[fact_id] = view.roots[supersedes[0]]
        view.ends.update(dict.fromkeys(supersedes, ended))

    def dump(self, view: Timeline) -> dict[str, Any]:
        """The facts, their lines and their ends."""
        return {**super().dump(view), "roots": dict(view.roots), "ends": dict(view.ends)}

    def load(self, data: dict[str, Any]) -> Timeline:
        """The timeline of a stored form."""
        return Timeline(
            data["patient_id"],
            data["tenant"],
            data["locale"],
            data["time_zone"],
            ledger_of(data),
            dict(data["roots"]),
            dict(data["ends"]),
        )


def _history(facts: list[Fact], ends: dict[str, str]) -> History:
    first = facts[0].content
    return History(
        key="/".join(part for part in facts[0].key if part),
        slot=first.slot,
        name=first.concept.name,
        versions=tuple(
            Version(
                fact=fact,
                ended_by=fact.ended_by,
                ended_at=None if fact.current else datetime.fromisoformat(ends[fact.fact_id]),
                ended=fact.ended or "",
                reason=fact.reason,
            )
            for fact in facts
        ),
    )


def _named(fact: Fact, name: str) -> bool:
    concept = fact.content.concept
    return name.casefold() in (concept.name.casefold(), concept.display.casefold(), concept.concept_id.casefold())
