"""A service with the small model behind it: the model in a process of its own, the service over real gRPC."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from clients.client import AnamnesisClient
from server.composition import Knowledge
from tests.model.endpoint import NAME
from tests.model.weights import ModelMissing, model_file
from tests.server.running import running_server

TURN_SECONDS: Final = 600.0
"""The longest turn that the service allows; minutes where other work has the processor."""
SKILLS: Final = ("understand", "answer", "quality", "rewrite", "summary")
SMALL: Final[dict[str, Any]] = {
    "llm_model": NAME,
    "llm_parallel": 1,
    "llm_budget": 2_000,
    "llm_samples": 2,
    "llm_spend_limit": 0.0,
    "llm_share": 0.95,
    "llm_attempts": 1,
    "llm_seconds": dict.fromkeys(SKILLS, 400.0),
    "llm_tokens": {"understand": 600, "answer": 200, "quality": 240, "rewrite": 200, "summary": 200},
    "turn_seconds": TURN_SECONDS,
}
"""The product's settings for a local server of one slot: short prompts, short answers, time, one call at a time."""


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """The base URL of the small model."""
    try:
        model_file()
    except ModelMissing as missing:
        pytest.skip(str(missing))
    serving = subprocess.Popen([sys.executable, "-m", "tests.model.endpoint"], stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        yield serving.stdout.readline().strip()
    finally:
        serving.terminate()
        serving.communicate(timeout=30)


@contextmanager
def service(data: Path, knowledge: Knowledge, **settings: Any) -> Iterator[AnamnesisClient]:
    """A server of its own over ``data`` with these settings, and a client that waits as long as it does."""
    with running_server(data, knowledge, **settings) as address:
        with AnamnesisClient(address, turn_timeout=TURN_SECONDS) as client:
            yield client
