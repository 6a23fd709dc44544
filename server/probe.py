"""Whether a save would succeed: its files, its locks and its room are tried, and nothing is written."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile

from domain.errors import StoreFull, StoreReadOnly, StoreUnavailable
from domain.records import PatientRecords
from domain.store.failures import store_errors

ROOM_BYTES = 1024 * 1024
"""Room that has to be left on the disk: a turn takes up to 58 kB in the journal of the log and 82 kB in that of the
kept views, as measured over five turns of a new patient."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
_CANNOT_TELL = (errno.EINVAL, errno.EOPNOTSUPP)


def probe(records: PatientRecords) -> None:
    """Try whether a command could be saved now: within seconds, for whoever holds a lock is waited for.

    Raises LogReplaced, StoreLocked for a log or a keyring that another process holds, StoreFull, StoreReadOnly, and
    StoreUnavailable.
    """
    with store_errors():
        records.rows_log.try_writing()
    if records.seal is not None:
        records.seal.keyring.try_writing()
    if (file := records.rows_log.place()) is not None:
        check_room(file.parent)


def check_room(folder: Path) -> None:
    """Reserve some room on the disk of ``folder`` and give it back.

    Raises StoreFull, StoreReadOnly and StoreUnavailable; where a file system cannot reserve, it is not known.
    """
    try:
        # Without a name where the file system can do that: nobody who copies or searches the folder meets it.
        with TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, ROOM_BYTES)
    except OSError as error:
        if error.errno in _FULL:
            raise StoreFull from None
        if error.errno in _READ_ONLY:
            raise StoreReadOnly("The data directory cannot be written.") from None
        if error.errno not in _CANNOT_TELL:
            raise StoreUnavailable("The disk of the data directory cannot be written.") from None
