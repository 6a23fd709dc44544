"""What does everything that was said come to, and why does each item stand?

The view holds facts and no vectors; the stored form has the items that shared concepts alone give, for questions
across patients. What words mean the same, and what weighs most, is found when the view is presented.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from domain.consolidation import Cluster, Similarity, consolidate, is_described
from domain.decay import time_weight
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
        if (
            similarity is not None
            and ledger.derived("described", lambda: (any(map(is_described, ledger.current())),))[0]
        ):
            return consolidate(ledger.current(), similarity)
        # No two wordings are there to be compared, so that nothing depends on how they would be.
        return ledger.derived("clusters", lambda: consolidate(ledger.current()))

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
        times = self.ledger.derived("freshest", dict[tuple[str, ...], datetime])
        # A series is the same whatever the wordings were compared by, and may have ten thousand members.
        named = cluster.members[:1] if cluster.is_series else cluster.members
        members = tuple(fact.fact_id for fact in named)
        if members not in times:
            times[members] = max(reference_time(fact, self.time_zone) for fact in cluster.members)
        return times[members]


class ConsolidatedProjection(FactProjection[Consolidated]):
    """Folds what consolidated memory is made from."""

    name = "consolidated"
    version = 2

    def empty(self, patient_id: str) -> Consolidated:
        """A view without facts."""
        return Consolidated(patient_id)

    def rows(self, view: Consolidated, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """The items that shared concepts give."""
        data = {"patient_id": view.patient_id, "items": [_item(cluster) for cluster in view.clusters()]}
        return {HEAD: orjson.dumps(data)}


def _item(cluster: Cluster) -> dict[str, Any]:
    content = cluster.representative.content
    return {
        "slot": content.slot.value,
        "name": content.concept.name,
        "representative": cluster.representative.fact_id,
        "won": cluster.won.value,
        "mentions": cluster.mentions,
        "members": [fact.fact_id for fact in cluster.members],
        "contradictions": list(cluster.contradictions),
        "trend": cluster.trend.value,
    }
