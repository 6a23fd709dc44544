"""What a projection is: one pure reducer, run live, kept, or as of a moment.

``apply`` consumes the view it is given (the caller owns it) and returns the next one; it reads no clock and does no
I/O. ``dump`` and ``load`` turn a view into plain JSON and back without loss, so that folding may go on from a stored
view; the fingerprint covers the dump alone. Whatever depends on the time of reading is computed by presenting a view.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

import orjson

from domain.events import PatientErased, Payload, Recorded, Shredded

V = TypeVar("V")


class Projection(ABC, Generic[V]):
    """Base of all projections; ``name`` and ``version`` identify the kept table (a new version is a new table).

    ``handles`` lists the events that change the view.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    handles: ClassVar[tuple[type[Payload], ...]]

    @abstractmethod
    def empty(self, patient_id: str) -> V:
        """The view of a patient of whom nothing is known."""

    def apply(self, view: V, event: Recorded) -> V:
        """The view after one more event; an erased patient's view is empty."""
        if isinstance(event.payload, PatientErased | Shredded):
            return self.empty(event.patient_id)
        return self.fold(view, event) if isinstance(event.payload, self.handles) else view

    @abstractmethod
    def fold(self, view: V, event: Recorded) -> V:
        """Fold one handled event."""

    @abstractmethod
    def dump(self, view: V) -> dict[str, Any]:
        """The stored form: JSON values only, equal for equal views."""

    @abstractmethod
    def load(self, data: dict[str, Any]) -> V:
        """The view of a stored form."""

    def fingerprint(self, view: V) -> str:
        """SHA-256 of the stored form as canonical JSON (sorted keys, UTF-8, no spaces), in hexadecimal."""
        return fingerprint(self.dump(view))


def canonical(data: Any) -> bytes:
    """Canonical JSON: sorted keys, UTF-8, no spaces."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def fingerprint(data: Any) -> str:
    """SHA-256 of canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(data)).hexdigest()
