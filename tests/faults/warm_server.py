"""Servers that start within a second: forked from a process that has loaded what every server knows and serves nobody.

What is killed is a whole server all the same: it opens the log, the keys, the views and the port by itself. Only the
lexicon, the analyser, the models and the index, which no turn changes, are there before it starts.

Run as a program it reads a line of JSON for each server to start ("address", "data", "log", "settings"), says its
process id, waits for its end and says its exit status.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from server.app import serving
from server.composition import Knowledge, load_knowledge
from server.data_directory import DataDirectory
from server.logs import configure_logs
from server.private_files import UMASK
from server.settings import load_settings
from server.stopping import until_told
from tests.faults.killed_server import Process, Server


class Nursery:
    """The process that servers are forked from; one serves at a time."""

    def __init__(self, data: Path) -> None:
        """``data`` is where what they know is loaded from: the directory of one of them, or another."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.warm_server", str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, **what: object) -> Forked:
        """A new server, once the one before has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(what)}\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()), self._process.stdout)

    def close(self) -> None:
        """End it; the last server has ended."""
        # It ends with its standard input; what is left open would be a warning at the end of the test run.
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=60)


class Forked:
    """A server that the nursery has forked and waits for, with the ways of a child of one's own."""

    def __init__(self, pid: int, ends: IO[str]) -> None:
        """``ends`` says the status of ``pid`` once it has ended."""
        self.pid = pid
        self.returncode: int | None = None
        self._ends = ends

    def poll(self) -> int | None:
        """Its status once it has ended."""
        return self._ended_within(0)

    def wait(self, timeout: float | None = None) -> int:
        """Its status at its end. Raises TimeoutExpired when that is not within ``timeout`` seconds."""
        status = self._ended_within(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("server", timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            # It may end between the two, as one does that kills itself at a moment of its own.
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Tell it to stop."""
        self.send_signal(signal.SIGTERM)

    def _ended_within(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ends], [], [], seconds)[0]:
            self.returncode = int(self._ends.readline())
        return self.returncode


class WarmServer(Server):
    """A server that starts within a second, every time but the first."""

    def __init__(self, data: Path, log: Path | None = None, nursery: Nursery | None = None, **settings: object) -> None:
        """As :class:`Server`; a ``nursery`` that is given may fork the servers of several tests, and outlives them."""
        super().__init__(data, log, **settings)
        self._nursery = nursery or Nursery(data)
        self._owns_nursery = nursery is None

    def spawn(self, environment: dict[str, str]) -> Process:
        """A server forked from the nursery."""
        return self._nursery.start(
            address=self.address, data=str(self.data), log=str(self.log or os.devnull), environment=environment
        )

    def close(self) -> None:
        """End the server if it runs, and a nursery that is its own."""
        super().close()
        if self._owns_nursery:
            self._nursery.close()


def main(data: Path) -> None:
    """Fork a server for every line of the standard input."""
    # Standard output is the nursery's own: it speaks of processes there.
    configure_logs("warning")
    knowledge = load_knowledge(DataDirectory(data))
    for line in sys.stdin:
        what = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _serve(knowledge, **what)
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _serve(knowledge: Knowledge, address: str, data: str, log: str, environment: dict[str, str]) -> None:
    """Serve as ``anamnesis serve`` does, and end the process without the parent's threads, which it never had."""
    os.environ.clear()
    os.environ.update(environment)
    os.umask(UMASK)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor, own in ((silence, 0), (silence, 1), (written, 2)):
        os.dup2(descriptor, own)
    status = 1
    try:
        settings = load_settings({"address": address, "data": Path(data)})
        configure_logs(settings.log_level)
        service = serving(settings, load=lambda _: knowledge)
        asyncio.run(until_told(service, lambda _: None, settings.grace_seconds))
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
