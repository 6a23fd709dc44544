"""Ending work that nobody waits for any more: long loops look now and then, where nothing is half done.

Python cannot stop a thread from outside, and a save must not be cut in half. So whoever starts work keeps a
:class:`Cancellation` for it, and loops over many facts, events or entries call :func:`checkpoint`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar, copy_context
from typing import TypeVar

T = TypeVar("T")


class WorkCancelled(BaseException):
    """Nobody waits for this work any more.

    Not an Exception: whatever handles the failures of a patient's events must not take it for one of them.
    """


class Cancellation:
    """Whether work should go on; may be cancelled from any thread."""

    __slots__ = ("cancelled",)

    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        """Let the work end at its next checkpoint."""
        self.cancelled = True

    def run(self, work: Callable[[], T]) -> T:
        """Do the work under this cancellation. Raises WorkCancelled."""
        context = copy_context()
        context.run(_current.set, self)
        return context.run(work)


def checkpoint() -> None:
    """Raise WorkCancelled when nobody waits for the current work. Never called between a save and its folding."""
    current = _current.get()
    if current is not None and current.cancelled:
        raise WorkCancelled


def cancellable(items: Iterable[T]) -> Iterator[T]:
    """The items, with a checkpoint before each."""
    for item in items:
        checkpoint()
        yield item


_current: ContextVar[Cancellation | None] = ContextVar("current_cancellation", default=None)
