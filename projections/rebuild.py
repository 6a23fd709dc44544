"""Folds projections afresh from the log and compares them with the kept views, patient by patient.

Verifying reads both sides at one position and writes nothing. Rebuilding fills tables beside the kept ones, which go on
serving; it may be stopped or killed at any moment and goes on where it stood. At the end one transaction brings the
fresh tables to where the kept ones stand, compares, and swaps them in when they are equal or when told to.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domain.errors import PatientNotFound, StoreLocked, UnknownProjection
from domain.records import PatientRecords
from projections.base import Projection, fingerprint
from projections.differences import Difference, difference
from projections.filling import bring, common_position
from projections.filling_afresh import fill_afresh
from projections.following import readmit_all
from projections.kept import Overall, overall
from projections.kept_table import KeptTable, Standing
from projections.patient_log import PatientLog
from projections.patient_view import PROJECTIONS
from projections.projector_role import RebuildRole
from projections.runner import ProjectionRunner
from projections.shares import Folding, Views, fold_patient, in_this_process, shares_of, views_of

BATCH_ROWS = 5_000
"""Rows of the log between two reports of progress, and what a killed rebuild has to do again at most."""

Chosen = tuple[Projection[Any], ...]


class RebuildInProgress(StoreLocked):
    """Another rebuild of these views runs."""

    reason = "REBUILD_IN_PROGRESS"
    advice = "Wait until it ends; or stop it, and the next one goes on where it stood."


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the rebuild of one projection has come; the comparison stands in the last one, where ``done`` is set.

    ``events`` of ``total`` have been folded by this run, ``rate`` a second; fingerprints cover all patients compared.
    ``served`` says that the rebuilt view is the kept one now.
    """

    name: str
    version: int
    events: int
    position: int
    total: int = 0
    rate: float = 0.0
    done: bool = False
    differences: tuple[Difference, ...] = ()
    fingerprint: str = ""
    kept_fingerprint: str = ""
    served: bool = False

    @property
    def identical(self) -> bool:
        """Whether the kept views were found to be exactly what the log says."""
        return self.done and not self.differences and self.fingerprint == self.kept_fingerprint

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this rate; None where nothing can be said yet."""
        return max(0, self.total - self.events) / self.rate if self.rate else None


def rebuild(
    records: PatientRecords,
    database: Path,
    names: Sequence[str] = (),
    *,
    verify_only: bool = False,
    patient_id: str | None = None,
    accept: bool = False,
    afresh: bool = False,
    batch_rows: int = BATCH_ROWS,
    folding: Folding | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Progress, ...]:
    """Rebuild (or only verify) the named projections, all by default; the outcome of each, in order.

    Parameters and failures are those of :func:`rebuilding`.
    """
    outcomes = []
    for progress in rebuilding(
        records,
        database,
        names,
        verify_only=verify_only,
        patient_id=patient_id,
        accept=accept,
        afresh=afresh,
        batch_rows=batch_rows,
        folding=folding,
    ):
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
    accept: bool = False,
    afresh: bool = False,
    batch_rows: int = BATCH_ROWS,
    folding: Folding | None = None,
) -> Iterator[Progress]:
    """Rebuild the named projections (of one patient, if given) step by step.

    A rebuilt view that differs from the kept one takes its place only if ``accept``; otherwise it waits beside it, and
    accepting later costs no second rebuild. ``afresh`` throws away what an earlier rebuild has left half-built. After
    every ``batch_rows`` rows of the log, what is done is stored and progress is reported. ``folding`` is who folds the
    patients; without it, this process does.

    Raises UnknownProjection for a name that no view has, PatientNotFound, LogCorrupted with the position of an event
    that cannot be read or folded (here, unlike in the running service, nothing is set aside), RebuildInProgress, and
    StoreUnavailable, and what ``folding`` raises.
    """
    chosen = _chosen(names)
    rebuilding = _Rebuilding(records, database, chosen, batch_rows, folding or in_this_process(records))
    if patient_id is not None:
        return rebuilding.patient(patient_id, accept=accept and not verify_only)
    return rebuilding.verify() if verify_only else rebuilding.rebuild(accept=accept, afresh=afresh)


@dataclass(slots=True)
class _Sides:
    """What has been compared of one projection so far, patient after patient."""

    kept: Overall = field(default_factory=Overall)
    rebuilt: Overall = field(default_factory=Overall)
    differences: list[Difference] = field(default_factory=list)

    def add(self, patient_id: str, kept: Mapping[str, bytes], rebuilt: Mapping[str, bytes]) -> None:
        """Compare both sides of one more patient; patients come by id."""
        found = difference(patient_id, kept, rebuilt, earlier=len(self.differences))
        if found is not None:
            self.differences.append(found)
        for all_patients, rows in ((self.kept, kept), (self.rebuilt, rebuilt)):
            if rows:
                all_patients.add(patient_id, fingerprint(rows))


class _Rebuilding:
    """One run over some projections."""

    def __init__(
        self, records: PatientRecords, database: Path, chosen: Chosen, batch_rows: int, folding: Folding
    ) -> None:
        self._records = records
        self._runner = ProjectionRunner(records, database)
        self._role = RebuildRole(database)
        self._views = self._runner.views
        self._chosen = chosen
        self._batch_rows = batch_rows
        self._folding = folding
        self._log = PatientLog(records, chosen)
        self._started = time.perf_counter()
        self._events = self._total = self._position = 0

    def verify(self) -> Iterator[Progress]:
        """Compare everything, at the position at which the kept views stand."""
        self._runner.catch_up()
        sides = [_Sides() for _ in self._chosen]
        with self._views.transaction() as connection:
            tables = [KeptTable(connection, one) for one in self._chosen]
            self._begin(common_position(connection, self._chosen) or 0)
            last, reported, names = "", 0, tuple(one.name for one in self._chosen)
            shares = shares_of(self._log, names, self._position, last, self._batch_rows)
            with closing(self._folding(shares)) as folded:
                for share, views in folded:
                    for patient_id, _, taken in views_of(self._records, share, views):
                        self._compare(patient_id, taken, tables, sides, after=last)
                        last = patient_id
                    self._events += share.events
                    if self._events >= reported + self._batch_rows:
                        reported = self._events
                        yield from map(self._progress, self._chosen)
            yield from map(self._progress, self._chosen)
            for table, side in zip(tables, sides, strict=True):
                for stranger in table.patients(last, None):
                    side.add(stranger, table.of(stranger), {})
        for projection, side in zip(self._chosen, sides, strict=True):
            yield self._outcome(projection, side, served=False)

    def patient(self, patient_id: str, *, accept: bool) -> Iterator[Progress]:
        """Compare the views of one patient, and put the rebuilt ones in place if told to."""
        self._runner.catch_up()
        with self._views.transaction(write=accept) as connection:
            tables = [KeptTable(connection, one) for one in self._chosen]
            self._begin(common_position(connection, self._chosen) or 0)
            kept = any(table.of(patient_id) for table in tables)
            if not kept and not self._records.rows(0, 1, patient_id=patient_id):
                # Nothing on either side is no proof of anything: the id is mistyped.
                raise PatientNotFound(patient_id=patient_id)
            sides = [_Sides() for _ in self._chosen]
            rebuilt = fold_patient(patient_id, self._log, self._chosen, self._position)
            self._compare(patient_id, rebuilt, tables, sides, after=patient_id)
            self._events = self._total = self._log.count(patient_id, self._position)
            yield from map(self._progress, self._chosen)
            if accept:
                for table, rows in zip(tables, rebuilt, strict=True):
                    table.remove(patient_id)
                    table.put(rows)
        for projection, side in zip(self._chosen, sides, strict=True):
            yield self._outcome(projection, side, served=accept)

    def rebuild(self, *, accept: bool, afresh: bool) -> Iterator[Progress]:
        """Fill fresh tables, compare, and swap."""
        with self._role.taken() as ours:
            if not ours:
                raise RebuildInProgress
            yield from self._rebuild(accept=accept, afresh=afresh)

    def _rebuild(self, *, accept: bool, afresh: bool) -> Iterator[Progress]:
        self._runner.catch_up()
        self._prepare(afresh=afresh)
        with closing(fill_afresh(self._views, self._records, self._chosen, self._batch_rows, self._folding)) as filling:
            for batch in filling:
                self._events += batch.events
                yield from map(self._progress, batch.projections)
        with self._views.transaction(write=True) as connection:
            self._bring_fresh(connection)
            outcomes = [self._cut_over(connection, one, accept=accept) for one in self._chosen]
            if any(outcome.served for outcome in outcomes):
                tables = [KeptTable(connection, one) for one in PROJECTIONS]
                whole = [table for table in tables if (standing := table.standing()) is not None and standing.whole]
                readmit_all(connection, PatientLog(self._records, PROJECTIONS), whole, self._position)
        yield from outcomes

    def _begin(self, position: int) -> None:
        self._position, self._total = position, self._log.events_up_to(position)

    def _prepare(self, *, afresh: bool) -> None:
        """Make the fresh tables, or find those of an earlier run that the log still is behind."""
        with self._views.transaction(write=True) as connection:
            position = common_position(connection, self._chosen) or 0
            for projection in self._chosen:
                table = KeptTable(connection, projection, fresh=True)
                standing = table.standing()
                if standing is not None and (afresh or standing.position > position):
                    table.drop()
                table.create(position)
        self._begin(position)

    def _compare(
        self, patient_id: str, taken: Views, tables: Sequence[KeptTable], sides: Sequence[_Sides], *, after: str
    ) -> None:
        if patient_id in self._log.erased_after(self._position):
            # Erased since the views stood here: nothing is left to compare them with.
            return
        for table, side, rows in zip(tables, sides, taken, strict=True):
            for stranger in table.patients(after, patient_id) if after != patient_id else ():
                side.add(stranger, table.of(stranger), {})
            side.add(patient_id, table.of(patient_id), {key: row for _, key, _, _, row in rows if row is not None})

    def _bring_fresh(self, connection: sqlite3.Connection) -> None:
        """Bring the fresh tables, which may be of different days, to where the kept ones stand."""
        self._position = common_position(connection, self._chosen) or 0
        tables = [KeptTable(connection, one, fresh=True) for one in self._chosen]
        positions = {table: standing.position for table in tables if (standing := table.standing()) is not None}
        for position in sorted(set(positions.values())):
            alike = [table for table in tables if positions.get(table) == position]
            self._events += bring(connection, self._log, alike, position, self._position, strict=True)

    def _cut_over(self, connection: sqlite3.Connection, projection: Projection[Any], *, accept: bool) -> Progress:
        kept, fresh = KeptTable(connection, projection), KeptTable(connection, projection, fresh=True)
        differing = enumerate(kept.differing(fresh))
        pairs = (difference(one, kept.of(one), fresh.of(one), earlier=number) for number, one in differing)
        found = tuple(one for one in pairs if one is not None)
        rebuilt = overall(fresh.fingerprints())
        # Where no row differs there is nothing to read again.
        prints = rebuilt, overall(kept.fingerprints()) if found else rebuilt
        served = accept or not found
        if served:
            kept.replace(fresh)
        return self._progress(projection, found, *prints, done=True, served=served)

    def _outcome(self, projection: Projection[Any], side: _Sides, *, served: bool) -> Progress:
        prints = side.rebuilt.hexadecimal(), side.kept.hexadecimal()
        return self._progress(projection, tuple(side.differences), *prints, done=True, served=served)

    def _progress(
        self,
        projection: Projection[Any],
        differences: tuple[Difference, ...] = (),
        rebuilt: str = "",
        kept: str = "",
        *,
        done: bool = False,
        served: bool = False,
    ) -> Progress:
        seconds = time.perf_counter() - self._started
        return Progress(
            projection.name,
            projection.version,
            self._events,
            self._position,
            self._total,
            self._events / seconds,
            done,
            differences,
            rebuilt,
            kept,
            served,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What a rebuild of one projection would do: events to fold, and the patient after whom it would go on, if any.

    ``waits`` says that it is rebuilt already, differs, and only awaits being accepted.
    """

    name: str
    version: int
    position: int
    events: int
    resumes_after: str | None = None
    waits: bool = False


