"""Reading an utterance a second time: the rule version has nothing to add to what the rules have read."""

from __future__ import annotations

from agent.skills.ports import Question
from extraction.pipeline import Reading
from projections.patient_view import PatientView


class RuleExtraction:
    """The extraction skill without a model: the rules' own reading stands."""

    async def second_opinion(self, question: Question, reading: Reading, view: PatientView) -> Reading:
        """``reading`` as it is."""
        return reading
