"""Turns over the real graph and log whose skills ask a scripted server, or the endpoint that the environment names."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agent.updates import TurnWarning
from domain.events import FallbackUsed, ModelCalled
from server.composition import Knowledge
from server.language_models import LanguageModels, language_models
from server.settings import Settings
from tests.agent.agent_bench import AgentBench, Heard
from tests.llm_server import LlmServer

KEY = "sk-test-never-to-be-seen"
REAL_ENDPOINT = os.environ.get("ANAMNESIS_TEST_LLM_BASE_URL", "")
REAL_KEY = os.environ.get("ANAMNESIS_TEST_LLM_KEY", "")
REAL_MODEL = os.environ.get("ANAMNESIS_TEST_LLM_MODEL", "gpt-4o-mini")
SKILLS = ("understand", "answer", "quality", "rewrite", "summary", "compression")


def models_at(base_url: str, **settings: Any) -> LanguageModels:
    """The models of a server at ``base_url``; a machine that is busy with other tests is no failure of theirs."""
    fields: dict[str, Any] = {
        "llm_base_url": base_url,
        "llm_key": KEY,
        "llm_model": "test-model",
        "llm_models": {"compression": "test-model"},
        "llm_prices": {"test-model": (1.0, 2.0)},
        "turn_seconds": 60.0,
        "llm_spend_limit": 0.0,
        **settings,
    }
    models = language_models(Settings(**fields))
    assert models is not None
    return models


@asynccontextmanager
async def bench_at(folder: Path, knowledge: Knowledge, server: LlmServer, **settings: Any) -> AsyncIterator[AgentBench]:
    """A bench whose skills ask ``server``."""
    models = models_at(server.base_url, **settings)
    bench = AgentBench(folder, knowledge, models=models)
    try:
        yield bench
    finally:
        await models.close()
        bench.records.close()


def calls_of(bench: AgentBench) -> list[ModelCalled]:
    """The model calls that the log holds, in order."""
    return [event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, ModelCalled)]


def fallbacks_of(bench: AgentBench) -> list[tuple[str, str]]:
    """The twins that the log says stood in, with the reasons."""
    payloads = [event.payload for event in bench.records.stream(bench.patient_id)]
    return [(one.skill, one.reason) for one in payloads if isinstance(one, FallbackUsed)]


def warnings_of(heard: Heard) -> list[str]:
    """The messages of the fallback warnings in the stream."""
    warnings = [update for update, _ in heard.updates if isinstance(update, TurnWarning)]
    return [one.message for one in warnings if one.code == "FALLBACK_USED"]
