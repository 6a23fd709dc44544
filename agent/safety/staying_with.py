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


def stays_with(consultation: Consultation, said: str) -> Part:
    """Where help is, if one of the last turns was answered with a crisis line; empty where ``said``, what this answer
    says first, names it already.
    """
    question, view = consultation.situation.question, consultation.situation.view
    line = crisis_for(consultation.situation)
    if line in said or speaks_of_self_harm(question.text):
        return Part()
    number = emergency_for(consultation.situation)
    for turn in range(question.turn_number - _TURNS, question.turn_number):
        given = view.answers.given.get(turn)
        if given is None or question.said_at - given.said_at > _HELD or not _names(given.text, line, number):
            continue
        return Part(sentence("crisis.stays", question.language, crisis=line, emergency=number))
    return Part()


def _names(answer: str, line: str, emergency: str) -> bool:
    """Whether an answer begins with where help is: "LDL 109 mg/dL" is no crisis line."""
    first = answer.split("\n")[0]
    return line in first and emergency in first
