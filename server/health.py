"""Health of the service (grpc.health.v1): not serving until it is ready, and while the log cannot be written."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import structlog
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckResponse

from domain.errors import StoreUnavailable
from domain.records import PatientRecords, store_errors
from server.work import WorkPool

log = structlog.get_logger(__name__)


class Health:
    """The health of every service and of the whole, which stand and fall together with the log."""

    def __init__(self, services: Sequence[str]) -> None:
        # grpc_health loads its asyncio half on the side; its types do not know it.
        self.servicer: Any = health.aio.HealthServicer()  # type: ignore[attr-defined]
        self._names = ("", *services)
        self._serving: bool | None = None

    async def set(self, serving: bool) -> None:
        """Say whether calls will succeed."""
        if serving == self._serving:
            return
        self._serving = serving
        status = HealthCheckResponse.SERVING if serving else HealthCheckResponse.NOT_SERVING
        for name in self._names:
            await self.servicer.set(name, status)
        log.info("health", serving=serving)

    async def stop(self) -> None:
        """Say for good that the service is going away."""
        await self.servicer.enter_graceful_shutdown()

    async def watch(self, records: PatientRecords, work: WorkPool, seconds: float) -> None:
        """Try every ``seconds`` whether the log can be written, and say so."""
        while True:
            try:
                await work(lambda: probe(records))
            except StoreUnavailable as error:
                log.warning("log_not_writable", reason=error.reason)
                await self.set(False)
            else:
                await self.set(True)
            await asyncio.sleep(seconds)


def probe(records: PatientRecords) -> None:
    """Take the log's write lock and give it back, writing nothing. Raises StoreUnavailable and its kinds."""
    with store_errors(), closing(records.rows_log.connect()) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
