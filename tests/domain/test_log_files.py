"""Files of an open log that are removed or replaced: nothing is acknowledged into them, and nothing saved goes."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from domain.errors import LogReplaced
from domain.store.mapper import LogRow, rows_of
from tests.builders import an_id, register, utterance
from tests.domain.sealed import SealedLog, connection_of

PATIENT = an_id("p0")


def _remove(path: Path) -> None:
    path.unlink()


def _replace(path: Path) -> None:
    # By another process: closed here, it would take this one's locks along.
    subprocess.run(["cp", str(path), f"{path}.copy"], check=True)
    path.with_name(f"{path.name}.copy").replace(path)


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
@pytest.mark.parametrize("meddle", [_remove, _replace])
def test_a_save_into_files_that_are_gone_is_refused_by_name(
    sealed: SealedLog, suffix: str, meddle: Callable[[Path], None]
) -> None:
    with sealed.records() as records:
        records.execute(register(PATIENT))
        records.rows_log.try_writing()
        meddle(sealed.folder / f"log.db{suffix}")
        for turn in (1, 2):
            with pytest.raises(LogReplaced):
                records.execute(utterance(turn, patient_id=PATIENT))
        with pytest.raises(LogReplaced):
            records.rows_log.try_writing()


def test_what_was_acknowledged_before_is_there_after_a_restart(sealed: SealedLog) -> None:
    with sealed.records() as records:
        records.execute(register(PATIENT))
        # What another process does that believes itself the last one.
        with sealed.records() as other:
            connection_of(other).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _remove(sealed.folder / "log.db-wal")
        with pytest.raises(LogReplaced):
            records.execute(utterance(1, patient_id=PATIENT))
    with sealed.records() as records:
        records.execute(utterance(1, patient_id=PATIENT))
    assert sealed.findings() == []


class _Interrupted(list[LogRow]):
    """Rows whose journal is removed at the moment at which they are written."""

    journal: Path

    def __iter__(self) -> Iterator[LogRow]:
        _remove(self.journal)
        return super().__iter__()


def test_files_that_go_while_a_save_is_written_leave_it_unacknowledged(sealed: SealedLog) -> None:
    with sealed.records() as records:
        [first] = records.execute(register(PATIENT)).events
        keyring = records.seal.keyring if records.seal else None
        rows = _Interrupted(rows_of((msgspec.structs.replace(first, version=2),), keyring))
        rows.journal = sealed.folder / "log.db-wal"
        with pytest.raises(LogReplaced):
            records.rows_log.insert_events(rows)
