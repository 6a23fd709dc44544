"""One skill's way to its model: limits before the call, one repair after it, a record of both, and the twin behind."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

import structlog
from pydantic import BaseModel

from agent.context import TOTAL_TOKENS
from agent.llm import ChatRequest, Completion, Heard, LanguageModel, Message, messages_hash
from agent.llm_breaker import CircuitBreaker
from agent.llm_failures import ModelFailure, ModelTimeout, OutputUnusable, PromptTooLong
from agent.llm_output import parse, strict_schema
from agent.llm_pricing import FREE, Price
from agent.llm_turn import TurnCalls, current_calls
from agent.prompts import Prompt, prompt
from agent.prompts.problems import problem_in
from agent.skills.ports import Language
from agent.tokens import TokenCounter
from domain.events import CheckFailed, ModelCalled
from domain.tracing import step

log = structlog.get_logger(__name__)

T = TypeVar("T")
Out = TypeVar("Out", bound=BaseModel)

MESSAGE_TOKENS = 4
"""What a message costs beside its words (OpenAI's chat format: three, and one for the role)."""
HASH_DIGITS = 16
"""Digits of a prompt file's hash that stand beside its name in the log."""
ENOUGH_SAMPLES = 2
"""Samples that can be compared; what failed a check is not mended beyond them."""
SHORTEST_ANSWER = 160
"""Tokens without which no answer is worth a call."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a skill calls: its model, the seconds for one call with its retries, and the longest answer in tokens.

    ``budget`` holds prompt and answer together; ``thinking`` tokens, which a reasoning model uses up before it answers,
    come on top of both.
    """

    model: str
    seconds: float
    max_tokens: int
    temperature: float
    price: Price = FREE
    budget: int = TOTAL_TOKENS
    thinking: int = 0


@dataclass(frozen=True, slots=True)
class Inquiry(Generic[Out]):
    """One question to a skill's model: its prompt, the fenced data, and what must hold of the answer.

    ``check`` raises OutputUnusable with what is to be repaired.
    """

    prompt: Prompt
    data: str
    output: type[Out]
    language: Language
    check: Callable[[Out], None] = lambda output: None
    temperature: float | None = None
    heard: Heard | None = None
    """Hears the first attempt as it is written; what is sent back for repair is not told."""


class SkillModel:
    """Asks the model of one skill. Nothing but ModelFailure and cancellation leaves :meth:`ask`."""

    def __init__(
        self, skill: str, model: LanguageModel, tuning: Tuning, counter: TokenCounter, breaker: CircuitBreaker
    ) -> None:
        self.skill = skill
        self.tuning = tuning
        self._model = model
        self._counter = counter
        self._breaker = breaker
        self._one_a_request = False

    @property
    def author(self) -> str:
        """Who speaks, for the record."""
        return self.tuning.model

    def count(self, text: str) -> int:
        """The tokens of a text."""
        return self._counter.count(text)

    async def ask(self, inquiry: Inquiry[Out]) -> Out:
        """The model's checked answer; what fails a check is sent back once, with what is wrong, to be repaired."""
        said = (await self._said(_messages(inquiry), inquiry, heard=inquiry.heard)).text
        try:
            return _checked(said, inquiry)
        except OutputUnusable as unusable:
            return await self._repaired(inquiry, said, unusable)

    async def ask_several(self, inquiry: Inquiry[Out], count: int) -> list[Out]:
        """Checked answers to one question, at least one and at most ``count``.

        They come from one request, whose prompt is read once; from so many where the server gives one a request. What
        fails a check is sent back only where fewer than two others are of use. Raises what is wrong with the first
        where none is.
        """
        if self._one_a_request:
            return _useful(await asyncio.gather(*(self.ask(inquiry) for _ in range(count)), return_exceptions=True))
        completion = await self._said(_messages(inquiry), inquiry, count)
        texts = (completion.text, *completion.others)
        useful, failed = list[Out](), list[tuple[str, OutputUnusable]]()
        for text in texts:
            try:
                useful.append(_checked(text, inquiry))
            except OutputUnusable as failure:
                failed.append((text, failure))
        again: list[Awaitable[Out]] = []
        if len(texts) == 1 and completion.alone:
            self._one_a_request = True
            again += [self.ask(inquiry) for _ in range(count - 1)]
        for text, unusable in failed:
            if len(useful) + len(again) < ENOUGH_SAMPLES:
                again.append(self._repaired(inquiry, text, unusable))
            else:
                current_calls().noted(CheckFailed(skill=self.skill, check=unusable.reason, outcome="left_out"))
        return _useful([*useful, *await asyncio.gather(*again, return_exceptions=True)])

    async def _repaired(self, inquiry: Inquiry[Out], said: str, unusable: OutputUnusable) -> Out:
        """The answer after it was sent back once, with what is wrong; raises that again where no room is left."""
        current_calls().noted(CheckFailed(skill=self.skill, check=unusable.reason, outcome="sent_back"))
        problem = problem_in(inquiry.language, unusable.problem or unusable.reason)
        repair = prompt("repair", inquiry.language).text.replace("{problem}", problem)
        again = (*_messages(inquiry), Message("assistant", said), Message("user", repair))
        if self._room(again, inquiry.output) < SHORTEST_ANSWER:
            raise unusable
        return _checked((await self._said(again, inquiry)).text, inquiry)

    async def or_twin(self, asked: Awaitable[T], twin: Callable[[], Awaitable[T]]) -> T:
        """What was ``asked`` of the model, or the twin's when the model fails in any way; cancellation passes."""
        status = 0
        try:
            return await asked
        except ModelFailure as failure:
            reason, status = failure.reason, failure.status
        except Exception as error:
            # A fault of ours around the call must not cost the turn; its words may quote the patient.
            reason = f"broken_{type(error).__name__}"
        log.warning("twin_stood_in", skill=self.skill, reason=reason, status=status)
        current_calls().fell_back(self.skill, reason)
        return await twin()

    def fits(self, system: Prompt, data: str, output: type[BaseModel], answer: int) -> bool:
        """Whether prompt, data and an answer of so many tokens keep the token budget."""
        return self._room((Message("system", system.text), Message("user", data)), output) >= answer

    async def _said(
        self, messages: tuple[Message, ...], inquiry: Inquiry[Out], samples: int = 1, heard: Heard | None = None
    ) -> Completion:
        room = self._room(messages, inquiry.output)
        if room < SHORTEST_ANSWER:
            raise PromptTooLong
        tuning = self.tuning
        request = ChatRequest(
            name=self.skill,
            model=tuning.model,
            messages=messages,
            max_tokens=min(tuning.max_tokens, room) + tuning.thinking,
            temperature=tuning.temperature if inquiry.temperature is None else inquiry.temperature,
            schema=strict_schema(inquiry.output),
            samples=samples,
            heard=heard,
        )
        calls = current_calls()
        seconds = min(tuning.seconds, calls.seconds_left())
        read = tuning.budget - room
        async with calls.holding(tuning.price.cost(read, samples * request.max_tokens)):
            with step(f"model {self.skill}") as note:
                note("gen_ai.request.model", request.model)
                completion = await self._called(calls, request, inquiry.prompt, read, seconds)
                note("gen_ai.usage.input_tokens", completion.prompt_tokens or read)
                return completion

    async def _called(
        self, calls: TurnCalls, request: ChatRequest, instructions: Prompt, read: int, seconds: float
    ) -> Completion:
        """Call, and note the call whatever comes of it; ``read`` is our own count of the prompt's tokens."""
        self._breaker.begin()
        started = time.perf_counter()
        noted = ModelCalled(
            skill=self.skill,
            model=request.model,
            parameters={
                "temperature": f"{request.temperature:g}",
                "max_tokens": str(request.max_tokens),
                **({"samples": str(request.samples)} if request.samples > 1 else {}),
            },
            prompt_hash=messages_hash(request.messages),
            tokens={},
            cost=0.0,
            milliseconds=0.0,
            prompt=f"{instructions.name} {instructions.hash[:HASH_DIGITS]}",
        )
        try:
            completion = await self._model.chat(request, seconds)
        except ModelFailure as failure:
            if failure.counts:
                self._breaker.failed(slow=isinstance(failure, ModelTimeout))
            else:
                self._breaker.abandoned()
            tokens = _billed(failure, read)
            self._note(calls, noted, tokens, started, failure.reason)
            raise
        except BaseException:
            self._breaker.abandoned()
            raise
        self._breaker.succeeded()
        written, texts = completion.completion_tokens, (completion.text, *completion.others)
        tokens = {
            "prompt": completion.prompt_tokens or read,
            "completion": sum(map(self._counter.count, texts)) if written is None else written,
        }
        likely = completion.log_probability
        noted = noted.with_fields(log_probability=None if likely is None else round(likely, 6))
        self._note(calls, noted, tokens, started, "ok")
        return completion

    def _note(self, calls: TurnCalls, noted: ModelCalled, tokens: dict[str, int], started: float, outcome: str) -> None:
        cost = self.tuning.price.cost(tokens.get("prompt", 0), tokens.get("completion", 0))
        milliseconds = (time.perf_counter() - started) * 1000
        calls.called(noted.with_fields(tokens=tokens, cost=cost, milliseconds=round(milliseconds, 3), outcome=outcome))

    def _room(self, messages: tuple[Message, ...], output: type[BaseModel]) -> int:
        """Tokens that the budget leaves for an answer; the schema is read by the model too."""
        words = sum(self._counter.count(message.text) + MESSAGE_TOKENS for message in messages)
        return self.tuning.budget - words - self._counter.count(_compact(output))


def _billed(failure: ModelFailure, read: int) -> dict[str, int]:
    """The tokens of a call that failed; a model that thinks until its limit has written much and said nothing."""
    if not failure.billed:
        return {}
    prompt, completion = failure.counted
    return {"prompt": prompt or read} | ({"completion": completion} if completion else {})


@cache
def _compact(output: type[BaseModel]) -> str:
    """The schema as it is sent."""
    return json.dumps(strict_schema(output), separators=(",", ":"))


def _messages(inquiry: Inquiry[Out]) -> tuple[Message, Message]:
    return Message("system", inquiry.prompt.text), Message("user", inquiry.data)


def _useful(answers: Sequence[Out | BaseException]) -> list[Out]:
    """The answers without the failures of the model; the first of these where there is no answer."""
    failures = [one for one in answers if isinstance(one, BaseException)]
    useful = [one for one in answers if not isinstance(one, BaseException)]
    broken = next((one for one in failures if not isinstance(one, ModelFailure)), None)
    if broken is not None or not useful:
        raise broken or failures[0]
    return useful


def _checked(text: str, inquiry: Inquiry[Out]) -> Out:
    output = parse(text, inquiry.output)
    inquiry.check(output)
    return output
