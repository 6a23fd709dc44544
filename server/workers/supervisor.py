"""The workers of one service: begun, watched, replaced when they end, and stopped together."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc

from domain.errors import AnamnesisError
from server.workers.forked import START_SECONDS, Forked, WorkerNotStarted, told_as
from server.workers.heartbeat import until_silent
from server.workers.owners import Owners

log = structlog.get_logger(__name__)

SHORT_LIFE_SECONDS = 10.0
"""A worker that lived for less is replaced after a pause, which doubles up to :data:`LONGEST_PAUSE_SECONDS`."""
LONGEST_PAUSE_SECONDS = 30.0
KILLED_SECONDS = 0.5
"""How long it takes at most until it is told that a process that was killed has ended."""

_SERVING = health_pb2.HealthCheckResponse.SERVING


@dataclass(eq=False)
class Worker:
    """A process that serves some of the patients."""

    number: int
    pid: int
    socket: Path
    channel: Any
    began: float
    forked: Forked
    """The process that it was forked from, and does not outlive."""
    serving: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    states: dict[str, int] = field(default_factory=dict)
    """The health of each part of the service as the worker tells it, by the name that health services have for it."""
    watching: set[asyncio.Task[None]] = field(default_factory=set)


class Supervisor:
    """Begins the workers by way of a nursery, and takes the place of each that ends by another one."""

    def __init__(
        self,
        workers: int,
        folder: Path,
        environment: Mapping[str, str],
        parts: tuple[str, ...],
        changed: Callable[[], Awaitable[None]],
        options: Any,
        silence_seconds: float,
        keep: tuple[int, ...] = (),
    ) -> None:
        """``folder`` is for sockets and what workers share; ``environment`` holds their settings.

        ``changed`` hears that the health of one of the ``parts`` did, by name; ``options`` are those of channels. A
        worker that does not answer for ``silence_seconds`` is replaced; so is the process that they are forked from.
        ``keep`` are files that the workers hold open as well, such as the lock of their directory.
        """
        self.owners: Owners[Worker] = Owners()
        self._wanted = workers
        self._folder = folder
        self._environment = dict(environment)
        self._parts = parts
        self._changed = changed
        self._options = options
        self._silence_seconds = silence_seconds
        self._keep = keep
        self._workers: dict[int, Worker] = {}
        self._sockets = count(1)
        self._ended: dict[int, int] = {}
        """Statuses of processes whose ends were told, by their ids."""
        self._nursery: Forked | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._beginning = asyncio.Lock()
        self._stopping = False

    @property
    def workers(self) -> tuple[Worker, ...]:
        """Those that run."""
        return tuple(self._workers.values())

    async def start(self) -> None:
        """Begin all of them. Raises WorkerNotStarted, and what a worker failed with by its own name."""
        async with self._beginning:
            await self._begin_all()

    async def _begin_all(self) -> None:
        await self._open_nursery()
        # The first makes what is not there yet, such as the log; the others find it.
        await self._begin(1)
        await asyncio.gather(*(self._begin(number) for number in range(2, self._wanted + 1)))

    async def stop(self, seconds: float) -> None:
        """Let every worker complete what it does, and wait so long for their ends; who is left then is killed."""
        self._stopping = True
        for worker in self.workers:
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGTERM)
        await self._ends(seconds)
        # One that hangs would hear no signal but this, and outlive the service.
        for worker in self.workers:
            self._kill(worker)
        await self._ends(KILLED_SECONDS)

    async def _ends(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for worker in self.workers:
                    await worker.ended.wait()

    async def close(self) -> None:
        """End the nursery, and with it every worker that is left."""
        self._stopping = True
        for task in (*self._tasks, *(task for worker in self.workers for task in worker.watching)):
            task.cancel()
        if self._nursery is not None:
            await self._nursery.close()
        for worker in self.workers:
            await worker.channel.close()

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open_nursery(self) -> None:
        """Load anew. The process that was there before is ended then, and its workers, who have served meanwhile."""
        nursery = await Forked.open(self._folder, self._environment, self._keep, self._told_of_an_end)
        before, self._nursery = self._nursery, nursery
        if before is not None:
            before.kill()
            await self._lost_with(before)
        self._run(self._watch_over(nursery))

    async def _told_of_an_end(self, pid: int, status: int) -> None:
        self._ended[pid] = status
        await self._lost(next((one for one in self.workers if one.pid == pid), None))

    async def _watch_over(self, nursery: Forked) -> None:
        """Begin all anew when the process that workers are forked from ends, or hangs: none could be replaced then."""
        silent = asyncio.create_task(nursery.until_silent(self._silence_seconds))
        over = asyncio.create_task(nursery.over.wait())
        try:
            await asyncio.wait((silent, over), return_when=asyncio.FIRST_COMPLETED)
        finally:
            silent.cancel()
            over.cancel()
        if self._stopping or nursery is not self._nursery:
            return
        if nursery.over.is_set():
            log.error("nursery_ended", pid=nursery.pid)
            await self._lost_with(nursery)
        else:
            log.error("nursery_hangs", pid=nursery.pid, seconds=self._silence_seconds)
            if self._beginning.locked():
                # Whoever begins its workers would wait for it; else they serve until there are others.
                nursery.kill()
        async with self._beginning:
            if nursery is self._nursery:
                await self._begin_anew()

    async def _lost_with(self, nursery: Forked) -> None:
        """The workers of a process that has ended end with it."""
        for worker in self.workers:
            if worker.forked is nursery:
                await self._lost(worker, replace=False)

    async def _begin_anew(self) -> None:
        """Load again and begin all workers, as often as it takes."""
        pause = 1.0
        while not self._stopping:
            try:
                await self._begin_all()
                return
            except (AnamnesisError, TimeoutError, OSError) as error:
                log.error("workers_not_started", reason=getattr(error, "reason", type(error).__name__))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _begin(self, number: int) -> None:
        """Fork a worker and wait until it serves. Raises WorkerNotStarted, and its failure by its own name."""
        nursery = self._nursery
        assert nursery is not None
        # A socket of its own for each: what the one before left behind is nobody's.
        socket = self._folder / f"{next(self._sockets)}.sock"
        pid = await nursery.fork(number, self._wanted, socket)
        channel = grpc.aio.insecure_channel(f"unix:{socket}", options=(*self._options, *_NEAR))
        began = asyncio.get_running_loop().time()
        worker = self._workers[number] = Worker(number, pid, socket, channel, began, nursery)
        for part in self._parts:
            task = asyncio.create_task(self._watch(worker, part))
            worker.watching.add(task)
        worker.watching.add(asyncio.create_task(self._end_if_it_hangs(worker)))
        if pid in self._ended:
            # It was told of before anybody knew the worker.
            await self._lost(worker)
        waits = [asyncio.create_task(one.wait()) for one in (worker.serving, worker.ended)]
        try:
            await asyncio.wait(waits, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if not worker.serving.is_set():
            # One that is only slow must not serve beside the one that is begun in its place.
            self._kill(worker)
            await worker.ended.wait()
        if worker.ended.is_set():
            raise _why(worker)
        log.info("worker_serves", worker=number, pid=pid)

    async def _watch(self, worker: Worker, part: str) -> None:
        """Hear how a part of the service is with this worker, until the worker ends."""
        stub = health_pb2_grpc.HealthStub(worker.channel)
        request = health_pb2.HealthCheckRequest(service=part)
        while not worker.ended.is_set():
            with suppress(grpc.aio.AioRpcError):
                async for told in stub.Watch(request, wait_for_ready=True):
                    worker.states[part] = told.status
                    if not part:
                        self._heard(worker, told.status == _SERVING)
                    await self._changed()
            await asyncio.sleep(0.05)

    async def _end_if_it_hangs(self, worker: Worker) -> None:
        """Kill a worker that serves and has gone silent; its end is told, and it is replaced, as any other's."""
        await worker.serving.wait()
        await until_silent(worker.channel, self._silence_seconds)
        if self._stopping or worker.ended.is_set():
            return
        log.error("worker_hangs", worker=worker.number, pid=worker.pid, seconds=self._silence_seconds)
        # Its patients go to the others at once, however long its end takes.
        self.owners.gone(worker.number, worker)
        worker.states.clear()
        await self._changed()
        self._kill(worker)

    @staticmethod
    def _kill(worker: Worker) -> None:
        if not worker.ended.is_set():
            with suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)

    def _heard(self, worker: Worker, serving: bool) -> None:
        if serving:
            worker.serving.set()
            self.owners.serves(worker.number, worker)

    async def _lost(self, worker: Worker | None, *, replace: bool = True) -> None:
        if worker is None or worker.ended.is_set():
            return
        status = self._ended.pop(worker.pid, None)
        self.owners.gone(worker.number, worker)
        worker.ended.set()
        worker.states.clear()
        self._workers.pop(worker.number, None)
        for task in worker.watching:
            task.cancel()
        await worker.channel.close()
        if not self._stopping:
            log.warning("worker_ended", worker=worker.number, pid=worker.pid, status=status)
        await self._changed()
        if replace and not self._stopping and worker.serving.is_set():
            self._run(self._replace(worker, asyncio.get_running_loop().time() - worker.began))

    async def _replace(self, before: Worker, lived: float) -> None:
        number, pause = before.number, 0.0 if lived >= SHORT_LIFE_SECONDS else 0.5
        while not self._stopping:
            await asyncio.sleep(pause)
            pause = min(2 * pause or 0.5, LONGEST_PAUSE_SECONDS)
            if before.forked is not self._nursery or before.forked.over.is_set():
                # All are begun anew, this one among them.
                return
            try:
                await self._begin(number)
                return
            except (AnamnesisError, OSError) as error:
                log.error("worker_not_replaced", worker=number, reason=getattr(error, "reason", type(error).__name__))


_NEAR = (
    # A worker is on this machine: whoever asks twice a second does not keep it from its work.
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 500),
)


def _why(worker: Worker) -> AnamnesisError:
    try:
        return told_as(json.loads(worker.socket.with_suffix(".failed").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return WorkerNotStarted()
