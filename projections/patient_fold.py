"""One patient's views on their way through the log, and what is stored of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.collecting import uncollected
from domain.errors import LogCorrupted
from domain.store.mapper import LogRow
from projections.base import Projection
from projections.patient_log import PatientLog
from projections.shared_fold import SharedFold

PARKED = "parked"
"""Reason of an event that waits behind an earlier one of its patient that could not be folded."""

Row = tuple[str, str, int, int, bytes]
"""What is stored: patient id, key, the version and position that the view had reached, canonical JSON."""

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
        """Fold one more row; raises LogCorrupted with its position, and is then of no more use."""
        event = self._log.event(row)
        if event is not None:
            try:
                fact_ids = self._shared.apply(event)
            except Exception as error:  # whatever a reducer raises has this one name
                raise LogCorrupted(
                    f"The event at position {row.id} cannot be folded.",
                    position=row.id,
                    failure=type(error).__name__,
                ) from error
            if self._changed is not None:
                for projection, keys in zip(self._projections, self._changed, strict=True):
                    if isinstance(event.payload, projection.handles):
                        keys.update(dict.fromkeys(projection.changed(event, fact_ids)))
        self.version, self.position = row.originator_version, row.id

    def noting(self) -> PatientFold:
        """Begin to note which rows change, as if all were stored by now."""
        self._changed = [{} for _ in self._projections]
        return self

    def taken(self) -> tuple[list[Row], ...]:
        """The rows that changed since they were last taken, or all if they never were, by projection."""
        changed: Sequence[dict[str, None] | None] = self._changed or [None] * len(self._projections)
        self.noting()
        return tuple(
            [
                (self.patient_id, key, self.version, self.position, row)
                for key, row in projection.rows(view, None if keys is None else list(keys)).items()
            ]
            if keys is None or keys
            else []
            for projection, view, keys in zip(self._projections, self._shared.views, changed, strict=True)
        )


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
    whole = fold.version == 0
    for index, row in enumerate(rows):
        try:
            fold.take(row)
        except LogCorrupted as error:
            reason = error.details.get("failure", error.reason)
            aside = ((row.id, fold.patient_id, reason), *parked(rows[index + 1 :]))
            if index == 0 and whole:
                return Folded(tuple([] for _ in projections), aside)
            # What the failing event has half done is undone by folding again up to it.
            good = PatientFold.of(fold.patient_id, log, projections, up_to=row.id - 1)
            return Folded(good.taken() if good else tuple([] for _ in projections), aside)
    return Folded(fold.taken(), (), fold)


def parked(rows: Sequence[LogRow]) -> tuple[Aside, ...]:
    """Rows that wait behind an earlier one of their patient."""
    return tuple((row.id, str(row.originator_id), PARKED) for row in rows)
