"""After an alarm, the words that the patient was seen: what was found is kept, and when to go back is said once."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.after_alarm import has_ended, is_in_care
from agent.safety.telling import sentences
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence

_TURNS: Final = 6
_DAYS: Final = timedelta(days=14)
"""Turns and days after an alarm within which a visit is taken to be for it."""


def seen_since(consultation: Consultation) -> Part:
    """When to go back, for who tells to have been seen after an alarm of the last turns; empty for all others."""
    text, question = consultation.request.text, consultation.situation.question
    if not has_ended(text) or is_in_care(text):
        return Part()
    given = consultation.situation.view.answers.given
    for turn in range(question.turn_number - 1, max(0, question.turn_number - 1 - _TURNS), -1):
        line = consultation.situation.view.tiers.lines.get(turn)
        if line is None or question.said_at - line.said_at > _DAYS or has_ended(line.question):
            return Part()
        if turn in given and given[turn].text.startswith(_openings(given[turn].language)):
            number = emergency_for(consultation.situation)
            return Part(sentence("uphold.seen", consultation.words.language, emergency=number))
    return Part()


def _openings(language: str) -> tuple[str, ...]:
    """How an answer begins that raises an alarm: up to the list of what was noticed."""
    return tuple(sentences()[level][language].split("(")[0] for level in ("now", "today"))
