"""Filling fresh tables beside the kept ones, share by share: who folds a share does not matter, this writes its rows.

Each share's rows and the last of its patients are stored in one transaction, in the order of the patients, so a filling
that was cut short goes on behind that patient, by as many workers as it then has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing

from domain.records import PatientRecords
from projections.filling import Batch, Projections, common_position, lacking
from projections.kept import KeptViews
from projections.kept_table import KeptTable, Standing
from projections.patient_fold import Row
from projections.patient_log import PatientLog
from projections.shares import Folding, Share, Views, shares_of, views_of


def fill_afresh(
    views: KeptViews, records: PatientRecords, projections: Projections, events: int, folding: Folding
) -> Generator[Batch]:
    """Fill the fresh tables of ``projections`` by shares of about ``events`` events; one batch each, stored when given.

    Tables that are of one standing are filled together. Raises LogCorrupted with the position of an event that cannot
    be read or folded, and what ``folding`` raises.
    """
    log = PatientLog(records, projections)
    while True:
        with views.transaction() as connection:
            missing = lacking(connection, projections, fresh=True)
            target = common_position(connection, projections)
        if not missing:
            return
        standing = min(missing.values(), key=lambda one: one.filled or "")
        alike = tuple(one for one in missing if missing[one] == standing)
        position = standing.position or (log.head() if target is None else target)
        shares = shares_of(log, tuple(one.name for one in alike), position, standing.filled or "", events)
        with closing(folding(shares)) as done:
            for share, folded in done:
                stored = _stored(records, share, folded)
                with views.transaction(write=True) as connection:
                    ours = _is_as_left(connection, alike, standing)
                    if ours:
                        # Read before an erasure that has cleared the tables since, their rows must not come back.
                        erased = log.erased_after(position)
                        for projection, own in zip(alike, stored, strict=True):
                            table = KeptTable(connection, projection, fresh=True)
                            table.put(row for row in own if row[0] not in erased)
                            table.stand(position, share.last)
                if not ours:
                    break
                standing = Standing(position, share.last)
                yield Batch(alike, position, share.events, done=False)
            else:
                with views.transaction(write=True) as connection:
                    if _is_as_left(connection, alike, standing):
                        for projection in alike:
                            KeptTable(connection, projection, fresh=True).stand(position, None)


def _is_as_left(connection: sqlite3.Connection, alike: Projections, standing: Standing) -> bool:
    now = lacking(connection, alike, fresh=True)
    return all(now.get(one) == standing for one in alike)


def _stored(records: PatientRecords, share: Share, folded: Sequence[Views]) -> list[list[Row]]:
    """The rows of a share by projection."""
    stored: list[list[Row]] = [[] for _ in share.names]
    for _, _, rows in views_of(records, share, folded):
        for own, new in zip(stored, rows, strict=True):
            own.extend(new)
    return stored
