"""Folding the log by shares of its patients: one task, whoever does it (:mod:`domain.spreading`).

A task is a log with its keys, some patients and a position of the log; what it gives are the rows of their views there.
It reads nothing else and writes nothing, so it does not matter who does it: the rows are equal, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from domain.errors import AnamnesisError
from domain.records import PatientRecords
from domain.spreading import Spread
from domain.spreading import in_this_process as here
from projections.base import Projection
from projections.patient_fold import PatientFold, Row
from projections.patient_log import PatientLog
from projections.patient_view import PROJECTIONS

SHARE_PATIENTS: Final = 200
"""Most patients of a share: few enough that the rows of long histories fit in memory."""

Opens = Callable[[], AbstractContextManager[PatientRecords]]
"""Opens the log with its keys, in whichever process it is called: it has to be picklable."""

Views = tuple[list[Row], ...]
"""The rows of one patient, by projection."""


@dataclass(frozen=True, slots=True)
class Share:
    """Patients by id, each with the number of their events, to be folded up to a position for the named projections."""

    names: tuple[str, ...]
    position: int
    patients: tuple[tuple[str, int], ...]

    @property
    def events(self) -> int:
        """How many events they have there."""
        return sum(count for _, count in self.patients)

    @property
    def last(self) -> str:
        """The patient after whom the next share begins."""
        return self.patients[-1][0]


Folding = Spread[Share, Sequence[Views]]
"""Folds shares and gives each back with the rows of its patients, in the order in which they came.

Rows may end before a patient who cannot be folded: see :func:`views_of`.
"""


def shares_of(log: PatientLog, names: tuple[str, ...], position: int, after: str, events: int) -> Iterator[Share]:
    """The patients after one, by id, in shares of about ``events`` events."""
    while found := log.patients_after(after, SHARE_PATIENTS, position):
        patients, taken = list[tuple[str, int]](), 0
        for one in found:
            patients.append(one)
            taken += one[1]
            if taken >= events:
                break
        yield (share := Share(names, position, tuple(patients)))
        after = share.last


def fold_share(records: PatientRecords, share: Share) -> list[Views]:
    """The task: the rows of a share's patients, in their order, up to the first who cannot be folded.

    Why not is told to whoever folds that one alone: what an exception holds need not survive the way from elsewhere.
    """
    projections = named(share.names)
    log, folded = PatientLog(records, projections), list[Views]()
    for patient_id, _ in share.patients:
        try:
            folded.append(fold_patient(patient_id, log, projections, share.position))
        except AnamnesisError:
            break
    return folded


def fold_patient(patient_id: str, log: PatientLog, projections: tuple[Projection[Any], ...], position: int) -> Views:
    """The rows of one patient at a position. Raises LogCorrupted with the position of what cannot be read or folded."""
    fold = PatientFold.of(patient_id, log, projections, position)
    return fold.taken() if fold is not None else tuple([] for _ in projections)


def views_of(records: PatientRecords, share: Share, folded: Sequence[Views]) -> Iterator[tuple[str, int, Views]]:
    """The patients of a share with their number of events and their rows; whoever is missing is folded here.

    Raises LogCorrupted for a patient who cannot be folded.
    """
    projections = named(share.names)
    log = PatientLog(records, projections)
    for place, (patient_id, count) in enumerate(share.patients):
        there = folded[place] if place < len(folded) else None
        yield patient_id, count, there or fold_patient(patient_id, log, projections, share.position)


def named(names: Sequence[str]) -> tuple[Projection[Any], ...]:
    """The projections of these names, in the order of the table."""
    return tuple(projection for projection in PROJECTIONS if projection.name in names)


@contextmanager
def folds(opens: Opens) -> Iterator[Callable[[Share], Sequence[Views]]]:
    """What folds shares of the log that ``opens`` opens: with it, a task for whoever folds."""
    with opens() as records:
        yield partial(fold_share, records)


def in_this_process(records: PatientRecords) -> Folding:
    """Folds one share after the other, here."""
    return here(partial(folds, lambda: nullcontext(records)))
