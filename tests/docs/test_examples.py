"""The six examples run as their reader would run them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.conftest import running_gateway
from tests.llm_server import LlmServer, says

ROOT = Path(__file__).parents[2]
TOLD = {
    "langgraph_agent": ("1000", "True"),
    "langchain_history": ("HumanMessage 페니실린 알레르기가 있어요.", "['Penicillin']"),
    "mcp_assistant": ("enicillin",),
    "own_agent": ("no longer holds: corrected: INR 2.4", "INR 3.4"),
    "rest_agent": ("[(1, 'corrected: INR 2.4",),
}


def _run(name: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LANGSMITH_TRACING": "false", **environment},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def rest(address: str) -> Iterator[str]:
    with running_gateway(address) as base:
        yield base


@pytest.mark.parametrize("name", TOLD)
def test_an_example_does_what_it_says(name: str, address: str, rest: str) -> None:
    told = _run(name, ANAMNESIS_ADDRESS=address, ANAMNESIS_REST=rest)

    assert [words for words in TOLD[name] if words not in told] == [], told


async def test_the_example_of_the_openai_sdk_runs_against_a_server_of_its_protocol(address: str) -> None:
    import asyncio

    async with LlmServer.running(lambda _: says("Noted.")) as server:
        told = await asyncio.to_thread(
            _run, "openai_agent", ANAMNESIS_ADDRESS=address, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="none"
        )

    assert told.splitlines() == ["Noted.", "Noted.", "HbA1c [6.9]"]
    sent = server.received[1].body["messages"]
    assert [message["role"] for message in sent] == ["system", "user"] and "6.9" in sent[0]["content"]


def test_there_are_six_and_each_is_run_here() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("*.py")} == {*TOLD, "openai_agent"}
