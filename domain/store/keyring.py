"""Keys: one for each patient, wrapped by a master key, apart from the log; to erase a patient is to destroy theirs.

A payload is encrypted with AES-256-GCM under its patient's key and bound to patient, version and topic, so that a row
moved elsewhere in the log does not open. The keys of the hash chain, of the head anchor and of the checkpoints are
derived from the master key (HKDF-SHA256): whoever can write the files but lacks that key cannot forge them.
"""

from __future__ import annotations

import base64
import hashlib
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from domain.errors import KeyringUnavailable, PatientKeyMissing
from domain.store.keys_file import KeysFile, is_there
from domain.store.master_key import KEY_BYTES, MasterKey, key_source
from domain.store.ports import KeyRows, KeyStore

NONCE_BYTES = 12
"""Drawn at random for every payload: 96 bits suffice for 2**32 payloads of one patient (NIST SP 800-38D, 8.3)."""

ERASABLE, LASTING = b"\x01", b"\x02"
"""First byte of a sealed payload: whether the patient's key opens it, or one of the log that no erasure destroys.
A payload in the clear begins with a brace."""

_HEADER = 1 + NONCE_BYTES

CIPHERS_IN_MEMORY = 50_000
"""Unwrapped keys kept in memory; when there are more, all are unwrapped again as they are needed."""

LOCK_SECONDS = 5.0
"""How long a key waits for another process, as SQLite's default is: half of what a call is given."""

CHECK = b"anamnesis master key"
"""Stands sealed in a keyring, so that the wrong master key is known for one."""
LOG_KEYS = ("lasting payloads", "chain", "anchor", "access log", "checkpoints")
"""Keys of the log as a whole: derived from its first master key, and wrapped by those that follow."""


