"""Views of one patient folded together over one ledger, so that a fact event is interpreted once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from domain.events import EVENTS, FACT_EVENTS, PatientErased, Payload, Recorded, Shredded
from domain.ledger import Ledger
from projections.base import Projection
from projections.facts import FactView

Projections = tuple[Projection[Any], ...]


_FACT_EVENTS = frozenset(FACT_EVENTS)


class SharedFold:
    """The views of some projections of one patient, in their order; nothing of it is left after an erasure."""

    __slots__ = ("_folding", "ledger", "patient_id", "projections", "views")

    def __init__(self, patient_id: str, projections: Projections) -> None:
        self.patient_id = patient_id
        self.projections = projections
        self._folding = _folding(projections)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        first = FactView(self.patient_id)
        self.ledger = first.ledger
        self.views: list[Any] = [one.empty(self.patient_id) for one in self.projections]
        for view in self.views:
            if isinstance(view, FactView):
                view.share(first)

    def apply(self, event: Recorded) -> Sequence[str]:
        """Fold one event into every view that handles it; the ids of the facts that it changed."""
        kind = type(event.payload)
        if kind is PatientErased or kind is Shredded:
            self.clear()
            return ()
        changed = self.ledger.apply(event) if kind in _FACT_EVENTS else ()
        for index, projection in self._folding[kind]:
            self.views[index] = projection.fold(self.views[index], event)
        return changed

    def copy(self) -> SharedFold:
        """An independent fold of the same moment."""
        return self.over(self.ledger.copy())

    def over(self, ledger: Ledger) -> SharedFold:
        """An independent fold of the same moment that stands on ``ledger``."""
        other = object.__new__(SharedFold)
        other.patient_id, other.projections, other._folding = self.patient_id, self.projections, self._folding
        other.ledger = ledger
        other.views = [view.copy(other.ledger) for view in self.views]
        return other


@lru_cache(maxsize=32)
def _folding(projections: Projections) -> dict[type[Payload], tuple[tuple[int, Projection[Any]], ...]]:
    """By kind of event, the projections that must be given it, with their places."""
    return {
        kind: tuple((index, one) for index, one in enumerate(projections) if kind in (one.folds or one.handles))
        for kind in EVENTS
    }
