"""The process that workers are forked from: it has loaded what every worker knows, and serves nobody.

A worker is there within a second, and what was loaded is in memory once. No thread runs here, for none would be in a
worker: gRPC, the log and the pools are begun by each worker itself.

Run as a program (``python -m server.workers.nursery FOLDER``) it reads a line for each worker to fork, or a question
whether it is there, and writes a line for whatever happens; at the end of its input it ends, and its workers stop.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import os
import selectors
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import structlog

from domain.errors import AnamnesisError
from server.app import serving
from server.composition import Knowledge
from server.corpus import index_stamp, open_retriever
from server.data_directory import DataDirectory
from server.first_start import load_as_later
from server.logs import configure_logs
from server.private_files import UMASK
from server.settings import Settings, load_settings
from server.stopping import until_told
from server.workers.behind import Behind

INPUT, OUTPUT = 0, 1
"""The nursery's own: a worker that wrote there would speak for it."""
_PR_SET_PDEATHSIG = 1
"""prctl(2): a signal for when whoever began this process has ended."""
AT_ONCE = 65_536
"""Bytes of the input that are read at once."""


class Nursery:
    """Forks workers, and says when they end."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        """Load what they know. ``folder`` is what the workers of one run share."""
        self._settings = settings
        self._folder = folder
        self._directory = DataDirectory(settings.data)
        self._knowledge: Knowledge = load_as_later(self._directory, settings)
        self._index = index_stamp(settings, self._directory)
        # What all of them know stays where it is: a collector that looked through it would copy it for each.
        gc.collect()
        gc.freeze()
        self._life, self._lifeline = os.pipe()
        """A worker hears the end of its nursery at the one end; nobody but the nursery has the other."""

    def run(self) -> None:
        """Fork a worker for each line of the input, until it ends."""
        ended, told = os.pipe()
        for end in (ended, told):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as waiting:
            for end in (INPUT, ended):
                waiting.register(end, selectors.EVENT_READ)
            unread = b""
            while True:
                for key, _ in waiting.select():
                    if key.fd != INPUT:
                        with suppress(BlockingIOError):
                            os.read(ended, AT_ONCE)
                    elif heard := os.read(INPUT, AT_ONCE):
                        *lines, unread = (unread + heard).split(b"\n")
                        for line in lines:
                            order = json.loads(line)
                            if "question" in order:
                                # That this is answered at all is the answer.
                                tell(event="here")
                            else:
                                self._fork(**order, own=(ended, told))
                    else:
                        return
                for pid, status in self._ended():
                    tell(event="ended", pid=pid, status=status)

    def _fork(self, number: int, workers: int, socket: str, own: tuple[int, ...]) -> None:
        self._renew()
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for end in (*own, self._lifeline):
                os.close(end)
            self._serve(Behind(self._folder, number, workers), Path(socket))
        tell(event="began", number=number, pid=child)

    def _renew(self) -> None:
        """Take over an index that was built since, as the workers that run have."""
        stamp = index_stamp(self._settings, self._directory)
        if stamp in (self._index, None):
            return
        self._index = stamp
        tell(event="loading")
        retriever = self._knowledge.retriever
        # What is wrong with it the workers that run have said already.
        with suppress(AnamnesisError, OSError):
            retriever.take_over(open_retriever(self._settings, self._directory, retriever.tokenizer))

    def _ended(self) -> Iterator[tuple[int, int]]:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            yield pid, os.waitstatus_to_exitcode(status)

    def _serve(self, behind: Behind, socket: Path) -> NoReturn:
        """Serve as a process of its own does, and end without the ways of the one that it was forked from."""
        silence = os.open(os.devnull, os.O_RDWR)
        for descriptor in (INPUT, OUTPUT):
            os.dup2(silence, descriptor)
        status = 1
        try:
            settings = behind.settings(self._settings, socket)
            structlog.contextvars.bind_contextvars(worker=behind.number)
            threading.Thread(target=_stop_with_the_nursery, args=(self._life,), daemon=True).start()
            service = serving(settings, load=lambda _: self._knowledge, behind=behind)
            asyncio.run(until_told(service, lambda _: None, settings.grace_seconds))
            status = 0
        except AnamnesisError as error:
            socket.with_suffix(".failed").write_text(json.dumps(told_of(error)), encoding="utf-8")
        finally:
            sys.stderr.flush()
            os._exit(status)


def _stop_with_the_nursery(life: int) -> None:
    os.read(life, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _end_with_the_front() -> None:
    """Be killed when the front is, also while loading, when nothing of the input is read; Linux can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def told_of(error: AnamnesisError) -> dict[str, Any]:
    """A named failure, for the process that shows it; it holds no patient's words."""
    return {"message": str(error), "reason": error.reason, "status": error.status, "advice": error.advice}


def tell(**what: object) -> None:
    """Write one line."""
    print(json.dumps(what), flush=True)


def main(folder: Path) -> int:
    """Load, and fork until the input ends."""
    os.umask(UMASK)
    _end_with_the_front()
    # Ctrl-C is for the front, which stops the workers one by one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        settings = load_settings()
        configure_logs(settings.log_level)
        nursery = Nursery(settings, folder)
    except AnamnesisError as error:
        tell(event="failed", **told_of(error))
        return 1
    tell(event="ready")
    nursery.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
