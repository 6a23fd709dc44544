"""Play a study over several processes. Stopped at any moment, and however many processes played, the files are equal.

Each process has a service of its own and is given one task at a time over a pipe: when the parent dies, by whatever
signal, the pipe ends and so does the process. A task's file is written whole or not at all.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from domain.errors import AnamnesisError
from evaluation.study.running.failures import WorkerFailed
from evaluation.study.running.over_ray import play_over_ray
from evaluation.study.running.pieces import claim, gather, open_tasks
from evaluation.study.running.service import Bench, Progress, Serving
from evaluation.study.running.settings import Settings, Task

if TYPE_CHECKING:
    from evaluation.study.judging.endpoint import Endpoint

LEAVING_SECONDS = 20.0
"""How long a process may take to end once its pipe has."""


def run(
    settings: Settings,
    out: Path,
    serving: Serving,
    *,
    answering: Callable[[], Endpoint] | None = None,
    workers: int = 2,
    ray: bool = False,
    progress: Progress = lambda done, of: None,
) -> None:
    """Play what is not yet played of a study into ``out``, and put its rows together.

    With no ``workers`` this process plays; ``ray`` has them be Ray's. ``answering`` makes the model that answers for a
    transcript, with ``settings.model``, and that plays the patients, with ``settings.voiced``; it and ``serving`` have
    to be picklable. Raises InvalidStudy where ``out`` holds another study,
    WorkerFailed, and the client's named failures. Whatever ends it, the rows of what was played are put together.
    """
    settings = settings.checked()
    claim(settings, out)
    tasks, count = open_tasks(settings, out)
    progress(count - len(tasks), count)
    try:
        if tasks and workers < 1:
            with Bench(settings, out, serving, answering) as bench:
                for done, task in enumerate(tasks, start=count - len(tasks) + 1):
                    bench.run(task)
                    progress(done, count)
        elif tasks:
            plays = partial(Bench, settings, out, serving, answering)
            if ray:
                counted = itertools.count(count - len(tasks) + 1)
                play_over_ray(plays, tasks, out, workers, lambda: progress(next(counted), count))
                return
            _Crew(plays, tasks, count, progress).play(min(workers, len(tasks)))
    finally:
        gather(settings, out)


class _Crew:
    """The processes and what each is playing."""

    def __init__(self, plays: Callable[[], Bench], tasks: Sequence[Task], count: int, progress: Progress) -> None:
        self._plays = plays
        self._left, self._count, self._progress = list(reversed(tasks)), count, progress
        self._done = count - len(tasks)
        self._processes = dict[Connection, BaseProcess]()

    def play(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        try:
            for _ in range(workers):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, ours, self._plays), daemon=True)
                process.start()
                theirs.close()
                self._processes[ours] = process
                self._give(ours)
            self._collect()
        finally:
            self._dismiss()

    def _give(self, pipe: Connection) -> None:
        if self._left:
            pipe.send(self._left.pop())

    def _collect(self) -> None:
        busy = set(self._processes)
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                try:
                    failure: str = pipe.recv()
                except EOFError:
                    code = self._processes[pipe].exitcode
                    raise WorkerFailed(f"A process ended in the middle of a conversation (status {code}).") from None
                if failure:
                    raise WorkerFailed(failure)
                self._done += 1
                self._progress(self._done, self._count)
                if self._left:
                    self._give(pipe)
                else:
                    busy.discard(pipe)

    def _dismiss(self) -> None:
        for pipe in self._processes:
            pipe.close()
        for process in self._processes.values():
            process.join(LEAVING_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()


def _work(pipe: Connection, parents_end: Connection, plays: Callable[[], Bench]) -> None:
    """The life of a process: tasks as they come, until the pipe ends."""
    parents_end.close()
    # Ctrl-C is for the parent, which then ends the pipes; the conversation in hand is finished and kept.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with plays() as bench:
        while True:
            try:
                task: Task = pipe.recv()
            except (EOFError, OSError):
                return
            try:
                bench.run(task)
                failure = ""
            except AnamnesisError as error:
                failure = f"{task.key}: {error}"
            except Exception as error:
                # Whatever it is, the parent must hear of it; its words may quote a patient, so its name has to do.
                failure = f"{task.key}: {type(error).__name__}."
            try:
                # As text: what an exception holds need not survive the way.
                pipe.send(failure)
            except OSError:
                return
