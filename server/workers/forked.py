"""The front's side of the process that workers are forked from: begun, asked for workers and whether it hangs, ended.

What is written there and read from there is a line each; :mod:`server.workers.nursery` is the other side.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from domain.errors import AnamnesisError
from server.workers.heartbeat import until_unanswered

START_SECONDS = 120.0
"""How long loading, and then a worker, may take until it serves: as long as a service that is alone (ours)."""
END_SECONDS = 0.5
"""How long it may take to end by itself once it is to fork no more: half of what its front has left by then."""


class WorkerNotStarted(AnamnesisError):
    """A worker ended before it served."""

    status = "UNAVAILABLE"
    reason = "WORKER_NOT_STARTED"
    advice = "Read what it wrote to standard error; `anamnesis doctor` looks at what a service needs."


class Forked:
    """A process that workers are forked from."""

    def __init__(self, process: asyncio.subprocess.Process, ended: Callable[[int, int], Awaitable[None]]) -> None:
        self._process = process
        self._ended = ended
        self._loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._began: dict[int, asyncio.Future[int]] = {}
        self._heard = asyncio.Event()
        self._loading = False
        self.over = asyncio.Event()
        """Set when it has ended; its workers have then, or are about to."""
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(
        cls,
        folder: Path,
        environment: Mapping[str, str],
        keep: tuple[int, ...],
        ended: Callable[[int, int], Awaitable[None]],
    ) -> Forked:
        """Begin one and wait until it has loaded what workers know; ``ended`` hears of workers, by id and status.

        Raises WorkerNotStarted, what it failed with by its own name, and TimeoutError; then it was ended.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.workers.nursery",
            str(folder),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            pass_fds=keep,
            start_new_session=True,
        )
        self = cls(process, ended)
        try:
            await asyncio.wait_for(asyncio.shield(self._loaded), START_SECONDS)
        except BaseException:
            self.kill()
            raise
        return self

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    async def fork(self, number: int, workers: int, socket: Path) -> int:
        """Begin a worker; its process id. Raises WorkerNotStarted where this process ends first."""
        if self.over.is_set():
            raise WorkerNotStarted
        began = self._began[number] = asyncio.get_running_loop().create_future()
        self._tell(number=number, workers=workers, socket=str(socket))
        pid: int = await began
        return pid

    async def until_silent(self, seconds: float) -> None:
        """Ask again and again whether it is there; return when nothing was answered for ``seconds``."""
        await until_unanswered(self._answers, seconds)

    def kill(self) -> None:
        """End it without asking; its workers hear of it and stop."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """Let it end, and with it every worker that is left; kill it where it does not."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        self.kill()
        await self._process.wait()
        self._listening.cancel()

    async def _answers(self, seconds: float) -> bool:
        self._heard.clear()
        self._tell(question=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard.wait(), seconds)
            return True
        # An index that it takes over takes as long as loading.
        return self._loading

    def _tell(self, **what: object) -> None:
        # Not drained: what is in the way of a process that reads nothing is a few questions.
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(what)}\n".encode())

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            what = json.loads(line)
            self._heard.set()
            self._loading = what["event"] == "loading"
            match what["event"]:
                case "ready":
                    self._loaded.set_result(None)
                case "failed":
                    self._loaded.set_exception(told_as(what))
                case "began":
                    self._began.pop(what["number"]).set_result(what["pid"])
                case "ended":
                    await self._ended(what["pid"], what["status"])
        self.over.set()
        waiting: list[asyncio.Future[Any]] = [self._loaded, *self._began.values()]
        for one in waiting:
            if not one.done():
                one.set_exception(WorkerNotStarted("The process that loads for the workers ended."))


def told_as(told: Mapping[str, Any]) -> AnamnesisError:
    """The failure that another process was told by."""
    failure = WorkerNotStarted(str(told["message"]))
    # Each is of its class elsewhere; here they are those of the process that failed.
    for name in ("reason", "status", "advice"):
        setattr(failure, name, str(told[name]))
    return failure
