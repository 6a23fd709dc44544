"""Turns of many conversations at once, beside those of a server that only saves what is said."""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from clients.client import AnamnesisClient
from evaluation.bench import OPENERS, UTTERANCES, quantile
from evaluation.server_process import free_port, settled, started, wait_until_serving
from evaluation.standing.figures import Figure

STREAMS = (1, 8, 32, 128)
FLOOR = "the same stream and saves, nothing read"


@contextmanager
def floor(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server that saves and thinks nothing, and its address."""
    port = free_port()
    words = [sys.executable, "-m", "evaluation.standing.floor_server", str(folder / "floor.db"), str(port)]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_until_serving(f"127.0.0.1:{port}", process)
        yield process, f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def converse(address: str, streams: int, seconds: float) -> tuple[list[float], int, float]:
    """Wall ms of each completed turn, how many were not, and the seconds it all took."""
    walls: list[list[float]] = [[] for _ in range(streams)]
    failed = [0] * streams
    began = time.monotonic()
    ends = began + seconds

    def talk(number: int) -> None:
        with AnamnesisClient(address, timeout=60, turn_timeout=120) as client:
            turn, patient_id = number, ""
            while time.monotonic() < ends:
                if not patient_id or turn % len(UTTERANCES) == 0:
                    patient_id = str(uuid.uuid4())
                    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
                text = f"{OPENERS[turn % len(OPENERS)]}, {UTTERANCES[turn % len(UTTERANCES)]}"
                before, last = time.perf_counter(), None
                for message in client.converse(patient_id, text):
                    last = message.WhichOneof("payload")
                if last == "turn_completed":
                    walls[number].append(1000 * (time.perf_counter() - before))
                else:
                    failed[number] += 1
                turn += 1

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(streams)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [one for stream in walls for one in stream], sum(failed), time.monotonic() - began


def cost(process_id: int, address: str, streams: int, seconds: float) -> tuple[float, str]:
    """CPU ms of the server's process a turn, what is left to do after it counted; and the rate and waits in words."""
    before = settled(process_id)
    walls, failed, took = converse(address, streams, seconds)
    spent = settled(process_id) - before
    seen = (
        f"{len(walls) / took:.1f} turns/s, p50 {statistics.median(walls):.0f} ms, p95 {quantile(walls, 0.95):.0f} ms, "
        f"{failed} failed of {len(walls) + failed}"
    )
    return 1000 * spent / len(walls), seen


def measure(folder: Path, seconds: float, streams: Sequence[int] = STREAMS) -> Iterator[Figure]:
    """A line for each number of conversations."""
    with floor(folder) as (bare, bare_address), started(folder / "data") as (process, address):
        converse(address, 2, seconds / 2)  # warms the server up
        for count in streams:
            least, _ = cost(bare.pid, bare_address, count, seconds / 4)
            each, seen = cost(process.pid, address, count, seconds)
            name = f"{count} conversation{'s' if count > 1 else ''} at once, a turn"
            yield Figure(name, each, "ms CPU", least, FLOOR, seen)
