"""In which country the patient is, by what was told in all the talk; the numbers to call there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from agent.safety.living_in import LIVES, ORIGIN, PASSING, Place, place_told, returns
from agent.safety.numbers import crisis, emergency
from agent.skills.ports import Question, Situation
from projections.patient_view import PatientView

_STAYS: Final = timedelta(days=14)
"""How long somebody is taken to be where they said to be on a journey."""


def country_of(view: PatientView, question: Question) -> str | None:
    """The country (ISO 3166) that the patient told to be in, the last one told; None where none was told for certain.

    A journey counts for its days; where somebody comes from is no certain place to be.
    """
    passing, homes = True, list[Place]()
    for place, text, said_at in _told(view, question):
        if place is not None and place.firmness == PASSING:
            if passing and question.said_at - said_at <= _STAYS:
                return place.country
        elif place is not None:
            homes.append(place)
        passing = passing and not returns(text)
    for firmness in range(LIVES, ORIGIN, -1):
        for home in homes:
            if home.firmness == firmness:
                return home.country
    return None


def _told(view: PatientView, question: Question) -> Iterator[tuple[Place | None, str, datetime]]:
    """The places told, this turn's first, then back to the first turn."""
    lines = view.tiers.lines
    opening = lines[min(lines)].question if lines else question.text
    yield place_told(question.text, opening), question.text, question.said_at
    for turn in sorted(lines, reverse=True):
        line = lines[turn]
        if turn < question.turn_number:
            yield place_told(line.question, opening), line.question, line.said_at


def emergency_for(situation: Situation) -> str:
    """The emergency number of where the patient is, as a sentence in the question's language tells it."""
    question = situation.question
    return emergency(question.time_zone, question.language, country_of(situation.view, question))


def crisis_for(situation: Situation) -> str:
    """The crisis line of where the patient is, likewise."""
    question = situation.question
    return crisis(question.time_zone, question.language, country_of(situation.view, question))
