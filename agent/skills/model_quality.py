"""The quality skill with a language model: a judge whose scores the checkable facts may lower, never raise."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from agent.context import Context, Line
from agent.llm_skill import Inquiry, SkillModel
from agent.prompt_layout import ANSWER_CHARACTERS
from agent.prompts import fenced, prompt
from agent.refinement import overall
from agent.skills.answer import AUTHOR as RULES
from agent.skills.ports import Draft, Quality, QualitySkill, Situation

MISSING, SUGGESTIONS, PHRASE_CHARACTERS = 5, 3, 120
"""At most so many phrases of so many characters are taken from a judge."""
LAST_TURNS, UNCITED = 2, 2
"""Turns that the judge is shown, and passages of an answer that cites none: the rest is nothing that it rests on."""


_ANSWERED: Final = "\n-> "
"""What stands between a turn and its answer in the conversation of a prompt."""


class QualityOutput(BaseModel):
    """What the model is asked for; scores from 0 to 1."""

    grounding: float = Field(ge=0, le=1, allow_inf_nan=False)
    completeness: float = Field(ge=0, le=1, allow_inf_nan=False)
    accuracy: float = Field(ge=0, le=1, allow_inf_nan=False)
    missing: list[str]
    suggestions: list[str]
    needs_retrieval: bool
    reason: str


class ModelQuality:
    """The model judges; grounding and accuracy are at most what the twin's checks of numbers and quotations leave."""

    def __init__(self, model: SkillModel, twin: QualitySkill) -> None:
        self._model = model
        self._twin = twin

    async def assess(self, situation: Situation, draft: Draft) -> Quality:
        """The scores of ``draft``; the twin's when the model fails, and for what another round would not change.

        That is a turn that needs no documents, and an answer by the rules: they would give the same again.
        """
        checked = await self._twin.assess(situation, draft)
        if not situation.intent.needs_retrieval or situation.context is None or draft.author == RULES:
            return checked

        async def twin() -> Quality:
            return checked

        return await self._model.or_twin(self._judged(situation, draft, checked), twin)

    async def _judged(self, situation: Situation, draft: Draft, checked: Quality) -> Quality:
        assert situation.context is not None
        context, language = situation.context, situation.question.language
        data = (
            fenced("facts", "\n".join(context.fact_lines())),
            fenced("conversation", "\n".join(_last_turns(context))),
            fenced("documents", "\n".join(line.text for line in _rested_on(context, draft))),
            fenced("utterance", situation.question.text),
            fenced("answer", draft.text),
            *([fenced("feedback", situation.feedback)] if situation.feedback else []),
        )
        output = await self._model.ask(Inquiry(prompt("quality", language), "\n".join(data), QualityOutput, language))
        grounding = min(output.grounding, checked.grounding)
        accuracy = min(output.accuracy, checked.accuracy)
        return Quality(
            grounding=grounding,
            completeness=output.completeness,
            accuracy=accuracy,
            overall=overall((grounding, output.completeness, accuracy)),
            missing=_phrases(output.missing, MISSING) or checked.missing,
            needs_retrieval=output.needs_retrieval,
            reason=output.reason[:PHRASE_CHARACTERS],
            suggestions=_phrases(output.suggestions, SUGGESTIONS),
            judge=self._model.author,
        )


def _rested_on(context: Context, draft: Draft) -> list[Line]:
    """The passages that an answer cites, or names in its words; the first of the prompt where there are none."""
    cited = {one.document_id for one in draft.citations}
    cited |= {line.document_id for line in context.documents if f"[{line.document_id}]" in draft.text}
    return [line for line in context.documents if line.document_id in cited] or context.documents[:UNCITED]


def _last_turns(context: Context) -> list[str]:
    """The turn before as it was, which an answer goes on from, and how those before it began."""
    turns = [line.text for line in context.history[-LAST_TURNS:]]
    return [*(_beginning(one) for one in turns[:-1]), *turns[-1:]]


def _beginning(turn: str) -> str:
    said, arrow, answered = turn.partition(_ANSWERED)
    short = answered if len(answered) <= ANSWER_CHARACTERS else f"{answered[:ANSWER_CHARACTERS].rstrip()}..."
    return f"{said}{arrow}{short}"


def _phrases(said: list[str], most: int) -> tuple[str, ...]:
    kept = (" ".join(phrase.split())[:PHRASE_CHARACTERS] for phrase in said)
    return tuple(dict.fromkeys(phrase for phrase in kept if phrase))[:most]
