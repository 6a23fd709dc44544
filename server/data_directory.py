"""The files of one service, and the lock that keeps a second server away from them."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from domain.errors import StoreLocked, StoreReadOnly
from domain.records import PatientRecords
from domain.store.backup import ANCHOR, CHECKPOINTS, KEYS, LOCK, LOG, MASTER_KEY
from domain.store.erasures import REGISTER
from domain.store.keyring import LOCK_SECONDS
from domain.store.keys_file import KeysFile
from domain.store.master_key import KeyFile, MasterKey
from domain.store.ports import KeyStore
from domain.store.seal import Seal, open_seal
from projections.kept_cells import SEALED_MARK
from server.access_log.journal import AccessJournal
from server.private_files import make_private
from server.store_binding import bind, check_directory
from server.views_place import derived

if TYPE_CHECKING:
    from projections.event_log import EventLog

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where the secrets of a log are kept when not beside it, and whether its head is anchored at every save.

    ``store`` is the URL of the PostgreSQL database that holds log and keyring, empty where they are files.
    """

    master_key: MasterKey | None = None
    anchor_file: Path | None = None
    anchored: bool = True
    store: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """Where the log and its keys stand, and what is made from it: the kept views, the analysis tables, the indexes.

    Views, tables and the index of the shipped corpus can be deleted at any time; an index of one's own is
    built again from its documents.
    """

    path: Path

    @property
    def log(self) -> Path:
        """The event log."""
        return self.path / LOG

    @property
    def keys(self) -> Path:
        """The patients' keys, wrapped by the master key."""
        return self.path / KEYS

    @property
    def erasures(self) -> Path:
        """The register of erasures, which outlives log and keys."""
        return self.path / REGISTER

    @property
    def analysis(self) -> Path:
        """The typed tables for analysis. Raises NotInMemory where they are to stand there and cannot."""
        return derived(self.path) / "analysis"

    def tables(self, records: PatientRecords) -> EventLog:
        """The tables for analysis, encrypted where they are to be. Raises NotInMemory."""
        # Loaded here: DuckDB and Arrow take half a second, and a server that erases nobody does without them.
        from projections.event_log import EventLog

        sealed = records.seal is not None and self.analysis.with_name(SEALED_MARK).is_file()
        return EventLog(self.analysis, records.seal.keyring.tables_key() if records.seal and sealed else None)

    @property
    def views(self) -> Path:
        """The kept views. Raises NotInMemory where they are to stand there and cannot."""
        return derived(self.path) / "views.db"

    @property
    def places_in_memory(self) -> tuple[Path, ...]:
        """Where files of this directory stand in memory; none where all are on the disk."""
        place = derived(self.path)
        return () if place == self.path else (place,)

    @property
    def index(self) -> Path:
        """The retrieval index of the shipped corpus."""
        return self.path / "index"

    def seal(self, keeping: Keeping | None = None, *, lock_seconds: float = LOCK_SECONDS) -> Seal:
        """The seal of the log.

        Raises KeyringUnavailable, LogNotSealed for a log from before encryption, and DirectoryOfAnotherLog.
        """
        kept = keeping or Keeping()
        anchor = kept.anchor_file or self.path / ANCHOR
        check_directory(self.path, kept.store)
        if kept.store:
            from domain.store.postgres.sealing import open_database_seal

            return open_database_seal(
                kept.store,
                kept.master_key or KeyFile(self.path / MASTER_KEY),
                self.path / CHECKPOINTS,
                anchor if kept.anchored else None,
                lock_seconds=lock_seconds,
            )
        return open_seal(
            self.log,
            self.keys,
            kept.master_key or KeyFile(self.path / MASTER_KEY),
            self.path / CHECKPOINTS,
            anchor if kept.anchored else None,
            lock_seconds=lock_seconds,
        )

    def key_store(self, keeping: Keeping, *, lock_seconds: float = LOCK_SECONDS) -> KeyStore:
        """Where the patients' wrapped keys are kept, for whoever works on them alone. Raises DirectoryOfAnotherLog."""
        check_directory(self.path, keeping.store)
        if not keeping.store:
            return KeysFile(self.keys, lock_seconds)
        from domain.store.postgres.keys import DatabaseKeys

        return DatabaseKeys(keeping.store, lock_seconds)

    def records(
        self,
        keeping: Keeping | None = None,
        *,
        lock_timeout: int = 5,
        probe: Callable[[str], None] | None = None,
    ) -> PatientRecords:
        """The records of the sealed log, which is made where there is none. Raises as PatientRecords and `seal`."""
        seal = self.seal(keeping, lock_seconds=lock_timeout)
        store = keeping.store if keeping else ""
        try:
            records = PatientRecords(store or self.log, lock_timeout=lock_timeout, probe=probe, seal=seal)
            if store:
                bind(self.path, store)
            return records
        except BaseException:
            seal.close()
            raise

    def accesses(self, records: PatientRecords) -> AccessJournal:
        """The access log, which is made where there is none. Raises AccessNotRecorded."""
        assert records.seal is not None
        return AccessJournal(self.path, records.seal.keyring.access_key)

    @property
    def corpus(self) -> Path:
        """The index of the operator's own corpus, where one was built."""
        return self.path / "corpus"

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder for a copy of a patient's log, gone afterwards; a kill leaves it to :meth:`discard_scratch`."""
        self._scratch.mkdir(mode=0o700, exist_ok=True)
        with TemporaryDirectory(dir=self._scratch) as folder, DataDirectory(Path(folder) / "data").locked():
            yield Path(folder) / "data"

    def discard_scratch(self) -> None:
        """Delete what copies were left by programs that were killed; one that is being worked on deletes itself."""
        for folder in self._scratch.glob("*"):
            with suppress(StoreLocked, StoreReadOnly, FileNotFoundError), DataDirectory(folder / "data").locked():
                shutil.rmtree(folder)

    @property
    def _scratch(self) -> Path:
        return self.path / "scratch"

    def discard_derived(self) -> None:
        """Delete the kept views and the analysis tables, which the log gives again. Raises StoreReadOnly."""
        try:
            for suffix in ("", "-wal", "-shm"):
                self.views.with_name(self.views.name + suffix).unlink(missing_ok=True)
            if self.analysis.is_dir():
                shutil.rmtree(self.analysis)
        except OSError:
            raise StoreReadOnly("The views of another log cannot be removed.") from None

    def prepare(self) -> None:
        """Make the directory, and keep it and what is in it from all other users of the machine.

        Raises StoreReadOnly where that is not allowed, and NotPrivate where others can read it and that cannot be
        changed.
        """
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            raise StoreReadOnly("The data directory cannot be made.") from None
        if make_private(self.path):
            _log.warning("other users could read the data directory; they no longer can")

    @contextmanager
    def locked(self) -> Iterator[int]:
        """Hold the directory for one server; the lock ends with the process, however it ends.

        It is that of the file whose descriptor the block is given, and of every process that inherits this.

        Raises StoreLocked when another server holds it, StoreReadOnly when it cannot be written, and NotPrivate.
        """
        self.prepare()
        try:
            handle = open(self.path / LOCK, "a", opener=partial(os.open, mode=0o600))
        except OSError:
            raise StoreReadOnly("The data directory cannot be written.") from None
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreLocked("Another server runs on this data directory.") from None
            yield handle.fileno()
