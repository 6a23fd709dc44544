"""A real server on loopback, with a real log in a directory of the test's own, for tests of any kind of client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import grpc

from server.app import serving, utc_now
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.listening import inner_options, listen
from server.settings import Settings
from server.workers.behind import Behind
from server.workers.front import forwarding_server
from server.workers.owners import Owners

T = TypeVar("T")

CARD = {
    "as_of": "2025-03-10",
    "age": 61,
    "gender": "female",
    "diagnosis": ["Type 2 diabetes", "Hypertension"],
    "medications": [{"name": "Metformin", "dosage": "500mg", "frequency": "BID"}],
    "allergy": ["Penicillin"],
    "lab_results": [
        {"date": "2024-12-02", "test": "HbA1c", "value": 7.8, "unit": "%", "loinc": "4548-4"},
        {"date": "2025-03-03", "test": "HbA1c", "value": 7.2, "unit": "%", "loinc": "4548-4"},
    ],
    "vitals": [],
}
CORRECTION = "Sorry, my latest HbA1c was 6.9%, not 7.2%."


@contextmanager
def running_server(data: Path, knowledge: Knowledge, address: str = "127.0.0.1:0", **settings: Any) -> Iterator[str]:
    """Serve from ``data`` in a thread with a loop of its own; yields the address."""
    chosen = Settings(address=address, data=data, **settings)
    with _in_a_thread(lambda: serving(chosen, utc_now, lambda _: knowledge)) as service:
        yield service.address


@contextmanager
def fronted_server(
    data: Path, knowledge: Knowledge, address: str = "127.0.0.1:0", workers: int = 2, **settings: Any
) -> Iterator[str]:
    """Serve from ``data`` by several workers behind a front, all in threads of this process; yields its address."""
    chosen = Settings(address=address, data=data, **settings)
    with ExitStack() as life:
        life.enter_context(DataDirectory(data).locked())
        folder = Path(life.enter_context(TemporaryDirectory()))
        sockets = [f"unix:{folder / str(number)}.sock" for number in range(1, workers + 1)]
        for number, socket in enumerate(sockets, start=1):
            behind = Behind(folder, number, workers)
            own = behind.settings(chosen, Path(socket.removeprefix("unix:")))
            life.enter_context(_in_a_thread(partial(serving, own, utc_now, lambda _: knowledge, behind)))
        yield life.enter_context(_in_a_thread(partial(_front, chosen, sockets)))


@asynccontextmanager
async def _front(settings: Settings, sockets: Sequence[str]) -> AsyncIterator[str]:
    owners: Owners[_Near] = Owners()
    for number, socket in enumerate(sockets, start=1):
        near = _Near(number, grpc.aio.insecure_channel(socket, options=inner_options(settings)))
        owners.serves(number, near)
    server = forwarding_server(settings, owners, reflection=True)
    address = listen(server, settings)
    await server.start()
    yield address
    await server.stop(None)
    for near in owners.serving:
        await near.channel.close(None)


@dataclass(eq=False)
class _Near:
    number: int
    channel: grpc.aio.Channel


@contextmanager
def _in_a_thread(service: Callable[[], AbstractAsyncContextManager[T]]) -> Iterator[T]:
    loop = asyncio.new_event_loop()
    started, stop = threading.Event(), asyncio.Event()
    outcome: list[T | BaseException] = []

    async def serve() -> None:
        try:
            async with service() as running:
                outcome.append(running)
                started.set()
                await stop.wait()
        except BaseException as error:
            outcome.append(error)
            started.set()
            raise

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    started.wait()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    try:
        yield outcome[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
