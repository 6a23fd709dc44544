"""Which facts weigh most just now?"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import orjson

from domain.clinical_dates import begins_at
from domain.decay import importance, time_weight
from domain.ledger import Fact
from domain.values import SlotKind
from projections.base import HEAD
from projections.facts import FactProjection, FactView


@dataclass(frozen=True, slots=True)
class Weighed:
    """A current fact with its time weight (0 to 1) and its importance at the moment of reading."""

    fact: Fact
    weight: float
    importance: float


@dataclass(slots=True)
class Importance(FactView):
    """What the thesis's importance is computed from; nothing in it changes by itself."""

    def present(self, at: datetime) -> tuple[Weighed, ...]:
        """Current facts by falling importance at ``at``; equal ones in recording order."""
        weighed = []
        for fact, since, mentions in self.fading():
            weight = time_weight(fact.content.slot, since, at)
            weighed.append(Weighed(fact, weight, importance(weight, mentions)))
        return tuple(sorted(weighed, key=lambda one: -one.importance))

    def fading(self) -> tuple[tuple[Fact, datetime, int], ...]:
        """Current facts, each with the moment from which on it fades and how often it was said."""
        return self.ledger.derived(
            "fading", lambda: tuple((fact, self.reference_time(fact), fact.mentions) for fact in self.ledger.current())
        )

    def reference_time(self, fact: Fact) -> datetime:
        """From when a fact fades, in the patient's zone."""
        return reference_time(fact, self.time_zone)


def reference_time(fact: Fact, time_zone: str) -> datetime:
    """From when a fact fades: its clinical time in ``time_zone``, the last mention for symptoms (DESIGN.md 6)."""
    stated = fact.content.valid_from
    if fact.content.slot is SlotKind.SYMPTOMS or stated is None:
        return fact.last_said_at
    return begins_at(stated, time_zone) or fact.last_said_at


class ImportanceProjection(FactProjection[Importance]):
    """Folds what importance is computed from."""

    name = "importance"
    version = 2

    def empty(self, patient_id: str) -> Importance:
        """A view without facts."""
        return Importance(patient_id)

    def rows(self, view: Importance, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """What the weight of each current fact follows from: its slot, from when it fades, and its mentions."""
        facts = [
            {
                "fact_id": fact.fact_id,
                "slot": fact.content.slot,
                "since": since,
                "mentions": mentions,
            }
            for fact, since, mentions in view.fading()
        ]
        return {HEAD: orjson.dumps({"patient_id": view.patient_id, "facts": facts})}
