"""A service that has to outlast kills for minutes under many conversations; what it lost, doubled, and took.

    python -m tests.faults.outlasting [workers | postgres-workers | postgres-servers] [--minutes N] [--conversations N]

Every twenty seconds something is killed with SIGKILL: a worker or the front, one of two servers, PostgreSQL or all of
its connections. Clients repeat a turn under its request id until it is completed. At the end the log is held against
all that was acknowledged, verified, and folded anew beside the kept views; whatever does not hold ends the command.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from evaluation.bench import quantile
from tests.faults.killed_server import Server
from tests.faults.loaded_server import PATIENCE, Load, hold_against, whisper_canary
from tests.faults.two_servers import TwoServers
from tests.faults.worker_server import ROOMY, WorkerServer
from tests.postgres import own_server

BETWEEN_SECONDS = 20

Outlasting = WorkerServer | TwoServers


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was killed, how often; the seconds of every completed turn; how often a turn was repeated; of how long."""

    kills: Counter[str]
    turns: tuple[float, ...]
    repeated: int
    seconds: float

    def __str__(self) -> str:
        """The figures in a line."""
        killed = ", ".join(f"{count} {name.removeprefix('_')}" for name, count in sorted(self.kills.items()))
        return (
            f"{len(self.turns)} turns acknowledged in {self.seconds:.0f} s, 0 lost, 0 doubled; views as rebuilt, log "
            f"verified; kills: {killed}; {self.repeated} repetitions; a turn p50 {quantile(self.turns, 0.5):.2f} s, "
            f"p95 {quantile(self.turns, 0.95):.2f} s, longest {max(self.turns):.1f} s"
        )


def outlast(server: Outlasting, conversations: int, minutes: float, seed: int) -> Outcome:
    """Kill ``server`` for so long, and hold its log against what was acknowledged. Raises AssertionError."""
    chance, over = random.Random(seed), threading.Event()
    try:
        load = Load(server, conversations)
        whisper_canary(server)
        began = time.monotonic()
        with load.talking():
            while time.monotonic() < began + 60 * minutes:
                over.wait(BETWEEN_SECONDS)
                load.kill(chance.uniform(0, 1))
        seconds = time.monotonic() - began
        assert server.stop() == 0
    finally:
        server.close()
    hold_against(server, load.conversations)
    views_are_what_the_log_says(server)
    return Outcome(
        Counter(server.killed),
        tuple(second for one in load.conversations for second in one.seconds),
        sum(one.repeated for one in load.conversations),
        seconds,
    )


def views_are_what_the_log_says(server: Server) -> None:
    """Fold the log of a server that has stopped anew and compare with the kept views."""
    checked = subprocess.run(
        [sys.executable, "-m", "server", "rebuild", "--verify", "--data", str(server.data)],
        capture_output=True,
        text=True,
        env={**os.environ, **server.settings},
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@contextmanager
def _workers(folder: Path, seed: int) -> Iterator[Outlasting]:
    yield WorkerServer(folder / "data", folder / "service.log", seed=seed, front=True, **PATIENCE)


@contextmanager
def _workers_on_postgres(folder: Path, seed: int) -> Iterator[Outlasting]:
    with own_server() as database:
        others, log = (database.kill, database.kill_connections), folder / "service.log"
        yield WorkerServer(folder / "data", log, seed=seed, front=True, others=others, store=database.url, **PATIENCE)


@contextmanager
def _servers_on_postgres(folder: Path, seed: int) -> Iterator[Outlasting]:
    with own_server() as database:
        others, settings = (database.kill, database.kill_connections), ROOMY | PATIENCE
        yield TwoServers(folder, folder / "service.log", database.url, seed=seed, others=others, **settings)


SERVICES: dict[str, Callable[[Path, int], AbstractContextManager[Outlasting]]] = {
    "workers": _workers,
    "postgres-workers": _workers_on_postgres,
    "postgres-servers": _servers_on_postgres,
}
"""The services that are to outlast, each opened in a folder of its own with the seed of its kills."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Outlast, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("service", nargs="?", choices=SERVICES, default="workers")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--conversations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, SERVICES[options.service](Path(folder), options.seed) as server:
        print(outlast(server, options.conversations, options.minutes, options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
