"""Filling the tables of kept views patient by patient: however often it is cut short, it goes on where it stood.

A table is filled with what every patient was at one position of the log, the patients in the order of their ids, and
the last of them is noted with each batch. So memory holds one batch, and a killed filling loses one at most.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.collecting import uncollected
from projections.base import Projection
from projections.kept import KeptViews, quarantine
from projections.kept_table import KeptTable, Standing, standings_of
from projections.patient_fold import Aside, PatientFold, Row, fold_on
from projections.patient_log import PatientLog

BATCH_PATIENTS = 200
"""Most patients of a batch: few enough that a batch of long histories fits in memory."""

Projections = tuple[Projection[Any], ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a batch has filled: the projections, the position that they are filled for, and how many rows it read."""

    projections: Projections
    position: int
    events: int
    done: bool


def common_position(connection: sqlite3.Connection, projections: Iterable[Projection[Any]]) -> int | None:
    """The position of the tables that are whole; None where none is."""
    standings = standings_of(connection, projections).values()
    return max((one.position for one in standings if one.whole), default=None)


def fill_batch(views: KeptViews, log: PatientLog, projections: Projections, rows: int) -> Batch | None:
    """Fill the tables that lack most with the next patients, about ``rows`` rows of the log; None when all are whole.

    An event that cannot be read or folded is set aside, with what follows it of its patient. Tables serve when they are
    whole.
    """
    with views.transaction() as connection:
        missing = lacking(connection, projections)
        target = common_position(connection, projections)
    if not missing:
        return None
    standing = min(missing.values(), key=lambda one: one.filled or "")
    chosen = tuple(one for one in missing if missing[one] == standing)
    position = standing.position or (log.head() if target is None else target)
    patients = log.patients_after(standing.filled or "", BATCH_PATIENTS, position)
    filled, events = standing.filled or "", 0
    stored: list[list[Row]] = [[] for _ in chosen]
    aside: list[Aside] = []
    for patient_id, count in patients:
        with uncollected():
            _fold_whole(patient_id, log, chosen, position, stored, aside, strict=False)
        filled, events = patient_id, events + count
        if events >= rows:
            break
    with views.transaction(write=True) as connection:
        now = lacking(connection, projections)
        if any(now.get(one) != standing for one in chosen):
            return Batch(chosen, position, 0, done=False)
        # Read before an erasure that has cleared the tables since, their rows must not come back.
        erased = log.erased_after(position)
        for projection, own in zip(chosen, stored, strict=True):
            table = KeptTable(connection, projection)
            table.put(row for row in own if row[0] not in erased)
            table.stand(position, filled)
        quarantine(connection, [one for one in aside if one[1] not in erased])
        if not patients:
            _finish(connection, log, chosen, position, projections)
    return Batch(chosen, position, events, done=not patients)


def bring(
    connection: sqlite3.Connection,
    log: PatientLog,
    tables: Sequence[KeptTable],
    after: int,
    up_to: int,
    *,
    strict: bool = False,
) -> int:
    """Fold patients with events in a stretch of the log again, into tables that lack it; how many rows were read.

    An event that cannot be read or folded is dealt with as in :func:`fill_batch`; if ``strict``, LogCorrupted is raised
    with its position.
    """
    projections = tuple(table.projection for table in tables)
    events = 0
    for patient_id in log.patients_between(after, up_to):
        stored: list[list[Row]] = [[] for _ in tables]
        aside: list[Aside] = []
        _fold_whole(patient_id, log, projections, up_to, stored, aside, strict=strict)
        events += log.count(patient_id, up_to)
        for table, own in zip(tables, stored, strict=True):
            table.remove(patient_id)
            table.put(own)
        quarantine(connection, aside)
    for table in tables:
        table.stand(up_to, None)
    return events


def lacking(
    connection: sqlite3.Connection, projections: Projections, *, fresh: bool = False
) -> dict[Projection[Any], Standing]:
    """The standings of the tables that are not whole."""
    standings = standings_of(connection, projections, fresh=fresh)
    return {one: standing for one, standing in standings.items() if not standing.whole}


def _fold_whole(
    patient_id: str,
    log: PatientLog,
    projections: Projections,
    up_to: int,
    stored: list[list[Row]],
    aside: list[Aside],
    *,
    strict: bool,
) -> None:
    taken: Sequence[list[Row]] = ()
    if strict:
        fold = PatientFold.of(patient_id, log, projections, up_to)
        taken = fold.taken() if fold is not None else ()
    elif rows := log.of(patient_id, up_to):
        folded = fold_on(PatientFold(patient_id, log, projections), rows, log, projections)
        taken = folded.rows
        aside.extend(folded.aside)
    for own, new in zip(stored, taken, strict=False):
        own.extend(new)


def _finish(
    connection: sqlite3.Connection, log: PatientLog, chosen: Projections, position: int, projections: Projections
) -> None:
    tables = [KeptTable(connection, one) for one in chosen]
    common = common_position(connection, projections)
    if common is None:
        for table in tables:
            table.stand(position, None)
    else:
        bring(connection, log, tables, position, common)
    for table in tables:
        if not table.serving():
            table.serve()
