"""Health of the service (grpc.health.v1): not serving until it is ready, and while nothing can be saved.

The kept views have a name of their own, for the service goes on without them: :data:`VIEWS`. So has what the scrub
found in the log, :data:`server.scrub.LOG_HEALTH`.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckResponse

from domain.errors import AnamnesisError, StoreUnavailable
from domain.records import PatientRecords
from projections.runner import ProjectionRunner
from server.probe import probe
from server.scrub import LOG_HEALTH
from server.work import WorkPool

log = structlog.get_logger(__name__)

VIEWS = "anamnesis.projections"
"""The health of the kept views: not serving while they lack an event that could not be read or folded, and while
whoever keeps them fails, has stopped, or is behind for too long."""

PROBE_SECONDS = 15.0
"""How long a probe may take: it waits five seconds for each of two locks (ours)."""

LAG_SECONDS = 30.0
"""For how long the kept views may lack an event before that shows in their health (ours); a second is usual."""


class Health:
    """The health of every service and of the whole, which stand and fall together with the log."""

    def __init__(self, services: Sequence[str]) -> None:
        # grpc_health loads its asyncio half on the side; its types do not know it.
        self.servicer: Any = health.aio.HealthServicer()  # type: ignore[attr-defined]
        self._names = ("", *services)
        self._said: tuple[bool, str] | None = None
        self._faults: dict[str, str] = {}

    async def set(self, serving: bool, reason: str = "") -> None:
        """Say whether calls will succeed, and to the service log why not."""
        if (serving, reason) == self._said:
            return
        self._said = serving, reason
        status = HealthCheckResponse.SERVING if serving else HealthCheckResponse.NOT_SERVING
        for name in self._names:
            await self.servicer.set(name, status)
        if reason:
            log.warning("log_not_writable", reason=reason)
        else:
            log.info("health", serving=serving)

    async def set_views(self, fault: str) -> None:
        """Say whether the kept views hold everything that they should; ``fault`` names what is wrong with them."""
        if not await self._set_part(VIEWS, fault):
            return
        if fault:
            log.warning("views_not_whole", reason=fault)
        else:
            log.info("views_whole")

    async def set_log(self, fault: str) -> None:
        """Say what the last look at the whole log found; ``fault`` names it, and is empty for nothing."""
        if not await self._set_part(LOG_HEALTH, fault):
            return
        if fault:
            log.error("log_not_whole", reason=fault)
        else:
            log.info("log_whole")

    async def _set_part(self, name: str, fault: str) -> bool:
        """Say how one part is; whether that is news."""
        if self._faults.get(name) == fault:
            return False
        self._faults[name] = fault
        await self.servicer.set(name, HealthCheckResponse.NOT_SERVING if fault else HealthCheckResponse.SERVING)
        return True

    async def stop(self) -> None:
        """Say for good that the service is going away."""
        await self.servicer.enter_graceful_shutdown()

    async def watch(
        self, records: PatientRecords, projections: ProjectionRunner, work: WorkPool, seconds: float
    ) -> None:
        """Try every ``seconds`` whether saves succeed and the kept views are whole, and say so.

        While saves would fail, all are refused by the name of what was found. ``work`` is for this alone: behind the
        calls that it judges it would only wait.
        """
        lag = Lag()
        while True:
            failure = await _found(work, records)
            records.refuse_saves(failure)
            await self.set(failure is None, failure.reason if failure else "")
            await self.set_views(await _views_fault(work, records, projections, lag))
            await asyncio.sleep(seconds)


class Lag:
    """Tells a projector that is behind for too long from one that has just been given something to do."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._heads: deque[tuple[float, int]] = deque()

    def too_long(self, head: int, reached: int) -> bool:
        """Whether an event of the log that ends at ``head`` now has not been reached for :data:`LAG_SECONDS`."""
        now = self._clock()
        self._heads.append((now, head))
        while len(self._heads) > 1 and self._heads[1][0] <= now - LAG_SECONDS:
            self._heads.popleft()
        since, then = self._heads[0]
        return since <= now - LAG_SECONDS and reached < then


async def _found(work: WorkPool, records: PatientRecords) -> StoreUnavailable | None:
    """What stands in the way of a save; None where it would succeed."""
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await work(lambda: probe(records))
    except StoreUnavailable as error:
        return error
    except TimeoutError:
        return StoreUnavailable("The disk of the data directory does not answer.")
    except Exception as error:
        # Whatever it is, a service that cannot tell whether it can save must not say that it can.
        log.error("probe_failed", error=type(error).__name__)
        return StoreUnavailable()
    return None


async def _views_fault(work: WorkPool, records: PatientRecords, projections: ProjectionRunner, lag: Lag) -> str:
    """What is wrong with the kept views, in a word; empty for nothing."""

    def look() -> str:
        projections.tend()
        head, condition = records.head(), projections.condition()
        if condition.failure:
            return condition.failure
        if not condition.running:
            return "PROJECTOR_STOPPED"
        if lag.too_long(head, head - condition.lag):
            return "PROJECTOR_BEHIND"
        return "EVENTS_IN_QUARANTINE" if projections.quarantined() else ""

    try:
        async with asyncio.timeout(PROBE_SECONDS):
            return await work(look)
    except AnamnesisError as error:
        return error.reason
    except TimeoutError:
        return "VIEWS_DO_NOT_ANSWER"
    except Exception as error:
        # As above: what cannot be looked at is not whole.
        return type(error).__name__
