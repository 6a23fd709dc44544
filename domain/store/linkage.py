"""Whether the rows of one patient are those that were written, without reading the rest of the log.

Encryption proves a payload and its place but not its time; the chain proves all of a row. A row is held against its own
digest and that of the row before it, which nobody without the log's key can make to fit.
"""

from __future__ import annotations

from typing import Any

from domain.store.chain import GENESIS, link
from domain.store.sqlite import LogRecorder

_LINKED = (
    "SELECT own.rowid, own.originator_id, own.originator_version, own.topic, own.event_id, own.recorded_at, "
    "CAST(own.state AS BLOB), own.chain, before.chain FROM stored_events own "
    "LEFT JOIN stored_events before "
    "ON before.rowid = (SELECT MAX(rowid) FROM stored_events WHERE rowid < own.rowid) "
    "WHERE own.originator_id = ? AND own.originator_version <= ? ORDER BY own.originator_version"
)

_MISSTORED = (
    "SELECT rowid, IFNULL(CAST(originator_id AS TEXT), ''), IFNULL(CAST(originator_version AS INTEGER), 0) "
    "FROM stored_events WHERE rowid <= ? AND (TYPEOF(originator_id) <> 'text' OR TYPEOF(topic) <> 'text' "
    "OR TYPEOF(event_id) <> 'text' OR TYPEOF(recorded_at) <> 'text' OR TYPEOF(originator_version) <> 'integer' "
    "OR TYPEOF(state) <> 'blob' OR TYPEOF(chain) <> 'blob') ORDER BY rowid LIMIT ?"
)
MAX_MISSTORED = 500
"""Rows that are named where many are stored in another form; the first of them tell what is wrong."""


def misstored(recorder: LogRecorder, up_to: int) -> list[tuple[int, str, int]]:
    """Position, patient and version of rows up to a position with a column that is text instead of bytes, or so.

    The digest of such a row may hold, for it covers the bytes; but whoever looks for a topic does not find it.
    """
    with recorder.datastore.transaction(commit=False) as c:
        c.execute(_MISSTORED, (up_to, MAX_MISSTORED))
        return [tuple(row) for row in c.fetchall()]


def unlinked_versions(recorder: LogRecorder, chain_key: bytes, patient_id: str, up_to_version: int) -> tuple[int, ...]:
    """Versions of a patient, up to one, whose row does not follow the row before it in the chain.

    Such a row was changed or re-dated, or put there, or the row before it was: :func:`domain.store.verification.verify`
    tells which.
    """
    with recorder.datastore.transaction(commit=False) as c:
        c.execute(_LINKED, (patient_id, up_to_version))
        rows = c.fetchall()
    return tuple(row[2] for row in rows if not _follows(chain_key, tuple(row)))


def _follows(chain_key: bytes, row: tuple[Any, ...]) -> bool:
    position, *columns, digest, before = row
    # Positions may be free where a loss was accepted; where one was not, the digests do not fit.
    before = GENESIS if before is None else before
    return isinstance(before, bytes) and link(chain_key, before, position, *columns) == digest
