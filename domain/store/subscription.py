"""Following the log, woken by saves of this process and by commits of any other: the library's pull loop, or a call."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING, Protocol

from eventsourcing.persistence import ListenNotifySubscription

if TYPE_CHECKING:
    from domain.store.sqlite import LogRecorder

POLL_SECONDS = 0.005
"""How often another process's commits are looked for while there are some, by one thread for all followers of a
process: about 4 % of a core (event-store.md 4 measured 1 to 50 ms)."""
IDLE_POLL_SECONDS = 0.05
"""How often they are looked for once none came for :data:`CALM_SECONDS`: nearly always there is no other process."""
CALM_SECONDS = 1.0


class Follower(Protocol):
    """What is woken."""

    def notify(self) -> None:
        """Something may have been committed."""
        ...


class LogSubscription(ListenNotifySubscription["LogRecorder"]):
    """Yields rows in position order, first those already there, then new ones as they are committed."""

    def __init__(
        self,
        recorder: LogRecorder,
        gt: int | None,
        topics: Sequence[str],
        on_stop: Callable[[LogSubscription], None],
    ) -> None:
        self._ended = False
        self._on_stop = on_stop
        super().__init__(recorder=recorder, gt=gt, topics=topics)

    def notify(self) -> None:
        """Look for new rows now."""
        self._has_been_notified.set()

    def stop(self) -> None:
        """End the subscription; the iterator then stops."""
        if not self._ended:
            self._ended = True
            self._on_stop(self)
        super().stop()


class Wake:
    """A call that is made whenever something may have been committed; it must be quick and raise nothing."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.notify = call


class Followers:
    """Whoever follows the log in one process, and the one thread that watches for commits of other processes."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._followers: list[Follower] = []
        self._lock = threading.Lock()
        self._stopping: Event | None = None

    def __len__(self) -> int:
        return len(self._followers)

    def add(self, follower: Follower) -> None:
        """Wake ``follower`` from now on; it is woken once at the start, for what came while it was made."""
        with self._lock:
            self._followers.append(follower)
            if self._stopping is None:
                self._stopping = Event()
                watcher = Thread(target=self._watch, args=(self._stopping,), name="anamnesis-log-watch", daemon=True)
                watcher.start()
        follower.notify()

    def remove(self, follower: Follower) -> None:
        """Wake it no longer; without any the watching ends."""
        with self._lock:
            if follower in self._followers:
                self._followers.remove(follower)
            if not self._followers and self._stopping is not None:
                self._stopping.set()
                self._stopping = None

    def notify(self) -> None:
        """Wake all."""
        for follower in tuple(self._followers):
            follower.notify()

    def _watch(self, stopping: Event) -> None:
        connection = self._connect()
        try:
            last = data_version(connection)
            # What was committed between a first pull and this first look shows in no later change of the version.
            self.notify()
            calm_from = time.monotonic() + CALM_SECONDS
            while not stopping.wait(IDLE_POLL_SECONDS if time.monotonic() > calm_from else POLL_SECONDS):
                now = data_version(connection)
                if now != last:
                    last, calm_from = now, time.monotonic() + CALM_SECONDS
                    self.notify()
        finally:
            connection.close()


def data_version(connection: sqlite3.Connection) -> int:
    """A number that changes whenever another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
