"""The extraction skill with a language model: a second opinion that only adds, and only what it can quote."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel

from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import fenced, prompt
from agent.skills.ports import ExtractionSkill, Question
from agent.skills.quoted_claims import QuotedClaim, proposals_of
from domain.proposals import Operation
from domain.values import SlotKind
from extraction.mentions import ConceptRecogniser
from extraction.pipeline import Reading
from projections.patient_view import PatientView

STATING = frozenset({Operation.ASSERT, Operation.MENTION})
"""What leaves older facts alone. Words that correct, change or withdraw are read by the rules only: a model that knows
nothing of what was said before would state the withdrawn value again."""

SHORTEST_TELLING = 6
"""Characters below which an utterance ("네", "안녕하세요") tells nothing that the rules would miss."""

_Slot = Literal["conditions", "symptoms", "medications", "allergies", "vitals", "labs", "procedures", "social_history"]


class ClaimOutput(BaseModel):
    """One fact as the model reads it."""

    slot: _Slot
    name: str
    quote: str
    value: str | None
    unit: str | None
    dose: str | None
    negated: bool
    subject: Literal["patient", "mother", "father", "sibling", "child", "spouse", "grandparent", "other"]
    past: bool


class ExtractionOutput(BaseModel):
    """What the model is asked for."""

    facts: list[ClaimOutput]


class ModelExtraction:
    """Adds to the rules' reading what they did not find; sees the utterance and nothing else, so no document can."""

    def __init__(self, model: SkillModel, twin: ExtractionSkill, recogniser: ConceptRecogniser) -> None:
        self._model = model
        self._twin = twin
        self._recogniser = recogniser

    async def second_opinion(self, question: Question, reading: Reading, view: PatientView) -> Reading:
        """``reading`` with uncertain additions; as it is when the model fails, or for a word or a correction."""
        corrects = any(proposal.operation not in STATING for proposal in reading.proposals)
        if corrects or len(question.text.strip()) < SHORTEST_TELLING:
            return reading
        return await self._model.or_twin(
            self._asked(question, reading, view), lambda: self._twin.second_opinion(question, reading, view)
        )

    async def _asked(self, question: Question, reading: Reading, view: PatientView) -> Reading:
        found = prompt("extraction", question.language)
        output = await self._model.ask(
            Inquiry(found, fenced("utterance", question.text), ExtractionOutput, question.language)
        )
        claims = [
            QuotedClaim(
                slot=SlotKind(fact.slot),
                name=fact.name,
                quote=fact.quote,
                dose=fact.dose,
                negated=fact.negated,
                subject=fact.subject,
                past=fact.past,
            )
            for fact in output.facts
        ]
        extractor = f"{found.name}/{self._model.author}"
        added = proposals_of(claims, question, reading.proposals, view.ledger, self._recogniser, extractor)
        return replace(reading, proposals=(*reading.proposals, *added))
