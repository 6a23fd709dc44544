"""How a row of a kept view is written: as the log is, in the clear or under the patient's key.

Under a key, a cell holds the row's key and its JSON, and the key's column a keyed digest, for some keys name what a
patient has. The same row becomes the same bytes, so that SQL can compare two tables: its nonce is a keyed digest of all
that is encrypted and of its place, as a synthetic IV is (RFC 5297). Whoever looks at the file learns which patients
there are, how many rows they have and how long these are.
"""

from __future__ import annotations

import hmac
import sqlite3
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag

from domain.errors import PatientKeyMissing
from domain.store.keyring import NONCE_BYTES, Keyring

SEALED_MARK = "views-sealed"
"""A file of this name beside kept views and analysis tables says that they are to be sealed."""
SEALED_ENDING = "-sealed"
"""Of the name of a folder whose analysis tables are encrypted."""

_END = b"\x00"
"""Between key and JSON, neither of which can hold it."""


class Cells(Protocol):
    """The two ways to write a row of ``view`` with its ``key``."""

    def key(self, view: str, patient_id: str, key: str) -> str:
        """What stands in the column of the key."""

    def write(self, view: str, patient_id: str, key: str, row: bytes) -> bytes | None:
        """What stands in the column of the row; None for a patient whose key is destroyed, of whom nothing is kept."""

    def read(self, view: str, patient_id: str, stored_key: str, cell: bytes) -> tuple[str, bytes]:
        """Key and row; of a cell that does not open, what stands in the two columns."""


class ClearCells:
    """Rows as they are."""

    def key(self, view: str, patient_id: str, key: str) -> str:
        """The key itself."""
        return key

    def write(self, view: str, patient_id: str, key: str, row: bytes) -> bytes | None:
        """The row itself."""
        return row

    def read(self, view: str, patient_id: str, stored_key: str, cell: bytes) -> tuple[str, bytes]:
        """Both, as they stand there."""
        return stored_key, cell


class SealedCells:
    """Rows under their patients' keys."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self._secret = keyring.views_key()

    def key(self, view: str, patient_id: str, key: str) -> str:
        """A keyed digest, in hexadecimal."""
        return self._digest(f"key/{view}/{patient_id}/{key}".encode()).hex()[:32]

    def write(self, view: str, patient_id: str, key: str, row: bytes) -> bytes | None:
        """Key and row, sealed and bound to the view and the place in it."""
        stored_key, plain = self.key(view, patient_id, key), key.encode() + _END + row
        nonce = self._digest(f"row/{view}/{patient_id}/{stored_key}/".encode() + plain)[:NONCE_BYTES]
        try:
            return self._keyring.encrypt(patient_id, 0, _topic(view, stored_key), plain, nonce=nonce)
        except PatientKeyMissing:
            return None

    def read(self, view: str, patient_id: str, stored_key: str, cell: bytes) -> tuple[str, bytes]:
        """What was sealed."""
        try:
            plain = self._keyring.decrypt(patient_id, 0, _topic(view, stored_key), cell)
        except (InvalidTag, PatientKeyMissing):
            return stored_key, cell
        key, _, row = plain.partition(_END)
        return key.decode(), row

    def _digest(self, data: bytes) -> bytes:
        return hmac.digest(self._secret, data, "sha256")


def cells_beside(database: Path, keyring: Keyring | None) -> Cells:
    """How the rows of kept views are to be written; in the clear where the log is."""
    if keyring is None or not database.with_name(SEALED_MARK).is_file():
        return ClearCells()
    return SealedCells(keyring)


class ViewsConnection(sqlite3.Connection):
    """A connection to kept views that knows how their rows are written."""

    cells: Cells = ClearCells()


def cells_of(connection: sqlite3.Connection) -> Cells:
    """How rows are written over this connection."""
    return connection.cells if isinstance(connection, ViewsConnection) else ViewsConnection.cells


def _topic(view: str, stored_key: str) -> str:
    return f"view {view} {stored_key}"
