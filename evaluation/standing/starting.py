"""What a start costs, beside that of what the service cannot be without: gRPC, numpy, pydantic, the bare analyser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from evaluation.server_process import cpu_seconds, resident, started
from evaluation.standing.figures import Figure

FLOOR = "Python with gRPC, numpy, pydantic and the bare analyser"
BARE = """
import grpc.aio, numpy, pydantic
from kiwipiepy import Kiwi
analyser = Kiwi(load_multi_dict=False)
analyser.tokenize("")
print("ready", flush=True)
input()
"""


def measure(folder: Path) -> Iterator[Figure]:
    """Processor time and memory of a start that finds its tables on disk."""
    with started(folder / "first"):
        pass
    with started(folder / "later") as (process, _):
        spent, memory = cpu_seconds(process.pid), resident(process.pid)
    bare_spent, bare_memory = _bare()
    yield Figure("a start until it serves", spent, "s CPU", bare_spent, FLOOR)
    yield Figure("resident when it serves", memory, "MiB", bare_memory, FLOOR)


def _bare() -> tuple[float, float]:
    words = [sys.executable, "-c", BARE]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603
        assert process.stdout is not None
        process.stdout.readline()
        found = cpu_seconds(process.pid), resident(process.pid)
        process.communicate(b"\n")
    return found
