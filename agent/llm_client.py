"""Any OpenAI-compatible endpoint behind the port, through the openai package.

The package's own retries are off: they know nothing of a turn's deadline. What it raises becomes a named failure here,
without its message, which may quote the prompt.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, partial
from secrets import SystemRandom
from typing import Any, Literal, TypeVar

import httpx2
import numpy as np
import openai
from openai.types.chat.chat_completion import ChoiceLogprobs
from openai.types.chat.chat_completion_chunk import ChoiceLogprobs as ChunkLogprobs

from agent.llm import ChatRequest, Completion, Embeddings, Heard
from agent.llm_failures import (
    ModelFailure,
    ModelTimeout,
    ModelUnavailable,
    ModelUnreachable,
    OutputCutOff,
    OutputEmpty,
    OutputRefused,
    OutputUnusable,
    QuotaUsedUp,
    RateLimited,
    RequestRejected,
    StreamCut,
)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before the second attempt at most, and before any; between them it doubles (the openai package's values)."""
LIMITS = ("max_tokens", "max_completion_tokens")
"""The two names of the longest answer's parameter, in tokens."""
DISPENSABLE = frozenset({"n", "temperature", "response_format", "stream_options", "logprobs"})
"""Parameters that a call can do without.

Reasoning models take no temperature, older servers no schema and no count, and many give one sample a request.
"""
CHARACTERS_A_TOKEN = 40
"""Longest answer that is read, by token asked for: o200k's tokens are 4 characters in the mean, runs of blanks 80."""
NO_KEY = "none"
"""Stands for the key of a service that wants none."""

Structure = Literal["json_schema", "json_object", "text"]
"""How an answer's form is asked for: by schema, as any JSON object, or by the prompt's words alone."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the models are: an empty ``base_url`` means OpenAI's own; ``key`` is never shown or logged.

    ``parallel`` bounds the calls at a time, 0 for as many as come: a local server of one slot starves at three.
    ``log_probabilities`` asks how likely each token was, of servers that tell it.
    """

    base_url: str
    key: str
    attempts: int = 3
    structure: Structure = "json_schema"
    stream: bool = True
    parallel: int = 0
    log_probabilities: bool = False

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url!r})"


@dataclass(slots=True)
class _Said:
    """One sample as it arrives: its words, the words with which it was refused, and how it ended."""

    words: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    finished: str = ""
    log_probabilities: list[float] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.words)

    @property
    def failure(self) -> type[OutputRefused] | type[OutputCutOff] | type[OutputEmpty] | None:
        """What makes it of no use, None where nothing does."""
        if any(self.refusal) or self.finished == "content_filter":
            return OutputRefused
        if self.finished == "length":
            return OutputCutOff
        return None if self.text.strip() else OutputEmpty