def make_master_key(path: Path, key: bytes | None = None) -> None:
    """Write a master key to ``path``, readable by its owner alone; an existing file is left as it is.

    It is a new random one unless one is given.
    """
    if path.exists():
        return
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(base64.b64encode(key or os.urandom(KEY_BYTES)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        # Linked and not renamed: whole from the first moment, and never over the key of somebody faster.
        with suppress(FileExistsError):
            path.hardlink_to(unfinished)
    except OSError:
        raise KeyringUnavailable("The master key cannot be written.", file=path.name) from None
    finally:
        unfinished.unlink(missing_ok=True)


def read_master_key(place: Path | MasterKey) -> bytes:
    """The master key, from a file or another source. Raises KeyringUnavailable when it is not there or is not one."""
    return key_source(place).read()


class Keyring:
    """The keys of all patients of one log. Safe for use from several threads and processes."""

    def __init__(self, store: Path | KeyStore, master_key: bytes, lock_seconds: float = LOCK_SECONDS) -> None:
        """Open or create the keyring, in a file or wherever ``store`` keeps it.

        It waits ``lock_seconds`` for another process that writes to a file.
        Raises KeyringUnavailable for the wrong master key or a foreign file.
        """
        self._store = KeysFile(store, lock_seconds) if isinstance(store, Path) else store
        self._lock_seconds = lock_seconds
        self._master_key = master_key
        self._wrapping = wrapping_cipher(master_key)
        self._ciphers: dict[str, AESGCM] = {}
        self._lock = threading.RLock()
        if not self._store.exists():
            check = wrapped(self._wrapping, CHECK, b"check")
            self._store.create(lambda rows: rows.execute("INSERT INTO master_check (sealed) VALUES (?)", (check,)))
        try:
            if not self._store.read(lambda rows: opens(rows, master_key)):
                raise KeyringUnavailable("This is not the master key of this log.")
            keys = self._store.read(lambda rows: log_keys(rows, master_key))
        except BaseException:
            self._store.close()
            raise
        self._lasting = AESGCM(keys["lasting payloads"])
        self.chain_key, self.anchor_key, self.access_key = keys["chain"], keys["anchor"], keys["access log"]
        self.signing_key = Ed25519PrivateKey.from_private_bytes(keys["checkpoints"])

    def close(self) -> None:
        """Close the file and forget every key."""
        with self._lock:
            self._ciphers.clear()
            self._store.close()

    def of_copy(self, database: Path) -> Keyring:
        """The keyring of a copy of this log, which its master key opens, or one that it had when the copy was made.

        Raises KeyringUnavailable.
        """
        if not is_there(database):
            raise KeyringUnavailable("The copy holds no keyring.")
        with self._lock:
            former = self._store.read(lambda rows: former_masters(rows, self._master_key))
        for master_key in former:
            with suppress(KeyringUnavailable):
                return Keyring(database, master_key, self._lock_seconds)
        return Keyring(database, self._master_key, self._lock_seconds)

    def study_key(self, study: str) -> bytes:
        """The key of a study's pseudonyms: the same for the same study, also after a rotation of the master key."""
        return _derived(self.chain_key, b"study " + study.encode())

    def views_key(self) -> bytes:
        """The key of the digests by which kept views find sealed rows; it stays after a rotation of the master key."""
        return _derived(self.chain_key, b"kept views")

    def tables_key(self) -> bytes:
        """What the keys of encrypted analysis tables are derived from; it stays after a rotation of the master key."""
        return _derived(self.chain_key, b"analysis tables")

    def encrypt(
        self,
        patient_id: str,
        version: int,
        topic: str,
        payload: bytes,
        *,
        lasting: bool = False,
        nonce: bytes | None = None,
    ) -> bytes:
        """The sealed payload: one byte that names the key, nonce and ciphertext.

        A ``lasting`` payload is encrypted under a key of the log instead of the patient's, and outlives an erasure.
        Whoever brings a ``nonce`` of 12 random bytes must not bring it twice.
        Raises PatientKeyMissing.
        """
        nonce = nonce or os.urandom(NONCE_BYTES)
        mark, cipher = (LASTING, self._lasting) if lasting else (ERASABLE, self._cipher(patient_id))
        return mark + nonce + cipher.encrypt(nonce, payload, _place(patient_id, version, topic))

    def decrypt(self, patient_id: str, version: int, topic: str, sealed: bytes) -> bytes:
        """The payload. Raises PatientKeyMissing, and InvalidTag for one that was changed, forged or stood elsewhere."""
        mark = sealed[:1]
        if len(sealed) <= _HEADER or mark not in (ERASABLE, LASTING):
            raise InvalidTag
        cipher = self._lasting if mark == LASTING else self._ciphers.get(patient_id) or self._cipher(patient_id)
        return cipher.decrypt(sealed[1:_HEADER], sealed[_HEADER:], _place(patient_id, version, topic))

    def stand_in(self, patient_id: str, version: int, topic: str, payload: bytes) -> tuple[bytes, bytes]:
        """A wrapped key that no keyring holds, and the payload sealed under it: to be opened as a patient's is."""
        nonce = os.urandom(NONCE_BYTES)
        with wiped(_drawn()) as key:
            sealed = AESGCM(key).encrypt(nonce, payload, _place(patient_id, version, topic))
            return wrapped(self._wrapping, key, patient_id.encode()), ERASABLE + nonce + sealed

    def decrypt_once(self, patient_id: str, version: int, topic: str, sealed: bytes, held: bytes) -> bytes:
        """The payload under this wrapped key, which stays in no memory; raises as :meth:`decrypt` does."""
        if len(sealed) <= _HEADER or sealed[:1] != ERASABLE:
            raise InvalidTag
        with self._unwrapped(patient_id, held) as key:
            return AESGCM(key).decrypt(sealed[1:_HEADER], sealed[_HEADER:], _place(patient_id, version, topic))

    def wrapped_key(self, patient_id: str) -> bytes | None:
        """The patient's key as the keyring holds it, read each time; None where there is none."""
        rows = self._read("SELECT wrapped FROM patient_keys WHERE patient_id = ?", (patient_id,))
        return rows[0][0] if rows else None

    def make(self, patient_ids: Sequence[str]) -> None:
        """Make a key for each patient who has none; one whose key was destroyed stays without.

        Raises KeyringUnavailable where the master key was replaced since the keyring was opened.
        """
        with self._store.writing() as rows:
            for patient_id in patient_ids:
                with wiped(_drawn()) as key:
                    rows.execute(
                        "INSERT INTO patient_keys (patient_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        (patient_id, wrapped(self._wrapping, key, patient_id.encode())),
                    )
            # After the insertion: who replaces the master key lets none in between, and by then has done so.
            self._check_master(rows)

    def fingerprint(self, patient_id: str) -> str:
        """SHA-256 of the wrapped key, in hexadecimal: names the key that an erasure destroyed without revealing it.

        Raises PatientKeyMissing, also for a key that was altered: it is not the one that opened anything.
        """
        wrapped = self._wrapped(patient_id)
        with self._unwrapped(patient_id, wrapped):
            return hashlib.sha256(wrapped).hexdigest()

    def traces(self, patient_id: str) -> tuple[bytes, ...]:
        """What the file holds of a patient's key, whole or altered, for a search that is to find it nowhere."""
        rows = self._read("SELECT CAST(wrapped AS BLOB) FROM patient_keys WHERE patient_id = ?", (patient_id,))
        return tuple(row[0] for row in rows if row[0] is not None and len(row[0]) > KEY_BYTES)

    def try_writing(self) -> None:
        """Take the right to write and give it back. Raises StoreLocked, StoreReadOnly and StoreUnavailable."""
        with self._store.writing():
            pass

    def destroy(self, patient_id: str) -> None:
        """Destroy a patient's key for good, and note that it was: none is made for this patient again."""
        with self._store.writing() as rows:
            rows.execute(
                "INSERT INTO patient_keys (patient_id, wrapped, destroyed) VALUES (?, NULL, 1) "
                "ON CONFLICT (patient_id) DO UPDATE SET wrapped = NULL, destroyed = 1 "
                "WHERE patient_keys.wrapped IS NOT NULL OR patient_keys.destroyed = 0",
                (patient_id,),
            )
        self.forget(patient_id)
        self._store.overwrite_destroyed()

    def forget(self, patient_id: str) -> None:
        """Drop a patient's key from memory: what another process destroyed is to open nothing here either."""
        with self._lock:
            self._ciphers.pop(patient_id, None)

    def holds(self, patient_id: str) -> bool:
        """Whether the patient's key is there."""
        return patient_id in self._ciphers or bool(
            self._read("SELECT 1 FROM patient_keys WHERE patient_id = ? AND wrapped IS NOT NULL", (patient_id,))
        )

    def held(self) -> frozenset[str]:
        """The patients whose keys are there and open something: one that was altered does not."""
        rows = self._read("SELECT patient_id, wrapped FROM patient_keys WHERE wrapped IS NOT NULL")
        return frozenset(patient_id for patient_id, wrapped in rows if self._opens(patient_id, wrapped))

    def destroyed(self) -> tuple[str, ...]:
        """The patients whose keys were destroyed."""
        return tuple(
            row[0] for row in self._read("SELECT patient_id FROM patient_keys WHERE destroyed <> 0 ORDER BY 1")
        )

    def uncleared(self) -> tuple[str, ...]:
        """The patients whose keys were destroyed, and of whom traces outside the log may be left."""
        return tuple(row[0] for row in self._read("SELECT patient_id FROM patient_keys WHERE destroyed = 1 ORDER BY 1"))

    def note_cleared(self, patient_id: str) -> None:
        """Note that nothing is left of a patient whose key was destroyed."""
        with self._store.writing() as rows:
            rows.execute("UPDATE patient_keys SET destroyed = 2 WHERE patient_id = ? AND destroyed = 1", (patient_id,))

    def note_backup(self, place: Path, made: datetime) -> None:
        """Note where a backup was made, so that an erasure reaches it, or names it as not reached.

        It may be none of ours, such as a dump of a database: that is named.
        """
        with self._store.writing() as rows:
            rows.execute("CREATE TABLE IF NOT EXISTS backups (place TEXT PRIMARY KEY, made TEXT NOT NULL)")
            rows.execute(
                "INSERT INTO backups (place, made) VALUES (?, ?) "
                "ON CONFLICT (place) DO UPDATE SET made = excluded.made",
                (str(place), made.isoformat()),
            )

    def forget_backup(self, place: Path) -> bool:
        """Take a backup out of the list, for it was destroyed; whether it was there."""
        if place not in [known for known, _ in self.backups()]:
            return False
        with self._store.writing() as rows:
            rows.execute("DELETE FROM backups WHERE place = ?", (str(place),))
        return True

    def backups(self) -> tuple[tuple[Path, datetime], ...]:
        """Where backups were made, and when, the first first."""
        with self._lock:
            known = self._store.read(lambda rows: _kept(rows, "backups", "place, made", "place"))
        return tuple(sorted(((Path(place), datetime.fromisoformat(made)) for place, made in known), key=itemgetter(1)))

    def copy_to(self, target: Path) -> None:
        """Copy the keyring as it is now to a new file."""
        with self._lock:
            self._store.copy_to(target)

    def _cipher(self, patient_id: str) -> AESGCM:
        cipher = self._ciphers.get(patient_id)
        if cipher is not None:
            return cipher
        # Under the lock from reading to keeping: a key that is destroyed meanwhile must not come back into memory.
        with self._lock:
            with self._unwrapped(patient_id, self._wrapped(patient_id)) as key:
                if len(self._ciphers) >= CIPHERS_IN_MEMORY:
                    self._ciphers.clear()
                # The cipher copies the key into memory of OpenSSL's, which is overwritten when the cipher is dropped.
                cipher = self._ciphers[patient_id] = AESGCM(key)
        return cipher

    @contextmanager
    def _unwrapped(self, patient_id: str, held: bytes) -> Iterator[bytearray]:
        """A patient's key, overwritten as soon as it was used. Raises PatientKeyMissing for one that was altered."""
        with wiped(bytearray(KEY_BYTES)) as key:
            try:
                self._wrapping.decrypt_into(held[:NONCE_BYTES], held[NONCE_BYTES:], patient_id.encode(), key)
            except (InvalidTag, ValueError, TypeError):
                with self._lock:
                    self._store.read(self._check_master)
                raise PatientKeyMissing("The patient's key was altered.", patient_id=patient_id) from None
            yield key

    def _check_master(self, rows: KeyRows) -> None:
        if not opens(rows, self._master_key):
            raise KeyringUnavailable("The master key was replaced meanwhile: start again with the new one.")

    def _opens(self, patient_id: str, wrapped: bytes) -> bool:
        try:
            with self._unwrapped(patient_id, wrapped):
                return True
        except PatientKeyMissing:
            return False

    def _wrapped(self, patient_id: str) -> bytes:
        held = self.wrapped_key(patient_id)
        if held is None:
            raise PatientKeyMissing(patient_id=patient_id)
        return held

    def _read(self, query: str, parameters: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            found: list[tuple[Any, ...]] = self._store.read(lambda rows: rows.execute(query, parameters).fetchall())
        return found


def opens(rows: KeyRows, master_key: bytes) -> bool:
    """Whether ``master_key`` is that of a keyring. Raises KeyringUnavailable for one that no longer tells."""
    row = rows.execute("SELECT CAST(sealed AS BLOB) FROM master_check").fetchone()
    check = row[0] if row is not None else None
    if not isinstance(check, bytes) or len(check) <= NONCE_BYTES:
        raise KeyringUnavailable("The keyring is damaged: it no longer tells which master key opens it.")
    try:
        return unwrapped(wrapping_cipher(master_key), check, b"check") == CHECK
    except InvalidTag:
        return False


def log_keys(rows: KeyRows, master_key: bytes) -> dict[str, bytes]:
    """The keys of the log by name. Raises KeyringUnavailable for one that was altered."""
    kept = _kept(rows, "log_keys", "name, CAST(wrapped AS BLOB)")
    if not kept:
        return {name: _derived(master_key, name.encode()) for name in LOG_KEYS}
    cipher, held = wrapping_cipher(master_key), dict(kept)
    try:
        return {name: unwrapped(cipher, held[name], b"log key " + name.encode()) for name in LOG_KEYS}
    except (InvalidTag, KeyError, TypeError, ValueError):
        raise KeyringUnavailable("A key of the log was altered in the keyring.") from None


def former_masters(rows: KeyRows, master_key: bytes) -> list[bytes]:
    """The master keys that this one replaced, the last first: backups from then are opened by them."""
    kept, cipher = _kept(rows, "former_masters", "CAST(wrapped AS BLOB)"), wrapping_cipher(master_key)
    try:
        return [unwrapped(cipher, row[0], b"former master") for row in reversed(kept)]
    except (InvalidTag, TypeError, ValueError):
        raise KeyringUnavailable("A former master key was altered in the keyring.") from None


def _kept(rows: KeyRows, table: str, columns: str, order: str = "rowid") -> list[tuple[Any, ...]]:
    """The rows of a table that a keyring has only after a rotation, or a backup."""
    if not rows.has(table):
        return []
    found: list[tuple[Any, ...]] = rows.execute(f"SELECT {columns} FROM {table} ORDER BY {order}").fetchall()  # noqa: S608
    return found


def wrapping_cipher(master_key: bytes) -> AESGCM:
    """What the keys in a keyring are wrapped by."""
    return AESGCM(_derived(master_key, b"patient keys"))


@contextmanager
def wiped(key: bytearray) -> Iterator[bytearray]:
    """A key that is overwritten with zeros afterwards: no dump of the memory shows it once it was used."""
    try:
        yield key
    finally:
        key[:] = bytes(len(key))


def _drawn() -> bytearray:
    """A new random key, in memory that can be overwritten."""
    key = bytearray(KEY_BYTES)
    with open("/dev/urandom", "rb", buffering=0) as source:
        source.readinto(key)
    return key


def wrapped(cipher: AESGCM, key: bytes | bytearray, purpose: bytes) -> bytes:
    """A key as a keyring holds it, bound to its purpose."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + cipher.encrypt(nonce, key, purpose)


def unwrapped(cipher: AESGCM, held: bytes, purpose: bytes) -> bytes:
    """The key. Raises InvalidTag, and TypeError or ValueError for what is no wrapped key."""
    return cipher.decrypt(held[:NONCE_BYTES], held[NONCE_BYTES:], purpose)


def _derived(master_key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=b"anamnesis " + purpose).derive(master_key)


def _place(patient_id: str, version: int, topic: str) -> bytes:
    return f"{patient_id}:{version}:{topic}".encode()
