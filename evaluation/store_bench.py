"""What the log itself costs: saving, sealing, group commit, replaying, verifying and following, each beside a floor.

    python -m evaluation.store_bench [--saves N]

Ratios are of CPU time in one process, best of interleaved rounds, over saves of seven events; what waits for the disk
or for another process is wall time and says so. The floor of a save encodes the same payloads and inserts them with the
same durability in one transaction; the floor of a replay selects the same columns, decrypts, and parses JSON.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import orjson

from domain.events import Payload, Recorded, UtteranceReceived, event_id_at
from domain.records import PatientRecords
from domain.store.conversion import convert
from domain.store.group_commit import MAX_SAVES
from domain.store.mapper import encode
from domain.store.seal import Seal, open_seal
from domain.store.sqlite import DURABLE
from domain.store.sqlite_reads import COLUMNS
from domain.store.verification import verify
from evaluation.synthetic_log import write_log

EVENTS = 7
ROUNDS = 5
THREADS = 64
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
TEXT = "당화혈색소는 6.9%였고, 약은 그대로 먹고 있어요. 어지러운 증상은 없습니다."

FOLLOWER = """
import sys, time
from pathlib import Path
from evaluation.store_bench import opened
with opened(Path(sys.argv[1])) as records, records.rows_log.subscribe(gt=records.head()) as following:
    print("ready", flush=True)
    for _ in range(int(sys.argv[2])):
        next(following)
        print(time.monotonic_ns(), flush=True)
"""


def seal_in(folder: Path, *, anchored: bool = True) -> Seal:
    """A seal with its files in ``folder``."""
    names = ("log.db", "keys.db", "master.key", "checkpoints.jsonl")
    log, keys, master, checkpoints = (folder / name for name in names)
    return open_seal(log, keys, master, checkpoints, folder / "head.anchor" if anchored else None)


@contextmanager
def opened(folder: Path, *, sealed: bool = True, anchored: bool = True) -> Iterator[PatientRecords]:
    """The records of a log in ``folder``."""
    folder.mkdir(exist_ok=True)
    seal = seal_in(folder, anchored=anchored) if sealed else None
    with closing(PatientRecords(folder / "log.db", seal=seal)) as records:
        yield records


class Saver:
    """Saves seven events at a time for patients of its own, below the aggregate: encode, encrypt, chain, commit."""

    def __init__(self, records: PatientRecords, name: str) -> None:
        self.records = records
        self._patient_id = f"{name}-{os.urandom(6).hex()}"
        self._version = 0
        if records.seal is not None:
            records.seal.keyring.make([self._patient_id])

    def __call__(self) -> None:
        """One save."""
        self.records.append(
            tuple(
                Recorded(self._patient_id, version, event_id_at(self._patient_id, version), START, payload)
                for version, payload in enumerate(_payloads(), start=self._version + 1)
            )
        )
        self._version += EVENTS


class Floor:
    """The same payloads, encoded and inserted in one durable transaction, and nothing else."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
        for pragma in ("journal_mode=WAL", *DURABLE):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute(
            "CREATE TABLE events (position INTEGER PRIMARY KEY AUTOINCREMENT, patient_id TEXT, version INTEGER, "
            "topic TEXT, event_id TEXT, recorded_at TEXT, state BLOB, UNIQUE (patient_id, version))"
        )
        self._version = 0

    def __call__(self) -> None:
        """One save."""
        rows = [
            ("p", version, payload.topic(), event_id_at("p", version), START.isoformat(), encode(payload))
            for version, payload in enumerate(_payloads(), start=self._version + 1)
        ]
        self._version += EVENTS
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT INTO events (patient_id, version, topic, event_id, recorded_at, state) VALUES (?, ?, ?, ?, ?, ?)",
            rows,
        )
        self._connection.execute("COMMIT")


def _payloads() -> list[Payload]:
    return [
        UtteranceReceived(
            request_id="r", turn_number=turn, conversation_id="bench", text=TEXT, said_at=START, language="ko"
        )
        for turn in range(EVENTS)
    ]


def measure_saves(folder: Path, saves: int) -> list[str]:
    """One save of seven events: the floor, in the clear, sealed, and with the anchor."""
    with (
        opened(folder / "plain", sealed=False) as plain,
        opened(folder / "sealed", anchored=False) as sealed,
        opened(folder / "anchored") as anchored,
    ):
        tasks: dict[str, Callable[[], None]] = {
            "floor: encode and insert": Floor(folder / "floor"),
            "save in the clear": Saver(plain, "plain"),
            "save encrypted and chained": Saver(sealed, "sealed"),
            "... and anchored outside": Saver(anchored, "anchored"),
        }
        cpu, wall = _interleaved(tasks, saves)
    floor, clear, seal, anchor = cpu.values()
    return [
        f"saves of {EVENTS} events, CPU time of the best of {ROUNDS} rounds of {saves}; wall time in brackets",
        *(
            f"  {name:28s} {1e6 * seconds:8.0f} us a save   x{seconds / floor:.2f} of the floor   "
            f"[{1e3 * wall[name]:.2f} ms]"
            for name, seconds in cpu.items()
        ),
        f"  encryption and chain: x{seal / clear:.2f} of a save in the clear; the anchor: x{anchor / seal:.2f} of that",
    ]


