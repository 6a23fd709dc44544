"""Following the log on the event loop: pages are read only as fast as they are sent, so a slow reader holds nothing up.

One subscription of the recorder serves all watchers and lives as long as there is one. It only wakes them; each reads
the log itself, from where it stands. So nothing is queued, nothing is lost, and nothing is told twice.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread

import structlog
from eventsourcing.persistence import ApplicationRecorder, PersistenceError, Subscription

from domain.records import PatientRecords
from domain.store.mapper import LogRow
from server.statuses import ServerStopping
from server.work import WorkPool

log = structlog.get_logger(__name__)

PAGE_ROWS = 100
"""Rows that a watcher holds at most: what it has read and not yet sent."""
LOOK_AGAIN_SECONDS = 1.0
"""How often a watcher looks at the log although nothing woke it: a missed wake-up costs no more than this."""


class WatcherStopping(ServerStopping):
    """The server is stopping; the watch ends here."""

    advice = "Watch again with the position of the last event as after_position."


class LogWatch:
    """Rows of the log as they are committed, by this process or any other, to any number of readers.

    To be used on one event loop.
    """

    def __init__(self, records: PatientRecords, work: WorkPool) -> None:
        self._records = records
        self._work = work
        self._wakes: set[asyncio.Event] = set()
        self._subscription: Subscription[ApplicationRecorder] | None = None
        self._follower: Thread | None = None
        self._stopping = False

    async def rows(self, after: int, patient_id: str | None = None) -> AsyncGenerator[LogRow, None]:
        """The rows after position ``after``, optionally of one patient, and then each as it is committed, without end.

        Raises WatcherStopping when the server stops, and the named failures of the log.
        """
        with self._woken() as wake:
            while not self._stopping:
                wake.clear()
                head = await self._work(self._records.head)
                while after < head and not self._stopping:
                    page = await self._work(partial(self._page, after, head, patient_id))
                    for row in page:
                        yield row
                    after = page[-1].id if len(page) == PAGE_ROWS else head
                self._follow(head)
                await self._sleep(wake)
        raise WatcherStopping

    async def drain(self) -> None:
        """End every watch, and the subscription with the last of them."""
        self._stopping = True
        follower = self._follower
        self._wake_all()
        self._unsubscribe()
        if follower is not None:
            await asyncio.to_thread(follower.join)

    def _page(self, after: int, head: int, patient_id: str | None) -> list[LogRow]:
        # Up to the head that was seen: a patient who says nothing does not make every look read the whole log again.
        return list(self._records.rows(after, PAGE_ROWS, up_to=head, patient_id=patient_id))

    async def _sleep(self, wake: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                await wake.wait()
        except TimeoutError:
            return

    @contextmanager
    def _woken(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something may have been committed."""
        wake = asyncio.Event()
        self._wakes.add(wake)
        try:
            yield wake
        finally:
            self._wakes.discard(wake)
            if not self._wakes:
                self._unsubscribe()

    def _follow(self, head: int) -> None:
        """Be woken by whatever comes after ``head``, again if the subscription broke off."""
        if self._stopping or (self._follower is not None and self._follower.is_alive()):
            return
        self._unsubscribe()
        loop = asyncio.get_running_loop()
        subscription = self._records.rows_log.subscribe(gt=head)

        def wake_up() -> None:
            try:
                for _ in subscription:
                    loop.call_soon_threadsafe(self._wake_all)
            except (PersistenceError, sqlite3.Error) as error:
                log.warning("watch_interrupted", error=type(error).__name__)
            except RuntimeError:
                # The loop has been closed, and every watcher with it.
                return

        self._subscription = subscription
        self._follower = Thread(target=wake_up, name="anamnesis-watch", daemon=True)
        self._follower.start()

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._subscription.stop()
        self._subscription = self._follower = None

    def _wake_all(self) -> None:
        for wake in self._wakes:
            wake.set()
