"""A real server on loopback, with a real log in a directory of the test's own, for tests of any kind of client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server.app import serving, utc_now
from server.composition import Knowledge
from server.settings import Settings

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
    loop = asyncio.new_event_loop()
    started, stop = threading.Event(), asyncio.Event()
    outcome: list[str | BaseException] = []

    async def serve() -> None:
        try:
            async with serving(chosen, utc_now, lambda _: knowledge) as service:
                outcome.append(service.address)
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
