"""Fold shares of the patients over Ray (extra ``ray``): here, or on the cluster that RAY_ADDRESS names.

An actor opens the log where it runs, so every machine of a cluster has to reach the log and its keys: a log in
PostgreSQL, and the same settings of the environment.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from domain.errors import AnamnesisError
from domain.records import PatientRecords
from projections.share_workers import FoldingStopped
from projections.shares import Folding, Opens, Share, Views, dealt, fold_share

OBJECTS_BYTES: Final = 256 * 2**20
"""Of Ray's shared memory on this machine: the rows of the shares that are on their way."""


class RayNotInstalled(AnamnesisError):
    """Ray is to be used and is not there."""

    status = "FAILED_PRECONDITION"
    reason = "RAY_NOT_INSTALLED"
    advice = "Install it: pip install 'anamnesis[ray]'; or use --workers without --ray."


def over_ray(opens: Opens, workers: int) -> Folding:
    """Folds in so many actors of Ray, which is started here unless RAY_ADDRESS names a cluster.

    Raises RayNotInstalled, and FoldingStopped for an actor that died or could not open the log.
    """

    def folding(shares: Iterable[Share]) -> Generator[tuple[Share, Sequence[Views]]]:
        ray = _started(workers)
        try:
            actor = ray.remote(num_cpus=1)(_Folder)
            yield from dealt(shares, [_Actor(ray, actor.remote(opens)) for _ in range(workers)])
        finally:
            ray.shutdown()

    return folding


class _Folder:
    """An actor: the log, opened once."""

    def __init__(self, opens: Opens) -> None:
        self._opens = opens
        self._open = ExitStack()
        self._records: PatientRecords | None = None

    def fold(self, share: Share) -> list[Views] | str:
        """The rows, or the name of what failed: its words may quote a patient."""
        try:
            self._records = self._records or self._open.enter_context(self._opens())
            return fold_share(self._records, share)
        except AnamnesisError as error:
            return error.reason
        except Exception as error:
            return type(error).__name__


class _Actor:
    """A hand over an actor."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor
        self._given = deque[Any]()

    def give(self, share: Share) -> None:
        """See Hand."""
        self._given.append(self._actor.fold.remote(share))

    def take(self) -> Sequence[Views]:
        """See Hand."""
        try:
            folded: list[Views] | str = self._ray.get(self._given.popleft())
        except self._ray.exceptions.RayError as error:
            raise FoldingStopped(f"An actor ended: {type(error).__name__}.") from None
        if isinstance(folded, str):
            raise FoldingStopped(f"An actor could not go on: {folded}.", failure=folded)
        return folded


def _started(workers: int) -> Any:
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
    return ray
