"""Who is known to be erased, for the restoring of copies that are older: from a register beside the log, a keyring or
a certificate.

The register outlives the log and its keys. It holds no more than the certificates say, and nothing that a patient said.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import orjson

from domain.errors import InvalidCommand, InvalidIdentifier, StoreUnavailable
from domain.events import PatientErased, Recorded
from domain.store.backup import KEYS, LOG
from domain.store.keys_file import destroyed_in
from domain.utterance import checked_uuid

REGISTER = "erasures.jsonl"
"""Name of the register in a data directory: one JSON object a line, in the order of the erasures."""


class NoCertificate(InvalidCommand):
    """The file is no certificate of an erasure."""

    reason = "NO_CERTIFICATE"
    advice = "Name what `anamnesis erase --json` printed, a data directory, a newer backup, or a patient's UUID."


def note_erasures(register: Path, erasures: Iterable[Recorded]) -> None:
    """Add erasures to the register, durably, where they do not stand there. Raises StoreUnavailable."""
    _append(register, {one.patient_id: _line(one) for one in erasures})


def note_erased(register: Path, patient_ids: Iterable[str]) -> None:
    """Add patients to the register of whom nothing else is known. Raises StoreUnavailable."""
    _append(register, {one: orjson.dumps({"patient_id": one}) for one in sorted(patient_ids)})


def noted_in(register: Path) -> frozenset[str]:
    """The patients of a register; none where there is no register. Raises StoreUnavailable."""
    return _named(register) if register.is_file() else frozenset()


def known_erased(source: str) -> frozenset[str]:
    """The patients whom ``source`` knows as erased: a UUID, a certificate in JSON, a data directory or a backup.

    Raises NoCertificate for anything else, and KeyringUnavailable for a damaged keyring.
    """
    path = Path(source)
    if path.is_dir():
        return noted_in(path / REGISTER).union(destroyed_in(path / KEYS), _recorded_in(path / LOG))
    if path.is_file():
        found = _named(path)
        if not found:
            raise NoCertificate(f"{source} is no certificate of an erasure.")
        return found
    try:
        return frozenset((checked_uuid("erased", source),))
    except InvalidIdentifier:
        raise NoCertificate(f"{source} is neither a file, nor a directory, nor a UUID.") from None


def _recorded_in(log: Path) -> frozenset[str]:
    """Whose erasure a log records; nobody's where it cannot be read, which is why one restores."""
    # By the database's own words: somebody who is named here without cause is back with the next restoring.
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        query = "SELECT DISTINCT originator_id FROM stored_events WHERE topic = ?"
        return frozenset(row[0] for row in connection.execute(query, (PatientErased.topic(),)))
    return frozenset()


def _append(register: Path, found: Mapping[str, bytes]) -> None:
    known = noted_in(register)
    lines = [line for patient_id, line in found.items() if patient_id not in known]
    if not lines:
        return
    try:
        with register.open("ab") as file:
            # On lines of their own even after one that a full disk cut short.
            file.write(b"".join(b"\n" + line for line in lines) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        raise StoreUnavailable("The register of erasures cannot be written.") from None


def _named(path: Path) -> frozenset[str]:
    """The patients of a register or a certificate; what cannot be read names nobody."""
    try:
        content = path.read_bytes()
    except OSError:
        raise StoreUnavailable(f"{path.name} cannot be read.") from None
    return frozenset(_patients([content])) or frozenset(_patients(content.splitlines()))


def _patients(documents: list[bytes]) -> Iterator[str]:
    for document in documents:
        try:
            data: Any = orjson.loads(document)
            certificate = data.get("certificate", data)
            yield checked_uuid("patient_id", certificate["patient_id"])
        except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, InvalidIdentifier):
            continue


def _line(erasure: Recorded) -> bytes:
    assert isinstance(erasure.payload, PatientErased)
    return orjson.dumps(
        {
            "patient_id": erasure.patient_id,
            "erased_at": erasure.recorded_at.isoformat(),
            "certificate_hash": erasure.payload.certificate_hash,
        }
    )
