"""Whether the rows of one patient are those that were written, without reading the rest of the log.

Encryption proves a payload and its place but not its time; the chain proves all of a row. A row is held against its own
digest and that of the row before it, which nobody without the log's key can make to fit.
"""

from __future__ import annotations

from domain.store.chain import GENESIS, link
from domain.store.ports import LinkedRow, LogStore


def unlinked_versions(log: LogStore, chain_key: bytes, patient_id: str, up_to_version: int) -> tuple[int, ...]:
    """Versions of a patient, up to one, whose row does not follow the row before it in the chain.

    Such a row was changed or re-dated, or put there, or the row before it was: :func:`domain.store.verification.verify`
    tells which.
    """
    rows = log.linked_rows(patient_id, up_to_version)
    return tuple(row.version for row in rows if not _follows(chain_key, row))


def _follows(chain_key: bytes, row: LinkedRow) -> bool:
    # Positions may be free where a loss was accepted; where one was not, the digests do not fit.
    before = GENESIS if row.before is None else row.before
    # A backend without strict types hands out whatever a column has come to have.
    return isinstance(before, bytes) and link(chain_key, before, *row[:7]) == row.chain
