"""The front of a service of several workers: one address, its limits and its health, and the end of all."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_health.v1.health_pb2 import HealthCheckResponse

from server.data_directory import DataDirectory
from server.gate import Gate
from server.health import VIEWS
from server.in_flight import InFlight
from server.interceptors import Limits, NamedErrors
from server.listening import authenticator, check_exposure, inner_options, listen, server_options
from server.methods import SERVICES
from server.rpc import Interceptor
from server.scrub import LOG_HEALTH
from server.settings import PREFIX, Settings
from server.statuses import ServerStopping
from server.stopping import until_told
from server.workers.forwarding import Forwarding
from server.workers.owners import Owners
from server.workers.supervisor import KILLED_SECONDS, Supervisor, Worker

log = structlog.get_logger(__name__)

LEAVING_SECONDS = 1.0
"""What is left of the grace for the front itself once its workers have ended."""
GOODBYE_SECONDS = 0.5
"""How long connections may take to carry what was answered."""
_PARTS = ("", VIEWS, LOG_HEALTH)


@asynccontextmanager
async def serving_by_workers(settings: Settings, flags: dict[str, str]) -> AsyncIterator[str]:
    """Serve by ``settings.workers`` processes until the end of the block, then stop gracefully; yields the address.

    ``flags`` are the settings that stand in no variable of the environment. Raises what one server raises, by the same
    names, and WorkerNotStarted.
    """
    callers = authenticator(settings, lambda: datetime.now(UTC))
    check_exposure(settings, callers)
    directory = DataDirectory(settings.data)
    async with AsyncExitStack() as life:
        lock = life.enter_context(directory.locked())
        folder = Path(life.enter_context(tempfile.TemporaryDirectory(prefix="anamnesis-")))
        gate, in_flight = Gate(), InFlight()
        checks = health.aio.HealthServicer()  # type: ignore[attr-defined]  # loaded on the side
        supervisor: Supervisor | None = None
        admitting = False

        async def changed() -> None:
            # Until all have begun nobody is admitted, whichever of them serves already.
            for part, status in _health(supervisor.workers if supervisor and admitting else ()).items():
                for name in (part, *SERVICES) if not part else (part,):
                    await checks.set(name, status)

        supervisor = Supervisor(
            settings.workers,
            folder,
            {**os.environ, **{PREFIX + name.upper(): value for name, value in flags.items()}},
            _PARTS,
            changed,
            inner_options(settings),
            settings.worker_silence_seconds,
            keep=(lock,),
        )
        reflection = settings.reflection or (settings.reflection is None and not callers.required)
        server = forwarding_server(settings, supervisor.owners, (gate, in_flight), reflection=reflection)
        health_pb2_grpc.add_HealthServicer_to_server(checks, server)
        address = listen(server, settings)
        await changed()
        await server.start()
        life.push_async_callback(server.stop, None)
        life.push_async_callback(supervisor.close)
        await supervisor.start()

        async def drain() -> None:
            log.info("stopping")
            until = asyncio.get_running_loop().time() + max(0.0, settings.grace_seconds - LEAVING_SECONDS)

            def left() -> float:
                return max(0.0, until - asyncio.get_running_loop().time())

            gate.shut(ServerStopping())
            await checks.enter_graceful_shutdown()
            await supervisor.stop(max(0.0, left() - KILLED_SECONDS))
            if not await in_flight.wait(min(left(), GOODBYE_SECONDS)):
                log.warning("calls_cut_short")
            await server.stop(min(left(), GOODBYE_SECONDS))

        life.push_async_callback(drain)
        gate.admit()
        admitting = True
        await changed()
        log.info("serving", address=address, workers=settings.workers)
        yield address


def forwarding_server(
    settings: Settings, owners: Owners[Any], outer: Sequence[Interceptor] = (), *, reflection: bool = False
) -> grpc.aio.Server:
    """A server that holds calls against the limits of the whole service and forwards them to their owners."""
    server = grpc.aio.server(
        interceptors=(*outer, NamedErrors(), Limits(settings.call_limits)), options=server_options(settings)
    )
    server.add_generic_rpc_handlers((Forwarding(owners, settings.idle_seconds, reflection),))
    return server


async def serve_by_workers(settings: Settings, flags: dict[str, str], announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; ``announce`` is told the address once all workers are ready."""

    def ready(address: str) -> None:
        gc.freeze()
        announce(address)

    await until_told(serving_by_workers(settings, flags), ready, settings.grace_seconds)


def _health(workers: tuple[Worker, ...]) -> dict[str, int]:
    """The whole serves where one of them does, for that takes the others' patients; a part is well where all say so."""
    serving, faulty = HealthCheckResponse.SERVING, HealthCheckResponse.NOT_SERVING
    found = {"": serving if any(one.states.get("") == serving for one in workers) else faulty}
    for part in _PARTS[1:]:
        said = [one.states[part] for one in workers if one.states.get(part) in (serving, faulty)]
        if said:
            found[part] = serving if all(one == serving for one in said) else faulty
    return found
