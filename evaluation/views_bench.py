"""How fast views fold, rebuild and answer: beside a floor of the same run, and a long history beside a short one.

    python -m evaluation.views_bench [--patients N] [--events N] [--million]

Folding and rebuilding are CPU time, best of interleaved rounds, as ratios to SELECT + orjson.loads over the same rows
of a log in the clear. Reads and turns of a long history are wall time at the client over loopback gRPC, beside those of
a short one in the same minute, for these machines are noisy. ``--million`` rebuilds a million events, in minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from clients.client import AnamnesisClient
from domain.records import PatientRecords
from domain.spreading.processes import in_processes
from domain.store.backup import ANCHOR, CHECKPOINTS, KEYS, LOG
from domain.store.seal import open_seal
from evaluation.server_process import running_server
from evaluation.synthetic_log import long_history, write_large_log
from projections.answers import AnswersProjection
from projections.base import Projection
from projections.live import LiveViews
from projections.patient_view import PROJECTIONS
from projections.profile import ProfileProjection
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner
from projections.shares import Folding, folds

ROUNDS = 4
READS = 60
TURNS = 12
AS_OF_EVENTS = 1_000
QUESTION = "제 약과 진단명을 정리해 주세요. {}"


def measure_rebuild(folder: Path, patients: int) -> list[str]:
    """Folding and rebuilding a log of synthetic patients against the floor."""
    database = folder / "log.db"
    events = write_large_log(database, patients, 15)
    with closing(PatientRecords(database)) as records:
        views = folder / "views.db"
        ProjectionRunner(records, views).catch_up()
        tasks: dict[str, Callable[[], object]] = {
            "SELECT + orjson.loads (floor)": lambda: floor(database),
            "one view folded and stored: answers": lambda: _filled(records, folder, (AnswersProjection(),)),
            "one view folded and stored: profile": lambda: _filled(records, folder, (ProfileProjection(),)),
            "all six views folded and stored": lambda: _filled(records, folder, PROJECTIONS),
            "rebuild --verify of all views": lambda: rebuild(records, views, verify_only=True),
            "rebuild of all views, with cut-over": lambda: rebuild(records, views),
        }
        best = {name: min(_cpu(task) for _ in range(ROUNDS)) for name, task in tasks.items()}
    least = next(iter(best.values()))
    return [
        f"rebuild: {events} events of {patients} patients, CPU time, best of {ROUNDS}",
        *(
            f"  {name:38s} {events / seconds:9.0f} events/s   ratio to floor {least / seconds:.3f}"
            for name, seconds in best.items()
        ),
    ]


def measure_processes(folder: Path, patients: int) -> list[str]:
    """A rebuild by this process alone and by two beside it, in turn: wall time, and who of them used the processors."""
    database, opens = folder / "shared.db", partial(folds, partial(PatientRecords, folder / "shared.db"))
    events = write_large_log(database, patients, 15)
    foldings: dict[str, Folding | None] = {"one process": None, "two beside it": in_processes(opens, 2)}
    spent: dict[str, list[tuple[float, float, float]]] = {name: [] for name in foldings}
    prints = set[str]()
    with closing(PatientRecords(database)) as records:
        for number in range(ROUNDS):
            for name, folding in foldings.items():
                views = folder / f"{name}-{number}.db"
                ProjectionRunner(records, views, page_rows=5_000).catch_up()
                began, before = time.perf_counter(), os.times()
                outcomes = rebuild(records, views, accept=True, afresh=True, folding=folding)
                after = os.times()
                children = after.children_user + after.children_system - before.children_user - before.children_system
                own = after.user + after.system - before.user - before.system
                spent[name].append((time.perf_counter() - began, own, children))
                prints.add(" ".join(one.fingerprint for one in outcomes))
    assert len(prints) == 1, "who folds must make no difference"
    best = {name: min(each) for name, each in spent.items()}
    alone = best["one process"][0]
    return [
        f"rebuild by processes: {events} events, best of {ROUNDS} in turn, the same fingerprints",
        *(
            f"  {name:14s} {wall:6.2f} s, CPU {own:6.2f} s here and {others:6.2f} s beside   x{alone / wall:.2f}"
            for name, (wall, own, others) in best.items()
        ),
    ]


def measure_histories(folder: Path, events: int) -> list[str]:
    """A patient of many events beside one of ten with the same current facts, at the client; and the long one cold."""
    found = []
    for kind in ("mentions", "corrections"):
        data = folder / kind
        data.mkdir()
        short, long = (str(uuid.uuid4()) for _ in range(2))
        seal = open_seal(data / LOG, data / KEYS, data / "master.key", data / CHECKPOINTS, data / ANCHOR)
        with closing(PatientRecords(data / LOG, seal=seal)) as records:
            for patient_id, length in ((short, 8), (long, events)):
                seal.keyring.make([patient_id])
                for turn in long_history(patient_id, length, mentions=kind == "mentions"):
                    records.append(turn)
            cold = _cold(records, data / LOG, long)
        with running_server(None, data) as address, AnamnesisClient(address, timeout=60) as client:
            walls = _alternating(client, short, long)
        found.append(f"a history of {events} events, all {kind} of five facts, beside one of ten events; wall time")
        for name, (brief, whole) in walls.items():
            found.append(f"  {name:12s} p50 {brief:8.2f} ms and {whole:8.2f} ms   ratio {whole / brief:.2f}")
        found.append(f"  cold, against SELECT + decrypt + orjson.loads of its events: {cold}")
    return found


def _alternating(client: AnamnesisClient, short: str, long: str) -> dict[str, tuple[float, float]]:
    tasks: dict[str, tuple[int, Callable[[str, int], object]]] = {
        "GetProfile": (READS, lambda patient, _: client.profile(patient)),
        "GetMemory": (READS, lambda patient, _: client.memory(patient)),
        "a turn": (TURNS, lambda patient, number: list(client.converse(patient, QUESTION.format(number)))),
    }
    found = {}
    for name, (times, task) in tasks.items():
        walls: dict[str, list[float]] = {short: [], long: []}
        for number in range(times + 2):
            for patient_id in (short, long):
                began = time.perf_counter()
                task(patient_id, number)
                walls[patient_id].append((time.perf_counter() - began) * 1000)
        found[name] = (statistics.median(walls[short][2:]), statistics.median(walls[long][2:]))
    return found


def _cold(records: PatientRecords, database: Path, patient_id: str) -> str:
    least = read = float("inf")
    for _ in range(2 * ROUNDS):
        least = min(least, _cpu(lambda: _parsed(records, database, patient_id)))
        read = min(read, _cpu(lambda: LiveViews(records).view(patient_id).profile_fingerprint()))
    return f"x{read / least:.2f} ({1000 * read:.0f} ms CPU)"


def _parsed(records: PatientRecords, database: Path, patient_id: str) -> None:
    assert records.seal is not None
    decrypt = records.seal.keyring.decrypt
    query = "SELECT originator_id, originator_version, topic, state FROM stored_events WHERE originator_id = ?"
    with closing(sqlite3.connect(database)) as connection:
        for row in connection.execute(query, (patient_id,)):
            orjson.loads(decrypt(*row))


def measure_as_of(folder: Path) -> list[str]:
    """Reading a patient of a thousand events as of random positions, in process."""
    with closing(PatientRecords(folder / "as-of.db")) as records:
        patient_id = str(uuid.uuid4())
        for turn in long_history(patient_id, AS_OF_EVENTS):
            records.append(turn)
        live, chance, times = LiveViews(records), random.Random(7), list[float]()  # noqa: S311
        for _ in range(200):
            position = chance.randint(1, records.head())
            times.append(1000 * _cpu(partial(live.as_of, patient_id, position=position)))
    ordered = sorted(times)
    return [
        f"as of 200 random positions of a patient of {AS_OF_EVENTS} events, CPU time",
        f"  p50 {statistics.median(ordered):.2f} ms   p95 {ordered[int(0.95 * len(ordered))]:.2f} ms",
    ]


def measure_million(folder: Path) -> list[str]:
    """A million events of ten thousand patients into all views, from nothing."""
    database = folder / "million.db"
    events = write_large_log(database, 10_000, 15)
    with closing(PatientRecords(database)) as records:
        began, stood = time.perf_counter(), time.process_time()
        ProjectionRunner(records, folder / "million-views.db", page_rows=5_000).catch_up()
        wall, cpu = time.perf_counter() - began, time.process_time() - stood
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        f"{events} events of 10000 patients into all views: {wall:.0f} s, {cpu:.0f} s CPU, "
        f"at most {peak:.0f} MiB of memory"
    ]


def floor(database: Path) -> int:
    """Every row selected and parsed, and nothing else."""
    count = 0
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events"
        for row in connection.execute(query):
            orjson.loads(row[4])
            count += 1
    return count


def _filled(records: PatientRecords, folder: Path, projections: Sequence[Projection[Any]]) -> int:
    views = folder / "filled.db"
    for path in folder.glob("filled.db*"):
        path.unlink()
    return ProjectionRunner(records, views, projections=projections, page_rows=5_000).catch_up()


def _cpu(task: Callable[[], object]) -> float:
    began = time.process_time()
    task()
    return time.process_time() - began


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patients", type=int, default=500)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--million", action="store_true", help="only rebuild a million events")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if options.million:
            print("\n".join(measure_million(Path(folder))))
            return 0
        print("\n".join(measure_rebuild(Path(folder), options.patients)), flush=True)
        print("\n".join(measure_processes(Path(folder), options.patients)), flush=True)
        print("\n".join(measure_as_of(Path(folder))), flush=True)
        print("\n".join(measure_histories(Path(folder), options.events)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
