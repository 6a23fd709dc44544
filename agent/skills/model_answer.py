"""The answer skill with a language model: written over the context and the twin's draft, and checked word by word.

What memory did (a correction, an open question) and what cannot wait (a red flag) is told by rule; the model writes
what it means for the patient.
"""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from agent.context import Context
from agent.llm_failures import PromptTooLong
from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import Prompt, fenced, prompt
from agent.skills.answer_checks import Material, cited, require_sound, used_facts
from agent.skills.ports import AnswerSkill, Draft, Situation
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    SlotCorrected,
    SlotRetracted,
)
from extraction.mentions import ConceptRecogniser

BY_RULE: Final = frozenset(
    {"greeting", "thanks", "nod", "complaint", "preference", "scope", "audit", "why", "correction", "acknowledge"}
)
"""Intents whose answer is courtesy, or an account of the record that must be exact: nothing is left to a model."""
_ACTS: Final = (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    SlotCorrected,
    SlotRetracted,
)
"""Acts of memory in this turn that the answer must tell exactly."""
ROOM_WITH_DRAFT: Final = 800
"""Tokens that must be left for the answer when the twin's draft is in the prompt; else it goes without."""


class CitationOutput(BaseModel):
    """A quotation as the model gives it."""

    document_id: str
    quote: str


class AnswerOutput(BaseModel):
    """What the model is asked for."""

    answer: str
    citations: list[CitationOutput]
    facts: list[str]


class ModelAnswer:
    """The model's answer where it passes every check, else the twin's."""

    varies = True

    def __init__(self, model: SkillModel, twin: AnswerSkill, recogniser: ConceptRecogniser) -> None:
        self._model = model
        self._twin = twin
        self._recogniser = recogniser

    async def answer(self, situation: Situation) -> Draft:
        """A draft by the model, whose name is its author, or the twin's."""
        ruled = await self._twin.answer(situation)
        if ruled.warnings or _told_by_rule(situation) or situation.context is None:
            return ruled

        async def twin() -> Draft:
            return ruled

        return await self._model.or_twin(self._written(situation, situation.context, ruled), twin)

    async def _written(self, situation: Situation, context: Context, ruled: Draft) -> Draft:
        language = situation.question.language
        instructions = prompt("answer", language)
        material = Material.of(situation, context, ruled, instructions, self._recogniser.find)

        def check(output: AnswerOutput) -> None:
            require_sound(output.answer, [(one.document_id, one.quote) for one in output.citations], material)

        output = await self._model.ask(
            Inquiry(
                instructions,
                self._data(situation, context, ruled, instructions),
                AnswerOutput,
                language,
                check,
                situation.temperature,
            )
        )
        citations = cited([(one.document_id, one.quote) for one in output.citations], material)
        facts = used_facts(output.answer, output.facts, context, situation.view.ledger, language)
        return Draft(
            text=output.answer.strip(),
            citations=citations,
            facts_used=facts,
            document_ids=tuple(dict.fromkeys(citation.document_id for citation in citations)),
            spoke_of=tuple(one for one in ruled.spoke_of if set(one.fact_ids) <= set(facts)),
            author=self._model.author,
        )

    def _data(self, situation: Situation, context: Context, ruled: Draft, instructions: Prompt) -> str:
        """The fenced data, with as much of draft and feedback as leaves room for an answer."""
        body = context.body(numbered=True)
        feedback = "\n".join((*situation.missing, situation.feedback)).strip()
        extras = [fenced("draft", ruled.text)] + ([fenced("feedback", feedback)] if feedback else [])
        for kept in range(len(extras), -1, -1):
            data = "\n".join((body, *extras[:kept]))
            if self._model.fits(instructions, data, AnswerOutput, ROOM_WITH_DRAFT if kept else 1):
                return data
        raise PromptTooLong


def _told_by_rule(situation: Situation) -> bool:
    acts = any(isinstance(event.payload, _ACTS) for event in situation.turn_events)
    return acts or situation.intent.name in BY_RULE
