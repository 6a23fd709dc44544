"""Sealing a log from before encryption: its rows are copied to a new file, encrypted and chained, place by place."""

from __future__ import annotations

from collections.abc import Iterator

from domain.errors import AlreadyRegistered
from domain.events import PatientErased
from domain.records import PatientRecords

PAGE_ROWS = 5_000
"""Rows of one transaction."""


class TargetNotEmpty(AlreadyRegistered):
    """The new log holds events already."""

    reason = "TARGET_NOT_EMPTY"
    advice = "Name a directory that holds no log yet."


def convert(source: PatientRecords, target: PatientRecords) -> Iterator[int]:
    """Copy ``source`` (in the clear) to ``target`` (sealed, empty); yields how many rows are copied so far.

    Versions, times, ids and positions stay as they are. Raises TargetNotEmpty.
    """
    assert target.seal is not None
    if target.head():
        raise TargetNotEmpty
    keyring = target.seal.keyring
    copied = after = 0
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
