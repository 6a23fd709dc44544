"""Bits that flip on the disk, in the log or in its journal: found by verifying, or without any effect."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import strategies as st

from domain.errors import LogCorrupted
from domain.store.failures import store_errors
from tests.builders import an_id, register, utterance
from tests.domain.sealed import SealedLog
from tests.properties.effort import EFFORT, for_all

COLUMNS = ("originator_id", "originator_version", "topic", "event_id", "recorded_at", "chain", "state")
EVERYTHING = ", ".join(f"{column}, TYPEOF({column})" for column in COLUMNS)


@dataclass(frozen=True)
class Flip:
    """One bit of one file; ``place`` is a share of its length."""

    file: str
    place: float
    bit: int

    def in_(self, folder: Path) -> None:
        path = folder / self.file
        content = bytearray(path.read_bytes())
        content[int(self.place * len(content))] ^= 1 << self.bit
        path.write_bytes(content)


FLIPS = st.builds(
    Flip,
    st.sampled_from(["log.db", "log.db-wal"]),
    st.floats(0, 1, exclude_max=True, allow_subnormal=False),
    st.integers(0, 7),
)


@pytest.fixture(scope="module")
def journaled(tmp_path_factory: pytest.TempPathFactory) -> SealedLog:
    """A log with half of its events in the database and half in the journal, as a power cut leaves it."""
    log = SealedLog(tmp_path_factory.mktemp("journaled"))
    log.fill()
    left = log.folder.with_name("left")
    with log.records() as records:
        records.execute(register(an_id("late"), request="late"))
        for turn in range(1, 12):
            records.execute(utterance(turn, patient_id=an_id("late")))
        shutil.copytree(log.folder, left)
    return SealedLog(left)


@EFFORT
def test_a_flipped_bit_shows_or_changes_nothing(
    journaled: SealedLog, tmp_path_factory: pytest.TempPathFactory, examples: int
) -> None:
    sound = journaled.copy(tmp_path_factory.mktemp("sound") / "log")
    assert sound.findings() == []
    whole = _content(sound)
    assert len(whole) == 27

    def shows(flip: Flip) -> None:
        hurt = journaled.copy(tmp_path_factory.mktemp("hurt") / "log")
        flip.in_(hurt.folder)
        assert _is_found(hurt) or _content(hurt) == whole, flip
        shutil.rmtree(hurt.folder)

    for_all(examples, FLIPS, shows)


def _is_found(hurt: SealedLog) -> bool:
    try:
        with store_errors():
            return bool(hurt.findings())
    except LogCorrupted:
        return True


def _content(log: SealedLog) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(log.database)) as connection:
        return connection.execute(f"SELECT rowid, {EVERYTHING} FROM stored_events ORDER BY rowid").fetchall()
