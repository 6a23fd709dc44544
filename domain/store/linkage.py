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
    "LEFT JOIN stored_events before ON before.rowid = own.rowid - 1 "
    "WHERE own.originator_id = ? AND own.originator_version <= ? ORDER BY own.originator_version"
)


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
    if position == 1:
        before = GENESIS
    return isinstance(before, bytes) and link(chain_key, before, position, *columns) == digest
