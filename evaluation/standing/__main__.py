"""Where the service stands, a line a figure: itself, a floor or a peer of the same run, the ratio, and the landed one.

    python -m evaluation.standing [--only PART ...] [--seconds S] [--land]

Parts: start, turns (1 to 128 conversations at once), facts (1,000 current facts), workers, postgres, mem0. Processor
time unless a line says otherwise. ``--land`` keeps the ratios of this run in docs/benchmarks/landed.json, which later
runs are shown beside; lines that were not measured keep theirs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from clients.client import AnamnesisClient
from evaluation import facts_bench, postgres_bench, workers_bench
from evaluation.server_process import started
from evaluation.standing import concurrency, peer, starting
from evaluation.standing.figures import LANDED, Figure, Skipped, land, landed_ratios, line
from evaluation.store_bench import EVENTS

MANY = 1_000
CALLS_OF_FACTS = ("GetProfile, a fact", "GetContext", "SearchMemory", "a turn that asks", "a turn that states")
WORKERS, WORKER_STREAMS, WORKER_ROUNDS = 2, 8, 2
SAVES = 200

Lines = Iterator[Figure | Skipped]


def of_facts(folder: Path) -> Lines:
    """Calls on a patient of 1,000 current facts beside one of ten."""
    with started(folder) as (process, address), AnamnesisClient(address, timeout=60) as client:
        for name, each in facts_bench.costs(client, process.pid, [MANY], CALLS_OF_FACTS):
            few = f"{facts_bench.FEW} facts"
            yield Figure(f"{MANY:,} current facts: {name}", each[MANY], "ms CPU", each[facts_bench.FEW], few)


def of_workers(folder: Path, seconds: float) -> Lines:
    """Turns a second of two workers beside one process: more is better."""
    found = workers_bench.alternated(folder, WORKERS, WORKER_STREAMS, seconds, WORKER_ROUNDS)
    alone, many = found[1], found[WORKERS]
    note = f"{statistics.median(many.costs):.1f} ms CPU a turn, {many.held[-1]:.0f} MiB, {os.cpu_count()} cores"
    rates = (statistics.median(one.rates) for one in (many, alone))
    yield Figure(f"{WORKERS} workers (more is better)", next(rates), "turns/s wall", next(rates), "one process", note)


def of_postgres() -> Lines:
    """A save in PostgreSQL beside one in SQLite, by this process's CPU alone."""
    name = f"a save of {EVENTS} events in PostgreSQL"
    if not postgres_bench.measurable():
        yield Skipped(name, "install the extra `postgres` and the group `database`")
        return
    with postgres_bench.opened_both() as (sqlite, postgres, _, _):
        each = postgres_bench.compared(sqlite, postgres, SAVES)
    (cpu, wall), (least, _) = each["PostgreSQL"], each["SQLite"]
    note = f"{1000 * wall:.2f} ms wall; the database server's CPU comes on top"
    yield Figure(name, 1000 * cpu, "ms CPU", 1000 * least, "SQLite", note)


def parts(folder: Path, seconds: float) -> Mapping[str, Callable[[], Lines]]:
    """Every part by name, each over a folder of its own."""
    return {
        "start": lambda: starting.measure(folder / "start"),
        "turns": lambda: concurrency.measure(folder / "turns", seconds),
        "facts": lambda: of_facts(folder / "facts"),
        "workers": lambda: of_workers(folder / "workers", seconds),
        "postgres": of_postgres,
        "mem0": lambda: peer.measure(folder / "mem0"),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    names = tuple(parts(Path(), 0))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each number of conversations")
    parser.add_argument("--land", action="store_true", help=f"write the ratios of this run to {LANDED}")
    options = parser.parse_args(arguments)
    landed, figures = landed_ratios(), list[Figure]()
    with tempfile.TemporaryDirectory() as folder:
        for name, measured in parts(Path(folder), options.seconds).items():
            if name not in options.only:
                continue
            (Path(folder) / name).mkdir()
            for one in measured():
                if isinstance(one, Skipped):
                    print(f"{one.name:44s} not measured: {one.why}", flush=True)
                    continue
                figures.append(one)
                print(line(one, landed), flush=True)
    if options.land:
        land(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
