"""The MCP server, asked by the official client over standard input and output and over streamable HTTP."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from clients import AnamnesisClient

ROOT = Path(__file__).parents[2]
TOOLS = {"remember", "recall", "correct", "what_changed", "record_answer", "explain_answer", "register_patient"}


@asynccontextmanager
async def _stdio(address: str) -> AsyncIterator[ClientSession]:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "server", "mcp", "--address", address],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


@pytest.fixture(scope="module")
def url(address: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = f"127.0.0.1:{port}"
    command = [sys.executable, "-m", "server", "mcp", "--address", address, "--http", where]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
    yield f"http://{where}/mcp"
    process.terminate()
    process.wait()


@asynccontextmanager
async def _http(url: str) -> AsyncIterator[ClientSession]:
    async with streamable_http_client(url) as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        yield session


async def _told(session: ClientSession, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await session.call_tool(tool, arguments)
    assert not result.is_error, result.content
    told: dict[str, Any] = json.loads(result.content[0].text)  # type: ignore[union-attr]
    return told


async def test_an_assistant_remembers_answers_and_hears_that_its_answer_fell(
    address: str, client: AnamnesisClient, patient: str
) -> None:
    async with _stdio(address) as session:
        assert {tool.name for tool in (await session.list_tools()).tools} == TOOLS
        said = await _told(session, "remember", patient_id=patient, text="I also take amlodipine 5 mg once a day.")
        found = await _told(session, "recall", patient_id=patient, query="What was my latest HbA1c?")
        answer = "Your latest HbA1c was 7.2%."
        recorded = await _told(
            session,
            "record_answer",
            patient_id=patient,
            turn_number=said["turn_number"],
            text=answer,
            model="assistant",
        )
        corrected = await _told(
            session,
            "correct",
            patient_id=patient,
            said="Sorry, my latest HbA1c was 6.9%, not 7.2%.",
            fact="HbA1c",
            value="6.9",
        )
        changed = await _told(session, "what_changed", patient_id=patient)
        explained = await _told(session, "explain_answer", patient_id=patient, turn_number=said["turn_number"])

    assert [one["fact"]["name"] for one in said["understood"]] == ["Amlodipine"]
    assert "7.2" in found["memory"] and len(recorded["facts_used"]) == 1
    assert corrected["holds"] and [one["turn_number"] for one in corrected["answers_that_no_longer_hold"]] == [1]
    [change] = changed["changes"]
    assert (change["kind"], change["was"]["value"], change["now"][0]["value"]) == ("corrected", 7.2, 6.9)
    assert explained["proved"] and explained["no_longer_holds"].startswith("corrected")
    assert client.explain(patient, 1).model == "assistant"


async def test_a_model_cannot_correct_what_the_patient_did_not_say(
    address: str, client: AnamnesisClient, patient: str
) -> None:
    async with _stdio(address) as session:
        told = await _told(
            session, "correct", patient_id=patient, said="Thank you, that helps.", fact="HbA1c", value="5.0"
        )

    assert not told["holds"] and {one["value"] for one in told["on_record"]} == {7.2, 7.8}
    assert {fact.number for fact in client.profile(patient).facts if fact.name == "HbA1c"} == {7.2, 7.8}


async def test_over_http_resources_and_the_prompt_are_read(url: str, client: AnamnesisClient, patient: str) -> None:
    async with _http(url) as session:
        templates = {one.uri_template for one in (await session.list_resource_templates()).resource_templates}
        read = await session.read_resource(f"anamnesis://patients/{patient}/profile")
        listed = await session.read_resource("anamnesis://patients")
        prompt = await session.get_prompt("answer_with_memory", {"patient_id": patient, "question": "My HbA1c?"})

    assert templates == {f"anamnesis://patients/{{patient_id}}/{name}" for name in ("profile", "timeline", "memory")}
    profile = json.loads(read.contents[0].text)  # type: ignore[union-attr]
    assert profile["fingerprint"] == client.profile(patient).fingerprint
    assert patient in listed.contents[0].text  # type: ignore[union-attr]
    assert "7.2" in prompt.messages[0].content.text  # type: ignore[union-attr]


async def test_what_is_wrong_is_said_in_the_services_words(url: str) -> None:
    async with _http(url) as session:
        nobody = await session.call_tool("recall", {"patient_id": str(uuid4()), "query": "x"})
        moment = await session.call_tool("recall", {"patient_id": str(uuid4()), "query": "x", "known_at": "leprosy"})

    assert nobody.is_error and "PATIENT_NOT_FOUND" in nobody.content[0].text  # type: ignore[union-attr]
    assert moment.is_error and "leprosy" not in moment.content[0].text  # type: ignore[union-attr]
