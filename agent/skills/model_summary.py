"""The summary skill with a language model: told from the turns' facts, and checked against them."""

from __future__ import annotations

from pydantic import BaseModel

from agent.llm_failures import OutputUnusable
from agent.llm_skill import Inquiry, SkillModel
from agent.prompt_facts import name_within, prompt_line
from agent.prompts import fenced, prompt
from agent.skills.grounding import require_held_numbers, require_language
from agent.skills.ports import Language, SummarySkill, TurnSummary
from agent.skills.summary import CAUTIOUS_COUNTER, SUMMARY_TOKENS, facts_of_turns
from domain.values import ANY
from projections.patient_view import PatientView


class SummaryOutput(BaseModel):
    """What the model is asked for."""

    summary: str


class ModelSummary:
    """The model tells the facts of a block of turns; a number they do not hold, or a pinned fact left out, fails it."""

    def __init__(self, model: SkillModel, twin: SummarySkill) -> None:
        self._model = model
        self._twin = twin

    async def summarise(self, view: PatientView, first_turn: int, last_turn: int, language: Language) -> TurnSummary:
        """At most 200 tokens; the twin's summary when the model fails or the turns brought no fact to tell."""
        if not facts_of_turns(view, first_turn, last_turn):
            return await self._twin.summarise(view, first_turn, last_turn, language)
        return await self._model.or_twin(
            self._asked(view, first_turn, last_turn, language),
            lambda: self._twin.summarise(view, first_turn, last_turn, language),
        )

    async def _asked(self, view: PatientView, first_turn: int, last_turn: int, language: Language) -> TurnSummary:
        facts = [view.ledger.facts[fact_id] for fact_id in facts_of_turns(view, first_turn, last_turn)]
        material = [prompt_line(fact, language) for fact in facts]
        pinned = (fact for fact in facts if view.profile.is_pinned(fact) and fact.content.concept.concept_id != ANY)
        names = [name_within(fact, language) for fact in pinned]
        turns = range(first_turn, last_turn + 1)
        asked = [line.question for turn, line in view.tiers.lines.items() if turn in turns and not line.fact_ids]
        block = f"{first_turn}-{last_turn}:"

        def check(output: SummaryOutput) -> None:
            require_language(output.summary, language)
            require_held_numbers(output.summary, material)
            untold = [name for name in names if name.casefold() not in output.summary.casefold()]
            if untold:
                raise OutputUnusable("incomplete", f"these are not told: {', '.join(untold)}")
            if CAUTIOUS_COUNTER.count(f"{block} {output.summary}") > SUMMARY_TOKENS:
                raise OutputUnusable("too_long", "it must be shorter")

        data = (fenced("facts", "\n".join(material)), fenced("conversation", "\n".join(asked)))
        output = await self._model.ask(
            Inquiry(prompt("summary", language), "\n".join(data), SummaryOutput, language, check)
        )
        return TurnSummary(f"{block} {' '.join(output.summary.split())}", self._model.author)
