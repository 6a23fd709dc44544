"""A real HTTP server that speaks the OpenAI protocol on loopback and says what a test's script tells it to."""

from __future__ import annotations

from tests.llm_server.replies import Reply, by_skill, cut, hangs, model_of, refuses, says, status, truncated, understood
from tests.llm_server.server import LlmServer, Received

__all__ = [
    "LlmServer",
    "Received",
    "Reply",
    "by_skill",
    "cut",
    "hangs",
    "model_of",
    "refuses",
    "says",
    "status",
    "truncated",
    "understood",
]
