"""How often a log's file is looked at for commits of another process."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from threading import Event

import pytest

from domain.store.sqlite_watch import CALM_SECONDS, IDLE_POLL_SECONDS, POLL_SECONDS, watch_version


class _Looks(Event):
    """Does one step before each look, notes how long it was waited for, and ends when there are no more steps."""

    def __init__(self, steps: Iterator[Callable[[], None]]) -> None:
        super().__init__()
        self._steps = steps
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        step = next(self._steps, None)
        if step is None:
            return True
        self.waits.append(timeout or 0.0)
        step()
        return False


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE saved (number INTEGER)")
    return tmp_path / "log.db"


def _waits(file: Path, own: list[bool]) -> tuple[list[float], int]:
    """The waits before each look while each step commits, by this process where ``own``, and how often it was told."""
    moments = chain((0.0,), repeat(CALM_SECONDS + 1.0))
    commits, told = [0], [0]
    with closing(sqlite3.connect(file, isolation_level=None)) as writing, closing(sqlite3.connect(file)) as watching:

        def commit(by_us: bool) -> Callable[[], None]:
            def step() -> None:
                commits[0] += by_us
                writing.execute("INSERT INTO saved VALUES (1)")

            return step

        looks = _Looks(iter([commit(one) for one in own]))
        watch_version(
            watching, looks, lambda: told.__setitem__(0, told[0] + 1), lambda: commits[0], clock=lambda: next(moments)
        )
    return looks.waits, told[0]


def test_this_process_own_commits_are_no_reason_to_look_often(file: Path) -> None:
    waits, told = _waits(file, [True, True, True])
    assert waits == [IDLE_POLL_SECONDS] * 3
    assert told == 4


def test_another_process_commits_are(file: Path) -> None:
    waits, told = _waits(file, [True, False, False])
    assert waits == [IDLE_POLL_SECONDS, IDLE_POLL_SECONDS, POLL_SECONDS]
    assert told == 4
