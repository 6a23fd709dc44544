"""Two servers on one log in PostgreSQL, of which either is killed, and PostgreSQL itself."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from evaluation.server_process import free_port, wait_until_serving
from server.data_directory import DataDirectory, Keeping
from tests.faults.killed_server import Server


class TwoServers(Server):
    """Clients talk to either of those that serve; one that was killed is begun anew beside the other."""

    def __init__(
        self,
        folder: Path,
        log: Path,
        store: str,
        *,
        seed: int,
        others: Sequence[Callable[[], None]],
        **settings: object,
    ) -> None:
        """``others`` are what a kill may take instead, each as often as killing a server."""
        super().__init__(folder / "a", log, store=store, **settings)
        beside = folder / "b"
        for data in (self.data, beside):
            data.mkdir(mode=0o700)
        with DataDirectory(self.data).records(Keeping(store=store)):
            shutil.copy2(self.data / "master.key", beside)
        self.servers = [self._server(data, settings | {"store": store}) for data in (self.data, beside)]
        self._chance = random.Random(seed)
        self._others = tuple(others)
        self._serving = list[Server]()
        self._starting = list[threading.Thread]()
        self.killed: list[str] = []

    def _server(self, data: Path, settings: dict[str, object]) -> Server:
        return Server(data, self.log, **settings)

    @property
    def address(self) -> str:
        """Of one of those that serve."""
        return self._chance.choice(tuple(self._serving)).address

    def start(self, kill_at: str = "", port: int | None = None) -> None:
        """Start those that do not run; return once one serves."""
        for server in self.servers:
            if server.gone():
                server.port = free_port()
                server.process = server.spawn({**os.environ, **server.settings})
                self._starting.append(threading.Thread(target=self._await, args=(server,)))
                self._starting[-1].start()
        if not self._serving:
            self._join()
        assert self._serving, "no server serves"

    def _await(self, server: Server) -> None:
        assert server.process is not None
        wait_until_serving(server.address, server.process)
        self._serving.append(server)

    def _join(self) -> None:
        while self._starting:
            self._starting.pop().join()

    def kill(self) -> None:
        """SIGKILL to a server, or one of the others, once both serve."""
        self._join()
        assert len(self._serving) == len(self.servers), "a server did not come back"
        what = self._chance.choice((self._kill_server, *self._others))
        self.killed.append(getattr(what, "__name__", ""))
        what()

    def _kill_server(self) -> None:
        server = self._chance.choice(self._serving)
        # First: a client that was refused must not be sent to it again.
        self._serving.remove(server)
        server.kill()

    def stop(self) -> int:
        """SIGTERM to both; the larger of their exit codes."""
        self._join()
        return max(server.stop() for server in self.servers)

    def gone(self) -> bool:
        """Whether both have ended."""
        return all(server.gone() for server in self.servers)

    def close(self) -> None:
        """Kill those that still run."""
        for server in self.servers:
            server.close()
        self._join()
