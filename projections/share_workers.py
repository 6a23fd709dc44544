"""Fold shares of the patients in processes beside this one, each with the log open for itself.

A worker is told its shares over a pipe: when the parent dies, by whatever signal, the pipe ends and so does the worker.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import Final

from domain.errors import AnamnesisError
from projections.shares import Folding, Opens, Share, Views, dealt, fold_share

LEAVING_SECONDS: Final = 20.0
"""How long a worker may take to end once its pipe has."""


class FoldingStopped(AnamnesisError):
    """A worker that folds patients ended, or could not open the log."""

    status = "UNAVAILABLE"
    reason = "FOLDING_STOPPED"
    advice = "Run it again: a rebuild goes on where it stopped. Use fewer --workers where memory is short."


def in_processes(opens: Opens, workers: int) -> Folding:
    """Folds in so many processes, which live as long as what is folded is iterated over; raises FoldingStopped."""

    def folding(shares: Iterable[Share]) -> Generator[tuple[Share, Sequence[Views]]]:
        with ExitStack() as leaving:
            hands = [_Worker(opens) for _ in range(workers)]
            for hand in hands:
                leaving.callback(hand.join)
            for hand in hands:
                leaving.callback(hand.dismiss)
            yield from dealt(shares, hands)

    return folding


class _Worker:
    """A process and our end of its pipe."""

    def __init__(self, opens: Opens) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._pipe, opens), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, share: Share) -> None:
        """See Hand."""
        try:
            self._pipe.send(share)
        except OSError:
            raise FoldingStopped from None

    def take(self) -> Sequence[Views]:
        """See Hand."""
        try:
            folded: Sequence[Views] | str = self._pipe.recv()
        except (EOFError, OSError):
            raise FoldingStopped from None
        if isinstance(folded, str):
            raise FoldingStopped(f"A worker could not go on: {folded}.", failure=folded)
        return folded

    def dismiss(self) -> None:
        """End its pipe."""
        self._pipe.close()

    def join(self) -> None:
        """Wait until it has ended, and not for ever."""
        self._process.join(LEAVING_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _work(pipe: Connection, parents_end: Connection, opens: Opens) -> None:
    """The life of a worker: shares as they come, until the pipe ends."""
    parents_end.close()
    # Ctrl-C is for the parent, which then ends the pipes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with opens() as records:
            while True:
                share: Share = pipe.recv()
                pipe.send(fold_share(records, share))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        # Whatever it is, the parent must hear of it; its words may quote a patient, so its name has to do.
        pipe.send(error.reason if isinstance(error, AnamnesisError) else type(error).__name__)
