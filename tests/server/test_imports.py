"""Records that are large, late or many: they hold up nobody else, and end when nobody waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from clients import AnamnesisClient, AsyncAnamnesisClient, DeadlineExceeded, InvalidRequest
from domain.cancellation import checkpoint
from server.composition import Knowledge
from server.statuses import ServerStopping
from server.work import WorkPool
from tests.server.conftest import Server
from tests.server.running import CARD, running_server

T = TypeVar("T")
ME = {"reference": "Patient/p1"}


def _observation(number: int, day: str) -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "status": "final",
        "subject": ME,
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "4548-4", "display": "HbA1c"}]},
        "effectiveDateTime": day,
        "valueQuantity": {"value": 5 + number / 1000, "unit": "%", "code": "%"},
    }


def _days(count: int) -> list[dict[str, Any]]:
    return [_observation(number, (date(1990, 1, 1) + timedelta(days=number)).isoformat()) for number in range(count)]


def _bundle(resources: list[dict[str, Any]]) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": one} for one in resources]}


def _lines(resources: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(one) for one in resources)


def _panel(components: int) -> dict[str, Any]:
    """One entry that tells many facts."""
    parts = [{"code": one["code"], "valueQuantity": one["valueQuantity"]} for one in _days(components)]
    return {**_observation(0, "2024-01-01"), "component": parts}


TOO_LARGE = {
    "entries": lambda: _bundle(_days(5_001)),
    "lines": lambda: _lines(_days(5_001)),
    "facts of one entry": lambda: _bundle([_panel(5_001)]),
    "values of one test on one day": lambda: _bundle([_observation(number, "2024-01-01") for number in range(60)]),
}


@pytest.mark.parametrize("record", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_record_that_is_too_large_is_refused_whole_and_says_what_to_do(
    record: Any, client: AnamnesisClient, patient: str
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        client.import_fhir(patient, record())

    assert refused.value.reason == "RECORD_TOO_LARGE"
    assert int(refused.value.details["limit"]) in (5_000, 50)
    assert "in parts" in refused.value.advice
    assert not client.profile(patient).facts


def test_a_card_that_is_too_large_is_refused_too(client: AnamnesisClient, patient: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        client.import_card(patient, {**CARD, "lab_results": CARD["lab_results"] * 3_000})  # type: ignore[operator]

    assert refused.value.reason == "RECORD_TOO_LARGE"


def test_a_record_in_parts_is_taken_and_what_overlaps_is_no_second_fact(client: AnamnesisClient, patient: str) -> None:
    days = _days(30)
    first = client.import_fhir(patient, _bundle(days[:20]))
    second = client.import_fhir(patient, _bundle(days[10:]))

    assert (first.recorded, second.recorded, second.reaffirmed) == (20, 10, 10)
    assert len(client.profile(patient).facts) == 30


async def _in_time(call: Callable[[], Awaitable[T]]) -> T:
    """What a call brings at last: on a busy machine the deadline of an import may be too short for anything."""
    while True:
        with contextlib.suppress(DeadlineExceeded):
            return await call()


async def test_an_import_past_its_deadline_ends_and_frees_its_thread_while_others_are_served(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    large = json.dumps(_bundle(_days(40_000)))
    settings: dict[str, Any] = {
        **{"call_seconds": 1.5, "import_threads": 1, "threads": 1},
        **{"max_record_entries": 100_000, "max_request_bytes": 64 * 1024 * 1024},
    }
    with running_server(tmp_path, knowledge, **settings) as address:
        async with AsyncAnamnesisClient(address) as client:
            patient, other = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(2)]
            late = asyncio.create_task(client.import_fhir(patient, large))
            while not late.done():
                # Reads and turns have threads of their own, and find one free all the time.
                await _in_time(lambda: client.profile(other))
                await _in_time(lambda: client.say(other, "I have asthma."))
            with pytest.raises(DeadlineExceeded):
                await late
            # The only thread for imports is free again before the large one is through: had it gone on, its facts
            # would be there once the card is.
            taken = await _in_time(lambda: client.import_card(other, CARD))
            nothing = await _in_time(lambda: client.profile(patient))

    assert taken.recorded
    assert not nothing.facts


async def test_a_pool_that_is_closed_ends_what_runs_at_its_next_checkpoint() -> None:
    pool, begun, ends = WorkPool(1), threading.Event(), list[str]()

    def endless() -> None:
        begun.set()
        try:
            while True:
                checkpoint()
        finally:
            ends.append("ended")

    task = asyncio.create_task(pool(endless))
    await asyncio.to_thread(begun.wait)
    await asyncio.to_thread(pool.close)

    assert ends == ["ended"]
    with pytest.raises(ServerStopping):
        await task


async def test_work_that_nobody_waits_for_any_more_frees_its_thread() -> None:
    pool, begun = WorkPool(1), threading.Event()

    def endless() -> None:
        begun.set()
        while True:
            checkpoint()

    task = asyncio.create_task(pool(endless))
    await asyncio.to_thread(begun.wait)
    task.cancel()

    # It would wait for ever if the only thread were not freed.
    assert await pool(lambda: "next") == "next"
    pool.close()


def test_fifty_values_of_a_day_are_taken_and_disputed(server: Server, client: AnamnesisClient, patient: str) -> None:
    reply = client.import_fhir(patient, _bundle([_observation(number, "2024-01-01") for number in range(50)]))

    assert (reply.recorded, reply.contradictions) == (1, 49)
    assert all(fact.disputed for fact in client.profile(patient).facts)
