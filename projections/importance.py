"""Which facts weigh most just now?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
import orjson

from domain.clinical_dates import begins_at
from domain.decay import importance, time_weight
from domain.events import Recorded
from domain.ledger import Fact, by_version
from domain.values import SlotKind
from projections.base import HEAD
from projections.facts import STORED_FACTS, FactProjection, FactView, current_among
from projections.fading import Fading

WEIGHED_ALONE = 256
"""Facts that :meth:`Importance.leading` weighs one by one: more than any prompt holds."""


class Weighed(msgspec.Struct, frozen=True, gc=False):
    """A current fact with its time weight (0 to 1) and its importance at the moment of reading."""

    fact: Fact
    weight: float
    importance: float


@dataclass(slots=True)
class Importance(FactView):
    """What the thesis's importance is computed from; nothing in it changes by itself."""

    _since: dict[str, tuple[Fact, datetime]] = field(default_factory=dict, compare=False)
    """From when facts fade, in UTC, as last worked out: reading a date costs more than all the rest of a weight."""

    def present(self, at: datetime) -> tuple[Weighed, ...]:
        """Current facts by falling importance at ``at``; equal ones in recording order."""
        return self.weigh(self.ledger.current(), at)

    def weigh(self, facts: Iterable[Fact], at: datetime) -> tuple[Weighed, ...]:
        """Those of the facts that are current by falling importance at ``at``; equal ones in recording order."""
        weighed = []
        # Moments of one zone are told apart without asking the zone for its rules, twice a fact.
        at = at.astimezone(UTC)
        for fact in sorted((fact for fact in facts if fact.current), key=by_version):
            weight = time_weight(fact.content.slot, self._fades_from(fact), at)
            weighed.append(Weighed(fact, weight, importance(weight, fact.mentions)))
        return tuple(sorted(weighed, key=_rank))

    def leading(self, at: datetime) -> Iterator[Fact]:
        """The facts of :meth:`present` in its order, of which only the first few are weighed one by one."""
        fading = self.ledger.derived(
            "fading",
            lambda: Fading.of(self.ledger.current(), self._fades_from),
            lambda known, changes: known.after(changes, self._fades_from),
        )
        order = fading.order(at)
        first = (fading.facts[place] for place in order[:WEIGHED_ALONE])
        yield from (one.fact for one in self.weigh(first, at))
        yield from (fading.facts[place] for place in order[WEIGHED_ALONE:])

    def reference_time(self, fact: Fact) -> datetime:
        """From when a fact fades, in the patient's zone."""
        return reference_time(fact, self.time_zone)

    def _fades_from(self, fact: Fact) -> datetime:
        known = self._since.get(fact.fact_id)
        if known is not None and known[0] is fact:
            return known[1]
        since = self.reference_time(fact).astimezone(UTC)
        if len(self._since) >= STORED_FACTS:
            self._since.clear()
        self._since[fact.fact_id] = (fact, since)
        return since


def _rank(weighed: Weighed) -> float:
    return -weighed.importance


def reference_time(fact: Fact, time_zone: str) -> datetime:
    """From when a fact fades: its clinical time in ``time_zone``, the last mention for symptoms (DESIGN.md 6)."""
    stated = fact.content.valid_from
    if fact.content.slot is SlotKind.SYMPTOMS or stated is None:
        return fact.last_said_at
    return begins_at(stated, time_zone) or fact.last_said_at


class ImportanceProjection(FactProjection[Importance]):
    """Folds what importance is computed from; stored as a row a current fact, as the profile is."""

    name = "importance"
    version = 3

    def empty(self, patient_id: str) -> Importance:
        """A view without facts."""
        return Importance(patient_id)

    def rows(self, view: Importance, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """What the weight of each current fact follows from, by fact id: its slot, from when it fades, its mentions."""
        rows = {
            fact.fact_id: orjson.dumps(
                {"slot": fact.content.slot, "since": view.reference_time(fact), "mentions": fact.mentions}
            )
            for fact in current_among(view, keys)
        }
        if keys is None or HEAD in keys:
            rows[HEAD] = orjson.dumps({"patient_id": view.patient_id})
        return rows

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: Importance) -> Iterable[str]:
        """The facts that the event changed; the head never changes."""
        return fact_ids
