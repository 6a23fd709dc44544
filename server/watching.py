"""Following the log on the event loop: pages are read only as fast as they are sent, so a slow reader holds nothing up.

The recorder wakes all watchers, as long as there is one; each reads the log itself, from where it stands. So nothing is
queued, nothing is lost, and nothing is told twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from domain.records import PatientRecords
from domain.store.mapper import LogRow
from server.statuses import ServerStopping
from server.work import WorkPool

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
        self._following = ExitStack()
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
                await self._sleep(wake)
        raise WatcherStopping

    async def drain(self) -> None:
        """End every watch."""
        self._stopping = True
        self._wake_all()
        self._following.close()

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
        if len(self._wakes) == 1 and not self._stopping:
            self._follow()
        try:
            yield wake
        finally:
            self._wakes.discard(wake)
            if not self._wakes:
                self._following.close()

    def _follow(self) -> None:
        loop = asyncio.get_running_loop()

        def wake_up() -> None:
            # The loop may have been closed, and every watcher with it.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._wake_all)

        self._following.enter_context(self._records.rows_log.waking(wake_up))

    def _wake_all(self) -> None:
        for wake in self._wakes:
            wake.set()
