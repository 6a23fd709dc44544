"""Following the log, woken by saves of this process and by commits of any other: the library's pull loop, or a call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import Protocol, cast

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription, Subscription

from domain.store.ports import Watch


class Follower(Protocol):
    """What is woken."""

    def notify(self) -> None:
        """Something may have been committed."""
        ...


class LogSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Yields rows in position order, first those already there, then new ones as they are committed."""

    def __init__(
        self,
        recorder: ApplicationRecorder,
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

    def __init__(self, watch: Watch) -> None:
        """``watch`` is run while there is anybody to be woken."""
        self._watch = watch
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
                watcher = Thread(target=self._run, args=(self._stopping,), name="anamnesis-log-watch", daemon=True)
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

    def _run(self, stopping: Event) -> None:
        try:
            self._watch(stopping, self.notify)
        except Exception:
            # Whatever store it is, and whatever it raises: who left at once may have taken the log away before the
            # watching began, and nobody waits for what it would tell. Anything else goes on.
            if not stopping.is_set():
                raise


class FollowedLog:
    """What a log offers those who follow it, whoever keeps it: ``_followers`` is its own."""

    _followers: Followers

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Follow the log from position ``gt`` on, also across processes and, where it is shared, machines."""
        recorder = cast("ApplicationRecorder", self)
        subscription = LogSubscription(recorder, gt=gt, topics=topics, on_stop=self._followers.remove)
        self._followers.add(subscription)
        return subscription

    @contextmanager
    def waking(self, call: Callable[[], None]) -> Iterator[None]:
        """Call ``call`` at once, and meanwhile whenever something may have been committed, here or elsewhere.

        It is called from any thread, must be quick and raise nothing.
        """
        wake = Wake(call)
        self._followers.add(wake)
        try:
            yield
        finally:
            self._followers.remove(wake)

    @property
    def followed(self) -> int:
        """How many follow the log in this process."""
        return len(self._followers)
