"""Which intent answers each learned kind of request, and when the learned kind is followed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.learned_kinds import ASKS, FOLLOWED, FOLLOWED_TO_ASSESS, Opinion
from agent.answers.references import spoken
from agent.answers.request import Request
from domain.values import SERIES_SLOTS
from extraction.reading.understanding import AskOp
from projections.patient_view import PatientView

KINDS: Final[Mapping[AskOp, str]] = MappingProxyType(
    {
        "list": "summary",
        "lookup": "lookup",
        "compare": "compare",
        "judge": "judge",
        "assess": "plan",
        "medicine": "medicine",
        "permission": "knowledge",
        "effects": "knowledge",
        "knowledge": "knowledge",
        "plan": "steps",
        "audit": "audit",
        "why": "why",
        "repeat": "again",
        "other": "knowledge",
    }
)
"""The intent by which each kind of request is answered; a test holds it total."""

UNSURE: Final = frozenset({"acknowledge", "knowledge", "lookup", "summary", "medicine", "plan"})
"""Intents that cues give to what they don't understand; the others they give rightly nine times in ten."""


def second_name(name: str, opinion: Opinion, request: Request, view: PatientView) -> str:
    """``name``, or the intent of the learned kind where that is surer."""
    if name == "acknowledge" and (opinion.asks <= ASKS or opinion.margin < FOLLOWED):
        return name
    if opinion.margin < (FOLLOWED_TO_ASSESS if name == "plan" else FOLLOWED):
        return name
    learned = KINDS[opinion.op]
    return learned if _possible(learned, request, view) else name


def _possible(name: str, request: Request, view: PatientView) -> bool:
    """Whether there is something for the composer of ``name`` to speak of."""
    answers = view.answers
    measurable = bool(request.tests or SERIES_SLOTS.intersection(request.slots) or spoken(answers, "measurement"))
    if not request.subjects:
        # "Is that normal?" may be about what was told, or what another agent spoke of.
        measurable = measurable or any(True for slot in SERIES_SLOTS for _ in view.ledger.current(slot))
    match name:
        case "compare" if request.values is not None and request.values.fold == "latest":
            return False
        case "audit" | "summary" if request.tests:
            # Cues hear rightly when the history of a value is meant.
            return False
        case "compare" | "judge":
            return measurable
        case "medicine":
            taken = request.concepts("medications", "drug_classes")
            return bool(taken) or spoken(answers, "medications") is not None
        case "steps":
            return request.items is not None or request.has("steps", "advice", "how_to", "obligation")
        case "again" | "why":
            return answers.last() is not None
        case "lookup":
            return bool(request.subjects or request.slots)
        case _:
            return True
