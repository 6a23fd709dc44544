"""A question answered from memory as it stood, by rule: nothing is stored, and the same past gives the same answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from agent.graph import QUESTION
from agent.ports import Ports
from agent.profiles import AblationProfile, profile_named
from agent.skills.ports import Draft, Language, Question
from agent.state import TurnState
from agent.updates import TurnUpdate
from domain.events import Recorded, SlotRecorded
from domain.ledger import local_day
from projections.patient_view import PatientView


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """The draft that a turn would have been answered with, its overall quality, and how many drafts it took."""

    draft: Draft
    quality: float
    iterations: int


class Asking:
    """The workflow of a turn from its question to its answer, over rules and without its saves."""

    def __init__(self, ports: Ports) -> None:
        self._ports = replace(ports, skills=ports.twins)

    async def ask(
        self, view: PatientView, text: str, language: Language, at: datetime, *, valid_at: datetime | None = None
    ) -> AnsweredQuestion:
        """Answer ``text`` at ``at`` from ``view``; with ``valid_at`` from what it holds to be true of that day."""
        known = view if valid_at is None else believed_on(view, local_day(valid_at, view.profile.time_zone))
        profile: AblationProfile = profile_named("")
        newest = max(view.tiers.lines, default=0)
        state: TurnState = {
            "request_id": "",
            "patient_id": view.patient_id,
            "actor": "patient",
            "question": Question(text, language, at, view.profile.time_zone, newest + 1),
            "profile": profile,
            "emit": _unheard,
            "position": view.position,
            "view": known,
            "known": known,
            "heard": (),
            "extracted": True,
            "turn_events": (),
            "query": text,
            "expansions": (),
            "k": 0,
            "hits": (),
            "found": None,
            "retrieved_for": -1,
            "iteration": 0,
            "history": [],
            "trace": [],
            "milliseconds": {},
            "started": self._ports.timer(),
            "busy": 0.0,
        }
        ended = await QUESTION.run(state, self._ports)
        given = next(one for one in ended["history"] if one["draft"] is ended["draft"])
        return AnsweredQuestion(ended["draft"], given["quality"].overall, len(ended["history"]))


def believed_on(view: PatientView, day: str) -> PatientView:
    """The memory as if every fact that ``view`` holds to be true of ``day`` (ISO date) had just been told.

    A value measured later is not in it, and a dose that was changed later is the one before. The conversation is not
    in it either: its words are not dated by what they speak of.
    """
    then = PatientView(view.patient_id)
    if view.registered is not None:
        then.apply(Recorded(view.patient_id, 1, "", datetime.min.replace(tzinfo=UTC), view.registered))
    for version, fact in enumerate(view.profile.facts(valid_on=day), start=2):
        told = SlotRecorded(fact_id=fact.fact_id, content=fact.content, evidence=fact.evidence[0], said_at=fact.said_at)
        then.apply(Recorded(view.patient_id, version, fact.event_id, fact.recorded_at, told))
    then.version, then.position = view.version, view.position
    return then


async def _unheard(update: TurnUpdate, position: int) -> None:
    """Nobody waits for the steps of a question."""
