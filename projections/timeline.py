"""What was said about it, in which order, and how did each version end?"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

import orjson

from domain.events import Recorded
from domain.ledger import Fact
from domain.values import SlotKind
from projections.base import HEAD
from projections.facts import FactProjection, FactView


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
    """Every version of every fact."""

    def histories(self, slot: SlotKind | None = None, name: str | None = None) -> tuple[History, ...]:
        """Histories in the order of their first recording, optionally of one slot or of one concept by name."""
        return tuple(map(_history, self._lines(slot, name)))

    def page(
        self, start: int, end: int, slot: SlotKind | None = None, name: str | None = None
    ) -> tuple[tuple[History, ...], bool]:
        """Those of :meth:`histories` from one place to another, and whether more follow."""
        lines = self._lines(slot, name)
        return tuple(map(_history, lines[start:end])), end < len(lines)

    def _lines(self, slot: SlotKind | None, name: str | None) -> list[list[Fact]]:
        lines = self.ledger.derived("lines", self._all_lines)
        return [
            facts
            for facts in lines
            if (slot is None or facts[0].content.slot is slot)
            and (not name or any(_named(fact, name) for fact in facts))
        ]

    def _all_lines(self) -> list[list[Fact]]:
        lines: dict[str, list[Fact]] = {}
        for fact in self.ledger.facts.values():
            lines.setdefault(fact.line, []).append(fact)
        return list(lines.values())


class TimelineProjection(FactProjection[Timeline]):
    """Folds the timeline; it is stored as a row a fact, so that keeping it costs what has changed and no more."""

    name = "timeline"
    version = 2

    def empty(self, patient_id: str) -> Timeline:
        """A timeline without histories."""
        return Timeline(patient_id)

    def rows(self, view: Timeline, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """Every fact with its whole life, by fact id."""
        facts = view.ledger.facts
        wanted = facts if keys is None else [key for key in keys if key]
        rows = {fact_id: orjson.dumps(view.stored(facts[fact_id])) for fact_id in wanted}
        if keys is None or HEAD in keys:
            rows[HEAD] = orjson.dumps({"patient_id": view.patient_id, "time_zone": view.time_zone})
        return rows

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: Timeline) -> Iterable[str]:
        """The facts that the event changed; the head says nothing that changes after the registration."""
        return fact_ids


def _history(facts: list[Fact]) -> History:
    first = facts[0].content
    return History(
        key="/".join(part for part in facts[0].key if part),
        slot=first.slot,
        name=first.concept.name,
        versions=tuple(
            Version(
                fact=fact,
                ended_by=fact.ended_by,
                ended_at=fact.ended_recorded_at,
                ended=fact.ended or "",
                reason=fact.reason,
            )
            for fact in facts
        ),
    )


def _named(fact: Fact, name: str) -> bool:
    concept = fact.content.concept
    return name.casefold() in (concept.name.casefold(), concept.display.casefold(), concept.concept_id.casefold())
