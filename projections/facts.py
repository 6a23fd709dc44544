"""The folded facts that profile, timeline and importance present: a ledger, and who the patient is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from pydantic import TypeAdapter

from domain.events import FACT_EVENTS, PatientRegistered, Payload, Recorded
from domain.ledger import Fact, Ledger
from projections.base import Projection

_FACTS = TypeAdapter(dict[str, Fact])
_DISPUTES = TypeAdapter(dict[str, tuple[str, ...]])


@dataclass(slots=True)
class FactView:
    """A patient's folded facts. ``locale`` is empty until the patient is registered."""

    patient_id: str
    tenant: str = ""
    locale: str = ""
    time_zone: str = "Asia/Seoul"
    ledger: Ledger = field(default_factory=Ledger)


F = TypeVar("F", bound=FactView)


class FactProjection(Projection[F]):
    """Base of the projections over the ledger; the fold itself stands in :mod:`domain.ledger` alone.

    Views of one patient may share a ledger: :meth:`observe` then folds what is the view's own.
    """

    handles: ClassVar[tuple[type[Payload], ...]] = (PatientRegistered, *FACT_EVENTS)

    def fold(self, view: F, event: Recorded) -> F:
        """Fold the ledger, then what is the view's own."""
        view.ledger.apply(event)
        return self.observe(view, event)

    def observe(self, view: F, event: Recorded) -> F:
        """Fold all but the ledger."""
        if isinstance(event.payload, PatientRegistered):
            view.tenant, view.locale = event.payload.tenant, event.payload.locale
            view.time_zone = view.ledger.time_zone = event.payload.time_zone
        return view

    def dump(self, view: F) -> dict[str, Any]:
        """The registration, every fact with its whole life, and the open disputes."""
        return {
            "patient_id": view.patient_id,
            "tenant": view.tenant,
            "locale": view.locale,
            "time_zone": view.time_zone,
            "facts": _FACTS.dump_python(view.ledger.facts, mode="json"),
            "disputes": _DISPUTES.dump_python(view.ledger.disputes, mode="json"),
        }


def ledger_of(data: dict[str, Any]) -> Ledger:
    """The ledger of a dumped view."""
    facts = _FACTS.validate_python(data["facts"])
    ordered = dict(sorted(facts.items(), key=lambda item: (item[1].version, item[0])))
    return Ledger.of(data["time_zone"], ordered, _DISPUTES.validate_python(data["disputes"]))
