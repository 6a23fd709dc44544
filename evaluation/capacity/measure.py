"""Measure the slopes of `anamnesis plan`, each several times.

    python -m evaluation.capacity.measure [--write]

Turns run against servers of this program's own, offline, over loopback: conversations of different lengths tell what a
patient costs from what a turn does. Folding, verifying and exporting run in this process over a sealed log of synthetic
histories. CPU is that of the process, so that other work on the machine counts little. ``--write`` replaces the slopes
that the command plans with; without it they are printed.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import sys
import tempfile
import time
import tracemalloc
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path

import msgspec

from clients.client import AnamnesisClient
from domain.records import PatientRecords
from domain.store.backup import ANCHOR, CHECKPOINTS, KEYS, LOG
from domain.store.seal import Seal, open_seal
from domain.store.verification import verify
from evaluation.capacity.slopes import FILE, Slope, Slopes
from evaluation.server_process import cpu_seconds, resident, settled, started
from evaluation.synthetic_log import long_history
from evaluation.turn_cost import FIRST_DAY, utterances
from projections.event_log import EventLog
from projections.live import LiveViews
from projections.runner import ProjectionRunner

COMMAND = "python -m evaluation.capacity.measure"
SHAPES = ((2, 28), (4, 14), (8, 7))
"""Patients and turns of each, of the three servers."""
BLOCK_PATIENTS = 1
"""Patients whose turns are one round of a measurement; the first round of a server warms it and is left out."""
ROUNDS = 3
HISTORIES, HISTORY_EVENTS = 90, 105
"""Patients of the synthetic log, and the events of each."""
KEYS_MADE = 5_000


@dataclass(frozen=True, slots=True)
class Played:
    """What one server came to: CPU seconds of a turn by block, and what stood on the disk afterwards."""

    patients: int
    turns: int
    started_cpu: float
    started_memory: float
    memory: float
    cpu: tuple[float, ...]
    events: int
    files: Mapping[str, int]


def play(data: Path, patients: int, length: int) -> Played:
    """Have a server of its own talk to patients, one after the other."""
    blocks = []
    with started(data) as (process, address), AnamnesisClient(address, timeout=120) as client:
        began, memory = settled(process.pid), resident(process.pid)
        for first in range(0, patients, BLOCK_PATIENTS):
            before, block = cpu_seconds(process.pid), range(first, min(first + BLOCK_PATIENTS, patients))
            for _ in block:
                _talk(client, length)
            blocks.append((cpu_seconds(process.pid) - before) / (len(block) * length))
        settled(process.pid)
        after = resident(process.pid)
    events = _events_in(data)
    files = {path.name: path.stat().st_size for path in data.iterdir() if path.is_file()}
    return Played(patients, patients * length, began, memory, after, tuple(blocks[1:]), events, files)


def _talk(client: AnamnesisClient, length: int) -> None:
    patient_id = str(uuid.uuid4())
    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
    for number, text in enumerate(utterances(length)):
        for _ in client.converse(patient_id, text, said_at=FIRST_DAY + timedelta(days=number)):
            pass


def _events_in(data: Path) -> int:
    with closing(PatientRecords(data / LOG, seal=_seal(data))) as records:
        return records.head()


def _seal(folder: Path) -> Seal:
    return open_seal(folder / LOG, folder / KEYS, folder / "master.key", folder / CHECKPOINTS, folder / ANCHOR)


def of_turns(folder: Path) -> dict[str, Slope]:
    """What turns and patients cost a server and its disk."""
    runs = [play(folder / f"{patients}x{length}", patients, length) for patients, length in SHAPES]
    every = [1000 * block for run in runs for block in run.cpu]
    fits = [_patients_and_turns(pair) for pair in combinations(runs, 2)]
    whole = _patients_and_turns(runs)
    return {
        "cpu_turn": _slope(every, "ms", "CPU of the server for one turn without a language model, all that follows it"),
        "events_turn": _slope([run.events / run.turns for run in runs], "events", "events of one turn"),
        "log_event": _slope([run.files["log.db"] / run.events for run in runs], "bytes", "the sealed log, an event"),
        "views_turn": _fitted(whole[1], [fit[1] for fit in fits], "the kept views, a turn"),
        "views_patient": _fitted(whole[0], [fit[0] for fit in fits], "the kept views, a patient, besides the turns"),
        "access_turn": _slope([run.files["access.db"] / run.turns for run in runs], "bytes", "the access log, a turn"),
        "server_memory": _slope(
            [run.memory for run in runs], "MiB", "resident memory of a server after these conversations"
        ),
        "start_cpu": _slope([run.started_cpu for run in runs], "s", "CPU until a server serves"),
    }


def _patients_and_turns(runs: Sequence[Played]) -> tuple[float, float]:
    """Bytes of the views for a patient and for a turn, by least squares."""
    patients, turns = [run.patients for run in runs], [run.turns for run in runs]
    views = [run.files["views.db"] for run in runs]
    pp, tt = sum(one * one for one in patients), sum(one * one for one in turns)
    pt = sum(one * other for one, other in zip(patients, turns, strict=True))
    pv = sum(one * other for one, other in zip(patients, views, strict=True))
    tv = sum(one * other for one, other in zip(turns, views, strict=True))
    least = pp * tt - pt * pt
    return max(0.0, (pv * tt - tv * pt) / least), max(0.0, (tv * pp - pv * pt) / least)


def of_logs(folder: Path) -> dict[str, Slope]:
    """What events cost that are folded, verified, exported, and held in memory."""
    folder.mkdir()
    seal = _seal(folder)
    patients = [str(uuid.UUID(int=number + 1)) for number in range(HISTORIES)]
    with closing(PatientRecords(folder / LOG, seal=seal)) as records:
        empty = (folder / KEYS).stat().st_size
        seal.keyring.make([f"key {number}" for number in range(KEYS_MADE)])
        keys = ((folder / KEYS).stat().st_size - empty) / KEYS_MADE
        seal.keyring.make(patients)
        for number, patient_id in enumerate(patients):
            for turn in long_history(patient_id, HISTORY_EVENTS, mentions=bool(number % 2)):
                records.append(turn)
        tasks: dict[str, Callable[[], object]] = {
            "views": lambda: ProjectionRunner(records, _emptied(folder), page_rows=5_000).catch_up(),
            "verify": lambda: list(verify(records.rows_log, seal)),
            "tables": lambda: EventLog(Path(tempfile.mkdtemp(dir=folder))).catch_up(records),
        }
        spent = {name: [_cpu(task) * 1e6 / records.head() for _ in range(ROUNDS)] for name, task in tasks.items()}
        tables = [sum(one.stat().st_size for one in place.rglob("*.parquet")) for place in folder.glob("tmp*")]
        held = list(_held(records, patients))
        written = [size / records.head() for size in tables]
    return {
        "key_patient": _slope([keys], "bytes", "the keyring, a patient"),
        "views_event_cpu": _slope(spent["views"], "us", "CPU to fold an event into all kept views"),
        "verify_event_cpu": _slope(spent["verify"], "us", "CPU to verify an event"),
        "tables_event_cpu": _slope(spent["tables"], "us", "CPU to write an event to the analysis tables"),
        "tables_event": _slope(written, "bytes", "the analysis tables, an event"),
        "memory_event": _slope(held, "bytes", "memory of an event of a patient who is held ready"),
    }


def _held(records: PatientRecords, patients: Sequence[str]) -> Iterator[float]:
    """Bytes of memory an event, of patients whose state and views are held: a third of them at a time."""
    views = LiveViews(records)
    third = len(patients) // 3
    # By allocation and not by the process's size: what folding has freed before would be taken again unseen.
    tracemalloc.start()
    try:
        for first in range(0, len(patients), third):
            gc.collect()
            before, events = tracemalloc.get_traced_memory()[0], 0
            for patient_id in patients[first : first + third]:
                views.view(patient_id)
                events += records.inspect(patient_id, lambda state: state.version)
            gc.collect()
            yield (tracemalloc.get_traced_memory()[0] - before) / events
    finally:
        tracemalloc.stop()


def _emptied(folder: Path) -> Path:
    for path in folder.glob("views.db*"):
        path.unlink()
    return folder / "views.db"


def _cpu(task: Callable[[], object]) -> float:
    began = time.process_time()
    task()
    return time.process_time() - began


def _slope(found: Sequence[float], unit: str, means: str) -> Slope:
    return _ranged(statistics.median(found), found, unit, means)


def _fitted(value: float, others: Sequence[float], means: str) -> Slope:
    return _ranged(value, (value, *others), "bytes", means)


def _ranged(value: float, found: Sequence[float], unit: str, means: str) -> Slope:
    return Slope(_rounded(value), _rounded(min(found)), _rounded(max(found)), unit, means, COMMAND)


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


def _machine() -> str:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[1]:.0f}"


def measure() -> Slopes:
    """Measure all of them, in minutes."""
    with tempfile.TemporaryDirectory() as folder:
        found = {**of_logs(Path(folder) / "log"), **of_turns(Path(folder))}
    return Slopes(measured_on=f"{datetime.now(UTC):%Y-%m-%d}", machine=_machine(), **found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print or keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="replace the slopes that `anamnesis plan` uses")
    options = parser.parse_args(arguments)
    text = msgspec.json.format(msgspec.json.encode(measure()), indent=1).decode() + "\n"
    if options.write:
        (Path(__file__).parent / FILE).write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