def plan(
    records: PatientRecords, database: Path, names: Sequence[str] = (), patient_id: str | None = None
) -> tuple[Plan, ...]:
    """What rebuilding the named projections (of one patient, if given) would do; changes nothing.

    Raises UnknownProjection and PatientNotFound.
    """
    chosen = _chosen(names)
    position, log = records.head(), PatientLog(records, chosen)
    if patient_id is not None:
        if not (events := log.count(patient_id, position)):
            raise PatientNotFound(patient_id=patient_id)
        return tuple(Plan(one.name, one.version, position, events) for one in chosen)
    events = log.events_up_to(position)
    standings = [(one, _fresh_standing(database, one)) for one in chosen]
    return tuple(
        Plan(one.name, one.version, position, events, found.filled, found.whole)
        if found is not None
        else Plan(one.name, one.version, position, events)
        for one, found in standings
    )


def _fresh_standing(database: Path, projection: Projection[Any]) -> Standing | None:
    """How far an interrupted or unaccepted rebuild has come; read without making or mending the file."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return KeptTable(connection, projection, fresh=True).standing()
    except sqlite3.Error:
        return None


def _chosen(names: Sequence[str]) -> Chosen:
    known = {projection.name for projection in PROJECTIONS}
    for name in names:
        if name not in known:
            there = ", ".join(sorted(known))
            raise UnknownProjection(f"No view is called {name[:40]!r}; there are {there}.", name=name)
    return tuple(projection for projection in PROJECTIONS if not names or projection.name in names)
