"""A turn that is told over several streams is told once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import AsyncAnamnesisClient, Unavailable
from clients.resumption import ATTEMPTS, Told, waits
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import conversation_pb2_grpc, fact_pb2


def _turn(text: str, size: int) -> list[pb.ConverseResponse]:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return [
        pb.ConverseResponse(turn_accepted=pb.TurnAccepted()),
        pb.ConverseResponse(slot_event=fact_pb2.SlotEvent(event_id="e1")),
        pb.ConverseResponse(slot_event=fact_pb2.SlotEvent(event_id="e2")),
        pb.ConverseResponse(invalidated=fact_pb2.Invalidated(answer_event_id="a", reason="corrected: x")),
        *(pb.ConverseResponse(answer_delta=pb.AnswerDelta(text=piece)) for piece in pieces),
        pb.ConverseResponse(answer=pb.Answer(text=text)),
        pb.ConverseResponse(turn_completed=pb.TurnCompleted(answer_event_id="a1")),
    ]


def _copies(steps: list[pb.ConverseResponse]) -> list[pb.ConverseResponse]:
    return [pb.ConverseResponse.FromString(step.SerializeToString()) for step in steps]


@given(st.text(min_size=1, max_size=60), st.integers(1, 9), st.integers(1, 9), st.data())
def test_whatever_the_cut_the_pieces_add_up_and_no_event_is_told_twice(
    text: str, size: int, other_size: int, data: st.DataObject
) -> None:
    whole = _turn(text, size)
    cut = data.draw(st.integers(0, len(whole)))
    told, heard = Told(), list[pb.ConverseResponse]()
    for stream in (whole[:cut], _turn(text, other_size)):
        told.begin()
        heard += [fresh for step in _copies(stream) if (fresh := told.fresh(step)) is not None]

    assert told.finished
    assert "".join(step.answer_delta.text for step in heard) == text
    assert [step.slot_event.event_id for step in heard if step.HasField("slot_event")] == ["e1", "e2"]
    assert sum(step.HasField("turn_accepted") for step in heard) == 1
    assert sum(step.HasField("invalidated") for step in heard) == 1


def test_waits_grow_and_end() -> None:
    found = list(waits())

    assert len(found) == ATTEMPTS - 1
    assert all(0.08 <= wait <= 1.2 for wait in found)


class _Cutting(conversation_pb2_grpc.ConversationServiceServicer):
    """Cuts its first streams, each a little later."""

    def __init__(self, cuts: int) -> None:
        self.cuts = cuts
        self.request_ids: list[str] = []

    async def Converse(
        self,
        request_iterator: AsyncIterator[pb.ConverseRequest],
        context: grpc.aio.ServicerContext[pb.ConverseRequest, pb.ConverseResponse],
    ) -> AsyncIterator[pb.ConverseResponse]:
        async for request in request_iterator:
            self.request_ids.append(request.request_id)
        for number, step in enumerate(_turn("a whole answer", 4)):
            if len(self.request_ids) <= self.cuts and number == 4 + len(self.request_ids):
                await context.abort(grpc.StatusCode.UNAVAILABLE)
            yield step


@asynccontextmanager
async def _cutting(cuts: int) -> AsyncIterator[tuple[AsyncAnamnesisClient, _Cutting]]:
    server, service = grpc.aio.server(), _Cutting(cuts)
    conversation_pb2_grpc.add_ConversationServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with AsyncAnamnesisClient(f"127.0.0.1:{port}") as client:
        yield client, service
    await server.stop(None)


async def test_a_cut_stream_goes_on_under_the_same_request_id() -> None:
    async with _cutting(cuts=2) as (client, service):
        heard = [step async for step in client.converse("p", "hello")]

    assert len(service.request_ids) == 3
    assert len(set(service.request_ids)) == 1
    assert "".join(step.answer_delta.text for step in heard) == "a whole answer"
    assert heard[-1].HasField("turn_completed")


async def test_a_stream_that_is_always_cut_ends_with_a_named_failure() -> None:
    async with _cutting(cuts=99) as (client, service):
        with pytest.raises(Unavailable):
            async for _ in client.converse("p", "hello"):
                pass

    assert len(service.request_ids) == ATTEMPTS
