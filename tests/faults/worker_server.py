"""A service of several workers, of which a kill takes one."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import grpc

from domain.errors import StoreLocked
from evaluation.workers_bench import family
from protos.anamnesis.v1 import conversation_pb2, conversation_pb2_grpc
from server.data_directory import DataDirectory
from server.turn_stream import LAST_STEPS
from server.workers.owners import owner_of
from tests.faults.killed_server import Server, register

WORKERS = 2
ROOMY = {"max_streams_per_caller": 500, "max_calls": 1_000}
"""Settings for more conversations of one host than a host usually has."""


class WorkerServer(Server):
    """The front and its processes; what is killed is a worker, the front, or whatever else is named.

    Only after the front is killed has anybody to start it anew.
    """

    def __init__(
        self,
        data: Path,
        log: Path | None = None,
        *,
        seed: int,
        front: bool = False,
        others: Sequence[Callable[[], None]] = (),
        **settings: object,
    ) -> None:
        """``others``, and with ``front`` the front, are what a kill may take instead, each as often as a worker."""
        super().__init__(data, log, **({"workers": WORKERS} | ROOMY | settings))
        self._chance = random.Random(seed)
        self._others = (*((self._kill_front,) if front else ()), *others)
        self._front_killed = False
        self.killed: list[str] = []

    def start(self, kill_at: str = "", port: int | None = None) -> None:
        """Start it the first time; afterwards it has to be there still, for it begins its workers anew itself."""
        if self.process is None or self._front_killed:
            self._await_the_directory()
            self._front_killed = False
            super().start(kill_at, port)
        assert not self.gone(), "the front ended with a worker"

    def nursery(self) -> int:
        """The process that the workers are forked from."""
        assert self.process is not None
        return family(self.process.pid)[1]

    def workers(self) -> list[int]:
        """Those that run."""
        return family(self.nursery())[1:]

    def kill(self) -> None:
        """SIGKILL to a worker, or one of the others."""
        what = self._chance.choice((self._kill_worker, *self._others))
        self.killed.append(getattr(what, "__name__", ""))
        what()

    def _kill_worker(self) -> None:
        running = self.workers()
        if running:
            os.kill(self._chance.choice(running), signal.SIGKILL)

    def _kill_front(self) -> None:
        self._front_killed = True
        super().kill()

    def _await_the_directory(self) -> None:
        # What it began sees that and ends; whoever starts a service anew has to wait for the directory.
        for _ in range(600):
            with suppress(StoreLocked), DataDirectory(self.data).locked():
                return
            time.sleep(0.1)
        raise AssertionError("the workers did not end with their front")

    def stop(self) -> int:
        """SIGTERM while a turn of each worker is in progress; both are completed, and the exit code is returned."""
        both = {owner_of(one, (1, 2)): one for one in (register(self.address) for _ in range(16))}
        assert len(both) == WORKERS
        accepted, told = threading.Barrier(WORKERS + 1, timeout=60), threading.Event()

        def converse(patient_id: str) -> str:
            request = conversation_pb2.ConverseRequest(
                request_id=str(uuid.uuid4()), patient_id=patient_id, text="메트포르민 500mg 하루 두 번 먹어요."
            )
            with grpc.insecure_channel(self.address) as channel:
                kind = ""
                for step in conversation_pb2_grpc.ConversationServiceStub(channel).Converse(
                    iter([request]), timeout=60
                ):
                    if not kind:
                        accepted.wait()
                        told.wait(60)
                    kind = str(step.WhichOneof("payload"))
                    if kind in LAST_STEPS:
                        # Where the server stops before it heard that no more is asked, UNAVAILABLE ends the stream.
                        break
                return kind

        with ThreadPoolExecutor(WORKERS) as pool:
            ends = [pool.submit(converse, one) for one in both.values()]
            accepted.wait()
            assert self.process is not None
            self.process.terminate()
            told.set()
            assert [one.result() for one in ends] == ["turn_completed"] * WORKERS
        return self.process.wait(timeout=60)

    def close(self) -> None:
        """Kill the front if it still runs; what it began ends with it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def lost_files(self) -> list[str]:
        """Files of the data directory that a process of the service has open and that are there no more."""
        assert self.process is not None
        found = []
        for one in family(self.process.pid):
            folder = f"/proc/{one}/fd"
            links = (os.path.realpath(os.path.join(folder, name)) for name in os.listdir(folder))
            found += [link for link in links if link.startswith(str(self.data)) and link.endswith("(deleted)")]
        return found
