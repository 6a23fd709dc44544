"""The port to a language model: one chat, text to vectors; whoever implements it, skills see only this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model.

    ``schema`` is the JSON schema that the answer must follow, under ``name`` (the skill's); None asks for plain text.
    ``max_tokens`` bounds the answer.
    """

    name: str
    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said, whole, and the tokens that the service counted; None where it counts none."""

    text: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Embeddings:
    """One row of length 1 a text, and the tokens that the service counted; None where it counts none."""

    vectors: NDArray[np.float32]
    tokens: int | None = None


class LanguageModel(Protocol):
    """A service of language models. Every failure is a ModelFailure; cancelling a call ends its HTTP request."""

    async def chat(self, request: ChatRequest, seconds: float) -> Completion:
        """The whole answer within ``seconds``, retries included."""
        ...

    async def embed(self, model: str, texts: Sequence[str], seconds: float) -> Embeddings:
        """The vectors of ``texts`` within ``seconds``, retries included."""
        ...
