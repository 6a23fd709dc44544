"""What was the patient told, what did it rest on, and does it still hold?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from domain.events import AnswerGiven, AnswerInvalidated, Citation, Recorded, SpokenReference
from projections.base import Projection


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer with what it rests on; ``invalidated`` lists the facts that went stale under it, and why."""

    turn_number: int
    event_id: str
    text: str
    intent: str
    language: str
    citations: tuple[Citation, ...]
    facts_used: tuple[str, ...]
    document_ids: tuple[str, ...]
    spoke_of: tuple[SpokenReference, ...]
    quality: float
    said_at: datetime
    recorded_at: datetime
    version: int
    corpus_hash: str = ""
    profile: str = ""
    invalidated: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Answers:
    """Answers by turn number, in order."""

    patient_id: str
    given: dict[int, GivenAnswer] = field(default_factory=dict)

    def last(self) -> GivenAnswer | None:
        """The latest answer."""
        return next(reversed(self.given.values()), None)


_GIVEN = TypeAdapter(dict[int, GivenAnswer])


class AnswersProjection(Projection[Answers]):
    """Folds answers and their invalidations."""

    name = "answers"
    version = 1
    handles = (AnswerGiven, AnswerInvalidated)

    def empty(self, patient_id: str) -> Answers:
        """No answers."""
        return Answers(patient_id)

    def fold(self, view: Answers, event: Recorded) -> Answers:
        """Add an answer, or mark one stale."""
        payload = event.payload
        match payload:
            case AnswerGiven():
                turn = payload.turn_number or 0
                view.given[turn] = GivenAnswer(
                    turn_number=turn,
                    event_id=event.event_id,
                    text=payload.text,
                    intent=payload.intent,
                    language=payload.language,
                    citations=payload.citations,
                    facts_used=payload.facts_used,
                    document_ids=payload.document_ids,
                    spoke_of=payload.spoke_of,
                    quality=payload.quality,
                    said_at=payload.said_at,
                    recorded_at=event.recorded_at,
                    version=event.version,
                    corpus_hash=payload.corpus_hash,
                    profile=payload.profile,
                )
            case AnswerInvalidated() if payload.answer_turn_number in view.given:
                answer = view.given[payload.answer_turn_number]
                mark = (payload.fact_id, payload.reason)
                view.given[payload.answer_turn_number] = replace(answer, invalidated=(*answer.invalidated, mark))
        return view

    def dump(self, view: Answers) -> dict[str, Any]:
        """All answers."""
        return {"patient_id": view.patient_id, "given": _GIVEN.dump_python(view.given, mode="json")}

    def load(self, data: dict[str, Any]) -> Answers:
        """The answers of a stored form."""
        given = _GIVEN.validate_python({int(turn): answer for turn, answer in data["given"].items()})
        return Answers(data["patient_id"], dict(sorted(given.items())))
