"""A sealed log in a directory of a test's own, and what a vandal with access to its files can do to it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from domain.records import PatientRecords
from domain.store.seal import Seal, open_seal
from domain.store.sqlite import reading
from domain.store.verification import Finding, verify
from tests.builders import an_id, register, utterance


@dataclass(frozen=True)
class SealedLog:
    """The files of one sealed log."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "log.db"

    def seal(self, *, anchored: bool = True) -> Seal:
        return open_seal(
            self.database,
            self.folder / "keys.db",
            self.folder / "master.key",
            self.folder / "checkpoints.jsonl",
            self.folder / "head.anchor" if anchored else None,
        )

    @contextmanager
    def records(self, *, anchored: bool = True) -> Iterator[PatientRecords]:
        records = PatientRecords(self.database, seal=self.seal(anchored=anchored))
        try:
            yield records
        finally:
            records.close()

    def fill(self, patients: int = 3, turns: int = 4) -> None:
        """Interleave the utterances of several patients."""
        with self.records() as records:
            for patient in range(patients):
                records.execute(register(an_id(f"p{patient}"), request=f"r{patient}"))
            for turn in range(1, turns + 1):
                for patient in range(patients):
                    records.execute(utterance(turn, patient_id=an_id(f"p{patient}")))

    def copy(self, folder: Path) -> SealedLog:
        shutil.copytree(self.folder, folder)
        return SealedLog(folder)

    def findings(self, *, anchored: bool = True) -> list[Finding]:
        with closing(self.seal(anchored=anchored)) as seal, reading(self.database) as log:
            return [finding for step in verify(log, seal) for finding in step.findings]

    @contextmanager
    def vandal(self) -> Iterator[sqlite3.Connection]:
        """Full access to the database, the guards against changes taken off and put back afterwards."""
        with closing(sqlite3.connect(self.database)) as connection:
            guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                connection.execute(f"DROP TRIGGER {name}")
            yield connection
            for _, sql in guards:
                connection.execute(sql)
            connection.commit()
