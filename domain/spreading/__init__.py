"""Spreading long work over workers: one task, done in this process, in others beside it, or over Ray.

A task is a picklable opening of what it needs (the log with its keys, an extractor) that gives what does one piece. It
writes nothing, so it does not matter who does it: what comes back is equal, and in the order of the pieces.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import cycle, islice
from typing import Final, Protocol, TypeVar

from domain.errors import AnamnesisError

AHEAD: Final = 2
"""Pieces that a worker is given at once, so that it never waits for what becomes of the last."""

Piece = TypeVar("Piece")
Done = TypeVar("Done")
GivenPiece = TypeVar("GivenPiece", contravariant=True)
TakenDone = TypeVar("TakenDone", covariant=True)

Task = Callable[[], AbstractContextManager[Callable[[Piece], Done]]]
"""Opens what does a piece, in whichever process it is called: it has to be picklable."""

Spread = Callable[[Iterable[Piece]], Generator[tuple[Piece, Done]]]
"""Does pieces and gives each back with what was done, in the order in which they came."""


class WorkStopped(AnamnesisError):
    """A worker ended, or could not open what it works on."""

    status = "UNAVAILABLE"
    reason = "WORK_STOPPED"
    advice = "Run it again: what can go on where it stopped does. Use fewer --workers where memory is short."


class Hand(Protocol[GivenPiece, TakenDone]):
    """A worker that does what it is given, one piece after the other."""

    def give(self, piece: GivenPiece) -> None:
        """Have it do one more piece."""
        ...

    def take(self) -> TakenDone:
        """Wait for what was done of the first piece that it was given and that was not taken yet."""
        ...


def in_this_process(task: Task[Piece, Done]) -> Spread[Piece, Done]:
    """Does one piece after the other, here."""

    def spread(pieces: Iterable[Piece]) -> Generator[tuple[Piece, Done]]:
        with task() as does:
            for piece in pieces:
                yield piece, does(piece)

    return spread


def dealt(pieces: Iterable[Piece], hands: Sequence[Hand[Piece, Done]]) -> Generator[tuple[Piece, Done]]:
    """Deal pieces round to ``hands`` and collect them in order; at most AHEAD of each are on their way."""
    coming, given = iter(pieces), deque[tuple[Hand[Piece, Done], Piece]]()
    hand = cycle(hands)

    def deal() -> None:
        for piece in islice(coming, 1):
            given.append((taker := next(hand), piece))
            taker.give(piece)

    for _ in range(AHEAD * len(hands)):
        deal()
    while given:
        worker, piece = given.popleft()
        done = worker.take()
        deal()
        yield piece, done
