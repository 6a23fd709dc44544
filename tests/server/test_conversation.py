"""Turns over a real stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import grpc
import pytest

from clients import AnamnesisClient
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import fact_pb2
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from tests.server.conftest import Server
from tests.server.running import CARD, CORRECTION


@pytest.fixture
async def stub(server: Server) -> AsyncIterator[Any]:
    async with grpc.aio.insecure_channel(server.address) as channel:
        yield ConversationServiceStub(channel)


def _turn(patient: str, text: str, **fields: Any) -> pb.ConverseRequest:
    return pb.ConverseRequest(**({"request_id": str(uuid4()), "patient_id": patient, "text": text} | fields))


def _kinds(steps: list[pb.ConverseResponse]) -> list[str]:
    return [step.WhichOneof("payload") or "" for step in steps]


async def _until_end(call: Any) -> list[pb.ConverseResponse]:
    """The messages up to the end of one turn."""
    steps: list[pb.ConverseResponse] = []
    while not steps or _kinds(steps)[-1] not in ("turn_completed", "turn_failed"):
        steps.append(await call.read())
    return steps


async def test_the_steps_of_a_turn_come_in_order_and_the_pieces_add_up(stub: Any, patient: str) -> None:
    request = _turn(patient, "I take metformin 500 mg twice a day and I am allergic to penicillin.")
    steps = [step async for step in stub.Converse(iter([request]))]

    kinds, order = _kinds(steps), [field.name for field in pb.ConverseResponse.DESCRIPTOR.oneofs[0].fields]
    assert kinds[0] == "turn_accepted"
    assert kinds[-2:] == ["answer", "turn_completed"]
    assert [order.index(kind) for kind in kinds] == sorted(order.index(kind) for kind in kinds)
    assert "".join(step.answer_delta.text for step in steps) == steps[-2].answer.text
    assert {step.request_id for step in steps} == {request.request_id}
    assert {step.turn_number for step in steps} == {1}
    positions = [step.position for step in steps]
    assert positions == sorted(positions)
    assert all(step.version > 0 for step in steps)


async def test_a_correction_shows_the_old_value_and_the_answers_that_it_invalidates(
    stub: Any, client: AnamnesisClient, patient: str
) -> None:
    client.import_card(patient, CARD)
    client.say(patient, "How has my latest HbA1c changed compared with the one before?")
    steps = [step async for step in stub.Converse(iter([_turn(patient, CORRECTION)]))]

    [event] = [step.slot_event for step in steps if step.HasField("slot_event")]
    assert event.kind == fact_pb2.SLOT_EVENT_KIND_CORRECTED
    assert (event.previous.number, event.fact.number) == (7.2, 6.9)
    assert event.supersedes == event.previous.fact_id
    assert event.previous.current and event.fact.current
    assert event.fact.evidence.turn_number == 2
    [invalidated] = [step.invalidated for step in steps if step.HasField("invalidated")]
    assert invalidated.turn_number == 1
    assert invalidated.reason.startswith("corrected: ")


async def test_a_stream_carries_many_turns(stub: Any, patient: str) -> None:
    call = stub.Converse()
    for number, text in enumerate(("I have hypertension.", "What are my diagnoses?"), start=1):
        await call.write(_turn(patient, text))
        steps = await _until_end(call)
        assert steps[-1].turn_number == number
    await call.done_writing()

    assert await call.read() is grpc.aio.EOF  # type: ignore[attr-defined]
    assert await call.code() is grpc.StatusCode.OK


async def test_a_turn_sent_while_another_runs_is_refused_and_the_running_one_completes(stub: Any, patient: str) -> None:
    first, second = _turn(patient, "I have hypertension."), _turn(patient, "I have asthma.")
    steps = [step async for step in stub.Converse(iter([first, second]))]

    ends = {step.request_id: step for step in steps if _kinds([step])[0] in ("turn_completed", "turn_failed")}
    assert ends[first.request_id].HasField("turn_completed")
    assert ends[second.request_id].turn_failed.reason == "TURN_IN_PROGRESS"


async def test_a_finished_turn_that_is_sent_again_returns_the_recorded_answer(
    stub: Any, client: AnamnesisClient, patient: str
) -> None:
    request = _turn(patient, "I take metformin 500 mg twice a day.")
    told = [[step async for step in stub.Converse(iter([request]))] for _ in range(2)]

    first, again = told
    assert again[-1].turn_completed.answer_event_id == first[-1].turn_completed.answer_event_id
    assert again[-2].answer == first[-2].answer
    topics = [event.topic for event in client.events(patient)]
    assert sum("UtteranceReceived" in topic for topic in topics) == 1
    assert sum("AnswerGiven" in topic for topic in topics) == 1


async def test_a_turn_whose_client_goes_away_is_completed_by_a_retry(
    stub: Any, client: AnamnesisClient, patient: str
) -> None:
    request = _turn(patient, "I take metformin 500 mg twice a day.")
    call = stub.Converse()
    await call.write(request)
    assert (await call.read()).HasField("turn_accepted")
    call.cancel()
    steps = [step async for step in stub.Converse(iter([request]))]

    assert steps[-1].HasField("turn_completed")
    topics = [event.topic for event in client.events(patient)]
    assert sum("UtteranceReceived" in topic for topic in topics) == 1
    assert sum("SlotRecorded" in topic for topic in topics) == 1
    assert sum("AnswerGiven" in topic for topic in topics) == 1


BAD_TURNS = {
    "empty text": ({"text": "   "}, "INVALID_TEXT"),
    "over-long text": ({"text": "a" * 4001}, "INVALID_TEXT"),
    "control character": ({"text": "hello\x00"}, "INVALID_TEXT"),
    "bad request id": ({"request_id": "1"}, "INVALID_IDENTIFIER"),
    "bad patient id": ({"patient_id": "somebody"}, "INVALID_IDENTIFIER"),
    "unknown patient": ({"patient_id": str(uuid4())}, "PATIENT_NOT_FOUND"),
    "unknown profile": ({"profile": "clairvoyant"}, "UNKNOWN_PROFILE"),
    "unknown language": ({"locale": "fr"}, "INVALID_REQUEST"),
    "over-long conversation id": ({"conversation_id": "c" * 200}, "INVALID_REQUEST"),
}


@pytest.mark.parametrize(("fields", "reason"), BAD_TURNS.values(), ids=BAD_TURNS)
async def test_bad_content_fails_its_turn_and_the_stream_lives_on(
    stub: Any, patient: str, fields: dict[str, str], reason: str
) -> None:
    bad = _turn(patient, **({"text": "What are my diagnoses?"} | fields))
    call = stub.Converse()
    await call.write(bad)
    [*_, failed] = await _until_end(call)
    await call.write(_turn(patient, "I have hypertension."))
    [*_, completed] = await _until_end(call)
    await call.done_writing()

    assert failed.request_id == bad.request_id
    assert failed.turn_failed.reason == reason
    assert failed.turn_failed.message
    assert completed.HasField("turn_completed")


async def test_a_request_id_that_was_used_for_other_words_fails_its_turn(stub: Any, patient: str) -> None:
    request = _turn(patient, "I have hypertension.")
    other = _turn(patient, "I have asthma.", request_id=request.request_id)
    call = stub.Converse()
    for sent in (request, other):
        await call.write(sent)
        steps = await _until_end(call)
    await call.done_writing()

    assert steps[-1].turn_failed.reason == "REQUEST_ID_REUSED"


async def test_a_protocol_error_ends_the_stream_and_the_running_turn_completes(server: Server, patient: str) -> None:
    request = _turn(patient, "I have hypertension.")
    async with grpc.aio.insecure_channel(server.address) as channel:
        sent = [request.SerializeToString(), b"\x0a\x02\xff\xfe"]
        raw: Any = channel.stream_stream(
            "/anamnesis.v1.ConversationService/Converse", lambda data: data, pb.ConverseResponse.FromString
        )
        steps = []
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            async for step in raw(iter(sent)):
                steps.append(step)

    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert steps[-1].HasField("turn_completed")


async def test_a_turn_keeps_the_spelling_of_its_request_id(stub: Any, patient: str) -> None:
    request = _turn(patient, "I have hypertension.", request_id=str(uuid4()).upper())
    steps = [step async for step in stub.Converse(iter([request]))]

    assert {step.request_id for step in steps} == {request.request_id}
    assert steps[-1].HasField("turn_completed")


async def test_a_message_over_the_limit_is_refused(stub: Any, patient: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async for _ in stub.Converse(iter([_turn(patient, "a" * 5_000_000)])):
            pass

    assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
