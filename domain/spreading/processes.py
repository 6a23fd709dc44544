"""Do pieces of a task in processes beside this one, each of which opens what it needs for itself.

A worker is told its pieces over a pipe: when the parent dies, by whatever signal, the pipe ends and so does the worker.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import Any, Final, Generic

from domain.errors import AnamnesisError
from domain.spreading import Done, Piece, Spread, Task, WorkStopped, dealt

LEAVING_SECONDS: Final = 20.0
"""How long a worker may take to end once its pipe has."""


def in_processes(task: Task[Piece, Done], workers: int) -> Spread[Piece, Done]:
    """Does pieces in so many processes, which live as long as they are iterated over; raises WorkStopped."""

    def spread(pieces: Iterable[Piece]) -> Generator[tuple[Piece, Done]]:
        with ExitStack() as leaving:
            hands = [_Worker(task) for _ in range(workers)]
            for hand in hands:
                leaving.callback(hand.join)
            for hand in hands:
                leaving.callback(hand.dismiss)
            yield from dealt(pieces, hands)

    return spread


class _Worker(Generic[Piece, Done]):
    """A process and our end of its pipe."""

    def __init__(self, task: Task[Piece, Done]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._pipe, task), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, piece: Piece) -> None:
        """See Hand."""
        try:
            self._pipe.send(piece)
        except OSError:
            raise WorkStopped from None

    def take(self) -> Done:
        """See Hand."""
        try:
            done, failure = self._pipe.recv()
        except (EOFError, OSError):
            raise WorkStopped from None
        if failure:
            raise WorkStopped(f"A worker could not go on: {failure}.", failure=failure)
        return done  # type: ignore[no-any-return]

    def dismiss(self) -> None:
        """End its pipe."""
        self._pipe.close()

    def join(self) -> None:
        """Wait until it has ended, and not for ever."""
        self._process.join(LEAVING_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _work(pipe: Connection, parents_end: Connection, task: Task[Any, Any]) -> None:
    """The life of a worker: pieces as they come, until the pipe ends."""
    parents_end.close()
    # Ctrl-C is for the parent, which then ends the pipes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with task() as does:
            while True:
                pipe.send((does(pipe.recv()), ""))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        # Whatever it is, the parent must hear of it; its words may quote a patient, so its name has to do.
        pipe.send((None, error.reason if isinstance(error, AnamnesisError) else type(error).__name__))
