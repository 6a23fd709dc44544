"""Accesses by commands on the data directory: whoever may read its files leaves a line as a caller of the service does.

It is a line of the honest: who has the files and the master key can read them without this program. That is what file
rights, and the review of who has them, are for.
"""

from __future__ import annotations

import getpass
import os
from datetime import UTC, datetime

from domain.records import PatientRecords
from server.access_log.entries import access
from server.access_log.running import running
from server.authentication.principal import LOCAL, Principal
from server.authorize import EVERYBODY, USUAL_PURPOSE, Action
from server.data_directory import DataDirectory

_ACTIONS = {
    "erase": Action.DELETE,
    "rebuild": Action.EXECUTE,
    "project": Action.EXECUTE,
    "reextract": Action.UPDATE,
    "doctor": Action.EXECUTE,
    "access review": Action.EXECUTE,
    "access verify": Action.EXECUTE,
    "access prune": Action.EXECUTE,
    "keys backups": Action.EXECUTE,
}
"""What a command does that does not only read."""
_OF_NOBODY = frozenset({"doctor", "access review", "access verify", "access prune", "keys backups"})
"""Commands that show nothing of any patient."""


def note_command(directory: DataDirectory, records: PatientRecords) -> None:
    """Record the command that runs now: whose user it is, and the patient it names. Raises AccessNotRecorded."""
    name, patient_id = running()
    entry = access(
        datetime.now(UTC),
        Principal(_user(), LOCAL.role, tenant=None),
        "local",
        f"command {name}",
        _ACTIONS.get(name, Action.READ),
        patient_id="" if name in _OF_NOBODY else patient_id or EVERYBODY,
        purpose=USUAL_PURPOSE[LOCAL.role],
    )
    journal = directory.accesses(records)
    try:
        journal.append([entry])
    finally:
        journal.close()


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # A user without an entry, as containers have.
        return f"uid {os.getuid()}"
