"""The rewriting skill with a language model: a query from what the judge missed."""

from __future__ import annotations

from pydantic import BaseModel

from agent.llm_failures import OutputUnusable
from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import fenced, prompt
from agent.skills.grounding import require_language
from agent.skills.ports import Language, Quality, RewriteSkill, RewrittenQuery, Situation

QUERY_CHARACTERS = 300
"""The longest query: more than a long question, less than a page."""
REASON_CHARACTERS = 200
FACTS_CHARACTERS = 500
"""How much of the facts the rewriter sees; the thesis shows it a summary of the profile."""


class RewriteOutput(BaseModel):
    """What the model is asked for."""

    query: str
    reason: str


class ModelRewrite:
    """The model writes the query; the twin's expansions are not added, for the model was shown what they come from."""

    def __init__(self, model: SkillModel, twin: RewriteSkill) -> None:
        self._model = model
        self._twin = twin

    async def rewrite(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        """A query for what ``quality`` says is missing; the twin's when the model fails."""
        return await self._model.or_twin(
            self._asked(situation, quality, query), lambda: self._twin.rewrite(situation, quality, query)
        )

    async def _asked(self, situation: Situation, quality: Quality, query: str) -> RewrittenQuery:
        language = situation.question.language
        facts = "\n".join(situation.context.fact_lines()) if situation.context else ""
        feedback = "\n".join((*quality.missing, *quality.suggestions, quality.reason))
        data = (
            fenced("utterance", situation.question.text),
            fenced("query", query),
            fenced("feedback", feedback),
            fenced("facts", facts[:FACTS_CHARACTERS]),
        )
        output = await self._model.ask(
            Inquiry(
                prompt("rewrite", language),
                "\n".join(data),
                RewriteOutput,
                language,
                lambda output: _check(output, language),
            )
        )
        return RewrittenQuery(
            query=" ".join(output.query.split()), expansions=(), reason=output.reason[:REASON_CHARACTERS]
        )


def _check(output: RewriteOutput, language: Language) -> None:
    if not output.query.strip() or len(output.query) > QUERY_CHARACTERS:
        raise OutputUnusable("malformed", f"the query must have 1 to {QUERY_CHARACTERS} characters")
    # In another language it would find nothing on the patient's own shelf.
    require_language(output.query, language)
