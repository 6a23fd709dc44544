"""Calls at the front whose worker is lost: each caller is told at once, whichever sign of the end comes first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from protos.anamnesis.v1.audit_pb2 import WatchEventsRequest
from protos.anamnesis.v1.audit_pb2_grpc import AuditServiceStub
from protos.anamnesis.v1.conversation_pb2 import ConverseRequest
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2 import GetProfileRequest
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.settings import Settings
from server.workers.front import forwarding_server
from server.workers.owners import Owners
from tests.builders import PATIENT_ID
from tests.server.principals import refusal

SECONDS = 20
"""A caller's deadline: far beyond what the answer takes, so that whoever is not told runs into it."""


class _Silent(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # generic only where its stubs are
    """Takes every call, says that it has, and answers none."""

    def __init__(self) -> None:
        self.taken = asyncio.Event()

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
        method = str(handler_call_details.method)

        async def wait(_: Any, context: Any) -> Any:
            self.taken.set()
            await asyncio.Event().wait()
            yield b""

        async def wait_once(_: Any, context: Any) -> bytes:
            self.taken.set()
            await asyncio.Event().wait()
            return b""

        if method.endswith("/Converse"):
            return grpc.stream_stream_rpc_method_handler(wait)
        if method.endswith("/WatchEvents"):
            return grpc.unary_stream_rpc_method_handler(wait)
        return grpc.unary_unary_rpc_method_handler(wait_once)


class _Worker:
    def __init__(self, channel: Any) -> None:
        self.number, self.channel = 1, channel


@pytest.fixture
async def worker(tmp_path: Path) -> AsyncIterator[tuple[_Silent, _Worker]]:
    silent, server = _Silent(), grpc.aio.server()
    server.add_generic_rpc_handlers((silent,))
    server.add_insecure_port(f"unix:{tmp_path}/worker")
    await server.start()
    async with grpc.aio.insecure_channel(f"unix:{tmp_path}/worker") as channel:
        yield silent, _Worker(channel)
    await server.stop(None)


@pytest.fixture
async def front(worker: tuple[_Silent, _Worker], tmp_path: Path) -> AsyncIterator[Any]:
    owners: Owners[Any] = Owners()
    owners.serves(1, worker[1])
    server = forwarding_server(Settings(data=tmp_path), owners)
    server.add_insecure_port(f"unix:{tmp_path}/front")
    await server.start()
    async with grpc.aio.insecure_channel(f"unix:{tmp_path}/front") as channel:
        yield channel
    await server.stop(None)


async def _profile(channel: Any) -> None:
    await MemoryServiceStub(channel).GetProfile(GetProfileRequest(patient_id=str(PATIENT_ID)), timeout=SECONDS)


async def _watch(channel: Any) -> None:
    async for _ in AuditServiceStub(channel).WatchEvents(
        WatchEventsRequest(patient_id=str(PATIENT_ID)), timeout=SECONDS
    ):
        pass


async def _converse(channel: Any) -> None:
    call: Any = ConversationServiceStub(channel).Converse(timeout=SECONDS)
    await call.write(ConverseRequest(patient_id=str(PATIENT_ID), text="메트포르민 먹어요."))
    async for _ in call:
        pass


@pytest.mark.parametrize("ask", [_profile, _watch, _converse])
async def test_a_caller_is_told_that_the_way_to_its_worker_was_closed(
    ask: Any, front: Any, worker: tuple[_Silent, _Worker]
) -> None:
    """The supervisor may hear of an end, and close the way, before the connection says that it has broken."""
    silent, lost = worker
    asking = asyncio.create_task(ask(front))
    await silent.taken.wait()
    await lost.channel.close()
    with pytest.raises(grpc.aio.AioRpcError) as told:
        await asking
    assert refusal(told.value).reason == "WORKER_LOST"
