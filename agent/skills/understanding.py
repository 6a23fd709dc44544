"""Understanding an utterance: without a model, the learned reader's reading and the rules' intent stand."""

from __future__ import annotations

from agent.skills.ports import Intent, Question, Understood
from domain.events import ClarificationRequested
from extraction.port import Reading
from projections.patient_view import PatientView


class RuleUnderstanding:
    """The understanding skill without a model."""

    async def understand(
        self,
        question: Question,
        reading: Reading,
        view: PatientView,
        intent: Intent,
        asked: ClarificationRequested | None = None,
    ) -> Understood:
        """``reading`` and ``intent`` as they are."""
        return Understood(reading, intent)
