"""Erasures that a log has forgotten: who was erased after a copy was made is back once that copy is brought back.

The register in the data directory outlives the log, be it in files or in PostgreSQL. Whoever opens the log to serve or
to read it erases again whom the register names, so that nobody is served, shown or counted who was erased.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from domain.records import PatientRecords
from domain.store import restoration
from domain.store.erasures import noted_in
from server.data_directory import DataDirectory

_log = logging.getLogger(__name__)


def erase_again(directory: DataDirectory, records: PatientRecords) -> int:
    """Erase again whom the register names and the log does not know as erased; of how many patients.

    Views and tables are cleared by :meth:`server.erasing.Erasing.finish`. Raises StoreUnavailable and the failures of
    the store.
    """
    noted = noted_in(directory.erasures)
    if records.seal is None or not noted:
        return 0
    # Whose key is destroyed nobody can read: those are nearly always all, and cost no look into the log.
    back = noted.difference(records.seal.keyring.destroyed())
    again = restoration.erase_again(records, sorted(back), datetime.now(UTC))
    if again:
        _log.warning("patients who had been erased were in the log again, and are erased again: %d", len(again))
    return len(again)
