"""Conversations that are made of given lines, for experiments that need other questions than the protocol's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from evaluation.study.bank import Template
from evaluation.study.cards import card
from evaluation.study.gold import Check
from evaluation.study.patients import Patient
from evaluation.study.simulator import BETWEEN_TURNS, FIRST_HOUR, Play, Said, Scenario
from evaluation.study.vocabulary import Language


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said. ``id`` names what it is for; ``gap`` is how long after the line before it."""

    id: str
    text: str
    turn: Literal["EQ", "ES"] = "EQ"
    wanted: tuple[str, ...] = ()
    labelled: str = ""
    checks: tuple[Check, ...] = ()
    gap: timedelta = BETWEEN_TURNS


def conversation(name: str, patient: Patient, language: Language, lines: Sequence[Line]) -> Scenario:
    """A conversation of a patient whose card is imported first; what is told changes nothing that is scored."""
    at = datetime(patient.as_of.year, patient.as_of.month, patient.as_of.day, FIRST_HOUR, tzinfo=UTC)
    at += timedelta(days=1)
    turns = []
    for number, line in enumerate(lines, start=1):
        at += line.gap
        turns.append(
            Said(
                turn_id=f"{line.turn}.{number}",
                template=_template(line),
                at=at,
                text=line.text,
                question=line.text,
                truth=patient,
                before=patient,
                checks=line.checks,
                wanted=line.wanted,
                labelled=line.labelled,
            )
        )
    record = card(patient).model_dump(mode="json")
    return Scenario(f"{patient.patient_id}-{name}-{language}", patient, Play(language), record, tuple(turns))


def _template(line: Line) -> Template:
    told = ("symptoms",) if line.turn == "ES" else ()
    return Template(id=line.id, turn=line.turn, goal=line.id, discloses=told, gold="nothing", ko=(), en=())
