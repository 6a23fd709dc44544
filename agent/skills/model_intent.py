"""The intent skill with a language model: how complex a question is, and whether it needs literature."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import fenced, prompt
from agent.skills.intent import K_BY_COMPLEXITY
from agent.skills.ports import Complexity, Intent, IntentSkill, Question
from projections.patient_view import PatientView

CERTAIN = frozenset(
    {"greeting", "thanks", "nod", "complaint", "small_talk", "scope", "acknowledge", "correction", "audit", "why"}
)
"""Intents by plain cues, which a model could only get wrong: no call is made for them."""
RESIDUAL = "knowledge"
"""What the rules call a question of which no cue says more; only there the model may name the intent."""


class IntentOutput(BaseModel):
    """What the model is asked for."""

    complexity: Complexity
    needs_retrieval: bool
    name: Literal["knowledge", "plan", "steps", "summary", "lookup", "compare", "medicine", "small_talk"]


class ModelIntent:
    """Complexity and need of literature by the model; concepts, slots and what plain cues tell, by the twin."""

    def __init__(self, model: SkillModel, twin: IntentSkill) -> None:
        self._model = model
        self._twin = twin

    async def classify(self, question: Question, view: PatientView) -> Intent:
        """The intent of ``question``; the twin's when the model fails."""
        ruled = await self._twin.classify(question, view)
        if ruled.name in CERTAIN:
            return ruled

        async def twin() -> Intent:
            return ruled

        return await self._model.or_twin(self._asked(question, ruled), twin)

    async def _asked(self, question: Question, ruled: Intent) -> Intent:
        output = await self._model.ask(
            Inquiry(
                prompt("intent", question.language),
                fenced("utterance", question.text),
                IntentOutput,
                question.language,
            )
        )
        # Where the rules want documents (a plan, advice on a treatment), a model does not talk them out of it.
        retrieves = output.needs_retrieval or ruled.needs_retrieval
        return replace(
            ruled,
            name=output.name if ruled.name == RESIDUAL else ruled.name,
            complexity=output.complexity,
            needs_retrieval=retrieves,
            k=K_BY_COMPLEXITY[output.complexity] if retrieves else 0,
        )
