"""The steps of a call, for whoever traces it: a node of the workflow, a save, a call of a model.

A step's name and what is noted of it come from closed lists and settings; nothing of a patient is among them. Nobody
traces unless the edge says so for a call: then whatever runs in the call's context tells its steps, in threads as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

Note = Callable[[str, str | int | float], None]
"""Takes the name of a number or a word of a closed list, and this."""
Tracer = Callable[[str], AbstractContextManager[Note]]
"""Begins a step of this name, and ends it with the block."""


def step(name: str) -> AbstractContextManager[Note]:
    """A step of the current call, for the block; where nobody traces, nothing."""
    tracer = _tracer.get()
    return _UNTRACED if tracer is None else tracer(name)


def traced() -> bool:
    """Whether the steps of the current call are told to anybody."""
    return _tracer.get() is not None


@contextmanager
def tracing(tracer: Tracer | None) -> Iterator[None]:
    """Tell ``tracer`` the steps of what is begun within the block."""
    before = _tracer.get()
    _tracer.set(tracer)
    try:
        yield
    finally:
        # Not by a token: a stream may be ended in another context than it began in.
        _tracer.set(before)


_tracer: ContextVar[Tracer | None] = ContextVar("tracer", default=None)
_UNTRACED: AbstractContextManager[Note] = nullcontext(lambda name, value: None)
