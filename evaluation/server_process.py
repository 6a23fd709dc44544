"""A server of one's own for a measurement: the real command, in a process of its own, on loopback; and what it uses.

What a process has used and holds is read from Linux's /proc.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

START_SECONDS = 900.0
"""How long a server may take until it serves: it builds its lexicon, concept database and index first."""
STOP_SECONDS = 60.0
"""How long a server may take to end in order."""
SETTLING_SECONDS = 0.2
IDLE_SHARE = 0.1
"""Of one core; a server that rests takes .02."""
MEBIBYTE = 1024 * 1024


class ServerProcess(Protocol):
    """The process of a server, as far as whoever waits for it looks at it."""

    @property
    def returncode(self) -> int | None:
        """The status that it ended with."""

    def poll(self) -> int | None:
        """Look whether it has ended, and with which status."""


def free_port() -> int:
    """A loopback port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(data: Path, port: int) -> subprocess.Popen[bytes]:
    """Start ``anamnesis serve`` on a loopback port over a data directory."""
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "server", "serve", "--address", f"127.0.0.1:{port}", "--data", str(data), "--store", ""],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def wait_until_serving(address: str, process: ServerProcess, seconds: float = START_SECONDS) -> None:
    """Return once the server says SERVING; raises RuntimeError when it ends before, TimeoutError after ``seconds``."""
    until = time.monotonic() + seconds
    with grpc.insecure_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        while time.monotonic() < until:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with status {process.returncode} before it served")
            try:
                for answer in stub.Watch(health_pb2.HealthCheckRequest(), timeout=2.0, wait_for_ready=True):
                    if answer.status == health_pb2.HealthCheckResponse.SERVING:
                        return
            except grpc.RpcError:
                continue
    raise TimeoutError(f"{address} did not serve within {seconds:.0f} s")


@contextmanager
def started(data: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server over a data directory, and its address; stopped afterwards."""
    port = free_port()
    process = start_server(data, port)
    try:
        wait_until_serving(f"127.0.0.1:{port}", process)
        yield process, f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=STOP_SECONDS)


@contextmanager
def running_server(address: str | None, data: Path) -> Iterator[str]:
    """The given server, or one started for the occasion and stopped afterwards."""
    if address:
        yield address
        return
    with started(data) as (_, own):
        yield own


def cpu_seconds(process_id: int) -> float:
    """What a process has used of the processor, in user and system mode, and its children that have ended."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def settled(process_id: int) -> float:
    """The same, once the process has come to rest."""
    used = cpu_seconds(process_id)
    while True:
        time.sleep(SETTLING_SECONDS)
        now = cpu_seconds(process_id)
        if now - used <= IDLE_SHARE * SETTLING_SECONDS:
            return used
        used = now


def resident(process_id: int) -> float:
    """Memory that a process has in use, in MiB."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / MEBIBYTE
