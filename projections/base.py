"""What a projection is: one pure reducer, run live, kept, or as of a moment.

``apply`` consumes the view it is given (the caller owns it) and returns the next one; it reads no clock and does no
I/O. A view is stored as rows of canonical JSON, and the fingerprint covers the rows alone. Folding never goes on from
rows: it goes on in memory, or begins with the log. Whatever depends on the time of reading is computed by presenting a
view.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import orjson

from domain.events import PatientErased, Payload, Recorded, Shredded

V = TypeVar("V")

HEAD = ""
"""Key of the row that every view of a patient has."""


class Projection(ABC, Generic[V]):
    """Base of all projections; ``name`` and ``version`` identify the kept table (a new version is a new table).

    ``handles`` lists the events that change the view, ``folds`` those among them that :meth:`fold` must be given: all,
    unless the ledger has done the rest.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    handles: ClassVar[tuple[type[Payload], ...]]
    folds: ClassVar[tuple[type[Payload], ...] | None] = None

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
    def rows(self, view: V, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """The stored form: canonical JSON by key, equal for equal views, all of it or only some rows.

        A key that is asked for and not among the rows is that of a row that is no more.
        """

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: V) -> Iterable[str]:
        """Keys of the rows that a handled event may have changed, together with these facts of the ledger.

        ``view`` is the one after it.
        """
        return (HEAD,)

    def fingerprint(self, view: V) -> str:
        """SHA-256 of the stored form, in hexadecimal."""
        return fingerprint(self.rows(view))


def canonical(data: Any) -> bytes:
    """Canonical JSON: sorted keys, UTF-8, no spaces."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def fingerprint(rows: Mapping[str, bytes]) -> str:
    """SHA-256 over rows by key, each with its key, a tabulator before the row and a line feed after it; hexadecimal."""
    digest = hashlib.sha256()
    for key in sorted(rows):
        digest.update(b"%b\t%b\n" % (key.encode(), rows[key]))
    return digest.hexdigest()
