"""After words of self-harm: the next answers of the talk, whatever they are about, say that help stays within reach."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.self_harm import speaks_of_self_harm
from agent.safety.whereabouts import crisis_for, emergency_for
from agent.words.sentences import sentence

_TURNS: Final = 2
"""Turns for which it is said again."""
_HELD: Final = timedelta(days=2)
_JUST_NOW: Final = timedelta(hours=12)
"""How long after it what was said is still being talked of, whatever is asked next."""


def stays_with(consultation: Consultation, said: str) -> Part:
    """Where help is, if one of the last turns was answered with a crisis line; empty where ``said``, what this answer
    says first, names it already.
    """
    question = consultation.situation.question
    line = crisis_for(consultation.situation)
    if line in said or speaks_of_self_harm(question.text):
        return Part()
    number = emergency_for(consultation.situation)
    if was_just_spoken_of(consultation):
        return Part(sentence("crisis.stays_now", question.language, crisis=line, emergency=number))
    if any(_is_answered_so(consultation, turn) for turn in range(question.turn_number - _TURNS, question.turn_number)):
        return Part(sentence("crisis.stays", question.language, crisis=line, emergency=number))
    return Part()


def was_just_spoken_of(consultation: Consultation) -> bool:
    """Whether the turn just before was answered with a crisis line, within the hours."""
    question = consultation.situation.question
    given = consultation.situation.view.answers.given.get(question.turn_number - 1)
    recent = given is not None and question.said_at - given.said_at <= _JUST_NOW
    return recent and _is_answered_so(consultation, question.turn_number - 1)


def _is_answered_so(consultation: Consultation, turn: int) -> bool:
    question, situation = consultation.situation.question, consultation.situation
    given = situation.view.answers.given.get(turn)
    if given is None or question.said_at - given.said_at > _HELD:
        return False
    return _names(given.text, crisis_for(situation), emergency_for(situation))


def _names(answer: str, line: str, emergency: str) -> bool:
    """Whether an answer begins with where help is: "LDL 109 mg/dL" is no crisis line."""
    first = answer.split("\n")[0]
    return line in first and emergency in first