def _interleaved(tasks: dict[str, Callable[[], None]], count: int) -> tuple[dict[str, float], dict[str, float]]:
    cpu = dict.fromkeys(tasks, float("inf"))
    wall = dict.fromkeys(tasks, float("inf"))
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            began, stood = time.perf_counter(), time.process_time()
            for _ in range(count):
                task()
            cpu[name] = min(cpu[name], (time.process_time() - stood) / count)
            wall[name] = min(wall[name], (time.perf_counter() - began) / count)
    return cpu, wall


def measure_group_commit(folder: Path, saves: int) -> list[str]:
    """Sixty-four threads that share transactions against sixty-four with one for each save, by the same code."""
    lines = [f"group commit, wall time, median of {ROUNDS} rounds of {saves} saves, sealed"]
    for anchored in (False, True):
        with opened(folder / f"threads-{anchored}", anchored=anchored) as records:
            runs = [
                (
                    saves_a_second(records, 1, 1, saves // 4),
                    saves_a_second(records, THREADS, 1, saves),
                    saves_a_second(records, THREADS, MAX_SAVES, saves),
                )
                for _ in range(ROUNDS)
            ]
        single, apart, shared = (statistics.median(rates) for rates in zip(*runs, strict=True))
        ratio = statistics.median(run[2] / run[1] for run in runs)
        lines += [
            f"  {'with' if anchored else 'without'} the anchor",
            f"    one thread                                  {single:8.0f} saves/s",
            f"    {THREADS} threads, one transaction a save          {apart:8.0f} saves/s",
            f"    {THREADS} threads, group commit                    {shared:8.0f} saves/s   ratio {ratio:.2f}",
        ]
    return lines


def saves_a_second(records: PatientRecords, threads: int, saves_in_a_transaction: int, saves: int) -> float:
    """How many saves a second so many threads get done, at most so many of them in a transaction."""
    records.rows_log.commits.max_saves = saves_in_a_transaction
    each = max(1, saves // threads)
    savers = [Saver(records, str(number)) for number in range(threads)]
    running = [threading.Thread(target=_repeat, args=(saver, each)) for saver in savers]
    began = time.perf_counter()
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return threads * each / (time.perf_counter() - began)


def _repeat(task: Callable[[], None], times: int) -> None:
    for _ in range(times):
        task()


def measure_replay(folder: Path, patients: int) -> list[str]:
    """Typed replay and verification of a sealed log against SELECT, decrypt and parse."""
    source = folder / "source.db"
    events = write_log(source, patients, 20)
    with closing(PatientRecords(source)) as plain, opened(folder / "replay") as records:
        for _ in convert(plain, records):
            continue
        assert records.seal is not None
        seal = records.seal
        tasks: dict[str, Callable[[], None]] = {
            "SELECT + decrypt + orjson.loads (floor)": lambda: _parse(folder / "replay" / "log.db", seal),
            "rows + typed events": lambda: _replay(records),
            "verify every row": lambda: _exhaust(verify(records.rows_log, seal)),
        }
        cpu, _ = _interleaved(tasks, 1)
    floor = next(iter(cpu.values()))
    return [
        f"replay of {events} sealed events, CPU time, best of {ROUNDS}",
        *(
            f"  {name:40s} {events / seconds:9.0f} events/s   ratio to floor {floor / seconds:.2f}"
            for name, seconds in cpu.items()
        ),
    ]


def _parse(database: Path, seal: Seal) -> None:
    decrypt = seal.keyring.decrypt
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(f"SELECT {COLUMNS} FROM stored_events ORDER BY rowid")  # noqa: S608
        for _, patient_id, version, topic, _, _, state in rows:
            orjson.loads(decrypt(patient_id, version, topic, state))


def _replay(records: PatientRecords) -> None:
    for _ in records.replay():
        continue


def _exhaust(steps: Iterator[object]) -> None:
    for _ in steps:
        continue


def measure_following(folder: Path, count: int) -> list[str]:
    """How long after a save a follower in another process has the event, in wall time."""
    with opened(folder / "followed") as records:
        saver = Saver(records, "followed")
        command = [sys.executable, "-c", FOLLOWER, str(folder / "followed"), str(count * EVENTS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as follower:  # noqa: S603
            assert follower.stdout is not None
            follower.stdout.readline()
            delays = []
            for _ in range(count):
                saver()
                saved = time.monotonic_ns()
                seen = [int(follower.stdout.readline()) for _ in range(EVENTS)]
                delays.append((seen[0] - saved) / 1e6)
    ordered = sorted(delays)
    return [
        f"a follower in another process, {count} saves, wall time after the save had returned",
        f"  p50 {statistics.median(ordered):.2f} ms   p95 {ordered[int(0.95 * len(ordered))]:.2f} ms",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saves", type=int, default=300)
    parser.add_argument("--patients", type=int, default=100)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(measure_saves(Path(folder), options.saves)), flush=True)
        print("\n".join(measure_group_commit(Path(folder), 5 * options.saves)), flush=True)
        print("\n".join(measure_replay(Path(folder), options.patients)), flush=True)
        print("\n".join(measure_following(Path(folder), options.saves)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
