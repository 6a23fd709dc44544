"""The money of a principal's day: over all patients and workers, apart from everybody else's, and after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from clients import AsyncAnamnesisClient, Credentials
from domain.events import FallbackUsed, ModelCalled, Payload
from server.authentication.principals_file import create_token
from server.composition import Knowledge
from server.data_directory import DataDirectory
from server.workers.owners import owner_of
from tests.llm_server import LlmServer, by_skill, model_of, says, understood
from tests.llm_server.replies import skill_of
from tests.server.running import fronted_server, running_server

SKILLS = ("understand", "answer", "quality", "rewrite", "summary")
ASKS = "What are the side effects of metformin?"
LIMIT = 0.011
DEAR = by_skill(dict.fromkeys(SKILLS, model_of), understand=says(understood(), usage=(10_000, 500)))
"""With the prices below its first call costs the whole limit: 10,000 * 1 + 500 * 2 in millionths."""


async def _register(address: str, token: str, worker: int = 1) -> str:
    patient = next(one for one in iter(lambda: str(uuid4()), "") if owner_of(one, (1, 2)) == worker)
    async with AsyncAnamnesisClient(address, credentials=Credentials(token=token)) as client:
        return await client.register_patient(patient, locale="en", time_zone="UTC")


async def _warnings(address: str, token: str, patient: str) -> list[str]:
    """What a turn is warned of, and so that it was answered."""
    async with AsyncAnamnesisClient(address, credentials=Credentials(token=token)) as client:
        messages = [message async for message in client.converse(patient, ASKS)]
    assert messages[-1].WhichOneof("payload") == "turn_completed"
    warned = (message.warning for message in messages if message.WhichOneof("payload") == "warning")
    return [warning.message for warning in warned]  # type: ignore[attr-defined]


def _events(data: Path, patient: str) -> list[Payload]:
    with DataDirectory(data).records() as records:
        return [event.payload for event in records.stream(patient)]


async def test_is_spent_once_over_patients_and_workers_and_stays_spent_after_a_restart(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    file = tmp_path / "principals.json"
    names = {"ours": ("ward", "a"), "colleague": ("clinic", "a"), "namesake": ("ward", "b")}
    tokens = {who: create_token(file, name, "agent", tenant=tenant)[1] for who, (name, tenant) in names.items()}
    async with LlmServer.running(DEAR) as llm:
        settings: dict[str, Any] = {
            "llm_base_url": llm.base_url,
            "llm_model": "test-model",
            "llm_prices": {"test-model": (1.0, 2.0)},
            "llm_spend_limit": 0.0,
            "llm_principal_spend_limit": LIMIT,
            "turn_seconds": 60.0,
        }

        async def asked_by(who: str, patient: str) -> bool:
            """Whether the model was asked; where it was not, the stream names the reason."""
            before = len(llm.received)
            warned = await _warnings(address, tokens[who], patient)
            asked = len(llm.received) > before
            assert asked or any("spend_limit" in one for one in warned)
            return asked

        with fronted_server(tmp_path, knowledge, **settings) as address:
            first, second = [await _register(address, tokens["ours"], worker) for worker in (1, 2)]
            foreign = await _register(address, tokens["namesake"], 2)
            assert await asked_by("ours", first)
            assert not await asked_by("ours", first)
            assert not await asked_by("ours", second), "another worker's patient has a purse of its own"
            assert await asked_by("colleague", second)
            assert await asked_by("namesake", foreign)
        with running_server(tmp_path, knowledge, **settings) as address:
            assert not await asked_by("ours", second)
            assert not await asked_by("colleague", first)

    costs = [one.cost for one in _events(tmp_path, first) if isinstance(one, ModelCalled)]
    assert costs == [LIMIT]
    reasons = {one.reason for one in _events(tmp_path, second) if isinstance(one, FallbackUsed)}
    assert reasons == {"spend_limit"}


async def test_of_the_local_principal_is_one_and_no_limit_is_the_default(tmp_path: Path, knowledge: Knowledge) -> None:
    async with LlmServer.running(DEAR) as llm:
        settings: dict[str, Any] = {
            "llm_base_url": llm.base_url,
            "llm_model": "test-model",
            "llm_prices": {"test-model": (1.0, 2.0)},
            "turn_seconds": 60.0,
        }
        with running_server(tmp_path, knowledge, llm_principal_spend_limit=LIMIT, **settings) as address:
            async with AsyncAnamnesisClient(address) as client:
                patients = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(2)]
                await client.observe(patients[0], ASKS)
                spent = len(llm.received)
                await client.say(patients[1], ASKS)
                assert spent and len(llm.received) == spent
        with running_server(tmp_path, knowledge, **settings) as address:
            async with AsyncAnamnesisClient(address) as client:
                await client.say(patients[1], "Can I take metformin with food?")
                assert len(llm.received) > spent


TURNS = 12
FEW = 0.02
"""Of which a dozen calls spend more than twice as much, and each estimate takes an eighth to a third."""


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.torture), 2])
async def test_turns_at_a_time_do_not_spend_it_twice(tmp_path: Path, knowledge: Knowledge, workers: int) -> None:
    token = create_token(tmp_path / "principals.json", "ward", "agent", tenant="a")[1]
    # Within what is held for it: the prompt alone is longer than a thousand tokens.
    within = by_skill(dict.fromkeys(SKILLS, model_of), understand=says(understood(), usage=(1_000, 1_200)))
    async with LlmServer.running(within) as llm:
        settings: dict[str, Any] = {
            "llm_base_url": llm.base_url,
            "llm_model": "test-model",
            "llm_prices": {"test-model": (1.0, 2.0)},
            "llm_spend_limit": 0.0,
            "llm_principal_spend_limit": FEW,
            "llm_seconds": dict.fromkeys(SKILLS, 60.0),
            "turn_seconds": 120.0,
            "max_patient_turns_per_minute": 0,
        }
        waiting, ended, all_there = 0, 0, asyncio.Event()

        def count(*, waits: int = 0, ends: int = 0) -> None:
            nonlocal waiting, ended
            waiting, ended = waiting + waits, ended + ends
            if waiting + ended >= TURNS:
                all_there.set()

        async def until_all_are_there(request: Mapping[str, Any]) -> None:
            """The first calls are answered once every turn has made its own, or has ended without one."""
            if skill_of(request) == "understand" and not all_there.is_set():
                count(waits=1)
                await all_there.wait()

        llm.before = until_all_are_there

        async def turn(patient: str) -> list[str]:
            warned = await _warnings(address, token, patient)
            count(ends=1)
            return warned

        served: AbstractContextManager[str] = (
            running_server(tmp_path, knowledge, **settings)
            if workers == 1
            else fronted_server(tmp_path, knowledge, workers=workers, **settings)
        )
        with served as address:
            patients = [await _register(address, token, 1 + number % workers) for number in range(TURNS)]
            warned = await asyncio.gather(*map(turn, patients))

    costs = [one.cost for patient in patients for one in _events(tmp_path, patient) if isinstance(one, ModelCalled)]
    assert FEW / 2 < sum(costs) <= FEW
    assert waiting > 1
    assert any("spend_limit" in one for told in warned for one in told)
