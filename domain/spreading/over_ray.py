"""Do pieces of a task over Ray (extra ``ray``): here, or on the cluster that RAY_ADDRESS names.

An actor opens what it needs where it runs, so every machine of a cluster has to reach it: a log in PostgreSQL, and the
same settings of the environment.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from domain.errors import AnamnesisError
from domain.spreading import Done, Piece, Spread, Task, WorkStopped, dealt

OBJECTS_BYTES: Final = 256 * 2**20
"""Of Ray's shared memory on this machine: what was done of the pieces that are on their way."""


class RayNotInstalled(AnamnesisError):
    """Ray is to be used and is not there."""

    status = "FAILED_PRECONDITION"
    reason = "RAY_NOT_INSTALLED"
    advice = "Install it: pip install 'anamnesis[ray]'; or use --workers without --ray."


@contextmanager
def started(workers: int) -> Iterator[Any]:
    """Ray for so many actors, begun here unless RAY_ADDRESS names a cluster. Raises RayNotInstalled."""
    # Read while it starts: it would tell its makers of every start.
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError as error:
        raise RayNotInstalled from error
    here: dict[str, Any] = {}
    if not os.environ.get("RAY_ADDRESS"):
        here = {"num_cpus": workers, "object_store_memory": OBJECTS_BYTES, "include_dashboard": False}
    ray.init(**here, log_to_driver=False, configure_logging=False)
    try:
        yield ray
    finally:
        ray.shutdown()


def over_ray(task: Task[Piece, Done], workers: int) -> Spread[Piece, Done]:
    """Does pieces in so many actors of Ray.

    Raises RayNotInstalled, and WorkStopped for an actor that died or could not open what it works on.
    """

    def spread(pieces: Iterable[Piece]) -> Generator[tuple[Piece, Done]]:
        with started(workers) as ray:
            actor = ray.remote(num_cpus=1)(_Doer)
            yield from dealt(pieces, [_Actor(ray, actor.remote(task)) for _ in range(workers)])

    return spread


class _Doer:
    """An actor: what does the pieces, opened once."""

    def __init__(self, task: Task[Any, Any]) -> None:
        self._task = task
        self._open = ExitStack()
        self._does: Any = None

    def do(self, piece: Any) -> tuple[Any, str]:
        """What was done, or the name of what failed: its words may quote a patient."""
        try:
            self._does = self._does or self._open.enter_context(self._task())
            return self._does(piece), ""
        except AnamnesisError as error:
            return None, error.reason
        except Exception as error:
            return None, type(error).__name__


class _Actor:
    """A hand over an actor."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor
        self._given = deque[Any]()

    def give(self, piece: Any) -> None:
        """See Hand."""
        self._given.append(self._actor.do.remote(piece))

    def take(self) -> Any:
        """See Hand."""
        try:
            done, failure = self._ray.get(self._given.popleft())
        except self._ray.exceptions.RayError as error:
            raise WorkStopped(f"An actor ended: {type(error).__name__}.") from None
        if failure:
            raise WorkStopped(f"An actor could not go on: {failure}.", failure=failure)
        return done
