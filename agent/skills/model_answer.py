"""The answer skill with a language model: written over the context and the twin's draft, and checked word by word.

What memory did (a correction, an open question) and what cannot wait (a red flag) is told by rule; what was recorded of
a message that asks something as well stands before the model's answer in the rules' words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from agent.context import Added, Context
from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import prompt
from agent.skills.answer_checks import Material, cited, is_sound_so_far, require_sound, used_facts
from agent.skills.ports import AnswerSkill, Draft, Situation
from domain.events import (
    ClarificationRequested,
    ContradictionFound,
    ContradictionResolved,
    CorrectionReverted,
    SlotCorrected,
    SlotRetracted,
)
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.reader import LearnedReader

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

    def __init__(
        self, model: SkillModel, twin: AnswerSkill, recogniser: ConceptRecogniser, reader: LearnedReader | None = None
    ) -> None:
        self._model = model
        self._twin = twin
        self._recogniser = recogniser
        self._reader = reader

    def asks(self, situation: Situation, ruled: Draft) -> bool:
        """Whether the model is asked: not for what must be told exactly, nor beside an alarm."""
        return not ruled.warnings and not ruled.urgent and not _told_by_rule(situation)

    async def answer(self, situation: Situation) -> Draft:
        """A draft by the model, whose name is its author, or the twin's."""
        return (await self.samples(situation, 1))[0]

    async def samples(self, situation: Situation, count: int) -> Sequence[Draft]:
        """Drafts by the model in one request, or the twin's alone."""
        ruled = situation.ruled or await self._twin.answer(situation)
        if situation.context is None or not self.asks(situation, ruled):
            return [ruled]

        async def twin() -> Sequence[Draft]:
            return [ruled]

        return await self._model.or_twin(self._written(situation, situation.context, ruled, count), twin)

    async def _written(self, situation: Situation, context: Context, ruled: Draft, count: int) -> Sequence[Draft]:
        language = situation.question.language
        instructions = prompt("answer", language)
        material = Material.of(situation, context, ruled, instructions, self._recogniser.find, self._reader)

        def check(output: AnswerOutput) -> None:
            require_sound(output.answer, [(one.document_id, one.quote) for one in output.citations], material)

        if context.added.draft is None:
            context = replace(context, added=Added(draft=ruled.own))
        data = context.messages()[1].text

        async def heard(written: str) -> None:
            if situation.drafting is not None:
                await situation.drafting.heard(written, ruled.noted.text, lambda text: is_sound_so_far(text, material))

        inquiry = Inquiry(
            instructions, data, AnswerOutput, language, check, situation.temperature,
            # Of several samples it is open which one is given.
            heard if situation.drafting is not None and count == 1 else None,
        )  # fmt: skip
        outputs = await (self._model.ask_several(inquiry, count) if count > 1 else self._once(inquiry))
        return [self._draft(output, situation, context, ruled, material) for output in outputs]

    async def _once(self, inquiry: Inquiry[AnswerOutput]) -> list[AnswerOutput]:
        return [await self._model.ask(inquiry)]

    def _draft(
        self, output: AnswerOutput, situation: Situation, context: Context, ruled: Draft, material: Material
    ) -> Draft:
        citations = cited([(one.document_id, one.quote) for one in output.citations], material)
        language = situation.question.language
        used = used_facts(output.answer, output.facts, context, situation.view.ledger, language)
        noted = ruled.noted
        facts = tuple(dict.fromkeys((*noted.facts, *used)))
        return Draft(
            text="\n".join(one for one in (noted.text, output.answer.strip()) if one),
            citations=citations,
            facts_used=facts,
            document_ids=tuple(dict.fromkeys(citation.document_id for citation in citations)),
            spoke_of=tuple(one for one in ruled.spoke_of if set(one.fact_ids) <= set(facts)),
            author=self._model.author,
            noted=noted,
        )


def _told_by_rule(situation: Situation) -> bool:
    acts = any(isinstance(event.payload, _ACTS) for event in situation.turn_events)
    return acts or situation.intent.name in BY_RULE
