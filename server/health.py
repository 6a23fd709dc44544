"""Health of the service (grpc.health.v1): not serving until it is ready, and while the log cannot be written.

The kept views have a name of their own, for the service goes on without them: :data:`VIEWS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import structlog
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckResponse

from domain.errors import StoreUnavailable
from domain.records import PatientRecords
from domain.store.failures import store_errors
from projections.runner import ProjectionRunner
from server.work import WorkPool

log = structlog.get_logger(__name__)

VIEWS = "anamnesis.projections"
"""The health of the kept views: not serving while they lack an event that could not be read or folded."""


class Health:
    """The health of every service and of the whole, which stand and fall together with the log."""

    def __init__(self, services: Sequence[str]) -> None:
        # grpc_health loads its asyncio half on the side; its types do not know it.
        self.servicer: Any = health.aio.HealthServicer()  # type: ignore[attr-defined]
        self._names = ("", *services)
        self._serving: bool | None = None
        self._views_whole: bool | None = None

    async def set(self, serving: bool) -> None:
        """Say whether calls will succeed."""
        if serving == self._serving:
            return
        self._serving = serving
        status = HealthCheckResponse.SERVING if serving else HealthCheckResponse.NOT_SERVING
        for name in self._names:
            await self.servicer.set(name, status)
        log.info("health", serving=serving)

    async def set_views(self, whole: bool) -> None:
        """Say whether the kept views hold everything that they should."""
        if whole == self._views_whole:
            return
        self._views_whole = whole
        await self.servicer.set(VIEWS, HealthCheckResponse.SERVING if whole else HealthCheckResponse.NOT_SERVING)
        if not whole:
            log.warning("events_in_quarantine")

    async def stop(self) -> None:
        """Say for good that the service is going away."""
        await self.servicer.enter_graceful_shutdown()

    async def watch(
        self, records: PatientRecords, projections: ProjectionRunner, work: WorkPool, seconds: float
    ) -> None:
        """Try every ``seconds`` whether the log can be written and the kept views are whole, and say so."""
        while True:
            try:
                await work(lambda: probe(records))
            except StoreUnavailable as error:
                log.warning("log_not_writable", reason=error.reason)
                await self.set(False)
            else:
                await self.set(True)
            try:
                await self.set_views(not await work(projections.quarantined))
            except StoreUnavailable as error:
                log.warning("views_not_readable", reason=error.reason)
                await self.set_views(False)
            await asyncio.sleep(seconds)


def probe(records: PatientRecords) -> None:
    """Take the log's write lock and give it back, writing nothing. Raises StoreUnavailable and its kinds."""
    with store_errors(), closing(records.rows_log.connect()) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
