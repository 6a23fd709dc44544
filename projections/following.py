"""Keeping whole tables up to date: a page of the log folded for each of its patients, and stored in one transaction."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.errors import LogCorrupted
from domain.store.mapper import LogRow
from projections.base import Projection
from projections.filling import bring, common_position
from projections.kept import KeptViews, parked_patients, quarantine, release
from projections.kept_table import KeptTable, Standing, forget, standings_of
from projections.patient_fold import Aside, Folded, PatientFold, Row, fold_on, name_of, parked
from projections.patient_log import ERASED, PatientLog

FOLDS_IN_MEMORY = 200
"""Patients whose fold is kept for the next page, least recently followed first out; others are folded from the log."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a look at the log came to.

    ``more`` says whether there is more to apply, ``lacking`` whether a table is to be filled first, ``reached`` how far
    all tables have come, 0 while one lacks patients.
    """

    more: bool
    lacking: bool
    reached: int


class Follower:
    """Applies the log to whole tables. What it keeps in memory only saves folding again."""

    def __init__(
        self, views: KeptViews, log: PatientLog, projections: tuple[Projection[Any], ...], page_rows: int
    ) -> None:
        self._views = views
        self._log = log
        self._projections = projections
        self._page_rows = page_rows
        self._folds: OrderedDict[str, PatientFold] = OrderedDict()
        self._folded: tuple[Projection[Any], ...] = ()
        """The projections whose tables are whole, which are those that :attr:`_folds` fold."""

    def readmit(self) -> None:
        """Try the events that were set aside again: what read or folded them may have been mended since."""
        with self._views.transaction(write=True) as connection:
            position = common_position(connection, self._projections)
            tables = [KeptTable(connection, one) for one in self._projections]
            whole = [table for table in tables if (standing := table.standing()) is not None and standing.whole]
            if position is not None:
                readmit_all(connection, self._log, whole, position)

    def page(self) -> Page:
        """Apply the next page of the log to the tables that are whole."""
        with self._views.transaction() as connection:
            waiting = parked_patients(connection)
            standings = standings_of(connection, self._projections)
        whole = {one: standing.position for one, standing in standings.items() if standing.whole}
        lacking = len(whole) < len(self._projections)
        reached = 0 if lacking else min(whole.values())
        after = max(whole.values(), default=None)
        if after is None:
            return Page(more=False, lacking=lacking, reached=reached)
        behind = [one for one, position in whole.items() if position < after]
        if behind:
            self._bring(behind)
            return Page(more=True, lacking=lacking, reached=reached)
        if tuple(whole) != self._folded:
            self._folds.clear()
            self._folded = tuple(whole)
        rows = self._log.page(after, self._page_rows)
        if not rows:
            return Page(more=False, lacking=lacking, reached=reached)
        groups: dict[str, list[LogRow]] = {}
        for row in rows:
            groups.setdefault(str(row.originator_id), []).append(row)
        outcomes = {
            patient_id: self._fold(patient_id, own, waiting=patient_id in waiting) for patient_id, own in groups.items()
        }
        if not self._store(outcomes, after, rows[-1].id):
            self._folds.clear()
            return Page(more=True, lacking=lacking, reached=reached)
        more = len(rows) == self._page_rows
        return Page(more=more, lacking=lacking, reached=reached if lacking else rows[-1].id)

    def _fold(self, patient_id: str, rows: Sequence[LogRow], *, waiting: bool) -> Folded | None:
        """What the page's rows of a patient come to; None for an erased one, of whom nothing is to stay."""
        fold = self._folds.pop(patient_id, None)
        nothing: tuple[list[Row], ...] = tuple([] for _ in self._folded)
        if any(row.topic == ERASED for row in rows):
            self._log.erased(patient_id)
            return None
        if waiting:
            return Folded(nothing, parked(rows))
        first = rows[0]
        if first.originator_version == 1:
            fold = PatientFold(patient_id, self._log, self._folded)
        elif fold is None or fold.version != first.originator_version - 1:
            try:
                fold = PatientFold.of(patient_id, self._log, self._folded, up_to=first.id - 1)
            except LogCorrupted as error:
                failed = (first.id, patient_id, name_of(error))
                return Folded(nothing, (failed, *parked(rows[1:])))
            if fold is None:
                return None
            fold.noting()
        return fold_on(fold, rows, self._log, self._folded)

    def _store(self, outcomes: dict[str, Folded | None], after: int, position: int) -> bool:
        with self._views.transaction(write=True) as connection:
            tables = [KeptTable(connection, one) for one in self._folded]
            standings = standings_of(connection, self._folded)
            if any(standings.get(one) != Standing(after, None) for one in self._folded):
                return False
            aside: list[Aside] = []
            for patient_id, folded in outcomes.items():
                if folded is None:
                    release(connection, patient_id)
                    forget(connection, patient_id)
                else:
                    aside.extend(folded.aside)
            for index, table in enumerate(tables):
                table.put(row for folded in outcomes.values() if folded is not None for row in folded.rows[index])
                table.stand(position, None)
            quarantine(connection, aside)
        for patient_id, folded in outcomes.items():
            if folded is not None and folded.fold is not None:
                self._folds[patient_id] = folded.fold
        while len(self._folds) > FOLDS_IN_MEMORY:
            self._folds.popitem(last=False)
        return True

    def _bring(self, behind: Sequence[Projection[Any]]) -> None:
        with self._views.transaction(write=True) as connection:
            common = common_position(connection, self._projections)
            for projection in behind:
                table = KeptTable(connection, projection)
                standing = table.standing()
                if common is not None and standing is not None and standing.whole and standing.position < common:
                    bring(connection, self._log, [table], standing.position, common)


def readmit_all(connection: sqlite3.Connection, log: PatientLog, tables: Sequence[KeptTable], position: int) -> None:
    """Fold the patients of whom events were set aside once more into these tables, where it goes well now."""
    projections = tuple(table.projection for table in tables)
    for patient_id in parked_patients(connection):
        try:
            fold = PatientFold.of(patient_id, log, projections, up_to=position)
            taken = fold.taken() if fold else tuple([] for _ in tables)
        except LogCorrupted:
            continue
        for table, rows in zip(tables, taken, strict=True):
            table.remove(patient_id)
            table.put(rows)
        release(connection, patient_id)
