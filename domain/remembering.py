"""What pure functions gave, remembered while one turn runs: several of its parts ask the same of the same words.

It is kept in the turn's own context and ends with the turn, so nothing of a patient stays in memory behind it. Whatever
reads an utterance outside a turn remembers as long as it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

_found: ContextVar[dict[Hashable, Any] | None] = ContextVar("found_in_this_turn", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Within the block, and in threads that run in its context, a :func:`remembered` call is made once."""
    token = _found.set({})
    try:
        yield
    finally:
        _found.reset(token)


@contextmanager
def remembering_at_least() -> Iterator[None]:
    """The same for a part of a turn that may run by itself: within a turn it remembers what the turn does."""
    if _found.get() is not None:
        yield
        return
    with remembering():
        yield


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """``function``, asked once for the same arguments while :func:`remembering`, and always elsewhere.

    It must be pure, its arguments hashable, and what it gives never changed. What it raises is not remembered.
    """

    @wraps(function)
    def asked(*arguments: P.args, **named: P.kwargs) -> T:
        found = _found.get()
        if found is None:
            return function(*arguments, **named)
        key = (function, arguments, tuple(named.items()))
        if key not in found:
            found[key] = function(*arguments, **named)
        return cast(T, found[key])

    return asked
