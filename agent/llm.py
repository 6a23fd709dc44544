"""The port to a language model: one chat, text to vectors; whoever implements it, skills see only this."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


def messages_hash(messages: Sequence[Message]) -> str:
    """SHA-256 of a prompt as it is sent, by which an assembled prompt and the calls that sent it are matched."""
    told = json.dumps([[message.role, message.text] for message in messages], ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


Heard = Callable[[str], Awaitable[None]]
"""Hears all that a model has written so far."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model.

    ``schema`` is the JSON schema that the answer must follow, under ``name`` (the skill's); None asks for plain text.
    ``max_tokens`` bounds the answer, each one where several ``samples`` are asked for at once.
    """

    name: str
    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float
    schema: Mapping[str, Any] | None = None
    samples: int = 1
    heard: Heard | None = field(default=None, compare=False)
    """Hears what the first sample holds so far, whenever more has come; a call that is tried again begins anew."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said, whole, and the tokens that the service counted; None where it counts none.

    ``others`` are the further samples that were of use; ``alone`` tells that the server gave one, however many were
    asked for, as many do. ``log_probability`` is the mean natural logarithm over the tokens of all samples of use, None
    where the service gives none.
    """

    text: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    others: tuple[str, ...] = ()
    alone: bool = True
    log_probability: float | None = None


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
