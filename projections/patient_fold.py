"""One patient's views on their way through the log, and what is stored of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.collecting import uncollected
from domain.errors import EventNotFolded, LogCorrupted
from domain.store.mapper import LogRow
from projections.base import Projection
from projections.patient_log import PatientLog
from projections.shared_fold import SharedFold

PARKED = "parked"
"""Reason of an event that waits behind an earlier one of its patient that could not be folded."""

Row = tuple[str, str, int, int, bytes | None]
"""What is stored: patient id, key, the version and position that the view had reached, canonical JSON.

None for JSON says that there is no such row any more.
"""

Aside = tuple[int, str, str]
"""An event set aside: its position, the patient, and the name of the failure or that it waits."""


class PatientFold:
    """The views of some projections of one patient, after ``rows_read`` rows up to ``version`` and ``position``."""

    def __init__(self, patient_id: str, log: PatientLog, projections: tuple[Projection[Any], ...]) -> None:
        self.patient_id = patient_id
        self.version = self.position = 0
        self._log = log
        self._projections = projections
        self._shared = SharedFold(patient_id, projections)
        self._changed: list[dict[str, None]] | None = None
        """Keys of the rows changed since they were last taken, by projection; None when all of them are new."""

    @classmethod
    def of(
        cls, patient_id: str, log: PatientLog, projections: tuple[Projection[Any], ...], up_to: int
    ) -> PatientFold | None:
        """The views at a position; None where there is nothing of the patient.

        Raises LogCorrupted with the position of an event that cannot be read or folded.
        """
        rows = log.of(patient_id, up_to)
        if not rows:
            return None
        fold = cls(patient_id, log, projections)
        with uncollected():
            for row in rows:
                fold.take(row)
        return fold

    def take(self, row: LogRow) -> None:
        """Fold one more row; raises LogCorrupted with its position, and the fold is then of no more use."""
        event = self._log.event(row)
        if event is not None:
            try:
                fact_ids = self._shared.apply(event)
            except Exception as error:  # whatever a reducer raises has this one name
                raise not_folded(row.id, self.patient_id, error) from error
            if self._changed is not None:
                for projection, view, keys in zip(self._projections, self._shared.views, self._changed, strict=True):
                    if isinstance(event.payload, projection.handles):
                        keys.update(dict.fromkeys(projection.changed(event, fact_ids, view)))
        self.version, self.position = row.originator_version, row.id

    def noting(self) -> PatientFold:
        """Begin to note which rows change, as if all were stored by now."""
        self._changed = [{} for _ in self._projections]
        return self

    def taken(self) -> tuple[list[Row], ...]:
        """The rows that changed since they were last taken, or all if they never were, by projection.

        Raises EventNotFolded for a view that cannot be written down; then the fold is of no more use.
        """
        try:
            return self._taken()
        except Exception as error:  # whatever a projection raises has this one name
            raise not_folded(self.position, self.patient_id, error) from error

    def _taken(self) -> tuple[list[Row], ...]:
        changed: Sequence[dict[str, None] | None] = self._changed or [None] * len(self._projections)
        self.noting()
        return tuple(
            [(self.patient_id, key, self.version, self.position, row) for key, row in _rows(projection, view, keys)]
            for projection, view, keys in zip(self._projections, self._shared.views, changed, strict=True)
        )


def _rows(projection: Projection[Any], view: Any, keys: Collection[str] | None) -> Iterable[tuple[str, bytes | None]]:
    """The rows with these keys, None for those that are no more; all rows where there are no keys."""
    if keys is None:
        return projection.rows(view).items()
    found = projection.rows(view, keys) if keys else {}
    return ((key, found.get(key)) for key in keys)


@dataclass(frozen=True, slots=True)
class Folded:
    """What rows did to a patient: the rows to store by projection, and the events set aside."""

    rows: tuple[list[Row], ...]
    aside: tuple[Aside, ...] = ()
    fold: PatientFold | None = None
    """What may be folded on; None where an event failed."""


def fold_on(
    fold: PatientFold, rows: Sequence[LogRow], log: PatientLog, projections: tuple[Projection[Any], ...]
) -> Folded:
    """``fold`` after ``rows`` of its patient.

    A row that cannot be read or folded is set aside, and so is every later one of the patient, for a correction must
    not be applied without what it corrects.
    """
    try:
        for row in rows:
            fold.take(row)
        return Folded(fold.taken(), (), fold)
    except LogCorrupted as error:
        failure = error

    def standing_before(place: int) -> tuple[list[Row], ...]:
        # What the failing event has half done is undone by folding again up to it.
        good = PatientFold.of(fold.patient_id, log, projections, up_to=rows[place].id - 1)
        return good.taken() if good is not None else tuple([] for _ in projections)

    failed, failure, taken = _first_failing(rows, failure, standing_before)
    aside = ((rows[failed].id, fold.patient_id, name_of(failure)), *parked(rows[failed + 1 :]))
    return Folded(taken if taken is not None else tuple([] for _ in projections), aside)


def _first_failing(
    rows: Sequence[LogRow], failure: LogCorrupted, standing_before: Callable[[int], tuple[list[Row], ...]]
) -> tuple[int, LogCorrupted, tuple[list[Row], ...] | None]:
    """Which of ``rows`` fails and how, with what stands before it; None where not even that can be told.

    An event that cannot be read or folded names its place. One after which a view cannot be written down shows only
    when the view is, and is found by halving.
    """
    low, high = 0, [row.id for row in rows].index(int(failure.details["position"]))
    middle = high
    while True:
        try:
            taken = standing_before(middle)
        except LogCorrupted as earlier:
            if middle == 0:
                return 0, earlier, None
            failure, high = earlier, middle - 1
        else:
            low = middle
            if low == high:
                return high, failure, taken
        middle = (low + high + 1) // 2


def not_folded(position: int, patient_id: str, error: Exception) -> EventNotFolded:
    """The named failure that stands for whatever a fold raised at a position."""
    return EventNotFolded(
        f"The event at position {position} cannot be folded.",
        position=position,
        patient_id=patient_id,
        failure=type(error).__name__,
    )


def name_of(error: LogCorrupted) -> str:
    """The name under which an event is set aside: that of what was raised, or the reason."""
    return error.details.get("failure", error.reason)


def parked(rows: Sequence[LogRow]) -> tuple[Aside, ...]:
    """Rows that wait behind an earlier one of their patient."""
    return tuple((row.id, str(row.originator_id), PARKED) for row in rows)
