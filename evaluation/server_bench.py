"""What a server costs by processor time: to start, to run a turn, and to do nothing.

    python -m evaluation.server_bench [--patients N]

Processor time of the server's process in user and system mode, by Linux's /proc, so that other work on the machine
counts little; the wall at the client stands beside it. A first start derives the tables of the lexicon and builds the
index; later ones read them. With a turn counts what it leaves to be done after it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from clients.client import AnamnesisClient
from evaluation.bench import OPENERS, UTTERANCES, quantile
from evaluation.server_process import cpu_seconds, resident, settled, started

IDLE_SECONDS = 5.0


def measure_starts(data: Path) -> Iterator[str]:
    """The first start on a machine and the second, each on a directory of its own."""
    for name in ("first", "later"):
        with started(data / name) as (process, _):
            spent, memory = cpu_seconds(process.pid), resident(process.pid)
        yield f"{name} start: {spent:.1f} s CPU, {memory:.0f} MiB resident when serving"


def measure_turns(data: Path, patients: int) -> Iterator[str]:
    """Turns of one conversation after the other; and the server at rest."""
    with started(data / "turns") as (process, address), AnamnesisClient(address) as client:
        walls, began = list[float](), 0.0
        for number in range(patients + 1):
            if number == 1:  # the first patient warms the server up
                began = settled(process.pid)
            patient_id = str(uuid.uuid4())
            client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
            for utterance in UTTERANCES:
                before = time.perf_counter()
                for _ in client.converse(patient_id, f"{OPENERS[number % len(OPENERS)]}, {utterance}"):
                    pass
                if number:
                    walls.append(1000 * (time.perf_counter() - before))
        each = 1000 * (settled(process.pid) - began) / len(walls)
        yield (
            f"turns, {len(walls)} in one stream: {each:.1f} ms CPU a turn; at the client p50 "
            f"{statistics.median(walls):.1f} ms, p95 {quantile(walls, 0.95):.1f} ms; {resident(process.pid):.0f} MiB"
        )
        resting = cpu_seconds(process.pid)
        time.sleep(IDLE_SECONDS)
        idle = 1000 * (cpu_seconds(process.pid) - resting) / IDLE_SECONDS
        yield f"at rest: {idle:.1f} ms CPU a second"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=10)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        # A cache of its own: the first start is to find nothing.
        os.environ["ANAMNESIS_CACHE"] = str(Path(folder) / "cache")
        for line in measure_starts(Path(folder)):
            print(line, flush=True)
        for line in measure_turns(Path(folder), options.patients):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
