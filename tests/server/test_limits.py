"""Limits on turns and streams, at a server that is given tight ones."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from clients import AnamnesisClient, AsyncAnamnesisClient
from protos.anamnesis.v1 import conversation_pb2 as pb
from protos.anamnesis.v1 import memory_pb2
from protos.anamnesis.v1.conversation_pb2_grpc import ConversationServiceStub
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.composition import Knowledge
from tests.server.running import running_server

EOF: Any = grpc.aio.EOF  # type: ignore[attr-defined]


def _turn(patient: str, text: str = "I have asthma.", **fields: Any) -> pb.ConverseRequest:
    return pb.ConverseRequest(**({"request_id": str(uuid4()), "patient_id": patient, "text": text} | fields))


def _details(error: grpc.aio.AioRpcError) -> tuple[str, float]:
    """The reason of a refusal, and after how many seconds it says to come again."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    assert status.details[0].Unpack(info)
    assert len(status.details) == 1 or status.details[1].Unpack(retry)
    return info.reason, retry.retry_delay.ToTimedelta().total_seconds()


async def _refusal(call: Any) -> tuple[str, float]:
    """With what the call is refused; it must be."""
    try:
        message = await call.read() if hasattr(call, "read") else await call
    except grpc.aio.AioRpcError as error:
        return _details(error)
    raise AssertionError(f"it was answered: {message}")


@asynccontextmanager
async def _channel(address: str, *options: tuple[str, int]) -> AsyncIterator[tuple[Any, Any]]:
    async with grpc.aio.insecure_channel(address, options=options) as channel:
        yield ConversationServiceStub(channel), MemoryServiceStub(channel)


async def _until_end(call: Any) -> list[pb.ConverseResponse]:
    steps: list[pb.ConverseResponse] = []
    while not steps or steps[-1].WhichOneof("payload") not in ("turn_completed", "turn_failed"):
        steps.append(await call.read())
    return steps


def test_a_turn_over_its_deadline_fails_by_name_and_can_be_sent_again(tmp_path: Path, knowledge: Knowledge) -> None:
    request_id, conversation = str(uuid4()), str(uuid4())
    with running_server(tmp_path, knowledge, turn_seconds=0.001) as address, AnamnesisClient(address) as client:
        patient = client.register_patient(locale="en", time_zone="UTC")
        steps = list(client.converse(patient, "I have asthma.", conversation_id=conversation, request_id=request_id))
    with running_server(tmp_path, knowledge) as address, AnamnesisClient(address) as client:
        answer = client.say(patient, "I have asthma.", conversation_id=conversation, request_id=request_id)
        topics = [event.topic for event in client.events(patient)]

    assert steps[-1].turn_failed.reason == "DEADLINE_EXCEEDED"
    assert "same request id" in steps[-1].turn_failed.message
    assert "asthma" in answer.text.lower()
    assert sum("UtteranceReceived" in topic for topic in topics) == 1
    assert not any("TurnFailed" in topic for topic in topics)


async def test_turns_over_the_limit_wait_and_complete(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, max_turns=1) as address:
        async with AsyncAnamnesisClient(address) as client:
            patients = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(12)]
            answers = await asyncio.gather(*(client.say(patient, "I have asthma.") for patient in patients))

    assert all("asthma" in answer.text.lower() for answer in answers)


async def test_whoever_answers_at_once_finds_the_place_of_the_last_turn_free(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    with running_server(tmp_path, knowledge, max_turns=1) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address) as (conversation, _):
            request = _turn(await client.register_patient(locale="en", time_zone="UTC"))
            call, ends = conversation.Converse(), []
            for _ in range(60):
                await call.write(request)
                ends.append((await _until_end(call))[-1].WhichOneof("payload"))

    assert ends == ["turn_completed"] * 60


async def test_a_patient_of_many_turns_does_not_keep_another_waiting(tmp_path: Path, knowledge: Knowledge) -> None:
    ended: list[str] = []

    async def say(conversation: Any, request: pb.ConverseRequest) -> None:
        async for step in conversation.Converse(iter([request])):
            if step.HasField("turn_completed"):
                ended.append(request.patient_id)

    with running_server(tmp_path, knowledge, max_turns=1) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address) as (conversation, _):
            many, one = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(2)]
            accepted = conversation.Converse(iter([_turn(many)]))
            assert (await accepted.read()).HasField("turn_accepted")
            crowd = [asyncio.create_task(say(conversation, _turn(many))) for _ in range(10)]
            await asyncio.gather(say(conversation, _turn(one)), *crowd)

    assert len(ended) == 11
    # Behind the turn of the other patient that ran, and one that may have been next when it came.
    assert ended.index(one) <= 2


