"""What does everything that was said come to, and why does each item stand?

The view holds facts and no vectors; the stored form has the items that shared concepts alone give, for questions
across patients. What words mean the same, and what weighs most, is found when the view is presented.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from domain.consolidation import (
    DESCRIBED_SLOTS,
    Cluster,
    Similarity,
    clusters_of,
    concept_key,
    consolidate,
    is_described,
    series_cluster,
)
from domain.decay import time_weight
from domain.derived import Change
from domain.events import Recorded
from domain.ledger import Fact
from domain.values import SERIES_SLOTS, SlotKind
from projections.base import HEAD
from projections.facts import FactProjection, FactView
from projections.importance import reference_time


@dataclass(frozen=True, slots=True)
class ConsolidatedItem:
    """A cluster with the time weight (0 to 1) of its freshest member and its importance at the moment of reading."""

    cluster: Cluster
    weight: float
    importance: float


@dataclass(slots=True)
class Consolidated(FactView):
    """What consolidated memory is made from; nothing in it changes by itself."""

    def clusters(self, similarity: Similarity | None = None) -> tuple[Cluster, ...]:
        """The clusters of the current facts, in recording order; without ``similarity`` by concept alone."""
        ledger = self.ledger
        if similarity is not None and any(
            is_described(fact) for slot in DESCRIBED_SLOTS for fact in ledger.current(slot)
        ):
            return clusters_of(ledger, similarity)
        # No two wordings are there to be compared, so that nothing depends on how they would be.
        return ledger.derived("clusters", lambda: clusters_of(ledger))

    def present(self, at: datetime, similarity: Similarity | None = None) -> tuple[ConsolidatedItem, ...]:
        """The items by falling importance at ``at``; equal ones in recording order."""
        items = []
        for cluster in self.clusters(similarity):
            # All members are of one slot, so the freshest of them weighs most.
            slot = cluster.representative.content.slot
            weight = time_weight(slot, self._freshest(cluster), at)
            items.append(ConsolidatedItem(cluster, weight, cluster.importance(weight)))
        return tuple(sorted(items, key=lambda item: -item.importance))

    def _freshest(self, cluster: Cluster) -> datetime:
        if not cluster.is_series:
            return max(reference_time(fact, self.time_zone) for fact in cluster.members)
        shared = concept_key(cluster.representative)
        # A series is the same whatever the wordings were compared by, and may have ten thousand members.
        return self.ledger.derived(
            ("freshest", shared),
            lambda: max(reference_time(fact, self.time_zone) for fact in cluster.members),
            lambda known, changes: self._fresher(known, changes, shared),
        )

    def _fresher(self, known: datetime, changes: Sequence[Change], shared: tuple[str, ...]) -> datetime | None:
        """From when the freshest member fades after changes; None where it may have gone."""
        for before, after in changes:
            if before is not None and before.current and concept_key(before) == shared:
                if reference_time(before, self.time_zone) >= known:
                    return None
            if after.current and concept_key(after) == shared:
                known = max(known, reference_time(after, self.time_zone))
        return known


class ConsolidatedProjection(FactProjection[Consolidated]):
    """Folds what consolidated memory is made from; stored as a row an item that shared concepts give."""

    name = "consolidated"
    version = 3

    def empty(self, patient_id: str) -> Consolidated:
        """A view without facts."""
        return Consolidated(patient_id)

    def rows(self, view: Consolidated, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """The items, by what the members of each share."""
        clusters = view.clusters() if keys is None else _clusters_of(view, keys)
        rows = {_key(cluster.representative): orjson.dumps(_item(cluster)) for cluster in clusters}
        if keys is None or HEAD in keys:
            rows[HEAD] = orjson.dumps({"patient_id": view.patient_id})
        return rows

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: Consolidated) -> Iterable[str]:
        """The items of the facts that the event changed."""
        return (_key(view.ledger.facts[fact_id]) for fact_id in fact_ids)


def _key(fact: Fact) -> str:
    return orjson.dumps(concept_key(fact)).decode()


def _clusters_of(view: Consolidated, keys: Collection[str]) -> Iterator[Cluster]:
    for key in keys:
        if key:
            shared = tuple(orjson.loads(key))
            slot, subject, _, concept_id, _ = shared
            if slot in SERIES_SLOTS:
                found = series_cluster(view.ledger.series(), shared)
                yield from (found,) if found is not None else ()
            else:
                about = view.ledger.about(SlotKind(slot), concept_id, subject)
                yield from consolidate(fact for fact in about if concept_key(fact) == shared)


def _item(cluster: Cluster) -> dict[str, Any]:
    content = cluster.representative.content
    asked = (fact.question_id for fact in (cluster.members if cluster.contradictions else ()) if fact.disputed)
    return {
        "slot": content.slot.value,
        "name": content.concept.name,
        "representative": cluster.representative.fact_id,
        "won": cluster.won.value,
        "mentions": cluster.mentions,
        # The values of a test may be thousands, and each is a row of the profile.
        "members": len(cluster.members) if cluster.is_series else [fact.fact_id for fact in cluster.members],
        "questions": sorted({question for question in asked if question is not None}),
        "trend": cluster.trend.value,
    }
