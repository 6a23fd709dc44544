"""The shipped clients over a server that is killed and started again: they only see that it took longer."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import AnamnesisClient, AsyncAnamnesisClient
from tests.faults.killed_server import UTTERANCES, Server, request_of

RESTARTS = 3
CONVERSATIONS = 6
"""Half of them by each client."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path)
    yield one
    one.kill()


@pytest.mark.torture
@pytest.mark.timeout(600)
async def test_a_conversation_goes_on_through_kills_and_restarts(server: Server) -> None:
    await asyncio.to_thread(server.start)
    said: list[tuple[str, str]] = []
    ended = asyncio.Event()

    async def through_aio(client: AsyncAnamnesisClient) -> None:
        patient = await client.register_patient()
        while not ended.is_set():
            said.append((patient, request_id := str(uuid.uuid4())))
            await client.say(patient, UTTERANCES[len(said) % len(UTTERANCES)], request_id=request_id, timeout=300)

    def through_threads(client: AnamnesisClient) -> None:
        patient = client.register_patient()
        while not ended.is_set():
            said.append((patient, request_id := str(uuid.uuid4())))
            client.say(patient, UTTERANCES[len(said) % len(UTTERANCES)], request_id=request_id, timeout=300)

    async with AsyncAnamnesisClient(server.address, timeout=120) as aio:
        with AnamnesisClient(server.address, timeout=120) as blocking:
            talks = [asyncio.create_task(through_aio(aio)) for _ in range(CONVERSATIONS // 2)]
            talks += [
                asyncio.create_task(asyncio.to_thread(through_threads, blocking)) for _ in range(CONVERSATIONS // 2)
            ]
            chance = random.Random(11)
            for _ in range(RESTARTS):
                # Killed while turns run, some time after the last start.
                moment = chance.uniform(1.0, 4.0)
                done, _ = await asyncio.wait(talks, timeout=moment, return_when=asyncio.FIRST_COMPLETED)
                assert not done, [task.exception() for task in done]
                server.kill()
                await asyncio.to_thread(server.start, port=server.port)
            ended.set()
            await asyncio.gather(*talks)
            stored = [event async for event in aio.events(topics=(), after_position=0)]

    kinds = Counter((event.topic.split(".")[2], request_of(event)) for event in stored)
    assert len(said) > CONVERSATIONS
    for _, request_id in said:
        assert kinds["UtteranceReceived", request_id] == kinds["AnswerGiven", request_id] == 1
