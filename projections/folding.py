"""Folding rows of the log into stored views: what a page does to one projection of one patient."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.errors import LogCorrupted
from domain.events import PatientErased, Recorded
from domain.store.mapper import LogRow
from projections.base import Projection
from projections.kept_table import PARKED, StoredView


@dataclass(frozen=True, slots=True)
class DecodedRow:
    """A row of the log with its event, or with the name of the failure that kept it from being read."""

    position: int
    patient_id: str
    event: Recorded | None
    failure: str = ""

    @property
    def erases(self) -> bool:
        """Whether nothing of the patient remains after this event."""
        return self.event is not None and isinstance(self.event.payload, PatientErased)


@dataclass(frozen=True, slots=True)
class Folded:
    """What a page did to a patient: the view to store (None when it stayed as it was), and the events set aside."""

    view: StoredView | None
    quarantined: tuple[tuple[int, str, str], ...] = ()


def decoded(row: LogRow, recorded: Callable[[LogRow], Recorded]) -> DecodedRow:
    """``row`` as ``recorded`` reads it; a failure is kept, for one bad row must not hold up other patients."""
    try:
        return DecodedRow(row.id, str(row.originator_id), recorded(row))
    except LogCorrupted as error:
        return DecodedRow(row.id, str(row.originator_id), None, error.reason)


def by_patient(rows: Iterable[DecodedRow]) -> dict[str, list[DecodedRow]]:
    """Rows of each patient, in order; what came before an erasure is left out."""
    groups: dict[str, list[DecodedRow]] = {}
    for row in rows:
        if row.erases:
            groups[row.patient_id] = [row]
        else:
            groups.setdefault(row.patient_id, []).append(row)
    return groups


def fold_stored(
    projection: Projection[Any], stored: StoredView | None, rows: Sequence[DecodedRow], *, parked: bool
) -> Folded:
    """``stored`` after ``rows`` of its patient; a row at or before its position is passed over.

    A row that cannot be read or folded is set aside, and so is every later one of the patient (``parked``: from the
    first on), for a correction must not be applied without what it corrects.
    """
    patient_id = rows[0].patient_id
    good, aside = _until_failure(rows, parked)
    fresh = [event for event in good if stored is None or event.position > stored.position]
    view: Any = None
    last: Recorded | None = None
    for index, event in enumerate(fresh):
        known = stored is not None or view is not None
        if known and not isinstance(event.payload, projection.handles):
            continue
        if view is None:
            view = projection.load(stored.data()) if stored is not None else projection.empty(patient_id)
        try:
            view, last = projection.apply(view, event), event
        except Exception as error:  # whatever a reducer raises is set aside under its name; other patients go on
            failed = (event.position, patient_id, type(error).__name__)
            waiting = [(later.position, patient_id, PARKED) for later in fresh[index + 1 :]]
            before = [_row(one) for one in fresh[:index]]
            kept = fold_stored(projection, stored, before, parked=False).view if before else None
            return Folded(kept, (failed, *waiting, *aside))
    if last is None:
        return Folded(None, aside)
    return Folded(StoredView.of(patient_id, last.version, last.position, projection.dump(view)), aside)


def _until_failure(rows: Sequence[DecodedRow], parked: bool) -> tuple[list[Recorded], tuple[tuple[int, str, str], ...]]:
    good: list[Recorded] = []
    aside: list[tuple[int, str, str]] = []
    for row in rows:
        if parked or aside:
            aside.append((row.position, row.patient_id, PARKED if row.event is not None else row.failure))
        elif row.event is None:
            aside.append((row.position, row.patient_id, row.failure))
        else:
            good.append(row.event)
    return good, tuple(aside)


def _row(event: Recorded) -> DecodedRow:
    return DecodedRow(event.position, event.patient_id, event)
