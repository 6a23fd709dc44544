"""Following the log: the library's pull loop, woken by saves of this process and by commits of any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING

from eventsourcing.persistence import ListenNotifySubscription

if TYPE_CHECKING:
    from domain.store.sqlite import LogRecorder

POLL_SECONDS = 0.02
"""How often another process's commits are looked for: 20 ms keeps a follower's idle cost near 1 % of a core
(event-store.md 4 measured 5 to 50 ms)."""


class LogSubscription(ListenNotifySubscription["LogRecorder"]):
    """Yields rows in position order, first those already there, then new ones as they are committed."""

    def __init__(
        self,
        recorder: LogRecorder,
        gt: int | None,
        topics: Sequence[str],
        on_stop: Callable[[LogSubscription], None],
    ) -> None:
        self._stopping = Event()
        self._on_stop = on_stop
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._watcher = Thread(target=self._watch, name="anamnesis-log-watch", daemon=True)
        self._watcher.start()

    def notify(self) -> None:
        """Look for new rows now."""
        self._has_been_notified.set()

    def stop(self) -> None:
        """End the subscription; the iterator then stops."""
        if not self._stopping.is_set():
            self._stopping.set()
            self._on_stop(self)
        super().stop()

    def _watch(self) -> None:
        connection = self._recorder.connect()
        try:
            last = self._recorder.data_version(connection)
            # What was committed between the first pull and this first look shows in no later change of the version.
            self.notify()
            while not self._stopping.wait(POLL_SECONDS):
                now = self._recorder.data_version(connection)
                if now != last:
                    last = now
                    self.notify()
        finally:
            connection.close()
