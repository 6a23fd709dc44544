from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
import structlog
import uvicorn

from clients import AnamnesisClient
from clients.gateway.app import application
from clients.gateway.studies import Studies
from clients.gateway.upstream import Upstream
from clients.gateway.what_if import WhatIf
from server.composition import Knowledge
from tests.server.conftest import Server
from tests.server.running import running_server


@pytest.fixture(scope="session", autouse=True)
def quiet_log() -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("service")
    with running_server(data, knowledge) as address:
        yield Server(address, data)


@contextmanager
def running_gateway(
    address: str | Upstream, what_if: WhatIf | None = None, studies: Studies | None = None
) -> Iterator[str]:
    """A real HTTP server on loopback; yields where it is."""
    started = threading.Event()
    upstream = address if isinstance(address, Upstream) else Upstream(address)
    app = application(upstream, what_if=what_if, studies=studies)
    config = uvicorn.Config(app, port=0, log_level="error", ws="none", timeout_graceful_shutdown=1)
    http = uvicorn.Server(config)
    serve = http.startup

    async def startup(sockets: list[object] | None = None) -> None:
        await serve(sockets)  # type: ignore[arg-type]
        started.set()

    http.startup = startup  # type: ignore[assignment, method-assign]
    thread = threading.Thread(target=http.run, daemon=True)
    thread.start()
    assert started.wait(30)
    try:
        yield f"http://127.0.0.1:{http.servers[0].sockets[0].getsockname()[1]}"
    finally:
        http.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def base(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    studies = Studies(tmp_path_factory.mktemp("studies"))
    with running_gateway(server.address, WhatIf(server.data), studies) as base:
        yield base


@pytest.fixture(scope="session")
def http(base: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=base, timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(server.address) as client:
        yield client


@pytest.fixture
def patient(http: httpx.Client) -> str:
    made = http.post("/v1/patients", json={"locale": "en", "time_zone": "Europe/London"})
    return str(made.json()["patient_id"])
