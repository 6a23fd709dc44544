"""A network between a server and its database that loses an answer, and the connection with it."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType

BYTES = 65_536


class LosingAnswers:
    """Passes everything on; told to, it lets a COMMIT through, waits until it is answered, and cuts the connection."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._target: tuple[str, int] = ("", 0)
        self._armed = Event()
        self.lost = 0
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> LosingAnswers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.close()

    def url(self, direct: str) -> str:
        """The URL of the same database through this network."""
        from urllib.parse import quote

        from psycopg.conninfo import conninfo_to_dict

        given = {key: str(value) for key, value in conninfo_to_dict(direct).items()}
        self._target = (given.pop("host", "127.0.0.1"), int(given.pop("port", "5432")))
        port = self._listening.getsockname()[1]
        through = {**given, "host": "127.0.0.1", "port": str(port), "sslmode": "disable", "gssencmode": "disable"}
        return "postgresql:///?" + "&".join(f"{key}={quote(value)}" for key, value in through.items())

    def lose_next(self) -> None:
        """Lose the answer to the next COMMIT."""
        self._armed.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = self._far()
                losing = Event()
                Thread(target=self._there, args=(near, far, losing), daemon=True).start()
                Thread(target=self._back, args=(near, far, losing), daemon=True).start()

    def _far(self) -> socket.socket:
        host, port = self._target
        if host.startswith("/"):
            far = socket.socket(socket.AF_UNIX)
            far.connect(f"{host}/.s.PGSQL.{port}")
            return far
        return socket.create_connection(self._target)

    def _there(self, near: socket.socket, far: socket.socket, losing: Event) -> None:
        with suppress(OSError):
            while sent := near.recv(BYTES):
                if self._armed.is_set() and b"COMMIT\x00" in sent:
                    self._armed.clear()
                    losing.set()
                far.sendall(sent)
        _cut(far)

    def _back(self, near: socket.socket, far: socket.socket, losing: Event) -> None:
        with suppress(OSError):
            while answer := far.recv(BYTES):
                if losing.is_set():
                    # What names the command that was done: the transaction has ended.
                    while b"COMMIT\x00" not in answer and (more := far.recv(BYTES)):
                        answer += more
                    self.lost += 1
                    _cut(far)
                    break
                near.sendall(answer)
        _cut(near)


def _cut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
