"""The workers of one service: begun, watched, replaced when they end, and stopped together."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
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
from server.workers.heartbeat import until_silent
from server.workers.owners import Owners

log = structlog.get_logger(__name__)

START_SECONDS = 120.0
"""How long loading, and then a worker, may take until it serves: as long as a service that is alone (ours)."""
SHORT_LIFE_SECONDS = 10.0
"""A worker that lived for less is replaced after a pause, which doubles up to :data:`LONGEST_PAUSE_SECONDS`."""
LONGEST_PAUSE_SECONDS = 30.0
KILLED_SECONDS = 0.5
"""How long it takes at most until it is told that a process that was killed has ended."""

_SERVING = health_pb2.HealthCheckResponse.SERVING


class WorkerNotStarted(AnamnesisError):
    """A worker ended before it served."""

    status = "UNAVAILABLE"
    reason = "WORKER_NOT_STARTED"
    advice = "Read what it wrote to standard error; `anamnesis doctor` looks at what a service needs."


@dataclass(eq=False)
class Worker:
    """A process that serves some of the patients."""

    number: int
    pid: int
    socket: Path
    channel: Any
    began: float
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
        worker that does not answer for ``silence_seconds`` is replaced.
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
        self._began: dict[int, asyncio.Future[int]] = {}
        self._ended: dict[int, int] = {}
        """Statuses of processes whose ends were told, by their ids."""
        self._nursery: asyncio.subprocess.Process | None = None
        self._loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    @property
    def workers(self) -> tuple[Worker, ...]:
        """Those that run."""
        return tuple(self._workers.values())

    async def start(self) -> None:
        """Begin all of them. Raises WorkerNotStarted, and what a worker failed with by its own name."""
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
        if self._nursery is not None and self._nursery.stdin is not None:
            self._nursery.stdin.close()
            await self._nursery.wait()
        for worker in self.workers:
            await worker.channel.close()

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open_nursery(self) -> None:
        self._nursery = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.workers.nursery",
            str(self._folder),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=self._environment,
            pass_fds=self._keep,
            start_new_session=True,
        )
        self._loaded = asyncio.get_running_loop().create_future()
        self._run(self._listen(self._nursery))
        await asyncio.wait_for(asyncio.shield(self._loaded), START_SECONDS)

    async def _listen(self, nursery: asyncio.subprocess.Process) -> None:
        """Hear what the nursery tells, until it ends; then all workers have, or are about to."""
        assert nursery.stdout is not None
        while line := await nursery.stdout.readline():
            what = json.loads(line)
            match what["event"]:
                case "ready":
                    self._loaded.set_result(None)
                case "failed":
                    self._loaded.set_exception(_named(what))
                case "began":
                    self._began.pop(what["number"]).set_result(what["pid"])
                case "ended":
                    self._ended[what["pid"]] = what["status"]
                    await self._lost(next((one for one in self.workers if one.pid == what["pid"]), None))
        if not self._loaded.done():
            self._loaded.set_exception(WorkerNotStarted("The process that loads for the workers ended."))
        for worker in self.workers:
            await self._lost(worker, replace=False)
        if not self._stopping:
            log.error("nursery_ended")
            self._run(self._start_anew())

    async def _start_anew(self) -> None:
        """Load again and begin all workers, as often as it takes."""
        pause = 1.0
        while not self._stopping:
            try:
                await self.start()
                return
            except (AnamnesisError, TimeoutError, OSError) as error:
                log.error("workers_not_started", reason=getattr(error, "reason", type(error).__name__))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _begin(self, number: int) -> None:
        """Fork a worker and wait until it serves. Raises WorkerNotStarted, and its failure by its own name."""
        assert self._nursery is not None and self._nursery.stdin is not None
        # A socket of its own for each: what the one before left behind is nobody's.
        socket = self._folder / f"{next(self._sockets)}.sock"
        began = self._began[number] = asyncio.get_running_loop().create_future()
        order = {"number": number, "workers": self._wanted, "socket": str(socket)}
        self._nursery.stdin.write(f"{json.dumps(order)}\n".encode())
        await self._nursery.stdin.drain()
        pid = await began
        channel = grpc.aio.insecure_channel(f"unix:{socket}", options=(*self._options, *_NEAR))
        loop = asyncio.get_running_loop()
        worker = self._workers[number] = Worker(number, pid, socket, channel, loop.time())
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
            self._run(self._replace(worker.number, asyncio.get_running_loop().time() - worker.began))

    async def _replace(self, number: int, lived: float) -> None:
        pause = 0.0 if lived >= SHORT_LIFE_SECONDS else 0.5
        while not self._stopping:
            await asyncio.sleep(pause)
            pause = min(2 * pause or 0.5, LONGEST_PAUSE_SECONDS)
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
        return _named(json.loads(worker.socket.with_suffix(".failed").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return WorkerNotStarted()


def _named(told: Mapping[str, Any]) -> AnamnesisError:
    """The failure that another process was told by."""
    failure = WorkerNotStarted(str(told["message"]))
    # Each is of its class elsewhere; here they are those of the process that failed.
    for name in ("reason", "status", "advice"):
        setattr(failure, name, str(told[name]))
    return failure
