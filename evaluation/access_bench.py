"""What asking for a name and writing the access log cost a turn and a read: CPU seconds of the server, in one run.

    python -m evaluation.access_bench [--turns 60] [--reads 600]

Two servers run at once over data of their own: one asks nobody and records nothing, the other checks a token, the rules
and the shares, and writes a line for each access. The same turns and reads go to both in alternation, so that whatever
else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clients.client import AnamnesisClient
from clients.credentials import Credentials
from evaluation.server_process import free_port, wait_until_serving
from evaluation.turn_cost import utterances

BLOCK = 5
"""Turns, or tens of reads, between two changes of server."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Side:
    """One of the servers, its client and its patient; what it has used so far."""

    process: int
    client: AnamnesisClient
    patient: str
    cpu: float = 0.0
    wall: float = 0.0

    def spend(self, task: Callable[[AnamnesisClient, str], None]) -> None:
        """Run a task, and count what the server spends on it."""
        before, began = _cpu(self.process), time.perf_counter()
        task(self.client, self.patient)
        self.cpu += _cpu(self.process) - before
        self.wall += time.perf_counter() - began


def _cpu(process: int) -> float:
    """CPU seconds of a process so far, all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


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
        with AnamnesisClient(address, timeout=60, turn_timeout=120, credentials=Credentials(token=token)) as client:
            yield Side(process, client, client.register_patient(locale="ko"))


def _run(words: Sequence[str]) -> str:
    command = [sys.executable, "-m", "server", *words]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603


@contextmanager
def _served(folder: Path, changed: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "server", "serve", "--address", address, "--data", str(folder)]
    process = subprocess.Popen(command, env=os.environ | changed, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_until_serving(address, process)
        yield process.pid, address
    finally:
        process.terminate()
        process.wait(timeout=40)


def measure(turns: int, reads: int) -> list[str]:
    """A line for turns and one for reads."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _side(Path(folder) / "open", checked=False) as free,
        _side(Path(folder) / "checked", checked=True) as checked,
    ):
        said = utterances(turns + BLOCK)
        blocks = [said[start : start + BLOCK] for start in range(0, len(said), BLOCK)]

        def talk(texts: Sequence[str]) -> Callable[[AnamnesisClient, str], None]:
            def task(client: AnamnesisClient, patient: str) -> None:
                for text in texts:
                    for _ in client.converse(patient, text):
                        pass

            return task

        def read(client: AnamnesisClient, patient: str) -> None:
            for _ in range(10 * BLOCK):
                client.profile(patient)

        # The first block warms both up.
        told = _compared("a turn", free, checked, [talk(texts) for texts in blocks], turns)
        return [told, _compared("a read of the profile", free, checked, [read] * (1 + reads // (10 * BLOCK)), reads)]


def _compared(
    name: str, free: Side, checked: Side, tasks: Sequence[Callable[[AnamnesisClient, str], None]], count: int
) -> str:
    for number, task in enumerate(tasks):
        if number == 1:
            for side in (free, checked):
                side.cpu = side.wall = 0.0
        for side in (free, checked) if number % 2 else (checked, free):
            side.spend(task)
    cpu, wall = (1000 * (free.cpu / count), 1000 * (checked.cpu / count)), (free.wall / count, checked.wall / count)
    return (
        f"{name}: {cpu[0]:.2f} ms CPU unasked, {cpu[1]:.2f} ms with token and access log ({cpu[1] / cpu[0] - 1:+.1%}); "
        f"wall {1000 * wall[0]:.1f} and {1000 * wall[1]:.1f} ms; {count} of each"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--reads", type=int, default=600)
    options = parser.parse_args(arguments)
    print("\n".join(measure(options.turns, options.reads)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
