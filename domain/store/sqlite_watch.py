"""How one SQLite file tells what others did to it: a number that changes with every commit, and a mark of its kind."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from threading import Event

from domain.store.ports import Followed

SEALED = 2
"""The ``user_version`` of a log whose payloads are encrypted and whose rows are chained; 0 is a log in the clear."""

POLL_SECONDS = 0.005
"""How often another process's commits are looked for while there are some, by one thread for all followers of a
process: about 4 % of a core (event-store.md 4 measured 1 to 50 ms)."""
IDLE_POLL_SECONDS = 0.05
"""How often they are looked for once none came for :data:`CALM_SECONDS`: nearly always there is no other process, and
of this one's own commits its followers are told at once."""
CALM_SECONDS = 1.0


def watch_version(
    connection: sqlite3.Connection,
    stopping: Event,
    notify: Followed,
    own_commits: Callable[[], int] = lambda: 0,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Call ``notify`` whenever another connection has committed, until ``stopping``.

    ``own_commits`` counts those of this process: what may be one of them is no sign that another process commits.
    ``clock`` tells seconds that never go back.
    """
    last, own = data_version(connection), own_commits()
    # What was committed between a first pull and this first look shows in no later change of the version.
    notify()
    calm_from = clock() + CALM_SECONDS
    while not stopping.wait(IDLE_POLL_SECONDS if clock() > calm_from else POLL_SECONDS):
        now = data_version(connection)
        if now != last:
            last, before, own = now, own, own_commits()
            if own == before:
                calm_from = clock() + CALM_SECONDS
            notify()


def data_version(connection: sqlite3.Connection) -> int:
    """A number that changes whenever another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
