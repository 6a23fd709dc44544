"""Recording accesses from the event loop: those that wait for the disk together share one transaction."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from domain.errors import AnamnesisError
from server.access_log.entries import Access
from server.access_log.journal import AccessJournal

MAX_AT_ONCE = 256
"""Entries in one transaction."""


class AccessRecorder:
    """Writes accesses in a thread of its own, so that no access waits for anything but the disk."""

    def __init__(self, journal: AccessJournal) -> None:
        self._journal = journal
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="anamnesis-access")
        self._waiting: list[tuple[Access, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def record(self, access: Access) -> None:
        """Return once the entry is on the disk. Raises AccessNotRecorded and its kinds.

        Whoever is cancelled meanwhile takes nothing back: the entry is written.
        """
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        self._waiting.append((access, written))
        if self._writing is None:
            self._writing = loop.create_task(self._write())
        await written

    async def close(self) -> None:
        """Write what waits, and close the log."""
        if self._writing is not None:
            await self._writing
        await asyncio.get_running_loop().run_in_executor(self._thread, self._journal.close)
        self._thread.shutdown()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_AT_ONCE], self._waiting[MAX_AT_ONCE:]
            failure: Exception | None = None
            try:
                await loop.run_in_executor(self._thread, self._journal.append, [access for access, _ in batch])
            except Exception as error:
                # Whatever it was, it is what every access of the batch fails with.
                failure = error
            for _, written in batch:
                if written.done():
                    continue
                if failure is None:
                    written.set_result(None)
                else:
                    written.set_exception(failure.again() if isinstance(failure, AnamnesisError) else failure)
        self._writing = None
