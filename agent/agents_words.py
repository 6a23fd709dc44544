"""The words that a patient answers, where another agent or a screen said them: an answer like those given here.

A turn may come with what the agent said last (``agent_said``). "Shorter, please", "why?", "그럼 3월에는" then go on
about those words and not about what this service said some other time.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from agent.skills.ports import Question
from agent.stated_facts import stated_facts
from agent.uncertainty import without_warning
from extraction.naming.mentions import ConceptRecogniser
from extraction.text.language import detect
from projections.answers import GivenAnswer
from projections.patient_view import PatientView

AGENT: Final = "agent"
"""Who is said to have given such an answer."""
_INTENT: Final = "observed"
_ASKED: Final = ("?", "？")


def with_agents_words(view: PatientView, question: Question, recogniser: ConceptRecogniser) -> PatientView:
    """``view`` with ``question.agent_said`` as its last answer, and the facts on record that those words state.

    The view itself where nothing was said, where the words are those of the last answer anyway, or where they only
    ask: a question is answered, not gone on about.
    """
    said = question.agent_said.strip()
    last = view.answers.last()
    if not said or said.endswith(_ASKED) or (last is not None and without_warning(last.text).strip() == said):
        return view
    stated = stated_facts(said, view.ledger, recogniser)
    moment = question.said_at.astimezone(UTC) if question.said_at.tzinfo else datetime.min.replace(tzinfo=UTC)
    answer = GivenAnswer(
        turn_number=question.turn_number - 1,
        event_id="",
        text=said,
        intent=_INTENT,
        language=detect(said),
        citations=(),
        facts_used=stated.fact_ids,
        document_ids=(),
        spoke_of=stated.spoke_of,
        quality=None,
        said_at=moment,
        recorded_at=moment,
        version=view.version,
        agent=AGENT,
    )
    known = view.copy()
    known.answers.put(answer)
    return known
