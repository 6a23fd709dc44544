"""Sealing a log from before encryption: its rows are copied to a new file, encrypted and chained, place by place.

A conversion that was interrupted goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.errors import AlreadyRegistered
from domain.events import PatientErased
from domain.records import PatientRecords

PAGE_ROWS = 5_000
"""Rows of one transaction."""


class TargetNotEmpty(AlreadyRegistered):
    """The new log holds events already, and not those that an interrupted conversion left."""

    reason = "TARGET_NOT_EMPTY"
    advice = "Name a directory that holds no log yet."


def convert(source: PatientRecords, target: PatientRecords) -> Iterator[int]:
    """Copy ``source`` (in the clear) to ``target`` (sealed); yields how many rows were copied so far by this run.

    ``target`` is empty or holds the beginning of ``source``. Versions, times, ids and positions stay as they are.
    Raises TargetNotEmpty.
    """
    assert target.seal is not None
    keyring, after, copied = target.seal.keyring, target.head(), 0
    if after and not _goes_on(source, target, after):
        raise TargetNotEmpty
    while rows := source.rows(after, PAGE_ROWS):
        after = rows[-1].id
        keyring.make(sorted({str(row.originator_id) for row in rows if row.originator_version == 1}))
        target.rows_log.copy_rows(
            [
                row._replace(
                    state=keyring.encrypt(
                        str(row.originator_id),
                        row.originator_version,
                        row.topic,
                        row.state,
                        lasting=row.topic == PatientErased.topic(),
                    ),
                )
                for row in rows
            ]
        )
        copied += len(rows)
        yield copied
    target.finish_erasures()


def _goes_on(source: PatientRecords, target: PatientRecords, after: int) -> bool:
    """Whether ``target`` ends with an event of ``source``, at its very place, that is not the last one there."""
    here, there = source.rows(after - 1, 2), target.rows(after - 1, 1)
    return len(here) > 1 and [row._replace(state=b"") for row in here[:1]] == [row._replace(state=b"") for row in there]
