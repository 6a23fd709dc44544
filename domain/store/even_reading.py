"""How a patient was registered, read at the same cost whether or not there is such a patient.

Whoever asks about patients who are not theirs must not learn from the time taken which of them there are. So the log
and the keyring are asked once each time, and something is opened each time: where there is nothing to open, a
registration of nobody's that was made for it.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidTag

from domain.errors import LogCorrupted
from domain.events import PatientRegistered, Payload
from domain.store.failures import store_errors
from domain.store.keyring import Keyring
from domain.store.mapper import LogRow, decode, encode
from domain.store.ports import LogStore

_NOBODY = "00000000-0000-4000-8000-000000000000"
_NOBODYS = PatientRegistered(
    actor="clinician:nobody", request_id=_NOBODY, request_hash="0" * 64, tenant="nobody", locale="en", time_zone="UTC"
)
"""As long as one that is real."""


class EvenReading:
    """Reads registrations of one log. Nothing is kept in memory of those that are read; for use by several threads."""

    def __init__(self, log: LogStore, keyring: Keyring | None) -> None:
        self._log = log
        self._keyring = keyring
        topic, state = _NOBODYS.topic(), encode(_NOBODYS)
        self._stand_in = LogRow(0, _NOBODY, 1, topic, "", "", state)
        self._stand_in_key = b""
        if keyring is not None:
            self._stand_in_key, sealed = keyring.stand_in(_NOBODY, 1, topic, state)
            self._stand_in = self._stand_in._replace(state=sealed)

    def registration(self, patient_id: str) -> PatientRegistered | None:
        """How the patient was registered; None for one who was not, or whose registration opens for nobody any more."""
        with store_errors():
            rows = self._log.select_events(patient_id, limit=1)
        row = rows[0] if rows and type(rows[0].topic) is type(rows[0].originator_id) is str else None
        held = self._keyring.wrapped_key(patient_id) if self._keyring is not None else b""
        there = row if held is not None else None
        try:
            read = self._opened(there or self._stand_in, held if there is not None else self._stand_in_key)
        except (LogCorrupted, InvalidTag, TypeError):
            return None
        return read if there is not None and isinstance(read, PatientRegistered) else None

    def _opened(self, row: LogRow, held: bytes | None) -> Payload:
        state = row.state
        if self._keyring is not None:
            state = self._keyring.decrypt_once(row.originator_id, row.originator_version, row.topic, state, held or b"")
        return decode(row.topic, state)
