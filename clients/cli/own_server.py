"""A server of the command's own: started, waited for as long as it loads, and ended whatever happens."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from clients import AnamnesisClient, Credentials
from clients.cli.words import LANGUAGE_VARIABLE, Words
from clients.errors import Unavailable

NOT_STARTED = "NOT_STARTED"
"""Reason of a server that ends, or takes too long, before it serves; what it said itself goes with it."""
START_SECONDS = 600.0
"""How long a server may take to load: 13 s of a quiet machine's time, minutes on one that is busy with other things."""
STOP_SECONDS = 35.0
"""How long it may take to stop: a server gives itself 30 s of grace."""
POLL_SECONDS = 0.1

ENDING = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP", "SIGINT") if name in signal.Signals.__members__)
"""Signals that would end this program and leave its server behind, as far as this system has them."""


@contextmanager
def own_server(
    data: Path,
    environment: Mapping[str, str],
    loading: Callable[[str], None],
    *,
    start_seconds: float = START_SECONDS,
    stop_seconds: float = STOP_SECONDS,
) -> Iterator[str]:
    """A server over ``data`` on a free loopback port, its log beside its data; yields its address once it is healthy.

    ``loading`` is told the name of each part that the server begins to load. Raises OSError when the directory cannot
    be written, and Unavailable when the server does not serve, in its own words where it has said why.
    """
    log = data / "server.jsonl"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    # An empty store: the directory is all of it, whatever database the environment names.
    where = ("--address", "127.0.0.1:0", "--data", str(data), "--store", "")
    command = (sys.executable, "-m", "server", "serve", *where)
    # It says why it does not start in the language of this command.
    spoken = {**environment, LANGUAGE_VARIABLE: Words().language}
    with running(command, log, spoken, stop_seconds) as process:
        address = _address(process, log, loading, start_seconds)
        with AnamnesisClient(address, credentials=Credentials()) as client:
            client.wait_until_serving(start_seconds)
        yield address


@contextmanager
def running(
    command: Sequence[str], log: Path, environment: Mapping[str, str], stop_seconds: float
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that writes to ``log``; it is gone at the end of the block, however that ends."""
    leaving = _Leaving()
    before = {number: signal.signal(number, leaving) for number in ENDING}
    try:
        with log.open("w", encoding="utf-8") as file:
            # The command is this program's own; Ctrl-C is for this program alone, which then ends the other.
            process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True, env=environment
            )
        try:
            leaving.is_safe()
            yield process
        finally:
            _end(process, stop_seconds)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(process: subprocess.Popen[bytes], seconds: float) -> None:
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    except BaseException:
        # Interrupted again by someone who will not wait.
        process.kill()
        process.wait()
        raise


class _Leaving:
    """Hears the signals of :data:`ENDING` and leaves as they would have, but past everything that has to be tidied up.

    Not before :meth:`is_safe`: a process that is being started is nobody's yet, and would stay behind.
    """

    def __init__(self) -> None:
        self._safe = False
        self._heard: int | None = None

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        self._heard = number
        if self._safe:
            self._leave(number)

    def is_safe(self) -> None:
        """From now on leave at once; what was heard until now is made up for."""
        self._safe = True
        if self._heard is not None:
            self._leave(self._heard)

    def _leave(self, number: int) -> NoReturn:
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)


def _address(process: subprocess.Popen[bytes], log: Path, loading: Callable[[str], None], seconds: float) -> str:
    until = time.monotonic() + seconds
    with log.open(encoding="utf-8") as lines:
        told: list[str] = []
        while True:
            # Asked first: what it wrote before it ended is read all the same.
            ended = process.poll() is not None
            for line in iter(lines.readline, ""):
                told.append(line.rstrip("\n"))
                event = _event(line)
                if event.get("event") == "serving":
                    return event["address"]
                if event.get("event") == "loading":
                    loading(event["part"])
            if ended:
                raise _not_started(told, log)
            if time.monotonic() > until:
                words = Words()
                late = words("own.late", seconds=f"{seconds:g}")
                raise Unavailable(late, NOT_STARTED, words("own.look", log=log))
            time.sleep(POLL_SECONDS)


def _event(line: str) -> dict[str, str]:
    """A line of the service log; nothing for what libraries write between."""
    try:
        event = json.loads(line)
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}


def _not_started(told: Sequence[str], log: Path) -> Unavailable:
    """Why the server ended, as it said itself: commands end with a sentence and what to do next."""
    words = Words()

    def said(name: str) -> str:
        begin = f"{words(name)}: "
        return next((line.strip().removeprefix(begin) for line in told if line.strip().startswith(begin)), "")

    why = said("cli.error") or next((line for line in reversed(told) if line and not _event(line)), "")
    sentence = words("own.not_started", why=why).rstrip()
    return Unavailable(sentence, NOT_STARTED, said("cli.next") or words("own.look", log=log))
