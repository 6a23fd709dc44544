"""What asking for a name and writing the access log cost a turn and a read: CPU time of the server, in one run.

    python -m evaluation.access_bench [--turns 200] [--reads 400]

Three servers run at once over data of their own: two ask nobody and record nothing, the third checks a token and the
rules, and writes a line for each access. The same turns and reads go to all in alternation. What a server used from one
of its turns to the next, by its own clock of processor time, is that turn's cost, with all that it leaves to be done
after it; costs of the same turn are compared. What the second server differs from the first is noise alone.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice, pairwise
from pathlib import Path

from clients.client import AnamnesisClient
from clients.credentials import Credentials
from evaluation.server_process import free_port, wait_until_serving
from evaluation.turn_cost import utterances

WARMING = 10
"""Turns and reads that warm the servers up, and are not counted."""
CONVERSATION = 40
"""Turns of a patient; then comes the next one."""
START_SECONDS = 600.0
"""How long a server may take to start: three of them do, one after the other, on a machine that may be busy."""
TRIMMED = 0.1
"""Share of the largest and of the smallest differences that is left out: what else a server did just then."""


@dataclass(slots=True)
class Side:
    """One of the servers, its client and its patient."""

    process: int
    client: AnamnesisClient
    patient: str = ""
    turns: int = 0

    @property
    def cpu(self) -> float:
        """CPU seconds of the server so far, all its threads, to the microsecond: by Linux's clock of a process."""
        return time.clock_gettime((~self.process << 3) | 2)


@contextmanager
def _side(folder: Path, *, checked: bool) -> Iterator[Side]:
    folder.mkdir()
    token = ""
    changed = {"ANAMNESIS_ACCESS_LOG": "off"}
    if checked:
        create = ["token", "create", "bench", "--role", "agent", "--data", str(folder)]
        token = _run(create).strip()
        changed = {"ANAMNESIS_MAX_PATIENT_TURNS_PER_MINUTE": "0", "ANAMNESIS_MAX_CALLS_PER_MINUTE": "0"}
    with _served(folder, changed) as (process, address):
        with AnamnesisClient(address, timeout=60, turn_timeout=300, credentials=Credentials(token=token)) as client:
            yield Side(process, client)


def _run(words: Sequence[str]) -> str:
    command = [sys.executable, "-m", "server", *words]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603


@contextmanager
def _served(folder: Path, changed: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "server", "serve", "--address", address, "--data", str(folder)]
    process = subprocess.Popen(command, env=os.environ | changed, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_until_serving(address, process, START_SECONDS)
        yield process.pid, address
    finally:
        process.terminate()
        process.wait(timeout=40)


def measure(turns: int, reads: int) -> Iterator[str]:
    """A line for turns and one for reads."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _side(Path(folder) / "open", checked=False) as free,
        _side(Path(folder) / "again", checked=False) as again,
        _side(Path(folder) / "checked", checked=True) as checked,
    ):
        sides = (free, again, checked)

        def turn(side: Side, text: str) -> None:
            if side.turns % CONVERSATION == 0:
                side.patient = side.client.register_patient(locale="ko")
            side.turns += 1
            for _ in side.client.converse(side.patient, text):
                pass

        def read(side: Side, _: str) -> None:
            side.client.profile(side.patient)

        yield _compared(
            "a turn", _costs(sides, turn, list(islice(cycle(utterances(CONVERSATION)), turns + WARMING + 1)))
        )
        yield _compared("a read of the profile", _costs(sides, read, [""] * (reads + WARMING + 1)))


def _costs(sides: Sequence[Side], task: Callable[[Side, str], None], texts: Sequence[str]) -> list[tuple[float, ...]]:
    """What each text cost each side, in ms; the sides take turns in who is first."""
    marks = []
    for number, text in enumerate(texts):
        before = {}
        for at in range(len(sides)):
            index = (number + at) % len(sides)
            before[index] = sides[index].cpu
            task(sides[index], text)
        marks.append([before[index] for index in range(len(sides))])
    costs = [tuple(1000 * (later - earlier) for earlier, later in zip(*two, strict=True)) for two in pairwise(marks)]
    return costs[WARMING:]


def _compared(name: str, costs: Sequence[tuple[float, ...]]) -> str:
    base = statistics.fmean(_trimmed([free for free, _, _ in costs]))
    (noise, noise_error), (more, error) = (_difference([cost[side] - cost[0] for cost in costs]) for side in (1, 2))
    return (
        f"{name}: {base:.2f} ms CPU unasked; with token and access log {more:+.2f} ms "
        f"({more / base:+.1%}, standard error {error / base:.1%}); a second server unasked {noise:+.2f} ms "
        f"({noise / base:+.1%}, standard error {noise_error / base:.1%}); {len(costs)} of each"
    )


def _difference(differences: Sequence[float]) -> tuple[float, float]:
    """The trimmed mean, and its standard error."""
    kept = _trimmed(differences)
    return statistics.fmean(kept), statistics.stdev(kept) / len(kept) ** 0.5


def _trimmed(values: Sequence[float]) -> list[float]:
    out = int(TRIMMED * len(values))
    return sorted(values)[out : len(values) - out]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--reads", type=int, default=400)
    options = parser.parse_args(arguments)
    for line in measure(options.turns, options.reads):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
