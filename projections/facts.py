"""The folded facts that profile, timeline and importance present: a ledger, and who the patient is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

import orjson

from domain.events import FACT_EVENTS, PatientErased, PatientRegistered, Payload, Recorded
from domain.ledger import Fact, Ledger
from domain.values import Value
from projections.base import Projection

STORED_FACTS = 20_000
"""Facts of a patient whose JSON, about 600 bytes, is kept for the next row that holds them."""


@dataclass(slots=True)
class FactView:
    """A patient's folded facts. ``locale`` is empty until the patient is registered."""

    patient_id: str
    tenant: str = ""
    locale: str = ""
    time_zone: str = "Asia/Seoul"
    ledger: Ledger = field(default_factory=Ledger)
    _stored: dict[str, tuple[Fact, orjson.Fragment]] = field(default_factory=dict, compare=False)
    """Current facts as they were last stored: views of one ledger share them, for a fact stands in several."""

    def share(self, other: FactView) -> None:
        """Stand on the ledger of another view of the same patient."""
        self.ledger, self._stored = other.ledger, other._stored

    def stored(self, fact: Fact) -> orjson.Fragment:
        """The JSON of a fact of the ledger, as :func:`stored_fact`."""
        known = self._stored.get(fact.fact_id)
        if known is not None and known[0] is fact:
            return known[1]
        made = orjson.Fragment(orjson.dumps(stored_fact(fact), default=_fields))
        if fact.current:
            if len(self._stored) >= STORED_FACTS:
                self._stored.clear()
            self._stored[fact.fact_id] = (fact, made)
        return made

    def copy(self, ledger: Ledger) -> Self:
        """An independent view of the same moment over a copied ledger."""
        return replace(self, ledger=ledger)


def current_among(view: FactView, keys: Collection[str] | None) -> Iterable[Fact]:
    """The current facts, or those of them that have these ids."""
    if keys is None:
        return view.ledger.current()
    facts = view.ledger.facts
    return (facts[key] for key in keys if key in facts and facts[key].current)


F = TypeVar("F", bound=FactView)


class FactProjection(Projection[F]):
    """Base of the projections over the ledger; the fold itself stands in :mod:`domain.ledger` alone.

    Views of one patient share a ledger: whoever folds them together applies each event to it once, and then
    :meth:`fold` notes what is the view's own.
    """

    handles: ClassVar[tuple[type[Payload], ...]] = (PatientRegistered, *FACT_EVENTS)
    folds: ClassVar[tuple[type[Payload], ...] | None] = (PatientRegistered,)

    def apply(self, view: F, event: Recorded) -> F:
        """The view after one more event, with a ledger of its own."""
        if not isinstance(event.payload, PatientErased):
            view.ledger.apply(event)
        return Projection.apply(self, view, event)

    def fold(self, view: F, event: Recorded) -> F:
        """Fold all but the ledger, which holds the event already."""
        if isinstance(event.payload, PatientRegistered):
            view.tenant, view.locale = event.payload.tenant, event.payload.locale
            view.time_zone = view.ledger.time_zone = event.payload.time_zone
        return view


def registration(view: FactView) -> dict[str, str]:
    """Who the patient is, as stored."""
    return {
        "patient_id": view.patient_id,
        "tenant": view.tenant,
        "locale": view.locale,
        "time_zone": view.time_zone,
    }


def stored_fact(fact: Fact) -> dict[str, Any]:
    """A fact with its whole life for the JSON of a row, in a fixed order; of its mentions the first and the last.

    All mentions stand in the log, and in the live view.
    """
    data: dict[str, Any] = {
        "fact_id": fact.fact_id,
        "line": fact.line,
        "version": fact.version,
        "content": fact.content,
        "mentions": fact.mentions,
        "evidence": fact.evidence[0],
        "event_id": fact.event_id,
        "recorded_at": fact.recorded_at,
        "said_at": fact.said_at,
        "day": fact.day,
    }
    if fact.mentions > 1:
        data["last_evidence"] = fact.evidence[-1]
        data["last_said_at"] = fact.last_said_at
    if fact.supersedes:
        data["supersedes"] = fact.supersedes
    if fact.question_id is not None:
        data["question_id"] = fact.question_id
    if fact.ended is not None:
        data["ended"] = fact.ended
        data["ended_by"] = fact.ended_by
        data["ended_at"] = fact.ended_at
        data["ended_recorded_at"] = fact.ended_recorded_at
        data["superseded_by"] = fact.superseded_by
        data["reason"] = fact.reason
    return data


def _fields(value: Value) -> dict[str, Any]:
    """The fields of a domain value that are not open, in their order."""
    return {name: one for name in value.__struct_fields__ if (one := getattr(value, name)) is not None}
