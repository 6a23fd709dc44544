"""`doctor --model`: one call of each kind to the language model, and for each that fails what to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel

from agent.llm_breaker import CircuitBreaker
from agent.llm_failures import ModelFailure
from agent.llm_skill import Inquiry, SkillModel
from agent.llm_turn import TurnCalls, accounting
from agent.prompts import fenced, prompt
from agent.skills.model_answer import AnswerOutput
from agent.skills.model_compression import CompressionOutput
from agent.skills.model_quality import QualityOutput
from agent.skills.model_rewrite import RewriteOutput
from agent.skills.model_summary import SummaryOutput
from agent.skills.model_understanding import UnderstandingOutput
from agent.tokens import token_counter
from domain.errors import AnamnesisError
from domain.events import ModelCalled
from server.language_models import language_models
from server.settings import PREFIX, Settings, SkillName

Finding = tuple[str, str, str]

OUTPUTS: Final[dict[SkillName, type[BaseModel]]] = {
    "understand": UnderstandingOutput,
    "answer": AnswerOutput,
    "quality": QualityOutput,
    "rewrite": RewriteOutput,
    "summary": SummaryOutput,
    "compression": CompressionOutput,
}
_FACTS: Final = "F1 conditions: Hypertension\nF2 medications: Amlodipine 5mg QD\nF3 labs: HbA1c 7.2 % [2026-03-01]"
_SAID: Final = "Sorry, my HbA1c was 6.9, not 7.2. Is that good?"
_DOCUMENT: Final = "[en-1] HbA1c goal (sample): For most adults the goal for HbA1c is below 7.0 %."
_DRAFT: Final = "HbA1c is 6.9 %, below the goal of 7.0 %."
ADVICE: Final[dict[str, str]] = {
    "timeout": "Give it longer ({p}LLM_SECONDS, {p}TURN_SECONDS), ask for less ({p}LLM_TOKENS), or take a faster one.",
    "unreachable": "Is the server up, and {p}LLM_BASE_URL right, with its /v1?",
    "rate_limited": "Wait, buy more, or let fewer calls go at a time ({p}LLM_PARALLEL).",
    "server_error": "The service itself failed; look at its own log, and try again.",
    "rejected": "401 and 403: another key. 404: is the model's name spelt as the service lists it ({p}LLM_MODEL)? "
    "400: {p}LLM_STRUCTURE=json_object or text, for servers that know no schema.",
    "cut_off": "More room: {p}LLM_TOKENS, and {p}LLM_THINKING_TOKENS for a model that thinks before it answers.",
    "empty": "It said nothing; a reasoning model wants {p}LLM_THINKING_TOKENS.",
    "refused": "It declined a harmless example; take another model for this skill ({p}LLM_MODELS).",
    "malformed": "It keeps to no form: {p}LLM_STRUCTURE=json_schema where the server knows it, or another model.",
    "deadline": "The turn's own time is too short for one call; raise {p}TURN_SECONDS or {p}LLM_SHARE.",
    "over_budget": "The prompt does not fit; raise {p}LLM_BUDGET.",
}
"""What to do about each way in which a call fails."""


def asked_models(settings: Settings) -> Iterator[Finding]:
    """One finding for each skill that has a model; none is called without one."""
    yield from asyncio.run(_asked(settings))


async def _asked(settings: Settings) -> list[Finding]:
    try:
        models = language_models(settings)
    except AnamnesisError as error:
        return [("model calls", "wrong", f"{error} {error.advice}")]
    if models is None:
        return [("model calls", "note", "none: no language model is set")]
    counter, findings = token_counter(), []
    try:
        for skill, tuning in models.tunings.items():
            model = SkillModel(skill, models.model, tuning, counter, CircuitBreaker())
            findings.append((f"model call: {skill}", *await _one(skill, model, settings)))
    finally:
        await models.close()
    return findings


async def _one(skill: SkillName, model: SkillModel, settings: Settings) -> tuple[str, str]:
    """How one call went: its time and tokens, or how it failed and what to do."""
    data = "\n".join(
        (fenced("facts", _FACTS), fenced("documents", _DOCUMENT), fenced("utterance", _SAID), fenced("draft", _DRAFT))
    )
    if skill == "quality":
        data = f"{data}\n{fenced('answer', _DRAFT)}"
    calls = TurnCalls(until=asyncio.get_running_loop().time() + settings.turn_seconds * settings.llm_share)
    calls.timer = asyncio.get_running_loop().time
    with accounting(calls):
        try:
            await model.ask(Inquiry(prompt(skill, "en"), data, OUTPUTS[skill], "en"))
        except ModelFailure as failure:
            status = f" (HTTP {failure.status})" if failure.status else ""
            advice = ADVICE.get(failure.reason, "See the service's own log.").format(p=PREFIX)
            return "wrong", f"{model.author} failed: {failure.reason}{status}. {advice}"
    made = [event for event in calls.take() if isinstance(event, ModelCalled)]
    milliseconds = sum(event.milliseconds for event in made)
    read = sum(event.tokens.get("prompt", 0) for event in made)
    written = sum(event.tokens.get("completion", 0) for event in made)
    told = f"{model.author} answered in {milliseconds:.0f} ms, {read} tokens read, {written} written"
    if len(made) > 1:
        return "note", f"{told}; its first answer was in no usable form and was asked for again"
    if milliseconds > 1000 * model.tuning.seconds / 2:
        return "note", f"{told}: more than half of its time; raise {PREFIX}LLM_SECONDS or {PREFIX}TURN_SECONDS"
    return "ok", told