async def test_a_turn_that_is_refused_for_now_says_when_to_come_again(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, lock_seconds=0) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address) as (conversation, _):
            request = _turn(await client.register_patient(locale="en", time_zone="UTC"))
            with sqlite3.connect(tmp_path / "log.db", isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                [*_, refused] = [step async for step in conversation.Converse(iter([request]))]
                other.execute("ROLLBACK")
            other.close()
            completed = refused
            while completed.turn_failed.reason == "STORE_LOCKED":
                # The service's own probe of the log may hold it for a moment, which a server that waits never notices.
                [*_, completed] = [step async for step in conversation.Converse(iter([request]))]
            [*_, wrong] = [step async for step in conversation.Converse(iter([_turn(request.patient_id, " ")]))]

    assert refused.turn_failed.reason == "STORE_LOCKED"
    assert refused.turn_failed.retry_after.ToTimedelta().total_seconds() > 0
    assert completed.HasField("turn_completed")
    assert not wrong.turn_failed.HasField("retry_after")


async def test_turns_that_wait_when_the_server_stops_are_turned_away_by_name(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    with running_server(tmp_path, knowledge, max_turns=1) as address:
        async with AsyncAnamnesisClient(address) as client:
            patients = [await client.register_patient(locale="en", time_zone="UTC") for _ in range(120)]
        channel: Any = grpc.aio.insecure_channel(address)
        calls: list[Any] = [ConversationServiceStub(channel).Converse(iter([_turn(patient)])) for patient in patients]
        assert (await calls[0].read()).HasField("turn_accepted")
    ends = [await _end(call) for call in calls]
    await channel.close()

    assert ends[0] == ("", 0.0)
    # Some were told on their stream, some came so late that the stream itself was refused; on a busy machine a few come
    # when nobody looks at calls any more, and are cut off with the connection.
    assert {end for end in ends if end[0] and end != CUT_OFF} == {("SERVER_STOPPING", 1.0)}
    assert ends.count(CUT_OFF) <= len(ends) // 10


CUT_OFF = ("CANCELLED", 0.0)


async def _end(call: Any) -> tuple[str, float]:
    """The reason for which a turn failed and when to come again, or nothing for one that was completed."""
    try:
        last = (await _until_end(call))[-1]
    except grpc.aio.AioRpcError as error:
        return CUT_OFF if error.code() is grpc.StatusCode.CANCELLED else _details(error)
    return last.turn_failed.reason, last.turn_failed.retry_after.ToTimedelta().total_seconds()


async def _answered(conversation: Any, patient: str) -> Any:
    call = conversation.Converse()
    await call.write(_turn(patient))
    assert (await _until_end(call))[-1].HasField("turn_completed")
    return call


async def test_a_stream_on_which_nothing_moves_is_ended_by_name(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, idle_seconds=0.2) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address) as (conversation, _):
            patient = await client.register_patient(locale="en", time_zone="UTC")
            silent = conversation.Converse()
            # Each is opened when it is spoken on: on a busy machine another's turn takes longer than silence may.
            closed = await _answered(conversation, patient)
            await closed.done_writing()
            spoken = await _answered(conversation, patient)

            assert await _refusal(silent) == ("STREAM_IDLE", 0.0)
            assert await _refusal(spoken) == ("STREAM_IDLE", 0.0)
            assert await closed.read() is EOF
            assert await closed.code() is grpc.StatusCode.OK


async def test_a_stream_whose_client_never_reads_is_ended_too(tmp_path: Path, knowledge: Knowledge) -> None:
    # Without the probe the client takes 64 kB that nobody reads, with it megabytes.
    small = ("grpc.http2.bdp_probe", 0)
    with running_server(tmp_path, knowledge, max_calls=2, unary_share=0.5, idle_seconds=0.3) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address, small) as (conversation, _):
            patient = await client.register_patient(locale="en", time_zone="UTC")
            deaf = conversation.Converse()

            async def talk() -> None:
                # Refused turns, whose refusals nobody reads, until the server reads no further.
                while not deaf.done():
                    await deaf.write(_turn(patient, text=" "))

            talking = asyncio.create_task(talk())
            answered = False
            while not answered:
                # The only stream that may be open is the deaf one, until it is ended.
                try:
                    async for step in conversation.Converse(iter([_turn(patient)])):
                        answered = step.HasField("turn_completed")
                except grpc.aio.AioRpcError as error:
                    # INTERNAL is the client's own word where a refusal crossed what it was writing.
                    assert error.code() in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL)
            talking.cancel()


async def test_silent_streams_leave_room_for_other_calls_and_refusals_say_when_to_come_again(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    with running_server(tmp_path, knowledge, max_calls=8, unary_share=0.5) as address:
        async with AsyncAnamnesisClient(address) as client, _channel(address) as (conversation, memory):
            patient = await client.register_patient(locale="en", time_zone="UTC")
            silent = [conversation.Converse() for _ in range(4)]
            for call in silent:
                await call.write(_turn(patient))
                await _until_end(call)
            reason, seconds = await _refusal(conversation.Converse())
            profile = await memory.GetProfile(memory_pb2.GetProfileRequest(patient_id=patient))

    assert (reason, seconds > 0) == ("TOO_MANY_REQUESTS", True)
    assert profile.version > 0


async def test_the_streams_of_one_caller_leave_room_for_those_of_another(tmp_path: Path, knowledge: Knowledge) -> None:
    with running_server(tmp_path, knowledge, max_streams_per_caller=2) as address:
        async with AsyncAnamnesisClient(address) as client, _from_elsewhere(address) as elsewhere:
            patient = await client.register_patient(locale="en", time_zone="UTC")
            async with _channel(address) as (conversation, _), _channel(elsewhere) as (other, _):
                for _ in range(2):
                    call = conversation.Converse()
                    await call.write(_turn(patient))
                    await _until_end(call)
                refused = await _refusal(conversation.Converse())
                [*_, completed] = [step async for step in other.Converse(iter([_turn(patient)]))]

    assert refused[0] == "TOO_MANY_REQUESTS"
    assert completed.HasField("turn_completed")


@asynccontextmanager
async def _from_elsewhere(address: str) -> AsyncIterator[str]:
    """An address that leads to the same server, which then sees its callers come from 127.0.0.2."""
    host, _, port = address.rpartition(":")
    pumps: list[asyncio.Task[None]] = []
    ends: list[asyncio.StreamWriter] = []

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port), local_addr=("127.0.0.2", 0))
        ends.extend((writer, back))
        pumps.extend((asyncio.create_task(pump(reader, back)), asyncio.create_task(pump(there, writer))))

    listener = await asyncio.start_server(relay, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for end in ends:
            end.close()
        await asyncio.gather(*pumps, *(end.wait_closed() for end in ends), return_exceptions=True)
