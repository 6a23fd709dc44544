"""What several workers bring: turns a second of many conversations, from one process and from workers, in turn.

    python -m evaluation.workers_bench [--workers N] [--streams N] [--seconds S] [--rounds N]

Conversations that never pause, each with a patient of its own, over loopback gRPC; the client is a process of its own.
Wall time on a machine that others use as well says little by itself: the rounds alternate, and beside the rate stands
what the service's processes used of the processors, and the memory that they hold together (PSS, what is shared counted
once).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from clients.client import AnamnesisClient
from evaluation.bench import OPENERS, UTTERANCES
from evaluation.server_process import cpu_seconds, started

WORKERS = "ANAMNESIS_WORKERS"
WARM_SECONDS = 5.0
"""Of every round, before anything is counted."""


def family(process_id: int) -> list[int]:
    """A process and all that descend from it, by Linux's /proc."""
    found = [process_id]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            # One that ends meanwhile has none.
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, children.read_text(encoding="ascii").split())
    return found


def held(process_id: int) -> float:
    """Memory of a family of processes, what they share counted once, in MiB."""
    total = 0
    for one in family(process_id):
        for line in Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


@contextmanager
def served(data: Path, workers: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A service of so many workers, and its address."""
    before = os.environ.get(WORKERS)
    os.environ[WORKERS] = str(workers)
    try:
        with started(data) as server:
            yield server
    finally:
        # Whoever starts a server after this one wants as many processes as before.
        if before is None:
            del os.environ[WORKERS]
        else:
            os.environ[WORKERS] = before


def converse(address: str, streams: int, seconds: float) -> int:
    """Turns that were completed in so many seconds, after the warm-up."""
    counts = [0] * streams
    begins = time.monotonic() + WARM_SECONDS
    ends = begins + seconds

    def talk(number: int) -> None:
        with AnamnesisClient(address, timeout=60) as client:
            turn, patient_id = 0, ""
            while time.monotonic() < ends:
                if turn % len(UTTERANCES) == 0:
                    patient_id = str(uuid.uuid4())
                    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
                opener = OPENERS[(number + turn) % len(OPENERS)]
                for _ in client.converse(patient_id, f"{opener}, {UTTERANCES[turn % len(UTTERANCES)]}"):
                    pass
                turn += 1
                counts[number] += begins <= time.monotonic() < ends

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(streams)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts)


@dataclass(frozen=True, slots=True)
class Served:
    """What a service of so many workers did: turns a second and CPU ms a turn of each round, and the MiB it holds."""

    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)


def alternated(folder: Path, most: int, streams: int, seconds: float, rounds: int) -> dict[int, Served]:
    """Rounds of one process and of workers, in turn, each service anew; by number of workers."""
    found = {1: Served(), most: Served()}
    for number in range(rounds):
        for workers, one in found.items():
            with served(folder / f"{number}-{workers}", workers) as (process, address):
                began = sum(map(cpu_seconds, family(process.pid)))
                turns = converse(address, streams, seconds)
                spent = sum(map(cpu_seconds, family(process.pid))) - began
                one.rates.append(turns / seconds)
                # The warm-up is among what was spent, and so it is among the turns.
                one.costs.append(1000 * spent * seconds / (seconds + WARM_SECONDS) / max(turns, 1))
                one.held.append(held(process.pid))
    return found


def measure(folder: Path, most: int, streams: int, seconds: float, rounds: int) -> Iterator[str]:
    """The rounds in words."""
    found = alternated(folder, most, streams, seconds, rounds)
    yield f"{streams} conversations, {rounds} rounds of {seconds:.0f} s in turn, {os.cpu_count()} cores"
    for workers, one in found.items():
        yield (
            f"  {workers} {'process' if workers == 1 else 'workers'}: {statistics.median(one.rates):6.1f} turns/s "
            f"({', '.join(f'{rate:.1f}' for rate in one.rates)}), {statistics.median(one.costs):5.1f} ms CPU a turn, "
            f"{one.held[-1]:.0f} MiB"
        )
    ratios = [many / one for one, many in zip(found[1].rates, found[most].rates, strict=True)]
    yield f"  x{statistics.median(ratios):.2f} ({', '.join(f'{one:.2f}' for one in ratios)})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--streams", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for line in measure(Path(folder), options.workers, options.streams, options.seconds, options.rounds):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
