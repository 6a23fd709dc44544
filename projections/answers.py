"""What was the patient told, what did it rest on, and does it still hold?"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
import orjson
from msgspec.structs import replace

from domain.events import AnswerGiven, AnswerInvalidated, Citation, Recorded, SpokenReference
from domain.ledger import Ledger
from projections.base import HEAD, Projection


class GivenAnswer(msgspec.Struct, frozen=True, gc=False):
    """One answer with what it rests on; ``invalidated`` lists the facts that went stale under it, and why.

    ``agent`` names the other agent who gave it; None for an answer of this service.
    """

    turn_number: int
    event_id: str
    text: str
    intent: str
    language: str
    citations: tuple[Citation, ...]
    facts_used: tuple[str, ...]
    document_ids: tuple[str, ...]
    spoke_of: tuple[SpokenReference, ...]
    quality: float | None
    said_at: datetime
    recorded_at: datetime
    version: int
    corpus_hash: str = ""
    profile: str = ""
    invalidated: tuple[tuple[str, str], ...] = ()
    agent: str | None = None
    turns_used: tuple[int, ...] | None = None


@dataclass(slots=True)
class Answers:
    """Answers by turn number, in order."""

    patient_id: str
    given: dict[int, GivenAnswer] = field(default_factory=dict)
    _shared: bool = field(default=False, compare=False)
    """Whether a copy reads the same answers: the next change is made to a dictionary of our own."""

    def copy(self, ledger: Ledger) -> Answers:
        """An independent view of the same answers, which need no ledger."""
        self._shared = True
        return Answers(self.patient_id, self.given, True)

    def put(self, answer: GivenAnswer) -> None:
        """Add an answer, or put another in its place."""
        if self._shared:
            self.given, self._shared = dict(self.given), False
        self.given[answer.turn_number] = answer

    def last(self) -> GivenAnswer | None:
        """The latest answer."""
        return next(reversed(self.given.values()), None)


class AnswersProjection(Projection[Answers]):
    """Folds answers and their invalidations; a row an answer, by turn number."""

    name = "answers"
    version = 2
    handles = (AnswerGiven, AnswerInvalidated)

    def empty(self, patient_id: str) -> Answers:
        """No answers."""
        return Answers(patient_id)

    def fold(self, view: Answers, event: Recorded) -> Answers:
        """Add an answer, or mark one stale."""
        payload = event.payload
        match payload:
            case AnswerGiven():
                view.put(
                    GivenAnswer(
                        turn_number=payload.turn_number or 0,
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
                        agent=payload.author if payload.foreign else None,
                        turns_used=payload.turns_used,
                    )
                )
            case AnswerInvalidated() if payload.answer_turn_number in view.given:
                answer = view.given[payload.answer_turn_number]
                mark = (payload.fact_id, payload.reason)
                view.put(replace(answer, invalidated=(*answer.invalidated, mark)))
        return view

    def rows(self, view: Answers, keys: Collection[str] | None = None) -> dict[str, bytes]:
        """Every answer, by turn number."""
        turns = view.given if keys is None else (int(key) for key in keys if key)
        rows = {str(turn): _row(view.given[turn]) for turn in turns if turn in view.given}
        if keys is None or HEAD in keys:
            rows[HEAD] = orjson.dumps({"patient_id": view.patient_id})
        return rows

    def changed(self, event: Recorded, fact_ids: Iterable[str], view: Answers) -> Iterable[str]:
        """The answer that was given or invalidated."""
        payload = event.payload
        turn = payload.answer_turn_number if isinstance(payload, AnswerInvalidated) else payload.turn_number
        return (str(turn or 0),)


def _row(answer: GivenAnswer) -> bytes:
    row = msgspec.structs.asdict(answer)
    if answer.agent is None:
        # Rows of the service's own answers stay as they were before there were others.
        del row["agent"]
    if answer.turns_used is None:
        del row["turns_used"]
    return orjson.dumps(row, default=msgspec.structs.asdict, option=orjson.OPT_UTC_Z)
