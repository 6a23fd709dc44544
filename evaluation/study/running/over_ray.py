"""Play a study over Ray (extra ``ray``): the same tasks, here or on the cluster that RAY_ADDRESS names.

An actor is what a process is elsewhere: a service of its own, one task at a time. What it played comes back and is kept
here, so that machines of a cluster need no common disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from domain.errors import AnamnesisError
from evaluation.study.patients import InvalidStudy
from evaluation.study.running.failures import WorkerFailed
from evaluation.study.running.pieces import keep
from evaluation.study.running.play import Played
from evaluation.study.running.service import Bench
from evaluation.study.running.settings import Task

OBJECTS_BYTES = 128 * 2**20
"""Of Ray's shared memory on this machine: what comes back is some kilobytes a conversation."""


def play_over_ray(
    plays: Callable[[], Bench], tasks: Sequence[Task], out: Path, workers: int, played: Callable[[], None]
) -> None:
    """Play tasks on so many actors and keep their pieces in ``out``; ``played`` is told of each.

    Raises InvalidStudy where Ray is not installed, WorkerFailed for a task that cannot be played or an actor that died.
    """
    ray = _started(workers)
    try:
        actor = ray.remote(num_cpus=1)(_Player)
        left, busy = list(reversed(tasks)), dict[Any, tuple[Any, Task]]()
        for player in [actor.remote(plays) for _ in range(min(workers, len(tasks)))]:
            task = left.pop()
            busy[player.play.remote(task)] = player, task
        while busy:
            (done, *_), _ = ray.wait(list(busy))
            player, task = busy.pop(done)
            try:
                found, failure = ray.get(done)
            except ray.exceptions.RayError as error:
                raise WorkerFailed(f"{task.key}: {type(error).__name__}.") from None
            if found is None:
                raise WorkerFailed(failure)
            keep(out, task, found)
            played()
            if left:
                task = left.pop()
                busy[player.play.remote(task)] = player, task
    finally:
        ray.shutdown()


class _Player:
    """An actor: a bench that is opened once and plays what it is given."""

    def __init__(self, plays: Callable[[], Bench]) -> None:
        self._bench = plays().__enter__()

    def play(self, task: Task) -> tuple[Played | None, str]:
        """What was played, or why it could not be: as text, for what an exception holds need not survive the way."""
        try:
            return self._bench.play(task), ""
        except AnamnesisError as error:
            return None, f"{task.key}: {error}"
        except Exception as error:
            # Whatever it is, who asked must hear of it; its words may quote a patient, so its name has to do.
            return None, f"{task.key}: {type(error).__name__}."


def _started(workers: int) -> Any:
    # Read while it starts: it would tell its makers of every start.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError as error:
        raise InvalidStudy("Ray is not installed: pip install 'anamnesis[ray]', or leave --ray out.") from error
    here: dict[str, Any] = {}
    if not os.environ.get("RAY_ADDRESS"):
        here = {"num_cpus": workers, "object_store_memory": OBJECTS_BYTES, "include_dashboard": False}
    ray.init(**here, log_to_driver=False, configure_logging=False)
    return ray
