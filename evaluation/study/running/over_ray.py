"""Play a study over Ray (extra ``ray``): the same tasks, here or on the cluster that RAY_ADDRESS names.

An actor is what a process is elsewhere: a service of its own, one task at a time. What it played comes back and is kept
here, so that machines of a cluster need no common disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from domain.errors import AnamnesisError
from domain.spreading.over_ray import started
from evaluation.study.running.failures import WorkerFailed
from evaluation.study.running.pieces import keep
from evaluation.study.running.play import Played
from evaluation.study.running.service import Bench
from evaluation.study.running.settings import Task


def play_over_ray(
    plays: Callable[[], Bench], tasks: Sequence[Task], out: Path, workers: int, played: Callable[[], None]
) -> None:
    """Play tasks on so many actors and keep their pieces in ``out``; ``played`` is told of each.

    Raises RayNotInstalled, WorkerFailed for a task that cannot be played or an actor that died.
    """
    with started(workers) as ray:
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
