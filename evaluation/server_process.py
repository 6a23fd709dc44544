"""A server of one's own for a measurement: the real command, in a process of its own, on loopback."""

from __future__ import annotations

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
def running_server(address: str | None, data: Path) -> Iterator[str]:
    """The given server, or one started for the occasion and stopped afterwards."""
    if address:
        yield address
        return
    port = free_port()
    process = start_server(data, port)
    try:
        wait_until_serving(f"127.0.0.1:{port}", process)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)
