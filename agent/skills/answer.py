"""Writes an answer by rule: facts with dates and sources, quoted passages, and nothing that neither holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from agent.safety import RedFlag, red_flags, urgent_text
from agent.skills.answering.acknowledgement import acknowledge, greet, thank
from agent.skills.answering.audit import account_of_record, basis_of_answer
from agent.skills.answering.changes import turn_changes
from agent.skills.answering.comparison import compare, judged_value
from agent.skills.answering.consultation import Consultation, Library, consult
from agent.skills.answering.knowledge import explain
from agent.skills.answering.lookup import look_up
from agent.skills.answering.naming import intent_name
from agent.skills.answering.part import Part, joined
from agent.skills.answering.plan import recommend
from agent.skills.answering.reassessment import corrections_only, reassess
from agent.skills.answering.recall import explain_medicine, restate_measurement
from agent.skills.answering.request import Finder
from agent.skills.answering.summary import summarise
from agent.skills.answering.weekly_plan import weekly_steps
from agent.skills.answering.wording import Dictionary
from agent.skills.ports import Draft, Situation

AUTHOR: Final = "rules@1"

_PARTS: Final[dict[str, Callable[[Consultation], Part]]] = {
    "greeting": greet,
    "thanks": thank,
    "acknowledge": acknowledge,
    "correction": reassess,
    "summary": summarise,
    "compare": compare,
    "judge": judged_value,
    "recall": restate_measurement,
    "medicine": explain_medicine,
    "plan": recommend,
    "steps": weekly_steps,
    "audit": account_of_record,
    "why": basis_of_answer,
    "lookup": look_up,
    "knowledge": explain,
}


class RuleAnswer:
    """The answer skill without a model: pure over the situation, in the patient's language.

    ``retriever`` only lends generic passages by id when none of the retrieved ones fits the patient.
    """

    def __init__(self, lexicon: Dictionary, recogniser: Finder, retriever: Library | None = None) -> None:
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._library = retriever

    async def answer(self, situation: Situation) -> Draft:
        """A draft; a red-flag symptom of this turn brings the urgent sentence before everything else."""
        consultation = consult(situation, self._lexicon, self._recogniser, self._library)
        flags = red_flags(situation, consultation.request.mentions, self._lexicon)
        urgent = Part(urgent_text(flags, situation.question.language), tuple(f.fact_id for f in flags if f.fact_id))
        said = joined((urgent, Part() if _only_alarms(consultation, flags) else _compose(consultation)))
        return Draft(
            text=said.text,
            citations=said.citations,
            facts_used=said.facts,
            document_ids=tuple(dict.fromkeys(citation.document_id for citation in said.citations)),
            spoke_of=said.spoke_of,
            warnings=("red_flag",) if flags else (),
            author=AUTHOR,
        )


def _only_alarms(consultation: Consultation, flags: tuple[RedFlag, ...]) -> bool:
    """Whether the urgent sentence is all there is to say: nothing was asked, and nothing recorded."""
    changes = turn_changes(consultation)
    said = changes.recorded or changes.reaffirmed or changes.corrective or changes.open
    return bool(flags) and not consultation.request.asks and not said


def _compose(consultation: Consultation) -> Part:
    """What was asked, after what this turn corrected; a correction that asks nothing else is reassessed whole."""
    name = consultation.situation.intent.name
    changes = turn_changes(consultation)
    if changes.corrective or changes.open:
        if name in ("correction", "acknowledge", "greeting", "thanks") or consultation.request.has("reassess"):
            return acknowledge(consultation) if name == "acknowledge" else reassess(consultation)
        return joined((corrections_only(consultation), _asked(consultation, name)))
    if name == "correction" and not changes.recorded and not changes.reaffirmed:
        return _asked(consultation, _without_corrections(consultation))
    if name == "knowledge" and changes.recorded:
        return joined((acknowledge(consultation), _asked(consultation, name)))
    return _asked(consultation, name)


def _asked(consultation: Consultation, name: str) -> Part:
    return _PARTS.get(name, explain)(consultation)


def _without_corrections(consultation: Consultation) -> str:
    """The question's other reading, for words that sounded like a correction and changed nothing."""
    request = consultation.request
    if request.has("reassess") or not request.asks:
        return "correction"
    return intent_name(request, consultation.situation.view.answers, corrections=False)