class OpenAIModel:
    """A LanguageModel over HTTP. Make it inside the event loop that uses it, and close it there."""

    def __init__(self, endpoint: Endpoint) -> None:
        # On its debug level the package logs whole requests, which hold the patient's words.
        for name in ("openai", "httpx2", "httpcore2"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._endpoint = endpoint
        self._client = openai.AsyncOpenAI(
            api_key=endpoint.key or NO_KEY,
            base_url=endpoint.base_url or None,
            max_retries=0,
            http_client=openai.DefaultAsyncHttpxClient(verify=_trusted()),
        )
        self._jitter = SystemRandom()
        self._refused: set[tuple[str, str]] = set()
        self._slots = asyncio.Semaphore(endpoint.parallel) if endpoint.parallel else None

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def chat(self, request: ChatRequest, seconds: float) -> Completion:
        """As LanguageModel says; a parameter that a model does not take is left out from then on."""
        until = asyncio.get_running_loop().time() + seconds
        if self._slots is None:
            return await self._chatted(request, until)
        try:
            async with asyncio.timeout_at(until):
                await self._slots.acquire()
        except TimeoutError:
            raise ModelTimeout from None
        try:
            return await self._chatted(request, until)
        finally:
            self._slots.release()

    async def _chatted(self, request: ChatRequest, until: float) -> Completion:
        while True:
            parameters = self._parameters(request)
            ask = partial(self._streamed, heard=request.heard) if self._endpoint.stream else self._whole
            try:
                return await self._tried(partial(ask, parameters), until - asyncio.get_running_loop().time())
            except RequestRejected as rejected:
                refused = request.model, rejected.parameter.partition(".")[0]
                if refused[1] not in DISPENSABLE or refused in self._refused:
                    raise
                self._refused.add(refused)

    async def embed(self, model: str, texts: Sequence[str], seconds: float) -> Embeddings:
        """As LanguageModel says."""
        return await self._tried(lambda: self._embedded(model, texts), seconds)

    def _parameters(self, request: ChatRequest) -> dict[str, Any]:
        # Newer models of OpenAI refuse the old name of this parameter; other servers know no other.
        limit = LIMITS[0] if self._endpoint.base_url else LIMITS[1]
        bound = self._endpoint.structure == "json_schema" and (request.model, "response_format") not in self._refused
        parameters: dict[str, Any] = {
            "model": request.model,
            "messages": _messages(request, told=not bound),
            "temperature": request.temperature,
            limit: request.max_tokens,
        }
        if request.samples > 1:
            parameters["n"] = request.samples
        if self._endpoint.log_probabilities:
            parameters["logprobs"] = True
        if self._endpoint.stream:
            parameters |= {"stream": True, "stream_options": {"include_usage": True}}
        if request.schema is not None and self._endpoint.structure == "json_schema":
            schema = {"name": request.name, "schema": dict(request.schema), "strict": True}
            parameters["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.schema is not None and self._endpoint.structure == "json_object":
            parameters["response_format"] = {"type": "json_object"}
        return {name: value for name, value in parameters.items() if (request.model, name) not in self._refused}

    async def _whole(self, parameters: Mapping[str, Any]) -> Completion:
        answer = await self._client.chat.completions.create(**parameters)
        if not answer.choices:
            raise OutputEmpty
        usage = answer.usage
        counted = (_counted(usage.prompt_tokens), _counted(usage.completion_tokens)) if usage else (None, None)
        said = [
            _Said(
                [one.message.content or ""],
                [one.message.refusal or ""],
                one.finish_reason or "stop",
                _likely(one.logprobs),
            )
            for one in answer.choices
        ]
        return _completion(said, counted)

    async def _streamed(self, parameters: Mapping[str, Any], heard: Heard | None = None) -> Completion:
        said: dict[int, _Said] = {}
        length = 0
        most = CHARACTERS_A_TOKEN * max(parameters.get(name, 0) for name in LIMITS) * parameters.get("n", 1)
        counted: tuple[int | None, int | None] = (None, None)
        stream = await self._client.chat.completions.create(**parameters)
        async with stream:
            async for chunk in _uncut(stream):
                if chunk.usage:
                    counted = _counted(chunk.usage.prompt_tokens), _counted(chunk.usage.completion_tokens)
                for choice in chunk.choices or ():
                    one = said.setdefault(choice.index, _Said())
                    one.words.append(choice.delta.content or "")
                    one.refusal.append(choice.delta.refusal or "")
                    one.finished = choice.finish_reason or one.finished
                    one.log_probabilities += _likely(choice.logprobs)
                    length += len(one.words[-1]) + len(one.refusal[-1])
                if heard is not None and chunk.choices and 0 in said:
                    await heard("".join(said[0].words))
                if length > most:
                    # A server that knows no limit would be read until the turn's time is up.
                    raise OutputCutOff(counted=counted)
        if not any(one.finished for one in said.values()):
            raise StreamCut
        return _completion([said[index] for index in sorted(said) if said[index].finished], counted)

    async def _embedded(self, model: str, texts: Sequence[str]) -> Embeddings:
        answer = await self._client.embeddings.create(model=model, input=list(texts), encoding_format="float")
        rows = sorted(answer.data, key=lambda row: row.index)
        vectors = np.asarray([row.embedding for row in rows], dtype=np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise OutputUnusable("malformed")
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        usage = answer.usage
        return Embeddings(
            (vectors / np.where(norms > 0, norms, 1)).astype(np.float32), usage.prompt_tokens if usage else None
        )

    async def _tried(self, attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
        """The first success of at most ``attempts``; a pause that would outlast ``seconds`` is not begun."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        number = 1
        while True:
            try:
                async with asyncio.timeout_at(until):
                    return await attempt()
            except ModelFailure as error:
                failure = error
            except Exception as error:
                failure = named(error)
            pause = self._pause(number) if failure.retry_after is None else failure.retry_after
            if not failure.transient or number >= self._endpoint.attempts or loop.time() + pause >= until:
                raise failure from None
            number += 1
            await asyncio.sleep(pause)

    def _pause(self, number: int) -> float:
        """Exponential, with jitter, so that callers that failed together do not come back together."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (number - 1))
        return self._jitter.uniform(longest / 2, longest)


@cache
def _trusted() -> ssl.SSLContext:
    """What certificates are held to, made once a process: reading the authorities takes 20 ms."""
    return httpx2.create_ssl_context()


def _messages(request: ChatRequest, *, told: bool) -> list[dict[str, str]]:
    """The messages; ``told`` writes the schema below the instructions, for a server that is not bound by it."""
    sent = [{"role": message.role, "content": message.text} for message in request.messages]
    if told and request.schema is not None and sent:
        schema = json.dumps(request.schema, separators=(",", ":"))
        sent[0] = {**sent[0], "content": f"{sent[0]['content']}\nJSON schema: {schema}"}
    return sent


async def _uncut(stream: AsyncIterator[T]) -> AsyncIterator[T]:
    """The chunks of a stream; a connection lost on the way is a cut, not a service that cannot be reached."""
    try:
        async for chunk in stream:
            yield chunk
    except openai.APITimeoutError:
        raise
    except openai.APIConnectionError:
        raise StreamCut from None


def named(error: Exception) -> ModelFailure:
    """The named failure that an exception of the openai package, or of the transport under it, stands for."""
    match error:
        case openai.APITimeoutError() | TimeoutError() | httpx2.TimeoutException():
            return ModelTimeout()
        case openai.APIConnectionError():
            return ModelUnreachable()
        case openai.RateLimitError():
            limited = QuotaUsedUp if error.code == "insufficient_quota" else RateLimited
            return limited(retry_after=_retry_after(error.response.headers), status=error.status_code)
        case openai.APIStatusError():
            if error.status_code >= 500 or error.status_code in (408, 409):
                return ModelUnavailable(retry_after=_retry_after(error.response.headers), status=error.status_code)
            return RequestRejected(status=error.status_code, parameter=error.param or "")
        case httpx2.HTTPError() | httpx2.StreamError():
            return StreamCut()
        case openai.APIResponseValidationError() | json.JSONDecodeError():
            return OutputUnusable("malformed")
        case openai.APIError():
            # An error that came as an event of a stream that had begun well.
            return ModelUnavailable()
    return OutputUnusable("malformed")


def _likely(told: ChoiceLogprobs | ChunkLogprobs | None) -> list[float]:
    """The log-probabilities of the tokens of an answer; none of what is no number, or is no probability's."""
    values = (one.logprob for one in (told.content if told is not None else None) or ())
    return [float(one) for one in values if isinstance(one, int | float) and -math.inf < one <= 0]


def _counted(tokens: object) -> int | None:
    """A count that a service gives, None for what is none: money is reckoned from it."""
    return tokens if isinstance(tokens, int) and tokens >= 0 else None


def _completion(said: Sequence[_Said], counted: tuple[int | None, int | None]) -> Completion:
    """The samples that are of use; what is wrong with the first where none is."""
    useful = [one.text for one in said if one.failure is None]
    likely = [value for one in said if one.failure is None for value in one.log_probabilities]
    if not useful:
        failure = said[0].failure if said else OutputEmpty
        assert failure is not None
        raise failure(counted=counted)
    mean = math.fsum(likely) / len(likely) if likely else None
    return Completion(useful[0], *counted, others=tuple(useful[1:]), alone=len(said) == 1, log_probability=mean)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the service asks to wait: in milliseconds, in seconds, or until a date; None if it does not say."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        said = headers.get("retry-after", "")
        if not said:
            return None
        if said.replace(".", "", 1).isdigit():
            return float(said)
        return max(0.0, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
