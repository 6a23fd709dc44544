"""A turn that is told over several streams is told once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import AnamnesisClient, AsyncAnamnesisClient, ServiceError, TurnFailed, Unavailable
from clients.resumption import Told
from clients.retrying import ATTEMPTS
from domain.errors import AnamnesisError, PatientNotFound, StoreReadOnly, TooManyRequests
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import conversation_pb2_grpc, fact_pb2
from server.composition import Knowledge
from server.statuses import ServerStopping, status_of
from tests.server.running import running_server


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


class _Scripted(conversation_pb2_grpc.ConversationServiceServicer):
    """Ends each stream as the script says, and tells the whole turn when the script is at its end."""

    def __init__(self, script: Sequence[End]) -> None:
        self.script = list(script)
        self.request_ids: list[str] = []

    async def Converse(
        self,
        request_iterator: AsyncIterator[pb.ConverseRequest],
        context: grpc.aio.ServicerContext[pb.ConverseRequest, pb.ConverseResponse],
    ) -> AsyncIterator[pb.ConverseResponse]:
        async for request in request_iterator:
            self.request_ids.append(request.request_id)
        end = self.script.pop(0) if self.script else None
        for number, step in enumerate(_turn("a whole answer", 4)):
            # Each stream is cut a little later than the one before.
            if end is not None and number == 4 + len(self.request_ids) % 6:
                if isinstance(end, AnamnesisError):
                    status = status_of(end)
                    await context.abort(status.code, status.details, status.trailing_metadata)
                if isinstance(end, grpc.StatusCode):
                    await context.abort(end, "Internal error from Core")
                yield end
                return
            yield step


def refused(seconds: float | None) -> pb.ConverseResponse:
    failed = pb.TurnFailed(reason="SERVER_STOPPING")
    if seconds is not None:
        failed.retry_after.FromTimedelta(timedelta(seconds=seconds))
    return pb.ConverseResponse(turn_failed=failed)


End = grpc.StatusCode | AnamnesisError | pb.ConverseResponse
CUTS: dict[str, End] = {
    "the connection breaks": grpc.StatusCode.UNAVAILABLE,
    "the connection breaks while the client writes": grpc.StatusCode.INTERNAL,
    "the stream is removed": grpc.StatusCode.UNKNOWN,
    "too much is asked for": TooManyRequests(),
    "the server stops": ServerStopping(),
    "the turn is refused for now": refused(0.05),
}
ENDS: dict[str, End] = {
    "a failure with a name": AnamnesisError(),
    "a disk that nobody may write": StoreReadOnly(),
    "a patient that nobody knows": PatientNotFound(),
    "a code that no broken connection has": grpc.StatusCode.INVALID_ARGUMENT,
}


@asynccontextmanager
async def _scripted(*script: End) -> AsyncIterator[tuple[str, _Scripted]]:
    server, service = grpc.aio.server(), _Scripted(script)
    conversation_pb2_grpc.add_ConversationServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}", service
    await server.stop(None)


async def _say(kind: str, address: str, **arguments: Any) -> pb.Answer:
    """One turn by the client of this kind."""
    if kind == "aio":
        async with AsyncAnamnesisClient(address) as client:
            return await client.say("p", "hello", **arguments)

    def blocking() -> pb.Answer:
        with AnamnesisClient(address) as client:
            return client.say("p", "hello", **arguments)

    return await asyncio.to_thread(blocking)


@pytest.mark.parametrize(
    ("kind", "cut"),
    [
        pytest.param(kind, cut, id=f"{name}-{kind}", marks=() if (row + column) % 2 == 0 else pytest.mark.torture)
        for row, (name, cut) in enumerate(CUTS.items())
        for column, kind in enumerate(("blocking", "aio"))
    ],
)
async def test_a_turn_that_was_cut_goes_on_under_the_same_request_id(kind: str, cut: End) -> None:
    async with _scripted(cut, cut) as (address, service):
        answer = await _say(kind, address)

    assert answer.text == "a whole answer"
    assert len(service.request_ids) == 3
    assert len(set(service.request_ids)) == 1


@pytest.mark.parametrize("kind", ["blocking", "aio"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
async def test_a_failure_that_a_retry_does_not_mend_is_told_at_once(kind: str, end: End) -> None:
    async with _scripted(end) as (address, service):
        with pytest.raises(ServiceError):
            await _say(kind, address)

    assert len(service.request_ids) == 1


@pytest.mark.parametrize("kind", ["blocking", "aio"])
async def test_a_turn_is_tried_until_the_deadline_that_its_caller_sets_and_no_longer(kind: str) -> None:
    async with _scripted(*[ServerStopping()] * 99) as (address, service):
        with pytest.raises(Unavailable) as stopped:
            await _say(kind, address, timeout=0.3)
    async with _scripted(*[refused(0.05)] * 99) as (address, _):
        with pytest.raises(TurnFailed) as failed:
            await _say(kind, address, timeout=0.3)

    # The server asks to wait a second, which is more than there is.
    assert len(service.request_ids) == 1
    assert (stopped.value.reason, stopped.value.retry_seconds) == ("SERVER_STOPPING", 1.0)
    assert (failed.value.reason, failed.value.retry_seconds) == ("SERVER_STOPPING", 0.05)


async def test_the_pieces_of_a_cut_answer_add_up() -> None:
    async with _scripted(grpc.StatusCode.UNAVAILABLE, ServerStopping()) as (address, _):
        async with AsyncAnamnesisClient(address) as client:
            heard = [step async for step in client.converse("p", "hello")]

    assert "".join(step.answer_delta.text for step in heard) == "a whole answer"
    assert heard[-1].HasField("turn_completed")


async def test_a_failure_without_a_name_that_stays_is_told_after_a_few_tries() -> None:
    async with _scripted(*[grpc.StatusCode.INTERNAL] * 99) as (address, service):
        with pytest.raises(ServiceError):
            await _say("aio", address)

    assert len(service.request_ids) == ATTEMPTS


async def test_turns_and_calls_outlive_a_restart(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge) as address:
        client, blocking = AsyncAnamnesisClient(address), AnamnesisClient(address)
        patient = await client.register_patient(locale="en", time_zone="UTC")
        blocking.profile(patient)
    turns = [asyncio.create_task(client.say(patient, f"I have {one}.")) for one in ("asthma", "gout")]
    turns.append(asyncio.create_task(asyncio.to_thread(blocking.say, patient, "I have hypertension.")))
    reads = [
        asyncio.create_task(client.profile(patient)),
        asyncio.create_task(asyncio.to_thread(blocking.memory, patient)),
    ]
    assert not (await asyncio.wait([*turns, *reads], timeout=0.5))[0]
    with running_server(tmp_path, knowledge, address):
        answers, _ = await asyncio.gather(asyncio.gather(*turns), asyncio.gather(*reads))
        topics = [event.topic.split(".")[2] async for event in client.events(patient)]
        await client.close()
        blocking.close()

    assert all(answer.text for answer in answers)
    assert topics.count("UtteranceReceived") == topics.count("AnswerGiven") == 3
