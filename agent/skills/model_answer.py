"""The answer skill with a language model: written over the context and the twin's draft, and checked word by word.

What memory did (a correction, an open question) and what cannot wait (a red flag) is told by rule; what was recorded or
put right of a message that asks something as well stands before the model's answer in the rules' words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from agent.answers.events.sentences import is_asked, sentences_told
from agent.context import Added, Context
from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import prompt
from agent.skills.answer_checks import Material, cited, is_sound_so_far, require_sound, used_facts
from agent.skills.ports import AnswerSkill, Draft, Situation
from agent.sources import sourced
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
from extraction.text.lazy_regex import lazy_regex

BY_RULE: Final = frozenset({"greeting", "thanks", "nod", "complaint", "preference", "scope"})
"""Intents whose answer is courtesy, or says what this service is: nothing is left to a model."""
UNLESS_ASKED: Final = frozenset({"audit", "why", "correction", "acknowledge"})
"""Intents whose answer is an account of what memory did, unless what was told before is asked for as well."""
_OPEN: Final = (ClarificationRequested, ContradictionFound)
"""Acts of memory that ask the patient something."""
_ACTS: Final = (ContradictionResolved, CorrectionReverted, SlotCorrected, SlotRetracted)
"""Acts of memory in this turn that the answer must tell exactly; what was noted of them tells them."""
_ASKS: Final = 1.0
"""The log-odds from which on the reader is sure that words ask."""
_OF_THE_SERVICE: Final = lazy_regex(
    r"왜 그렇게|왜 그런 (?:답|말)|근거|출처|저장|삭제|지워|지우|기록[을이에은]|기억하고 있는|답변|어떻게 알"
    r"|\b(?:you (?:say|said|tell|told|record(?:ed)?|stor(?:e|ed)|sav(?:e|ed)|base|use|know|keep|hold|have on)"
    r"|your (?:answer|source|record)s?|delete|erase|sources?|on (?:my )?(?:record|file)|stored|saved|recorded)\b",
    re.IGNORECASE,
)
"""Words that ask of what the service keeps or said, which it must account for exactly."""


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
        return not ruled.warnings and not ruled.urgent and not _told_by_rule(situation, ruled)

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
        language, told = situation.question.language, sourced(output.answer)
        labels = [*output.facts, *told.facts]
        used = used_facts(told.text, labels, context, situation.view.ledger, language)
        noted = ruled.noted
        facts = tuple(dict.fromkeys((*noted.facts, *used)))
        return Draft(
            text="\n".join(one for one in (noted.text, told.text.strip()) if one),
            citations=citations,
            facts_used=facts,
            document_ids=tuple(dict.fromkeys(citation.document_id for citation in citations)),
            spoke_of=tuple(one for one in ruled.spoke_of if set(one.fact_ids) <= set(facts)),
            author=self._model.author,
            noted=noted,
            turns_used=told.turns,
        )


def _told_by_rule(situation: Situation, ruled: Draft) -> bool:
    payloads = [event.payload for event in situation.turn_events]
    if situation.intent.name in BY_RULE or any(isinstance(one, _OPEN) for one in payloads):
        return True
    acts = any(isinstance(one, _ACTS) for one in payloads)
    if not acts and situation.intent.name not in UNLESS_ASKED:
        return False
    return (acts and not ruled.noted.text) or not _asks_of_what_was_told(situation)


def _asks_of_what_was_told(situation: Situation) -> bool:
    """Whether the words ask, and not of what the service keeps or said."""
    question = situation.question
    asking = [one for one in sentences_told(question.text) if is_asked(one)]
    if not asking and question.asking is not None and question.asking.asks > _ASKS:
        asking = [question.text]
    return bool(asking) and not any(_OF_THE_SERVICE.search(one) for one in asking)
