"""Folds projections afresh from the log and compares them with the kept views, patient by patient.

The fold runs in memory beside the kept views, which go on serving. At the end one transaction brings both to the same
position, compares fingerprints, and (unless only verifying) swaps the fresh table in.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domain.errors import ConflictingUpdate, LogCorrupted, UnknownProjection
from domain.events import PatientErased, Recorded
from domain.records import PatientRecords
from domain.store.mapper import LogRow
from projections.base import Projection
from projections.kept import overall
from projections.kept_table import KeptTable, StoredView
from projections.patient_view import PROJECTIONS
from projections.runner import ProjectionRunner

PAGE_ROWS = 5_000
"""Rows read at once: nothing is written between pages, so only memory limits them (100 k events/s measured)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A patient whose kept view is not what the log says; an empty fingerprint stands for no view at all."""

    patient_id: str
    kept_fingerprint: str
    rebuilt_fingerprint: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the rebuild of one projection has come; the comparison stands in the last one, where ``done`` is set.

    ``events`` counts the rows folded so far, ``rate`` rows per second; fingerprints cover all patients compared.
    """

    name: str
    version: int
    events: int
    position: int
    rate: float = 0.0
    done: bool = False
    differences: tuple[Difference, ...] = ()
    fingerprint: str = ""
    kept_fingerprint: str = ""

    @property
    def identical(self) -> bool:
        """Whether the kept views were found to be exactly what the log says."""
        return self.done and not self.differences and self.fingerprint == self.kept_fingerprint


def rebuild(
    records: PatientRecords,
    database: Path,
    names: Sequence[str] = (),
    *,
    verify_only: bool = False,
    patient_id: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Progress, ...]:
    """Rebuild (or only verify) the named projections, all by default; the outcome of each, in order.

    Raises as :func:`rebuilding` does.
    """
    outcomes = []
    for progress in rebuilding(records, database, names, verify_only=verify_only, patient_id=patient_id):
        if on_progress is not None:
            on_progress(progress)
        if progress.done:
            outcomes.append(progress)
    return tuple(outcomes)


def rebuilding(
    records: PatientRecords,
    database: Path,
    names: Sequence[str] = (),
    *,
    verify_only: bool = False,
    patient_id: str | None = None,
) -> Iterator[Progress]:
    """Rebuild the named projections (of one patient, if given) page by page.

    Raises UnknownProjection for a name that no view has, LogCorrupted with the position of an event that cannot be
    read or folded (here, unlike in the running service, nothing is set aside), and StoreUnavailable.
    """
    chosen = _chosen(names)
    return _rebuilding(records, database, chosen, verify_only=verify_only, patient_id=patient_id)


def _rebuilding(
    records: PatientRecords,
    database: Path,
    chosen: tuple[Projection[Any], ...],
    *,
    verify_only: bool,
    patient_id: str | None,
) -> Iterator[Progress]:
    runner = ProjectionRunner(records, database)
    target = runner.catch_up()
    started = time.perf_counter()
    folds = tuple(_Fold(projection) for projection in chosen)
    after = 0
    while rows := records.rows(after, PAGE_ROWS, up_to=target, patient_id=patient_id):
        events = [_decoded(row, records) for row in rows]
        after = rows[-1].id
        for fold in folds:
            fold.apply(events)
            yield fold.progress(time.perf_counter() - started)
    for fold in folds:
        fold.position = target
        with runner.views.transaction(write=not verify_only) as connection:
            table = KeptTable(connection, fold.projection)
            fold.follow(records, table.position(), patient_id)
            outcome = fold.compare(table, patient_id, time.perf_counter() - started)
            if not verify_only:
                fold.store(table, patient_id)
        yield outcome


@dataclass(slots=True)
class _Fold:
    """One projection of all patients, folded in memory up to ``position``."""

    projection: Projection[Any]
    views: dict[str, Any] = field(default_factory=dict)
    reached: dict[str, tuple[int, int]] = field(default_factory=dict)
    stored: dict[str, StoredView] = field(default_factory=dict)
    events: int = 0
    position: int = 0

    def apply(self, events: Sequence[Recorded]) -> None:
        for event in events:
            self._apply(event)
        self.events += len(events)
        self.position = events[-1].position

    def _apply(self, event: Recorded) -> None:
        patient_id = event.patient_id
        if isinstance(event.payload, PatientErased):
            self.views.pop(patient_id, None)
            return
        view = self.views.get(patient_id)
        if view is not None and not isinstance(event.payload, self.projection.handles):
            return
        if view is None:
            view = self.projection.empty(patient_id)
        try:
            self.views[patient_id] = self.projection.apply(view, event)
        except Exception as error:
            raise LogCorrupted(
                f"The event at position {event.position} cannot be folded by {self.projection.name}.",
                position=event.position,
                projection=self.projection.name,
                failure=type(error).__name__,
            ) from None
        self.reached[patient_id] = (event.version, event.position)

    def follow(self, records: PatientRecords, position: int, patient_id: str | None) -> None:
        """Fold on to where the kept views stand now, so that both are of the same moment."""
        if position < self.position:
            raise ConflictingUpdate("The kept views were reset meanwhile.", position=position)
        while rows := records.rows(self.position, PAGE_ROWS, up_to=position, patient_id=patient_id):
            self.apply([_decoded(row, records) for row in rows])
        self.position = position

    def compare(self, table: KeptTable, patient_id: str | None, seconds: float) -> Progress:
        """Fingerprints of both sides, and where they differ."""
        self.stored = {
            one: StoredView.of(one, *self.reached[one], self.projection.dump(view)) for one, view in self.views.items()
        }
        rebuilt = {one: hashlib.sha256(stored.view).hexdigest() for one, stored in self.stored.items()}
        kept = {
            one.patient_id: hashlib.sha256(one.view).hexdigest()
            for one in table.all()
            if patient_id in (None, one.patient_id)
        }
        return Progress(
            name=self.projection.name,
            version=self.projection.version,
            events=self.events,
            position=self.position,
            rate=self.events / seconds if seconds else 0.0,
            done=True,
            differences=tuple(
                Difference(one, kept.get(one, ""), rebuilt.get(one, ""))
                for one in sorted(kept.keys() | rebuilt.keys())
                if kept.get(one) != rebuilt.get(one)
            ),
            fingerprint=overall(rebuilt),
            kept_fingerprint=overall(kept),
        )

    def store(self, table: KeptTable, patient_id: str | None) -> None:
        """Make the fresh views the kept ones."""
        if patient_id is None:
            table.replace_all(tuple(self.stored.values()), self.position)
        else:
            table.remove(patient_id)
            table.put(self.stored.values())

    def progress(self, seconds: float) -> Progress:
        """How far this fold has come after ``seconds``."""
        rate = self.events / seconds if seconds else 0.0
        return Progress(self.projection.name, self.projection.version, self.events, self.position, rate)


def _chosen(names: Sequence[str]) -> tuple[Projection[Any], ...]:
    known = {projection.name: projection for projection in PROJECTIONS}
    for name in names:
        if name not in known:
            raise UnknownProjection(name=name)
    return tuple(projection for projection in PROJECTIONS if not names or projection.name in names)


def _decoded(row: LogRow, records: PatientRecords) -> Recorded:
    try:
        return records.recorded(row)
    except LogCorrupted as error:
        raise type(error)(
            f"The event at position {row.id} cannot be read.", position=row.id, patient_id=str(row.originator_id)
        ) from error
